"""Fewer colours: paper 000, exercise 1, part 1 (questions 4 to 6), on whole arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy

from stratege.images.picture import Bytes, Picture, greys, instalments, read_only

HALF = 128
"""A level below this is dark."""

BLACK_AND_WHITE = greys(2)
EIGHT_COLOURS: Bytes = numpy.array(
    [(255 * (i >> 2), 255 * (i >> 1 & 1), 255 * (i & 1), 255) for i in range(8)], numpy.uint8
)


def black_and_white(rgb: Bytes) -> Bytes:
    """0 where the mean of the three levels is below 128, else 1: `passer_en_nb` (question 5).

    >>> black_and_white(numpy.array([[(255, 0, 0), (255, 255, 0)]], numpy.uint8)).tolist()
    [[0, 1]]
    """
    total = rgb.sum(axis=-1, dtype=numpy.uint16)
    return numpy.asarray(total >= 3 * HALF, numpy.uint8)


def eight_colours(rgb: Bytes) -> Bytes:
    """4 r + 2 g + b, each 0 where the level is below 128, else 1: `passer_en_8_couleurs` (question 6).

    >>> eight_colours(numpy.array([[(255, 100, 129)]], numpy.uint8)).tolist()
    [[5]]
    """
    red, green, blue = (numpy.asarray(rgb[..., k] >= HALF, numpy.uint8) for k in range(3))
    return 4 * red + 2 * green + blue


REDUCTIONS: dict[str, tuple[Callable[[Bytes], Bytes], Bytes]] = {
    "nb": (black_and_white, BLACK_AND_WHITE),
    "8": (eight_colours, EIGHT_COLOURS),
}
"""The ways to have fewer colours, by the name that the command knows, each with its palette."""


def on_white(rgba: Bytes) -> Bytes:
    """The opaque colours of a picture laid on white paper."""
    colour, opacity = rgba[..., :3], rgba[..., 3:]
    if (opacity == 255).all():
        return colour
    seen = colour * opacity.astype(numpy.uint32) + 255 * (255 - opacity.astype(numpy.uint32))
    return ((seen + 127) // 255).astype(numpy.uint8)


def reduced(rgba: Bytes, how: str) -> Picture:
    """The picture in fewer colours."""
    reduce, palette = REDUCTIONS[how]
    line, pixels = rgba.reshape(-1, 4), numpy.empty(rgba.shape[:2], numpy.uint8)
    for part in instalments(len(line)):
        pixels.reshape(-1)[part] = reduce(on_white(line[part]))
    return Picture(read_only(pixels), read_only(palette))
