"""Two evaluations or ways to search in a match, at the same nodes or the same time a move.

Behind who judges, `+selective` makes the search selective; `+deeper`, `+reductions`, `+probcut`
and `+wins` are parts of it, and may be joined. With `+clock`, time that a move leaves is kept for later ones.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence

from stratege.arena.match import Terms
from stratege.arena.statistics import Score, elo
from stratege.core.pieces import Doing, Piece
from stratege.core.registry import game
from stratege.engine.alphabeta_kernel import work
from stratege.engine.limits import Limits
from tuning.pairs import Tuned, play_both_ways
from tuning.weights import Judge, judge_of, module_of

TOGETHER = 5  # pairs of one piece of work
FEATURES = {"selective": work.SELECTIVE, **work.PARTS}

CLOCK = "clock"

Side = tuple[Judge, int, bool]
"""Who judges, what more the search does, and whether it keeps time that a move leaves for later moves."""


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
        given = (name, variant, tuple(map(side_of, judges)), limits, seed)
        parts = [range(at, min(at + TOGETHER, pairs)) for at in range(0, pairs, TOGETHER)]
        score = Score()
        for _number, part in doing(Piece(n, play_pairs, (*given, part)) for n, part in enumerate(parts)):
            score += part
            print(f"\r{variant}: {' – '.join(judges)}: {described(score)}", end="", flush=True)
        print()


def side_of(text: str) -> Side:
    """Who is meant by a command's words."""
    judge, *features = text.split("+")
    known = {**FEATURES, CLOCK: 0}
    if unknown := [feature for feature in features if feature not in known]:
        raise SystemExit(f"There is no feature {unknown[0]!r}; there are: {', '.join(known)}.")
    more = functools.reduce(operator.or_, (known[one] for one in features), 0)
    return judge_of(judge), more, CLOCK in features


def play_pairs(
    name: str, variant: str, sides: tuple[Side, Side], limits: Limits, seed: int, numbers: range
) -> Score:
    """The first side's score in the pairs of these numbers."""
    rules = game(name, variant)
    players = [Tuned(rules, module_of(name, judge), 0, more, clock) for judge, more, clock in sides]
    terms = Terms(limits, rules.ply_limit, keeps_time=True)
    played = [half for pair in play_both_ways(rules, players, terms, seed, numbers) for half in pair]
    return Score(played.count(2), played.count(1), played.count(0))


def described(score: Score) -> str:
    """The score as half a line."""
    found = elo(score)
    return (
        f"{score.wins} won, {score.draws} drawn, {score.losses} lost, "
        f"Elo {found.difference:+.0f} ({found.low:+.0f} … {found.high:+.0f})"
    )
