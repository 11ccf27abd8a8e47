"""Sets of cells of a square board up to its turns and mirrorings: how many blocks there are."""

from __future__ import annotations

from stratege.games.square_symmetry import TURNS, turned


def turns_of(n: int) -> list[list[int]]:
    """Where each cell goes in each of the eight turns and mirrorings; the first leaves all in place."""
    return [[turned(n, cell, number) for cell in range(n * n)] for number in range(TURNS)]


def block_count(n: int, size: int) -> int:
    """How many sets of so many cells there are up to symmetry (Burnside's lemma).

    >>> [block_count(5, size) for size in (0, 1, 2, 3)]
    [1, 6, 49, 319]
    >>> sum(block_count(5, size) for size in range(26))  # all squares of 5 by 5 bits, OEIS A054247
    4211744
    """
    return sum(_fixed_sets(cells, size) for cells in turns_of(n)) // TURNS


def _fixed_sets(permutation: list[int], size: int) -> int:
    """How many sets of that size a permutation leaves as they are: they are unions of its cycles."""
    ways = [1] + [0] * size
    left = set(range(len(permutation)))
    while left:
        length, cell = 0, min(left)
        while cell in left:
            left.remove(cell)
            cell = permutation[cell]
            length += 1
        for total in range(size, length - 1, -1):
            ways[total] += ways[total - length]
    return ways[size]
