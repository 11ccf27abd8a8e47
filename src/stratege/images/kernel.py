"""The loops over pixels, written once: plain Python to read and to test, compiled to use.

A *line* is all pixels of an image, row after row, as bytes. A cover is found, and painted again, in scan
order: each rectangle begins at the first bare pixel, one that no earlier rectangle covers. What is covered is
then known from two numbers per column:

    bottom[c]   the first row below the last rectangle whose left side is column c
    span[c]     that rectangle's width

Its left side covers (row, c) exactly if bottom[c] > row. Who walks along a row and steps over each rectangle
only ever meets left sides, so nothing is kept for the columns inside.
"""

from __future__ import annotations

from typing import Any

import numpy

from stratege.core.compiling import rule
from stratege.core.words import unsigned

Array = Any  # an ndarray here, whose element type and shape the compiler needs and mypy cannot see

FIRST_ROOM, GROWTH = 1024, 4  # rectangles; memory that is never written to costs nothing
NUMBER_BITS = 35  # five bytes of seven bits: any number of pixels
TOO_LONG = -1


@rule
def count_runs(line: Array) -> int:
    """How many runs of one colour the line (of at least one pixel) falls into."""
    count = 1
    for k in range(1, len(line)):
        if line[k] != line[k - 1]:
            count += 1
    return count


@rule
def find_runs(line: Array, lengths: Array, colours: Array) -> None:
    """Write the runs of the line, for which there is just enough room."""
    start = 0
    for run in range(len(lengths)):
        colour = line[start]
        end = start + 1
        while end < len(line) and line[end] == colour:
            end += 1
        lengths[run] = end - start
        colours[run] = colour
        start = end


@rule
def paint_runs(line: Array, at: int, lengths: Array, colours: Array) -> tuple[int, int]:
    """Paint runs from pixel `at` on: where that ends, and how many were painted before one did not fit."""
    for run in range(len(lengths)):
        end = at + lengths[run]
        if end > len(line):
            return at, run
        for k in range(at, end):
            line[k] = colours[run]
        at = end
    return at, len(lengths)


@rule
def next_bare(bottom: Array, span: Array, row: int, column: int, high: int) -> tuple[int, int]:
    """The first bare pixel in scan order, from (row, column) on; row `high` if there is none."""
    wide = len(bottom)
    while row < high:
        while column < wide:
            if bottom[unsigned(column)] <= row:
                return row, column
            column += span[unsigned(column)]
        row += 1
        column = 0
    return row, column


@rule
def largest(pixels: Array, bottom: Array, row: int, left: int) -> tuple[int, int]:
    """Height and width of a largest rectangle of one colour over bare pixels, its corner at (row, left).

    Among equal areas the least high, as in `exams.images.rectangle_max`. Only the first row can meet covered
    pixels: whoever covers a pixel below began above, and covers the pixel over it too.

    A whole image of n pixels costs O(n log n) at worst. Let the answer have area A, and the corner's colour
    go on D rows down its column, so D ≤ A. Row k is compared no further than the k - 1 rows above it reach,
    A / (k - 1) pixels at most; over D rows that is O(A log D), and the areas add up to n.
    """
    high, wide = pixels.shape
    line = pixels[unsigned(row)]
    colour = line[unsigned(left)]
    right = left + 1
    while right < wide and line[unsigned(right)] == colour and bottom[unsigned(right)] <= row:
        right += 1
    height, width = 1, right - left
    below = row + 1
    while below < high and pixels[unsigned(below), unsigned(left)] == colour:
        line = pixels[unsigned(below)]
        end = left + 1
        while end < right and line[unsigned(end)] == colour:
            end += 1
        right = end
        below += 1
        if (below - row) * (right - left) > height * width:
            height, width = below - row, right - left
    return height, width


