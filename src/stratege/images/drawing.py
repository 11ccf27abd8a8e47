"""The rectangles of a picture drawn over it, as SVG or PNG."""

from __future__ import annotations

import numpy

from stratege.core.language import _
from stratege.core.svg import ACCENT, Canvas
from stratege.images import peers
from stratege.images.picture import MOST_PIXELS, Bytes, Picture, check_size, read_only
from stratege.images.rectangles import Rectangles

LINE = tuple(bytes.fromhex(ACCENT.removeprefix("#")))


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
    for top, left, high, wide, _colour in (rectangles * [scale, scale, scale, scale, 1]).tolist():
        pixels[top, left : left + wide] = line
        pixels[top : top + high, left] = line
    return peers.png(Picture(read_only(pixels), palette))


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
