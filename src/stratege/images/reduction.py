"""Fewer colours: paper 000, exercise 1, part 1 (questions 4 to 6), on whole arrays, and any number of them.

For a number that the paper does not have, the colours are chosen for the picture: by median cut, then moved
to the means of the pixels nearest to them (k-means). Of Pillow's quantisers that was the nearest to
scikit-image's photographs: mean squared errors of 57 with 16 colours, where median cut alone has 110 and an
octree 180. Ended after some rounds, k-means is within a few per cent of that, in a twentieth of the time.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy

from stratege.images.picture import MOST_COLOURS, Bytes, Picture, greys, instalments, read_only

SAMPLED = 1 << 18
"""Pixels that colours are chosen from: evenly spread, where there are more."""
ROUNDS = 10
"""Of k-means, at most: Pillow's goes on until nothing changes, half a minute for a photograph with noise."""

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


def is_reduction(how: str) -> bool:
    """Whether there is a reduction of this name: the paper's, or 2 to 256, the 8 with a c for chosen.

    >>> [how for how in ("nb", "8", "8c", "16", "256", "1", "257", "many") if is_reduction(how)]
    ['nb', '8', '8c', '16', '256']
    """
    return how in REDUCTIONS or (how.removesuffix("c").isdecimal() and 2 <= _number(how) <= MOST_COLOURS)


def _number(how: str) -> int:
    return int(how.removesuffix("c")[:4])


def reduced(rgba: Bytes, how: str, dither: bool = False) -> Picture:
    """The picture in fewer colours; dithered, errors go on to the pixels to come (Floyd–Steinberg)."""
    if dither or how not in REDUCTIONS:
        rgb = on_white(rgba)
        palette = REDUCTIONS[how][1] if how in REDUCTIONS else chosen_palette(rgb, _number(how))
        return Picture(nearest(rgb, palette, dither), read_only(palette)).canonical
    reduce, palette = REDUCTIONS[how]
    line, pixels = rgba.reshape(-1, 4), numpy.empty(rgba.shape[:2], numpy.uint8)
    for part in instalments(len(line)):
        pixels.reshape(-1)[part] = reduce(on_white(line[part]))
    return Picture(read_only(pixels), read_only(palette))


def chosen_palette(rgb: Bytes, colours: int) -> Bytes:
    """At most so many colours, near those of the image."""
    from PIL import Image

    step = max(1, math.isqrt(rgb[..., 0].size // SAMPLED))
    sample = Image.fromarray(numpy.ascontiguousarray(rgb[::step, ::step]))
    found = sample.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = _opaque(numpy.array(found.getpalette("RGB"), numpy.uint8).reshape(-1, 3)[:colours])
    pixels = numpy.asarray(sample)
    for _round in range(ROUNDS):
        before, palette = palette, _opaque(_means(pixels, nearest(pixels, palette, dither=False), palette))
        if numpy.array_equal(before, palette):
            break
    return palette


def _means(pixels: Bytes, chosen: Bytes, palette: Bytes) -> Bytes:
    """The mean of the pixels that have each colour of a palette; a colour that none has stays."""
    counts = numpy.bincount(chosen.reshape(-1), minlength=len(palette))
    levels = pixels.reshape(-1, 3).T
    sums = numpy.stack([numpy.bincount(chosen.reshape(-1), one, len(palette)) for one in levels], axis=1)
    means = numpy.rint(sums / numpy.maximum(counts, 1)[:, None])
    return numpy.where(counts[:, None] > 0, means, palette[:, :3]).astype(numpy.uint8)


def _opaque(levels: Bytes) -> Bytes:
    return numpy.concatenate([levels, numpy.full((len(levels), 1), 255, numpy.uint8)], axis=1)


def nearest(rgb: Bytes, palette: Bytes, dither: bool) -> Bytes:
    """The colour of the palette for each pixel, as an index."""
    from PIL import Image

    paints = Image.new("P", (1, 1))
    paints.putpalette(palette[:, :3].tobytes())
    how = Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE
    image = Image.fromarray(numpy.ascontiguousarray(rgb)).quantize(palette=paints, dither=how)
    return read_only(numpy.minimum(numpy.asarray(image), len(palette) - 1))
