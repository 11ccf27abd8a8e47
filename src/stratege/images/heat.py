"""Maps of what contexts know: how likely each pixel's colour was, and how many bits it costs."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from stratege.images.contexts import bits_spent, likely_way
from stratege.images.picture import Bytes, Picture, read_only

MOST_BITS = 8.0
"""Pixels that cost this or more are the hottest."""
COLD, WARM, HOT = (13, 8, 60), (190, 55, 82), (252, 245, 164)
"""From what was foreseen to what was not: dark to light, so that it is seen without colours too."""


def spent(picture: Picture) -> NDArray[numpy.float64]:
    """The bits that each pixel costs by context."""
    pixels, colours = picture.canonical.pixels, len(picture.canonical.palette)
    return bits_spent(pixels, colours, likely_way(pixels, colours))


def of_probabilities(bits: NDArray[numpy.float64]) -> Picture:
    """Dark where the colour had been thought certain, light where it had been thought impossible."""
    return _map(1 - numpy.exp2(-bits))


def of_bits(bits: NDArray[numpy.float64]) -> Picture:
    """Dark where a pixel costs next to nothing; twice as light is about twice the bits, in the middle."""
    return _map(numpy.log1p(numpy.minimum(bits, MOST_BITS)) / numpy.log1p(MOST_BITS))


def enlarged(picture: Picture, scale: int) -> Picture:
    """The picture with each pixel a square of this side."""
    return Picture(read_only(picture.pixels.repeat(scale, axis=0).repeat(scale, axis=1)), picture.palette)


def _map(heat: NDArray[numpy.float64]) -> Picture:
    return Picture(read_only((255 * heat).round()), _palette())


def _palette() -> Bytes:
    """256 colours from cold over warm to hot."""
    places, stops = numpy.arange(256) / 255, numpy.array([COLD, WARM, HOT])
    levels = [numpy.interp(places, [0, 0.5, 1], stops[:, k]) for k in range(3)]
    return read_only(numpy.stack([*levels, numpy.full(256, 255)], axis=1).round())
