"""Nimble solved: a pawn on square i, counted from 0, is a Nim heap of i.

Two pawns on one square cancel out, so only squares with an odd number of pawns count. In normal play who
faces a nim-sum of 0 loses (Bouton, 1901). In misère play the same holds while some pawn stands on square 2 or
beyond; when only squares 0 and 1 are left, who faces an odd number of pawns on square 1 loses.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence

SOLVES_ALL = True


def nim_sum(pawns: Sequence[int]) -> int:
    """The exclusive or of all the heaps.

    >>> nim_sum([0, 0, 1, 2, 0, 2])
    2
    """
    odd = (square for square, count in enumerate(pawns) if count % 2)
    return functools.reduce(operator.xor, odd, 0)


def is_lost(pawns: Sequence[int], misere: bool = False) -> bool:
    """Whether the player to move loses against perfect play.

    >>> is_lost([1, 1, 1, 1]), is_lost([0, 1]), is_lost([0, 1], misere=True)
    (True, False, True)
    """
    if misere and not any(pawns[2:]):
        return len(pawns) > 1 and pawns[1] % 2 == 1
    return nim_sum(pawns) == 0


def winning_moves(pawns: Sequence[int], misere: bool = False) -> list[tuple[int, int]]:
    """Every move (from, to), squares from 0, that leaves the opponent lost.

    >>> winning_moves([0, 0, 1, 2, 0, 2])
    [(2, 0), (3, 1)]
    """
    found = []
    for origin in (square for square, count in enumerate(pawns) if square and count):
        after = list(pawns)
        after[origin] -= 1
        for target in {0, 1, origin ^ nim_sum(pawns)} if misere else {origin ^ nim_sum(pawns)}:
            if target < origin:
                after[target] += 1
                if is_lost(after, misere):
                    found.append((origin, target))
                after[target] -= 1
    return sorted(found)


def values(rules: tuple[int, ...], pawns: Sequence[int]) -> dict[int, int]:
    """For each legal move, by its number: 1 if it wins, -1 if it loses."""
    squares, misere = rules[0], rules[1] == 1
    good = {origin * squares + target for origin, target in winning_moves(pawns, misere)}
    legal = (
        origin * squares + target for origin in range(1, squares) if pawns[origin] for target in range(origin)
    )
    return {move: 1 if move in good else -1 for move in legal}
