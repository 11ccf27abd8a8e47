"""A picture: indices into a palette of at most 256 colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray

from stratege.core.errors import StrategeError
from stratege.core.language import _, in_figures

Bytes = NDArray[numpy.uint8]

MOST_COLOURS = 256
MOST_PIXELS = 1 << 26
"""The usual limit: 8192 × 8192, 64 MiB of pixels."""
LIMIT_OF_LIMITS = 1 << 27
"""No limit may be higher: Pillow reads no picture much larger."""
INSTALMENT = 1 << 18
"""Pixels worked on at a time."""


class BadPicture(StrategeError):
    """A file that is no picture, is damaged or too large, or a picture that cannot be kept here."""


def check_size(height: int, width: int, most_pixels: int = MOST_PIXELS) -> None:
    """Refuse a size before anything is done about it."""
    if height < 1 or width < 1:
        raise BadPicture(_("A picture without pixels cannot be kept."))
    if height * width > most_pixels:
        raise BadPicture(
            _(
                "The picture has {w} × {h} pixels, and the limit is {most}.",
                w=width,
                h=height,
                most=in_figures(most_pixels),
            )
        )


def read_only(array: Any) -> Bytes:
    """The array as contiguous bytes that nobody changes, which is what the compiled loops are made for."""
    same: Bytes = numpy.ascontiguousarray(array, numpy.uint8).view()
    same.flags.writeable = False
    return same


def instalments(count: int) -> Iterator[slice]:
    """So many pixels a part at a time, for work that needs many bytes for each of them."""
    return (slice(start, start + INSTALMENT) for start in range(0, count, INSTALMENT))


def looked_up(table: Bytes, pixels: Bytes) -> Bytes:
    """`table[pixels]`, for which NumPy would make eight bytes of every index at once."""
    line, found = pixels.reshape(-1), numpy.empty((pixels.size, *table.shape[1:]), numpy.uint8)
    for part in instalments(len(line)):
        found[part] = table[line[part]]
    return found.reshape(*pixels.shape, *table.shape[1:])


@dataclass(frozen=True, eq=False)
class Picture:
    """Rows of indices, and the colours they stand for; equal to any picture that looks the same.

    >>> flag = Picture.of([[0, 1, 2]], [(0, 0, 255, 255), (255, 255, 255, 255), (255, 0, 0, 255)])
    >>> flag.height, flag.width, flag.channels
    (1, 3, 3)
    >>> flag.canonical.pixels.tolist()
    [[0, 2, 1]]
    """

    pixels: Bytes
    palette: Bytes
    """Rows of red, green, blue and opacity, 0 to 255."""

    @classmethod
    def of(cls, pixels: Any, palette: Any) -> Picture:
        """A picture of these indices and colours, once they are seen to fit together."""
        indices, colours = read_only(pixels), read_only(palette)
        if indices.ndim != 2 or colours.ndim != 2 or colours.shape[1] != 4:
            raise BadPicture(_("A picture needs rows of indices and a palette of four levels a colour."))
        check_size(len(indices), indices.shape[1], LIMIT_OF_LIMITS)
        if not 1 <= len(colours) <= MOST_COLOURS or indices.max() >= len(colours):
            raise BadPicture(_("A picture needs 1 to 256 colours, and every pixel one of them."))
        return cls(indices, colours)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.pixels)

    @property
    def width(self) -> int:
        """The number of columns."""
        return int(self.pixels.shape[1])

    @property
    def channels(self) -> int:
        """How many levels tell its colours apart: 1 (all grey), 3 (all opaque) or 4."""
        return channels_of(self.palette)

    @cached_property
    def canonical(self) -> Picture:
        """The same picture with the colours that it uses and no others, in ascending order."""
        seen, line = numpy.zeros(len(self.palette), numpy.bool_), self.pixels.reshape(-1)
        for part in instalments(len(line)):
            seen[line[part]] = True
        used = numpy.flatnonzero(seen)
        palette, places = numpy.unique(self.palette[used], axis=0, return_inverse=True)
        if len(palette) == len(self.palette) and (palette == self.palette).all():
            return self
        renumbered = numpy.zeros(MOST_COLOURS, numpy.uint8)
        renumbered[used] = places.ravel()
        return Picture(read_only(looked_up(renumbered, self.pixels)), read_only(palette))

    def colours(self) -> Bytes:
        """The colour of every pixel: height × width × 4."""
        return looked_up(self.palette, self.pixels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Picture):
            return NotImplemented
        mine, theirs = self.canonical, other.canonical
        same_palette = numpy.array_equal(mine.palette, theirs.palette)
        return same_palette and numpy.array_equal(mine.pixels, theirs.pixels)

    def __hash__(self) -> int:
        return hash((self.pixels.shape, self.canonical.palette.tobytes()))


def channels_of(palette: Bytes) -> int:
    """How many levels tell the colours of a palette apart."""
    red, green, blue, opacity = palette.T
    if (opacity < 255).any():
        return 4
    return 1 if (red == green).all() and (green == blue).all() else 3


def greys(levels: int) -> Bytes:
    """A palette of so many greys, evenly from black to white."""
    level = numpy.linspace(0, 255, levels).round().astype(numpy.uint8)
    return numpy.stack([level, level, level, numpy.full(levels, 255, numpy.uint8)], axis=1)
