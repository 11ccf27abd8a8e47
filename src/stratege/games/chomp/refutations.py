"""Why each move of a Chomp shape wins or loses: what it leaves, and what wins against that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stratege.games.chomp.solver import Move, moves, solved


@dataclass(frozen=True)
class JudgedMove:
    """A move, the row lengths it leaves, and all the other player's winning answers: without any, it wins."""

    move: Move
    leaves: tuple[int, ...]
    answers: tuple[Move, ...]

    @property
    def wins(self) -> bool:
        """Whether the move wins, whatever is answered."""
        return not self.answers


def judged_moves(
    shape: Sequence[int], tell: Callable[[float], None] = lambda fraction: None
) -> tuple[JudgedMove, ...]:
    """Every legal move judged, all by one sweep of the shape's box; `tell` hears the fraction done of that.

    >>> [(each.move, each.leaves, each.answers) for each in judged_moves((2, 2))]
    [((0, 1), (1, 1), ((1, 0),)), ((1, 0), (2,), ((0, 1),)), ((1, 1), (2, 1), ())]
    """
    lengths = tuple(length for length in shape if length)
    box = solved((lengths[0], len(lengths)), tell)
    found = []
    for move, after in moves(lengths):
        left = tuple(length for length in after if length)
        found.append(JudgedMove(move, left, tuple(box.winning_moves(left))))
    return tuple(found)
