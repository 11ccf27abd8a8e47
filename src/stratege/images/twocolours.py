"""Two colours, pixel by pixel: each predicted from discs of growing radius around it.

Of the pixels already known, those of the rows above and those to the left, six contexts see the nearest: up
to a squared distance of 4, 5, 9, 13, 18 and 25, which is 6, 10, 14, 22, 30 and 40 pixels. X is the pixel to
come; each number is the first context that sees that pixel. The second, of ten pixels, is close to JBIG's
template.

              6
        6 6 5 5 5 6 6
      6 5 4 4 3 4 4 5 6
      6 4 3 2 1 2 3 4 6
      5 4 2 1 1 1 2 4 5
    6 5 3 1 1 X

All forty are one word, the *view*, row after row; when X is known every row shifts by a pixel and gets a new
one:

    bit   0 to 4    this row, from the pixel left of X (bit 0) to the fifth
          5 to 13   the row above, from four to the right of X to four to the left
         14 to 22   the second row above, likewise;     23 to 31   the third
         32 to 38   the fourth, from three to the right of X to three to the left
         39         the fifth, above X
"""

from __future__ import annotations

from typing import Any

from stratege.core.compiling import rule
from stratege.core.words import pointer_to, unsigned
from stratege.images.coder import COST, MEASURE
from stratege.images.mixing import bare, decide

Array = Any

ABOVE = 5
"""Rows that contexts reach up to."""
SIDE = 5
"""Columns that they reach to either side: so wide is the margin of a band, which is of colour 0."""

FIELDS = ((0, 5, -1), (5, 9, 4), (14, 9, 4), (23, 9, 4), (32, 7, 3), (39, 1, 0))
"""Of each row, this one first: its lowest bit in the view, how many pixels, the column of the lowest bit."""


def disc(furthest: int) -> int:
    """The bits of a view no further from X than the square root of this."""
    bits = 0
    for row, (lowest, count, column) in enumerate(FIELDS):
        for k in range(count):
            if (column - k) ** 2 + row**2 <= furthest:
                bits |= 1 << (lowest + k)
    return bits


SHIFTED = sum(((1 << count) - 2) << lowest for lowest, count, _column in FIELDS)
"""What stays of a view that has been shifted, before new pixels come in."""
FOURTH, FIFTH, SIXTH = disc(13), disc(18), disc(25)
SMALL_SLOTS = (1 << 6) + (1 << 10) + (1 << 14)
"""The first three contexts have a slot for each view; the others share theirs, found by a hash."""
SMALLS = 1 << 10
LOW_20 = (1 << 20) - 1
LOW_FACTOR, HIGH_FACTOR = 0x9E3779B97F, 0xC2B2AE3D27  # odd, of forty bits that look random


@rule
def hashed(view: int, bits: int) -> int:
    """So many bits, 20 at most, that depend on all forty of the view; no product here exceeds 2^62."""
    return ((view & LOW_20) * LOW_FACTOR + (view >> 20) * HIGH_FACTOR) >> 20 & ((1 << bits) - 1)


@rule
def look(places: Array, view: int, bits: int) -> int:
    """Find the slots of all contexts, those of the larger ones in tables of 2^bits; the second context."""
    six = view & 3 | (view >> 8 & 7) << 2 | (view >> 18 & 1) << 5
    ten = view & 3 | (view >> 7 & 31) << 2 | (view >> 17 & 7) << 7
    fourteen = view & 7 | (view >> 7 & 31) << 3 | (view >> 16 & 31) << 8 | (view >> 27 & 1) << 13
    places[0] = six
    places[1] = (1 << 6) + ten
    places[2] = (1 << 6) + (1 << 10) + fourteen
    places[3] = SMALL_SLOTS + hashed(view & FOURTH, bits)
    places[4] = SMALL_SLOTS + (1 << bits) + hashed(view & FIFTH, bits)
    places[5] = SMALL_SLOTS + (2 << bits) + hashed(view & SIXTH, bits)
    return ten


@rule
def entering(above: Array, column: int) -> int:
    """The new pixels in the view of X at this column, of the five rows above it, the nearest first."""
    first, second, third, fourth, fifth = above
    return (
        int(first[unsigned(column + 4)]) << 5
        | int(second[unsigned(column + 4)]) << 14
        | int(third[unsigned(column + 4)]) << 23
        | int(fourth[unsigned(column + 3)]) << 32
        | int(fifth[unsigned(column)]) << 39
    )


@rule
def code_rows(band: Array, model: Array, coder: Array, mode: int, bits: int, spent: Array) -> None:
    """Code the rows of a band below its first five, which are known; `spent` gets the cost of each pixel."""
    high, wide = band.shape
    model = bare(model)
    places, registers = model[3], coder[0]
    for row in range(ABOVE, high):
        line = pointer_to(band[row])
        above = (
            pointer_to(band[row - 1]),
            pointer_to(band[row - 2]),
            pointer_to(band[row - 3]),
            pointer_to(band[row - 4]),
            pointer_to(band[row - 5]),
        )
        view = 0
        for column in range(SIDE - 4, SIDE):  # what can be seen from the first pixel
            view = view << 1 & SHIFTED | entering(above, column)
        for column in range(SIDE, wide - SIDE):
            view = view << 1 & SHIFTED | entering(above, column) | int(line[unsigned(column - 1)])
            small = look(places, view, bits)
            line[unsigned(column)] = decide(model, coder, mode, 0, small, int(line[unsigned(column)]))
            if mode == MEASURE:
                spent[row - ABOVE, column - SIDE] = registers[COST]
                registers[COST] = 0
