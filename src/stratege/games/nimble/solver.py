"""Nimble solved: a pawn on square i, counted from 0, is a Nim heap of i.

Two pawns on one square cancel out, so only squares with an odd number of pawns count. In normal play who
faces a nim-sum of 0 loses (Bouton, 1901). In misère play the same holds while some pawn stands on square 2 or
beyond; when only squares 0 and 1 are left, who faces an odd number of pawns on square 1 loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Counts = NDArray[numpy.int64]

Move = tuple[int, int]
"""From and to, squares counted from 0."""

SOLVES_ALL = True


def nim_sum(pawns: Sequence[int] | Counts) -> int:
    """The exclusive or of all the heaps.

    >>> nim_sum([0, 0, 1, 2, 0, 2])
    2
    """
    import numpy

    return int(numpy.bitwise_xor.reduce(numpy.flatnonzero(_counts(pawns) & 1)))


def is_lost(pawns: Sequence[int] | Counts, misere: bool = False) -> bool:
    """Whether the player to move loses against perfect play.

    >>> is_lost([1, 1, 1, 1]), is_lost([0, 1]), is_lost([0, 1], misere=True)
    (True, False, True)
    """
    counts = _counts(pawns)
    if misere and not counts[2:].any():
        return bool(counts[1:].sum() % 2 == 1)
    return nim_sum(counts) == 0


def winning_moves(pawns: Sequence[int] | Counts, misere: bool = False) -> list[Move]:
    """Every move (from, to), squares from 0, that leaves the opponent lost.

    >>> winning_moves([0, 0, 1, 2, 0, 2])
    [(2, 0), (3, 1)]
    """
    import numpy

    counts = _counts(pawns)
    if misere and counts[2:].sum() < 2:
        return _last_misere_moves(counts)
    total = nim_sum(counts)
    origins = numpy.flatnonzero(counts)
    targets = origins ^ total
    wins = targets < origins
    return list(zip(origins[wins].tolist(), targets[wins].tolist()))


def values(rules: tuple[int, ...], state: Sequence[int]) -> dict[int, int]:
    """For each legal move, by its number: 1 if it wins, -1 if it loses."""
    squares, misere = rules[0], rules[1] == 1
    good = {origin * squares + target for origin, target in winning_moves(state, misere)}
    legal = (
        origin * squares + target for origin in range(1, squares) if state[origin] for target in range(origin)
    )
    return {move: 1 if move in good else -1 for move in legal}


def _last_misere_moves(counts: Counts) -> list[Move]:
    """With at most one pawn beyond square 1, its parity decides: only squares 0 and 1 are worth going to."""
    found = []
    for origin in counts.nonzero()[0].tolist():
        for target in range(min(2, origin)):
            after = counts.copy()
            after[origin] -= 1
            after[target] += 1
            if is_lost(after, misere=True):
                found.append((origin, target))
    return found


def _counts(pawns: Sequence[int] | Counts) -> Counts:
    import numpy

    return numpy.asarray(pawns, numpy.int64)
