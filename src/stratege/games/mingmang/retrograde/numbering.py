"""The tables of small boards hold every board, by its number in base 3: a digit for each cell.

0 is an empty cell, 1 a pawn of mine, 2 one of theirs.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.words import unsigned
from stratege.games.mingmang.retrograde.indexing import IndexTables, board, turned_mask
from stratege.games.square_symmetry import TURNS

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers


@functools.cache
def ternary(n: int) -> Numbers:
    """For each set of cells, the number whose digits in base 3 are its bits."""
    import numpy

    numbers = numpy.zeros(1, numpy.int64)
    for cell in range(n * n):
        numbers = numpy.concatenate([numbers, numbers + 3**cell])
    return numbers


@rule
def number_of(ternary: Numbers, mine: int, theirs: int) -> int:
    """The number of a board."""
    return int(ternary[unsigned(mine)] + 2 * ternary[unsigned(theirs)])


@rule
def board_of(number: int) -> tuple[int, int]:
    """The board of that number."""
    mine, theirs, cell = 0, 0, 1
    while number != 0:
        rest = number // 3
        digit = number - 3 * rest
        if digit == 1:
            mine |= cell
        elif digit == 2:
            theirs |= cell
        cell <<= 1
        number = rest
    return mine, theirs


@rule
def write_all(chart: IndexTables, ternary: Numbers, first: int, part: Bytes, data: Bytes) -> None:
    """Write the bytes of a part, which begins with that block, to the numbers of all turns of its boards."""
    for i in range(len(part)):
        mine, theirs = board(chart, (first << chart.pawns) + i)
        for turn in range(TURNS):
            mine_there = turned_mask(chart.turned, turn, mine)
            theirs_there = turned_mask(chart.turned, turn, theirs)
            data[number_of(ternary, mine_there, theirs_there)] = part[i]
