"""Two evaluations in a match, at the same nodes or the same time a move."""

from __future__ import annotations

from collections.abc import Sequence

from stratege.arena.match import Terms
from stratege.arena.statistics import Score, elo
from stratege.core.pieces import Doing, Piece
from stratege.core.registry import game
from stratege.engine.limits import Limits
from tuning.pairs import Tuned, play_both_ways
from tuning.weights import Judge, judge_of, module_of

TOGETHER = 5  # pairs of one piece of work


def run(
    name: str,
    judges: tuple[str, str],
    variants: Sequence[str],
    games: int,
    limits: Limits,
    seed: int,
    doing: Doing,
) -> None:
    """Play these games of each variant and print the scores, which grow as games end."""
    pairs = games // 2
    for variant in variants:
        given = (name, variant, tuple(map(judge_of, judges)), limits, seed)
        parts = [range(at, min(at + TOGETHER, pairs)) for at in range(0, pairs, TOGETHER)]
        score = Score()
        for _number, part in doing(Piece(n, play_pairs, (*given, part)) for n, part in enumerate(parts)):
            score += part
            print(f"\r{variant}: {' – '.join(judges)}: {described(score)}", end="", flush=True)
        print()


def play_pairs(
    name: str, variant: str, judges: tuple[Judge, Judge], limits: Limits, seed: int, numbers: range
) -> Score:
    """The first judge's score in the pairs of these numbers."""
    rules = game(name, variant)
    players = [Tuned(rules, module_of(name, judge)) for judge in judges]
    terms = Terms(limits, rules.ply_limit)
    played = [half for pair in play_both_ways(rules, players, terms, seed, numbers) for half in pair]
    return Score(played.count(2), played.count(1), played.count(0))


def described(score: Score) -> str:
    """The score as half a line."""
    found = elo(score)
    return (
        f"{score.wins} won, {score.draws} drawn, {score.losses} lost, "
        f"Elo {found.difference:+.0f} ({found.low:+.0f} … {found.high:+.0f})"
    )
