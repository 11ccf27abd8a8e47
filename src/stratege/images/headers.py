"""What a file says about itself before its streams, in both versions of the format (docs/images.md)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

import numpy

from stratege.core.language import _
from stratege.images.codecs import CODECS, CONTEXT, ITEMISED
from stratege.images.contexts import WAYS, too_short
from stratege.images.numbers import FEWEST_DECISIONS
from stratege.images.picture import (
    MOST_PIXELS,
    BadPicture,
    Bytes,
    Picture,
    channels_of,
    check_size,
    read_only,
)
from stratege.images.reduction import EIGHT_COLOURS

MAGIC = b"\x89STG"  # no text begins like this
VERSION = 2
CHANNELS = (1, 3, 4)
CORNERS = 0
"""In the place of channels: the colours are some of the paper's eight, black and white among them."""

NUMBERS = {name: number for number, name in enumerate(CODECS, 1)}
LZMA, MIXED = "lzma", "mixed"
PACKINGS = (LZMA, MIXED)

LONGEST = 1200
"""No header has more bytes: the palette's 1024, and fewer than 100 before and after it."""
WORD = struct.Struct("<I")
MOST_NUMBER_BYTES = 5


@dataclass(frozen=True)
class Header:
    """What a file says about itself before its streams."""

    version: int
    codec: str
    way: str
    """How items are packed, or how contexts are asked."""
    height: int
    width: int
    palette: Bytes
    items: int
    """Runs or rectangles; for contexts, pixels."""
    streams: tuple[slice, ...]
    """Where each stream is in the file."""

    @property
    def size(self) -> int:
        """Of the whole file."""
        return int(self.streams[-1].stop) + WORD.size


class Start(NamedTuple):
    """The part of a header that says how much memory and time a file can need."""

    version: int
    codec: str
    height: int
    width: int


def start_of(content: bytes, most_pixels: int = MOST_PIXELS) -> Start:
    """How a file begins, once its size is seen to be allowed."""
    return _start(_Cursor(content), most_pixels)


def parse(content: bytes, most_pixels: int = MOST_PIXELS) -> Header:
    """The header at the beginning of a file, of which the first `LONGEST` bytes are enough."""
    cursor = _Cursor(content)
    start = _start(cursor, most_pixels)
    way = LZMA if start.version == 1 else _way(start.codec, cursor.byte())
    palette = _palette(cursor, start.version)
    number = cursor.word if start.version == 1 else cursor.number
    items = number() if start.codec in ITEMISED else start.height * start.width
    lengths = [number() for _stream in range(_count_of_streams(start.codec, way, len(palette)))]
    ends = [cursor.at + sum(lengths[: k + 1]) for k in range(len(lengths))]
    streams = tuple(slice(end - length, end) for end, length in zip(ends, lengths, strict=True))
    header = Header(start.version, start.codec, way, start.height, start.width, palette, items, streams)
    _check(header)
    return header


def written(picture: Picture, codec: str, way: str, items: int, streams: list[bytes]) -> bytes:
    """A header of the present version for a picture, which is canonical."""
    return head(picture.height, picture.width, picture.palette, codec, way, items, streams)


def head(
    height: int, width: int, palette: Bytes, codec: str, way: str, items: int, streams: list[bytes]
) -> bytes:
    """The same for a picture that is nowhere as a whole."""
    numbers = [items] if codec in ITEMISED else []
    numbers += map(len, streams)
    return b"".join(
        [
            MAGIC,
            bytes([VERSION, NUMBERS[codec]]),
            number_bytes(height),
            number_bytes(width),
            bytes([WAYS[way].number if codec == CONTEXT else PACKINGS.index(way)]),
            _palette_bytes(palette),
            *map(number_bytes, numbers),
        ]
    )


def number_bytes(number: int) -> bytes:
    """Seven bits a byte, low bits first, the eighth set if more follow.

    >>> number_bytes(60_000).hex()
    'e0d403'
    """
    out = []
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def truncated() -> BadPicture:
    """The error for a file that ends too early."""
    return BadPicture(_("The file is truncated."))


