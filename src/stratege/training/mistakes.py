"""One's own mistakes: where a move gave up much of what was to be had.

What is given up is counted in expected results (`Value.expected`), as on the page of analysis.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stratege.core.line import Line
from stratege.engine.adviser import Adviser
from stratege.engine.analysis import ValuedMove
from stratege.engine.limits import DEEPEST, Limits
from stratege.engine.review import MISTAKE, NAMES

LEAST = dict(NAMES)[MISTAKE]  # of the expected result, given up
AS_GOOD = 0.02  # given up by a move that is as good as the best
NODES = 60_000  # for a position


@dataclass(frozen=True)
class Mistake:
    """A move that gave much up: how many moves were made before it, and what would have done."""

    ply: int
    played: str
    right: tuple[str, ...]
    """The moves as good as the best, that one first."""


def mistakes(line: Line, players: set[int], adviser: Adviser, nodes: int = NODES) -> Iterator[Mistake | None]:
    """For each move of the line by one of these players, the mistake it was, or None if it was none."""
    lines = [line]
    while lines[-1].before is not None:
        lines.append(lines[-1].before)
    for before, after in zip(lines[:0:-1], lines[-2::-1]):
        if before.to_move in players:
            moves = adviser.advise(before, Limits(DEEPEST, nodes)).moves
            yield judged(before.plies, after.move_text, moves)


def judged(ply: int, played: str, moves: tuple[ValuedMove, ...]) -> Mistake | None:
    """The mistake that a move was, beside all that could be played; None if it was none."""
    best = moves[0].value.expected
    made = next(one for one in moves if one.move == played)
    if best - made.value.expected < LEAST:
        return None
    right = tuple(one.move for one in moves if best - one.value.expected <= AS_GOOD)
    return Mistake(ply, played, right)