@rule
def cover(pixels: Array) -> Array:
    """The rectangles of the image in scan order: rows of (top, left, height, width, colour)."""
    high, wide = pixels.shape
    bottom, span = numpy.zeros(wide, numpy.int32), numpy.zeros(wide, numpy.int32)
    found = numpy.empty((FIRST_ROOM, 5), numpy.int32)
    count = 0
    row, left = next_bare(bottom, span, 0, 0, high)
    while row < high:
        height, width = largest(pixels, bottom, row, left)
        if count == len(found):
            more = numpy.empty((GROWTH * count, 5), numpy.int32)
            for i in range(count):  # `more[:count] = found` takes the compiler four seconds
                for j in range(5):
                    more[i, j] = found[i, j]
            found = more
        one = found[unsigned(count)]
        one[0], one[1], one[2], one[3], one[4] = row, left, height, width, pixels[row, left]
        count += 1
        bottom[unsigned(left)] = row + height
        span[unsigned(left)] = width
        row, left = next_bare(bottom, span, row, left, high)
    return found[:count]


@rule
def first_covered(bottom: Array, row: int, column: int, end: int) -> int:
    """The first column before `end` where another rectangle covers the row; `end` if there is none."""
    while column < end and bottom[column] <= row:
        column += 1
    return column


@rule
def fits(bottom: Array, high: int, row: int, left: int, height: int, width: int) -> bool:
    """Whether the rectangle is not empty, inside the image, and over bare pixels only."""
    if height < 1 or width < 1 or row + height > high or left + width > len(bottom):
        return False
    return first_covered(bottom, row, left, left + width) == left + width


@rule
def paint_rectangles(
    pixels: Array, bottom: Array, span: Array, row: int, left: int, sizes: Array, colours: Array
) -> tuple[int, int, int]:
    """Paint rectangles, each at the first bare pixel from (row, left) on; `sizes` are (heights, widths).

    The next bare pixel, and how many were painted before one did not fit there. `bottom` and `span` go on
    from one call to the next.
    """
    high = len(pixels)
    row, left = next_bare(bottom, span, row, left, high)
    for k in range(len(colours)):
        height, width = sizes[0, k], sizes[1, k]
        if row == high or not fits(bottom, high, row, left, height, width):
            return row, left, k
        for i in range(row, row + height):
            for j in range(left, left + width):
                pixels[i, j] = colours[k]
        bottom[left] = row + height
        span[left] = width
        row, left = next_bare(bottom, span, row, left, high)
    return row, left, len(colours)


@rule
def first_overlap(covered: Array, rectangles: Array) -> tuple[int, int, int]:
    """Mark the rectangles' pixels: the first one that covers a pixel again, and where; else (-1, 0, 0)."""
    for k in range(len(rectangles)):
        top, left = rectangles[k, 0], rectangles[k, 1]
        for i in range(top, top + rectangles[k, 2]):
            for j in range(left, left + rectangles[k, 3]):
                if covered[i, j]:
                    return k, i, j
                covered[i, j] = True
    return -1, 0, 0


@rule
def put_numbers(numbers: Array, out: Array) -> int:
    """Write numbers seven bits a byte, low bits first, the eighth set if more follow; the bytes used."""
    used = 0
    for k in range(len(numbers)):
        rest = numbers[k]
        while rest > 127:
            out[used] = rest & 127 | 128
            rest >>= 7
            used += 1
        out[used] = rest
        used += 1
    return used


@rule
def take_numbers(content: Array, out: Array, done: int) -> tuple[int, int]:
    """Read whole numbers until `out` is full or the bytes end: how many `out` has, and the bytes used.

    The latter is `TOO_LONG` for a number of more than five bytes.
    """
    used = at = 0
    number = shift = 0
    while done < len(out) and at < len(content):
        byte = int(content[at])
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            out[done] = number
            done += 1
            used = at
            number = shift = 0
        elif shift == NUMBER_BITS:
            return done, TOO_LONG
    return done, used
