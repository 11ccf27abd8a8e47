"""The rectangles of a picture drawn over it, as SVG or PNG; runs and rectangles to lay over it."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from stratege.core.language import _
from stratege.core.svg import ACCENT, Canvas
from stratege.images import peers
from stratege.images.picture import MOST_PIXELS, Bytes, Picture, check_size, read_only
from stratege.images.rectangles import Rectangles
from stratege.images.runs import Runs

LINE = tuple(bytes.fromhex(ACCENT.removeprefix("#")))
CLEAR = (0, 0, 0, 0)
TINTS = [
    (230, 159, 0, 190), (0, 114, 178, 190), (240, 228, 66, 190), (0, 158, 115, 190),
    (204, 121, 167, 190), (86, 180, 233, 190), (213, 94, 0, 190),
]  # fmt: skip
"""Told apart by colour-blind people too (Okabe and Ito's palette)."""


SHORT, TOGETHER = 64, 1 << 15
"""Pixels of a stroke that is drawn together with others, of which there may be millions; how many at once."""

Indices = NDArray[numpy.int64]


def svg(picture: Picture, rectangles: Rectangles, scale: int) -> str:
    """Each rectangle with a border, a pixel being `scale` wide."""
    title = _("{count} rectangles", count=len(rectangles))
    canvas = Canvas(scale * picture.width, scale * picture.height, title)
    for top, left, high, wide, colour in rectangles.tolist():
        place = (scale * left, scale * top, scale * wide, scale * high)
        fill, opacity = _fill(picture.palette[colour])
        canvas.rectangle(*place, fill=fill, fill_opacity=opacity, stroke=ACCENT)
    return str(canvas)


def png(picture: Picture, rectangles: Rectangles, scale: int, most_pixels: int = MOST_PIXELS) -> bytes:
    """The picture `scale` times as large, with a line along the top and left sides of each rectangle."""
    check_size(scale * picture.height, scale * picture.width, most_pixels)
    palette, line = _with_line(picture)
    pixels = picture.pixels.repeat(scale, axis=0).repeat(scale, axis=1)
    _draw_lines(pixels, rectangles, scale, line)
    return peers.png(Picture(read_only(pixels), palette))


def outlines(height: int, width: int, rectangles: Rectangles, scale: int) -> Picture:
    """The lines of `png` alone, for a picture of this size: clear everywhere else."""
    pixels = numpy.zeros((scale * height, scale * width), numpy.uint8)
    _draw_lines(pixels, rectangles, scale, 1)
    return Picture(read_only(pixels), read_only([CLEAR, (*LINE, 255)]))


def tinted(height: int, width: int, runs: Runs) -> Picture:
    """The runs of a picture of this size, each in another tint than the ones before and after it.

    Tints follow each other at random, but always alike: in turn, they would repeat from row to row where the
    rows have as many runs, and rows look like one.

    >>> row = tinted(1, 6, Runs(numpy.array([2, 3, 1]), numpy.array([5, 8, 5], numpy.uint8))).pixels[0]
    >>> bool(row[0] == row[1] != row[2] == row[4] != row[5])
    True
    """
    steps = numpy.random.default_rng(0).integers(1, len(TINTS), len(runs.lengths))
    tint = steps.cumsum() % len(TINTS)
    pixels = tint.astype(numpy.uint8).repeat(runs.lengths).reshape(height, width)
    return Picture(read_only(pixels), read_only(TINTS))


def _draw_lines(pixels: Bytes, rectangles: Rectangles, scale: int, line: int) -> None:
    """A line of that colour along the top and left sides of each rectangle, a pixel being `scale` wide."""
    places = rectangles[:, :4].astype(numpy.int64) * scale
    short = (places[:, 2:] <= SHORT).all(axis=1)
    for top, left, high, wide in places[~short].tolist():
        pixels[top, left : left + wide] = line
        pixels[top : top + high, left] = line
    many, width = places[short], pixels.shape[1]
    for begin in range(0, len(many), TOGETHER):
        top, left, high, wide = many[begin : begin + TOGETHER].T
        for lengths, stride in ((wide, 1), (high, width)):
            pixels.reshape(-1)[_strokes(top * width + left, lengths, stride)] = line


def _strokes(starts: Indices, lengths: Indices, stride: int) -> Indices:
    """The places of strokes that begin there and are so long.

    >>> _strokes(numpy.array([3, 20]), numpy.array([2, 3]), 10).tolist()
    [3, 13, 20, 30, 40]
    """
    before = lengths.cumsum() - lengths
    return starts.repeat(lengths) + stride * (numpy.arange(lengths.sum()) - before.repeat(lengths))


def _with_line(picture: Picture) -> tuple[Bytes, int]:
    """The palette with the colour of the lines, and its index: the nearest one's if there is no room."""
    palette, colour = picture.palette, numpy.array([(*LINE, 255)], numpy.uint8)
    if len(palette) < 256:
        return read_only(numpy.concatenate([palette, colour])), len(palette)
    distance = numpy.abs(palette.astype(int) - colour).sum(axis=1)
    return palette, int(distance.argmin())


def _fill(colour: Bytes) -> tuple[str, float]:
    """A colour as SVG has it, and its opacity from 0 to 1."""
    red, green, blue, opacity = colour.tolist()
    return f"#{red:02x}{green:02x}{blue:02x}", opacity / 255