def _senseless() -> BadPicture:
    return BadPicture(_("The file is damaged: its header makes no sense."))


class _Cursor:
    """Bytes read in order."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.at = 0

    def begins(self, some: bytes) -> bool:
        return self._content.startswith(some)

    def take(self, count: int) -> bytes:
        """The next so many."""
        taken = self._content[self.at : self.at + count]
        if len(taken) < count:
            raise truncated()
        self.at += count
        return taken

    def byte(self) -> int:
        return self.take(1)[0]

    def word(self) -> int:
        """Four bytes, the low one first."""
        (word,) = WORD.unpack(self.take(WORD.size))
        return int(word)

    def number(self) -> int:
        """A number of seven bits a byte."""
        number = 0
        for k in range(MOST_NUMBER_BYTES):
            byte = self.byte()
            number |= (byte & 127) << 7 * k
            if byte < 128:
                return number
        raise _senseless()


def _start(cursor: _Cursor, most_pixels: int) -> Start:
    if not cursor.begins(MAGIC):
        raise BadPicture(_("This is not a Stratège picture."))
    cursor.take(len(MAGIC))
    version, number = cursor.byte(), cursor.byte()
    if version not in (1, VERSION):
        raise BadPicture(
            _(
                "The format of the file has version {version}, not 1 or {known}.",
                version=version,
                known=VERSION,
            )
        )
    height, width = (cursor.word(), cursor.word()) if version == 1 else (cursor.number(), cursor.number())
    check_size(height, width, most_pixels)
    codec = next((name for name, known in NUMBERS.items() if known == number), CONTEXT)
    if number != NUMBERS[codec] or (version == 1 and codec not in ITEMISED):
        raise _senseless()
    return Start(version, codec, height, width)


def _way(codec: str, number: int) -> str:
    names = (
        [way.name for way in WAYS.values() if way.number == number] if codec == CONTEXT else PACKINGS[number:]
    )
    if not names:
        raise _senseless()
    return names[0]


def _count_of_streams(codec: str, way: str, colours: int) -> int:
    if way != LZMA:
        return 1
    return len(ITEMISED[codec].sizes) + (colours > ITEMISED[codec].implied)


def _palette(cursor: _Cursor, version: int) -> Bytes:
    """Red, green, blue and opacity of each colour, of which the file keeps only what tells them apart."""
    channels = cursor.byte()
    if channels == CORNERS and version > 1:
        used = cursor.byte()
        if not used:
            raise _senseless()
        return read_only(EIGHT_COLOURS[[k for k in range(8) if used >> k & 1]])
    if channels not in CHANNELS:
        raise _senseless()
    colours = cursor.byte() + 1
    levels = numpy.frombuffer(cursor.take(channels * colours), numpy.uint8).reshape(-1, channels)
    palette = numpy.full((colours, 4), 255, numpy.uint8)
    palette[:, : 3 if channels == 1 else channels] = levels
    return read_only(palette)


def _palette_bytes(palette: Bytes) -> bytes:
    same = (palette[:, None] == EIGHT_COLOURS[None]).all(axis=-1)
    if same.any(axis=1).all():
        return bytes([CORNERS, sum(1 << int(k) for k in numpy.flatnonzero(same.any(axis=0)))])
    channels = channels_of(palette)
    return bytes([channels, len(palette) - 1]) + palette[:, :channels].tobytes()


def _check(header: Header) -> None:
    """Refuse what no writer writes before it can cost memory or time."""
    pixels, length = header.height * header.width, header.streams[0].stop - header.streams[0].start
    if header.items > pixels + 1:
        raise _senseless()
    if header.codec == CONTEXT:
        if len(header.palette) > WAYS[header.way].most_colours:
            raise _senseless()
        shortest = pixels
    else:
        shortest = FEWEST_DECISIONS * header.items if header.way == MIXED else 0
    if too_short(shortest, length):
        raise BadPicture(_("The file is damaged: it is too short for the picture that it claims to be."))
