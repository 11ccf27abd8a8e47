"""Rectangles of one colour that cover an image (paper 000, exercise 1, part 3).

The image is read row by row; each pixel still bare is the corner of a largest rectangle of bare pixels of its
colour, among equal areas the least high. So the cover is the one of `exams.images.compression_rectangle`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from stratege.core.compiling import compiled
from stratege.core.language import _
from stratege.core.readiness import ready_or
from stratege.images import kernel as plain_kernel
from stratege.images.picture import BadPicture, Bytes, read_only

KERNEL = "stratege.images.kernel"

Rectangles = NDArray[numpy.int32]
"""One row for each: top, left, height, width, colour."""


def cover(pixels: Any) -> Rectangles:
    """The rectangles of an image, in scan order: `compression_rectangle` (question 17).

    >>> cover([[7, 7, 7, 1], [7, 7, 7, 1], [2, 2, 1, 1]]).tolist()
    [[0, 0, 2, 3, 7], [0, 3, 3, 1, 1], [2, 0, 1, 2, 2], [2, 2, 1, 1, 1]]
    """
    image = read_only(pixels)
    found: Rectangles = ready_or(lambda: compiled(KERNEL).cover(image), lambda: plain_kernel.cover(image))
    return found


def check(height: int, width: int, rectangles: Any) -> None:
    """Raise `BadPicture` unless the rectangles, in any order, are a valid compressed image.

    The paper's three conditions, in its order: all are inside the image, none overlap, every pixel is
    covered. The error names the first that fails, and where. An empty rectangle counts as outside.
    """
    table = numpy.asarray(rectangles, numpy.int64).reshape(-1, 5)
    top, left, high, wide = table.T[:4]
    inside = (high >= 1) & (wide >= 1) & (top >= 0) & (left >= 0)
    inside &= (top <= height - high) & (left <= width - wide)
    if not inside.all():
        number = int(inside.argmin())
        raise BadPicture(_outside(number, *map(int, table[number, :4])))
    covered = numpy.zeros((height, width), numpy.bool_)
    later, row, column = compiled(KERNEL).first_overlap(covered, table)
    if later >= 0:
        there = (top <= row) & (row < top + high) & (left <= column) & (column < left + wide)
        raise BadPicture(
            _(
                "Rectangles {first} and {second} overlap at row {row}, column {column}.",
                first=int(there.argmax()),
                second=later,
                row=row,
                column=column,
            )
        )
    if not covered.all():
        raise BadPicture(_bare(*divmod(int(covered.argmin()), width)))


def paint(height: int, width: int, rectangles: Any) -> Bytes:
    """The image of a valid list of rectangles, in any order: `decompression_rectangle` (question 18).

    >>> paint(1, 3, [(0, 0, 1, 2, 5), (0, 2, 1, 1, 8)]).tolist()
    [[5, 5, 8]]
    """
    check(height, width, rectangles)
    pixels = numpy.empty((height, width), numpy.uint8)
    for top, left, high, wide, colour in numpy.asarray(rectangles).reshape(-1, 5).tolist():
        pixels[top : top + high, left : left + wide] = colour
    return pixels


class RectanglePainter:
    """An image painted by rectangles without positions, each at the first pixel that is still bare."""

    def __init__(self, height: int, width: int) -> None:
        self._pixels = numpy.empty((height, width), numpy.uint8)
        self._bottom, self._span = numpy.zeros((2, width), numpy.int32)
        self._row = self._left = self._painted = 0

    def paint(self, sizes: Sequence[NDArray[numpy.int64]], colours: Bytes) -> None:
        """The next rectangles, `sizes` being their heights and their widths."""
        both = numpy.stack(sizes)
        state = (self._pixels, self._bottom, self._span, self._row, self._left)
        self._row, self._left, painted = compiled(KERNEL).paint_rectangles(*state, both, colours)
        self._painted += painted
        if painted < len(colours):
            raise BadPicture(self._why(*map(int, both[:, painted])))

    def finished(self) -> Bytes:
        """The pixels, once every one is covered."""
        if self._row < len(self._pixels):
            raise BadPicture(_bare(self._row, self._left))
        return read_only(self._pixels)

    def _why(self, high: int, wide: int) -> str:
        """Why a rectangle of this size cannot be the next one."""
        height, width = self._pixels.shape
        number, row, left = self._painted, self._row, self._left
        if row == height:
            return _("Rectangle {number} comes when every pixel is covered.", number=number)
        if high < 1 or wide < 1 or row + high > height or left + wide > width:
            return _outside(number, row, left, high, wide)
        column = compiled(KERNEL).first_covered(self._bottom, row, left, width)
        return _(
            "Rectangle {number} overlaps one before it at row {row}, column {column}.",
            number=number,
            row=row,
            column=column,
        )


def _outside(number: int, top: int, left: int, high: int, wide: int) -> str:
    return _(
        "Rectangle {number}, {high} × {wide} at row {row}, column {column}, is not inside the picture.",
        number=number,
        high=high,
        wide=wide,
        row=top,
        column=left,
    )


def _bare(row: int, column: int) -> str:
    return _("No rectangle covers the pixel at row {row}, column {column}.", row=row, column=column)
