"""Runs: the pixels one row after the other, as lengths of one colour (paper 000, exercise 1, part 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from stratege.core.compiling import compiled
from stratege.core.language import _
from stratege.core.readiness import ready_or
from stratege.images import kernel as plain_kernel
from stratege.images.picture import BadPicture, Bytes, read_only

KERNEL = "stratege.images.kernel"


class Runs(NamedTuple):
    """How long each run is, and its colour; a run may go on over the end of a row."""

    lengths: NDArray[numpy.int32]
    colours: Bytes


def runs_of(pixels: Any) -> Runs:
    """The runs of an image, the longest possible.

    >>> lengths, colours = runs_of([[5, 5, 8], [8, 8, 5]])
    >>> lengths.tolist(), colours.tolist()
    ([2, 3, 1], [5, 8, 5])
    """
    line = read_only(pixels).reshape(-1)
    return ready_or(lambda: _found(compiled(KERNEL), line), lambda: _found(plain_kernel, line))


def _found(kernel: Any, line: Bytes) -> Runs:
    count = kernel.count_runs(line) if len(line) else 0
    found = Runs(numpy.empty(count, numpy.int32), numpy.empty(count, numpy.uint8))
    kernel.find_runs(line, *found)
    return found


def counts_of(pixels: Any) -> NDArray[numpy.int32]:
    """The lengths of the runs of a black and white image, black (0) first: `compte_0_1` (question 9).

    Colours then need not be told. Only the first count can be 0.

    >>> counts_of([[1, 1, 1, 0, 1, 1]]).tolist()
    [0, 3, 1, 2]
    """
    lengths, colours = runs_of(pixels)
    return numpy.insert(lengths, 0, 0) if len(colours) and colours[0] else lengths


class RunPainter:
    """An image painted run after run, in as many instalments as one likes."""

    def __init__(self, height: int, width: int) -> None:
        self._pixels = numpy.empty((height, width), numpy.uint8)
        self._line = self._pixels.reshape(-1)
        self._at = self._runs = 0

    def paint(self, sizes: Sequence[NDArray[numpy.int64]], colours: Bytes) -> None:
        """The next runs, `sizes` being their lengths only."""
        (lengths,) = sizes
        empty = numpy.flatnonzero(lengths == 0) + self._runs
        if len(empty) and empty[-1] > 0:
            raise BadPicture(_("Run {number} is empty.", number=empty[empty > 0][0]))
        self._at, painted = compiled(KERNEL).paint_runs(self._line, self._at, lengths, colours)
        self._runs += painted
        if painted < len(lengths):
            raise BadPicture(
                _("Run {number} goes on after the last pixel of the picture.", number=self._runs)
            )

    def finished(self) -> Bytes:
        """The pixels, once every one has its colour."""
        if self._at < len(self._line):
            row, column = divmod(self._at, self._pixels.shape[1])
            raise BadPicture(
                _("The runs end early: nothing for row {row}, column {column}.", row=row, column=column)
            )
        return read_only(self._pixels)
