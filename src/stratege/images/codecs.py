"""Two ways to keep an image as a list of items, said alike: numbers, colours, how to paint it from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy
from numpy.typing import NDArray

from stratege.images.picture import Bytes
from stratege.images.rectangles import RectanglePainter, cover
from stratege.images.runs import RunPainter, counts_of, runs_of

Parts = tuple[Sequence[NDArray[numpy.int32]], Bytes]
"""The sizes of the items (one array or several), and their colours."""


class Painter(Protocol):
    """What paints an image from sizes and colours, a few items at a time; `BadPicture` if they are wrong."""

    def paint(self, sizes: Sequence[NDArray[numpy.int64]], colours: Bytes) -> None: ...

    def finished(self) -> Bytes: ...


@dataclass(frozen=True)
class Itemised:
    """A codec that keeps an image as a list of items."""

    name: str
    number: int
    """In the file."""
    sizes: tuple[str, ...]
    """The names of the numbers that an item has."""
    implied: int
    """With at most so many colours they are not kept: item i has colour i modulo this."""
    parts: Callable[[Bytes, int], Parts]
    """The items of an image with so many colours."""
    painter: Callable[[int, int], Painter]
    """A painter for an image of this height and width."""


def _run_parts(pixels: Bytes, colours: int) -> Parts:
    if colours <= RUNS.implied:
        counts = counts_of(pixels)
        return [counts], numpy.arange(len(counts), dtype=numpy.uint8) % 2
    lengths, of_each = runs_of(pixels)
    return [lengths], of_each


def _rectangle_parts(pixels: Bytes, colours: int) -> Parts:
    _top, _left, heights, widths, of_each = cover(pixels).T
    return [heights, widths], of_each.astype(numpy.uint8)


RUNS = Itemised("runs", 1, ("lengths",), 2, _run_parts, RunPainter)
RECTANGLES = Itemised("rects", 2, ("heights", "widths"), 1, _rectangle_parts, RectanglePainter)

ITEMISED = {codec.name: codec for codec in (RUNS, RECTANGLES)}
CONTEXT = "context"
CODECS = (*ITEMISED, CONTEXT)
"""The names of all codecs, as the paper comes to them."""
