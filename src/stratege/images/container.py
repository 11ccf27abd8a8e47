"""The file format: a header, the streams of a codec, a checksum. docs/images.md describes it byte by byte."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from typing import BinaryIO

import numpy

from stratege.core.language import _
from stratege.images.codecs import CODECS, Codec
from stratege.images.picture import MOST_PIXELS, BadPicture, Bytes, Picture, check_size, read_only
from stratege.images.streams import Reader, pack, pack_numbers

SUFFIX = ".stgi"
MAGIC = b"\x89STG"  # no text begins like this
VERSION = 1
BEST = "best"
BLOCK = 1 << 16
"""Items painted at a time."""

HEAD = struct.Struct("<4sBBIIBB")
WORD = struct.Struct("<I")
CHANNELS = (1, 3, 4)


@dataclass(frozen=True)
class Header:
    """What a file says about itself before its streams."""

    codec: Codec
    height: int
    width: int
    palette: Bytes
    items: int
    streams: tuple[slice, ...]
    """Where each stream is in the file."""
    size: int
    """Of the whole file."""


def encode(picture: Picture, codec: str = BEST) -> bytes:
    """The picture as a file, the shortest of all codecs for `best`; the same picture gives the same bytes."""
    names = CODECS if codec == BEST else [codec]
    return min((_encoded(picture.canonical, CODECS[name]) for name in names), key=len)


def decode(content: bytes, most_pixels: int = MOST_PIXELS) -> Picture:
    """The picture in a file; `BadPicture` says what is wrong with a file that has none.

    Beyond the file and the pixels this takes a fixed amount of memory, whatever the file claims.
    """
    header = read_header(content, most_pixels)
    readers = [Reader(content[where]) for where in header.streams]
    sizes = readers[: len(header.codec.sizes)]
    kept_colours = readers[len(sizes) :]
    painter = header.codec.painter(header.height, header.width)
    for start in range(0, header.items, BLOCK):
        count = min(BLOCK, header.items - start)
        colours = kept_colours[0].raw(count) if kept_colours else _implied(header.codec, start, count)
        if colours.max() >= len(header.palette):
            raise BadPicture(_("A colour in the file is not in its palette."))
        painter.paint([reader.numbers(count) for reader in sizes], colours)
    for reader in readers:
        reader.end()
    return Picture(painter.finished(), header.palette)


def read_header(content: bytes, most_pixels: int = MOST_PIXELS) -> Header:
    """The header of a file whose length and checksum are right."""
    codec, height, width, channels, colours = _read_head(content, most_pixels)
    at = HEAD.size + channels * colours
    end = at + WORD.size * (1 + _streams(codec, colours))
    if len(content) < end:
        raise _truncated()
    palette = _full_palette(content[HEAD.size : at], channels)
    items, *lengths = (word for (word,) in WORD.iter_unpack(content[at:end]))
    streams = []
    for length in lengths:
        streams.append(slice(end, end + length))
        end += length
    header = Header(codec, height, width, palette, items, tuple(streams), end + WORD.size)
    _check(header, content)
    return header


def read_file(file: BinaryIO, most_pixels: int = MOST_PIXELS) -> bytes:
    """What a file that begins as ours holds, as far as a picture of the size it claims can go."""
    head = file.read(HEAD.size)
    codec, height, width, _channels, _colours = _read_head(head, most_pixels)
    # A stream has at most one byte for each pixel before it is squeezed, which may fail but adds little.
    most = (len(codec.sizes) + 1) * height * width
    rest = file.read(most + most // 8 + (1 << 12))
    if file.read(1):
        raise BadPicture(_("The file is too long for the picture that it claims to be."))
    return head + rest


def _encoded(picture: Picture, codec: Codec) -> bytes:
    """The picture, which is canonical, as a file of this codec."""
    channels, colours = picture.channels, len(picture.palette)
    numbers, of_each = codec.parts(picture.pixels, colours)
    streams = [pack_numbers(sizes) for sizes in numbers]
    if colours > codec.implied:
        streams.append(pack(of_each.tobytes()))
    parts = [
        HEAD.pack(MAGIC, VERSION, codec.number, picture.height, picture.width, channels, colours - 1),
        picture.palette[:, :channels].tobytes(),
        WORD.pack(len(of_each)),
        *(WORD.pack(len(stream)) for stream in streams),
        *streams,
    ]
    content = b"".join(parts)
    return content + WORD.pack(zlib.crc32(content))


def _read_head(content: bytes, most_pixels: int) -> tuple[Codec, int, int, int, int]:
    """Codec, height, width, channels and number of colours, each of them possible."""
    if not content.startswith(MAGIC):
        raise BadPicture(_("This is not a Stratège picture."))
    if len(content) < HEAD.size:
        raise _truncated()
    _magic, version, number, height, width, channels, last_colour = HEAD.unpack_from(content)
    if version != VERSION:
        raise BadPicture(_("The format of the file has version {version}, not 1.", version=version))
    check_size(height, width, most_pixels)
    codec = next((one for one in CODECS.values() if one.number == number), None)
    if codec is None or channels not in CHANNELS:
        raise BadPicture(_("The file is damaged: its header makes no sense."))
    return codec, height, width, channels, last_colour + 1


def _check(header: Header, content: bytes) -> None:
    if len(content) < header.size:
        raise _truncated()
    if len(content) > header.size:
        raise BadPicture(_("The file is damaged: something follows the picture."))
    (checksum,) = WORD.unpack_from(content, header.size - WORD.size)
    if checksum != zlib.crc32(memoryview(content)[: -WORD.size]):
        raise BadPicture(_("The file is damaged: its checksum does not fit."))
    if header.items > header.height * header.width + 1:
        raise BadPicture(_("The file is damaged: its header makes no sense."))


def _truncated() -> BadPicture:
    return BadPicture(_("The file is truncated."))


def _streams(codec: Codec, colours: int) -> int:
    return len(codec.sizes) + (colours > codec.implied)


def _implied(codec: Codec, start: int, count: int) -> Bytes:
    return read_only(numpy.arange(start, start + count) % codec.implied)


def _full_palette(kept: bytes, channels: int) -> Bytes:
    """Red, green, blue and opacity of each colour, of which the file keeps only what tells them apart."""
    levels = numpy.frombuffer(kept, numpy.uint8).reshape(-1, channels)
    palette = numpy.full((len(levels), 4), 255, numpy.uint8)
    palette[:, : 3 if channels == 1 else channels] = levels
    return read_only(palette)
