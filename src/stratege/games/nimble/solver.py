"""Nimble solved: a pawn on square i, counted from 0, is a Nim heap of i.

Two pawns on one square cancel out, so only squares with an odd number of pawns count. In normal play who
faces a nim-sum of 0 loses (Bouton, 1901). In misère play the same holds while some pawn stands on square 2 or
beyond; when only squares 0 and 1 are left, who faces an odd number of pawns on square 1 loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor

Move = tuple[int, int]
"""From and to, squares counted from 0."""

SOLVES_ALL = True


def nim_sum(pawns: Sequence[int]) -> int:
    """The exclusive or of all the heaps.

    >>> nim_sum([0, 0, 1, 2, 0, 2])
    2
    """
    return reduce(xor, [square for square, count in enumerate(pawns) if count & 1], 0)


def is_lost(pawns: Sequence[int], misere: bool = False) -> bool:
    """Whether the player to move loses against perfect play.

    >>> is_lost([1, 1, 1, 1]), is_lost([0, 1]), is_lost([0, 1], misere=True)
    (True, False, True)
    """
    if misere and not any(pawns[2:]):
        return sum(pawns[1:2]) % 2 == 1
    return nim_sum(pawns) == 0


def winning_moves(pawns: Sequence[int], misere: bool = False) -> list[Move]:
    """Every move (from, to), squares from 0, that leaves the opponent lost.

    >>> winning_moves([0, 0, 1, 2, 0, 2])
    [(2, 0), (3, 1)]
    """
    if misere and sum(pawns[2:]) < 2:
        return _last_misere_moves(pawns)
    total = nim_sum(pawns)
    return [
        (square, square ^ total) for square, count in enumerate(pawns) if count and square ^ total < square
    ]


def values(rules: tuple[int, ...], state: Sequence[int]) -> dict[int, int]:
    """For each legal move, by its number: 1 if it wins, -1 if it loses."""
    squares, misere = rules[0], rules[1] == 1
    good = {origin * squares + target for origin, target in winning_moves(state, misere)}
    legal = (
        origin * squares + target for origin in range(1, squares) if state[origin] for target in range(origin)
    )
    return {move: 1 if move in good else -1 for move in legal}


def _last_misere_moves(pawns: Sequence[int]) -> list[Move]:
    """With at most one pawn beyond square 1, its parity decides: only squares 0 and 1 are worth going to."""
    far = next((square for square, count in enumerate(pawns) if square > 1 and count), None)
    moves = [(1, 0)] if sum(pawns[1:2]) else []
    moves += [(far, target) for target in (0, 1)] if far is not None else []
    return [
        (origin, target) for origin, target in moves if is_lost(_after(pawns, origin, target), misere=True)
    ]


def _after(pawns: Sequence[int], origin: int, target: int) -> list[int]:
    after = list(pawns)
    after[origin] -= 1
    after[target] += 1
    return after
