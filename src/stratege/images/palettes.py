"""Up to 256 colours, pixel by pixel, as yes-or-no decisions. There are two ways.

*Few colours*, as in drawings: is it the colour of the pixel to the left? If not, of the pixel above (where
that is another)? If not, the bits of its index, the highest first. The contexts are the colours of the
nearest pixels, those no further than the square root of 1, 2, 4, 5, 10 and 16: 2, 4, 6, 10, 18 and 24 pixels.

*Many levels*, as in photographs: the bits of its index at once, as neighbours are alike but seldom the same.
The palette is sorted, so that indices near each other are colours near each other, above all in greys; the
contexts reckon with them. Of the pixels to the left (w), above (n), between them (nw) and to the right above
(ne):

    1   w                             4   w + n - nw, but between w and n (JPEG-LS)
    2   w and n                       5   w + ne - n: as the row above goes on
    3   w, n, nw and ne               6   the mean of w and n, and how rough it is here

A decision's *node* is which one it is and what was decided about the pixel before.
"""

from __future__ import annotations

from typing import Any

from stratege.core.compiling import Table, rule
from stratege.core.words import unsigned
from stratege.images.coder import COST, MEASURE
from stratege.images.mixing import ask, bare, stirred

Array = Any

ABOVE = 4
SIDE = 4

DISCS = Table((1, 2, 4, 5, 10, 16))
_OFFSETS = sorted(
    (row**2 + column**2, -row, column)
    for row in range(ABOVE + 1)
    for column in range(-SIDE, SIDE + 1)
    if (row > 0 or column < 0) and row**2 + column**2 <= DISCS[-1]
)
ROWS = Table(row for _distance, row, _column in _OFFSETS)
COLUMNS = Table(column for _distance, _row, column in _OFFSETS)
LAST = Table(sum(distance <= disc for distance, *_place in _OFFSETS) - 1 for disc in DISCS)
"""The nearest pixels, the nearest first, and which of them is the last one that each context sees."""

MOST_DECISIONS = 10
KINDS = MOST_DECISIONS
NODES = 1 << MOST_DECISIONS
SAME_AS_LEFT, SAME_AS_ABOVE = NODES - 2, NODES - 1


@rule
def see_colours(keys: Array, band: Array, row: int, column: int) -> None:
    """The contexts of few colours, as keys."""
    key = context = 0
    for k in range(len(ROWS)):
        key = stirred(key, 1 + int(band[unsigned(row + ROWS[k]), unsigned(column + COLUMNS[k])]))
        if k == LAST[context]:
            keys[context] = key
            context += 1


@rule
def see_levels(keys: Array, band: Array, row: int, column: int, colours: int) -> None:
    """The contexts of many levels, as keys."""
    above = unsigned(row - 1)
    w, n = int(band[unsigned(row), unsigned(column - 1)]), int(band[above, unsigned(column)])
    nw, ne = int(band[above, unsigned(column - 1)]), int(band[above, unsigned(column + 1)])
    least, most = min(w, n), max(w, n)
    rough = (abs(w - nw) + abs(n - ne) + abs(n - nw)) // 4
    keys[0] = stirred(1, w)
    keys[1] = stirred(stirred(2, w), n)
    keys[2] = stirred(stirred(stirred(stirred(3, w), n), nw), ne)
    keys[3] = stirred(4, min(max(w + n - nw, least), most))
    keys[4] = stirred(5, min(max(w + ne - n, 0), colours - 1))
    keys[5] = stirred(stirred(6, (w + n) // 2), rough)


@rule
def code_index(model: Array, coder: Array, keys: Array, mode: int, bits: int, depth: int, colour: int) -> int:
    """Code the bits of an index, the highest first."""
    node = 1
    for k in range(depth - 1, -1, -1):
        node = node << 1 | ask(model, coder, keys, mode, bits, k, node, colour >> k & 1)
    return node - (1 << depth)


@rule
def code_few(
    model: Array,
    coder: Array,
    keys: Array,
    mode: int,
    bits: int,
    depth: int,
    left: int,
    above: int,
    colour: int,
) -> int:
    """Code a colour that is probably one of those two."""
    if ask(model, coder, keys, mode, bits, KINDS - 2, SAME_AS_LEFT, 1 if colour == left else 0) == 1:
        return left
    if left != above:
        same = 1 if colour == above else 0
        if ask(model, coder, keys, mode, bits, KINDS - 1, SAME_AS_ABOVE, same) == 1:
            return above
    return code_index(model, coder, keys, mode, bits, depth, colour)


@rule
def code_rows(
    band: Array,
    model: Array,
    coder: Array,
    mode: int,
    bits: int,
    spent: Array,
    keys: Array,
    many: int,
    colours: int,
) -> None:
    """Code the rows of a band below its first four, which are known; `spent` gets the cost of each pixel."""
    high, wide = band.shape
    model, registers = bare(model), coder[0]
    depth = 0
    while 1 << depth < colours:
        depth += 1
    for row in range(ABOVE, high):
        for column in range(SIDE, wide - SIDE):
            colour = int(band[unsigned(row), unsigned(column)])
            if many == 1:
                see_levels(keys, band, row, column, colours)
                colour = code_index(model, coder, keys, mode, bits, depth, colour)
            else:
                see_colours(keys, band, row, column)
                left = int(band[unsigned(row), unsigned(column - 1)])
                above = int(band[unsigned(row - 1), unsigned(column)])
                colour = code_few(model, coder, keys, mode, bits, depth, left, above, colour)
            band[unsigned(row), unsigned(column)] = colour
            if mode == MEASURE:
                spent[row - ABOVE, column - SIDE] = registers[COST]
                registers[COST] = 0
