"""Two evaluations or ways to search in a match, at the same nodes or the same time a move.

Beside the score stands how far the first was ahead on the last boards, by the game's linear terms: where
most games are drawn, that tells two players apart sooner.
A changed copy of a game's evaluate.py may judge too, named by its file.
Behind who judges, `+selective` makes the search as selective as that of the game's players; `+deeper`,
`+reductions`, `+probcut`, `+wins`, `+passes` and `+pruning` are parts of it, and may be joined. `+optimistic`
adds what such a player likes; with `+clock`, time that a move leaves is kept for later ones; who is
`+patient` goes round for ever, as a program behind the line protocol does.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev
from typing import NamedTuple

from stratege.arena.match import Terms
from stratege.arena.statistics import Score, elo
from stratege.core.pieces import Doing, Piece
from stratege.core.registry import GAMES, game
from stratege.engine.alphabeta_kernel import work
from stratege.engine.limits import Limits
from tuning.pairs import Half, Tuned, Way, play_both_ways
from tuning.weights import Judge, judge_of, module_of, weighted

TOGETHER = 5  # pairs of one piece of work
SELECTIVE, OPTIMISTIC, CLOCK, PATIENT = "selective", "optimistic", "clock", "patient"


class Side(NamedTuple):
    """Who judges, and how it searches."""

    judge: Judge
    way: Way


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
        given = (name, variant, tuple(side_of(one, name) for one in judges), limits, seed)
        parts = [range(at, min(at + TOGETHER, pairs)) for at in range(0, pairs, TOGETHER)]
        halves: list[Half] = []
        for _number, played in doing(Piece(n, play_pairs, (*given, part)) for n, part in enumerate(parts)):
            halves += played
            print(f"\r{variant}: {' – '.join(judges)}: {described(name, halves)}", end="", flush=True)
        print()


def side_of(text: str, name: str) -> Side:
    """Who is meant by a command's words, in the game of that name."""
    judge, *features = text.split("+")
    known = (SELECTIVE, *work.PARTS, OPTIMISTIC, CLOCK, PATIENT)
    if unknown := [feature for feature in features if feature not in known]:
        raise SystemExit(f"There is no feature {unknown[0]!r}; there are: {', '.join(known)}.")
    parts = {one for one in features if one in work.PARTS}
    if SELECTIVE in features:
        parts.update(GAMES[name].selective or work.PARTS)
    more = sum(work.PARTS[part] for part in parts)
    rest = (one in features for one in (OPTIMISTIC, CLOCK, PATIENT))
    return Side(judge_of(judge, name), Way(0, more, *rest))


def play_pairs(
    name: str, variant: str, sides: tuple[Side, Side], limits: Limits, seed: int, numbers: range
) -> list[Half]:
    """The games of the pairs of these numbers, as the first side sees them."""
    rules = game(name, variant)
    players = [Tuned(rules, module_of(name, side.judge), side.way) for side in sides]
    terms = Terms(limits, rules.ply_limit, keeps_time=True)
    return [half for pair in play_both_ways(rules, players, terms, seed, numbers) for half in pair]


def described(name: str, halves: Sequence[Half]) -> str:
    """What these games have come to, as half a line."""
    points = [half.points for half in halves]
    score = Score(points.count(2), points.count(1), points.count(0))
    found = elo(score)
    text = (
        f"{score.wins} won, {score.draws} drawn, {score.losses} lost, "
        f"Elo {found.difference:+.0f} ({found.low:+.0f} … {found.high:+.0f})"
    )
    if unit := GAMES[name].evaluation.UNIT:
        leads = [lead(name, half) for half in halves]
        spread = 1.96 * stdev(leads) / len(leads) ** 0.5
        text += f", {mean(leads):+.1f} {unit}s ahead at the end (± {spread:.1f})"
    return text


def lead(name: str, half: Half) -> float:
    """How far the first side is ahead on the last board, by the game's linear terms."""
    value = weighted(name).evaluate(half.last.game.rules, half.last.state) / 100
    return value if half.last.to_move == half.seat else -value
