"""The eight symmetries of a square board (mine, theirs), in two lives like a kernel."""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.core.words import lowest_index

TURNS = 8  # the symmetries of a square, by number: 4 exchanges rows and columns first, 2 and 1 reverse them


@rule
def turned(n: int, cell: int, number: int) -> int:
    """Where a symmetry of the n × n board takes a cell."""
    row, column = cell // n, cell % n
    if number & 4 != 0:
        row, column = column, row
    if number & 2 != 0:
        row = n - 1 - row
    if number & 1 != 0:
        column = n - 1 - column
    return row * n + column


@rule
def turned_cells(n: int, cells: int, number: int) -> int:
    """Where it takes a set of cells."""
    image = 0
    while cells != 0:
        image |= 1 << turned(n, lowest_index(cells), number)
        cells &= cells - 1
    return image


@rule
def turn_count(rules: tuple[int, ...]) -> int:
    """Four turns, each mirrored or not: the symmetries of a square board (`core.parts.Symmetry.count`)."""
    return TURNS


@rule
def turned_board(rules: tuple[int, ...], state: tuple[int, ...], number: int) -> tuple[int, ...]:
    """A board (mine, theirs) turned (`core.parts.Symmetry.image`); the first of the rules is its size."""
    return turned_cells(rules[0], state[0], number), turned_cells(rules[0], state[1], number)
