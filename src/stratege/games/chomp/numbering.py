"""Numbering the shapes in a box: row lengths ↔ 0, 1, 2, …

The shapes of at most `rows` rows and `columns` columns are the monotone paths through the box, C(columns +
rows, rows) of them, the empty one included. Their number is their place in lexicographic order, bottom row
first:

    number(l₀ ≥ l₁ ≥ … ≥ lₙ₋₁) = Σ below(n − i, lᵢ)      below(k, c) = C(c + k − 1, k)

where `below(k, c)` counts the shapes of k rows whose longest is shorter than c. Two things follow. A move
leads to a smaller number. And the shapes of k rows that are at most c wide are the first `below(k, c + 1)`,
whatever the box: it may become wider without its shapes getting other numbers.

Turned over its diagonal, a shape has the same outcome. A box is laid down, with no more rows than columns,
before its shapes are numbered, so that few rows are enough.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.words import put

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Words = NDArray[numpy.int64]

Box = tuple[int, int]
"""Columns and rows, like the kernel's rules."""


def count(box: Box) -> int:
    """How many shapes fit into the box, the empty one included.

    >>> count((2, 2)), count((16, 16))
    (6, 601080390)
    """
    return comb(sum(box), box[1])


def laid(box: Box) -> Box:
    """The box lying down.

    >>> laid((8, 10)), laid((10, 8))
    ((10, 8), (10, 8))
    """
    return max(box), min(box)


def turned(shape: Sequence[int]) -> tuple[int, ...]:
    """The shape turned over its diagonal: its column heights, without zeros.

    >>> turned((4, 2, 1, 0))
    (3, 2, 1, 1)
    """
    return tuple(sum(length > column for length in shape) for column in range(shape[0] if shape else 0))


def laid_shape(shape: Sequence[int], box: Box) -> tuple[int, ...]:
    """The row lengths, padded with zeros, that the shape has once the box lies down.

    >>> laid_shape((2, 1), (2, 3)), laid_shape((3, 1), (3, 2))
    ((2, 1), (3, 1))
    """
    columns, rows = box
    shape = turned(shape) if rows > columns else tuple(length for length in shape if length)
    return (*shape, *[0] * (min(box) - len(shape)))


def below_table(box: Box) -> Words:
    """`below(k, c)` at k · (columns + 2) + c, for k up to the rows and c up to one more than the columns."""
    import numpy

    columns, rows = box
    table = numpy.zeros((rows + 1, columns + 2), numpy.int64)
    table[0, 1:] = 1
    for k in range(1, rows + 1):
        numpy.cumsum(table[k - 1], out=table[k])
    return table.ravel()


@functools.lru_cache(maxsize=32)
def below_list(box: Box) -> list[int]:
    """`below_table` as Python's own integers, which are quicker one at a time."""
    return [int(entry) for entry in below_table(box)]


@rule
def number(below: Sequence[int], columns: int, rows: int, shape: tuple[int, ...]) -> int:
    """The number of a shape in a lying box; `shape` may have more items than rows."""
    total = 0
    for row in range(rows):
        total += below[(rows - row) * (columns + 2) + shape[row]]
    return total


@rule
def shape_of(
    below: Sequence[int], columns: int, rows: int, index: int, shape: tuple[int, ...]
) -> tuple[int, ...]:
    """The shape of that number, written over the first items of `shape`."""
    length = columns
    for row in range(rows):
        line = (rows - row) * (columns + 2)
        while below[line + length] > index:
            length -= 1
        index -= below[line + length]
        shape = put(shape, row, length)
    return shape
