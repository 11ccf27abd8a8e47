"""Pictures to test with: of every kind that codecs find easy or hard, by chance or by Hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy
from hypothesis import strategies as st

from stratege.images.picture import Bytes, Picture

KINDS = ("noise", "sparse", "uniform", "columns", "rows", "checkerboard", "blocks", "gradient")


def pixels_of(kind: str, height: int, width: int, colours: int, chance: Any) -> Bytes:
    """An image of indices below `colours`."""
    row, column = numpy.mgrid[:height, :width]
    step = int(chance.integers(1, 9))
    makers: dict[str, Callable[[], Any]] = {
        "noise": lambda: chance.integers(0, colours, (height, width)),
        "sparse": lambda: (chance.random((height, width)) < 0.05) * (colours - 1),
        "uniform": lambda: numpy.full((height, width), colours - 1),
        "columns": lambda: column // step,
        "rows": lambda: row // step,
        "checkerboard": lambda: row // step + column // step,
        "blocks": lambda: chance.integers(0, colours, (height, width))[row // step, column // step],
        "gradient": lambda: row * column // step,
    }
    made = makers[kind]()
    return numpy.asarray(made % colours, numpy.uint8)


def picture_of(kind: str, height: int, width: int, colours: int, chance: Any) -> Picture:
    """A picture with random colours, some of them the same, some not opaque, some of them never used."""
    palette = chance.integers(0, 256, (colours, 4))
    channels = chance.integers(0, 3)
    if channels < 2:
        palette[:, 3] = 255
    if channels == 0:
        palette[:, 1:3] = palette[:, :1]
    return Picture.of(pixels_of(kind, height, width, colours, chance), palette)


def random_pictures(count: int, seed: int, largest: int = 64) -> Iterator[Picture]:
    """So many pictures, from 1 × 1 on, of 1 to 256 colours."""
    chance = numpy.random.default_rng(seed)
    for number in range(count):
        height, width = (int(side) for side in numpy.ceil(largest ** chance.random(2)))  # small ones often
        colours = int(chance.choice([1, 2, 2, 3, 8, int(chance.integers(1, 257))]))
        yield picture_of(KINDS[number % len(KINDS)], height, width, colours, chance)


@st.composite
def images(draw: st.DrawFn, largest: int = 64, colours: int = 256) -> Bytes:
    """Images of indices, small ones first when Hypothesis looks for the simplest."""
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    count = draw(st.integers(1, colours))
    chance = numpy.random.default_rng(draw(st.integers(0, 2**32)))
    return pixels_of(draw(st.sampled_from(KINDS)), height, width, count, chance)
