"""The file format: a header, the streams of a codec, a checksum. docs/images.md describes it byte by byte."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy
from numpy.typing import NDArray

from stratege.core.language import _
from stratege.images import contexts, headers
from stratege.images.codecs import CODECS, CONTEXT, ITEMISED, Itemised
from stratege.images.contexts import WAYS, Way
from stratege.images.headers import LONGEST, LZMA, MIXED, WORD, Header
from stratege.images.picture import MOST_PIXELS, BadPicture, Bytes, Picture, read_only
from stratege.images.streams import Reader, pack, pack_numbers

SUFFIX = ".stgi"
MAGIC = headers.MAGIC
BEST, FAST = "best", "fast"
BLOCK = 1 << 16
"""Items painted at a time."""


class Readable(Protocol):
    """A file that is open, or something like it."""

    def read(self, count: int, /) -> bytes: ...


Between = Callable[[int, int], None]
"""Told how many pixels of how many are done; it may raise to end the work."""


def nothing(_done: int, _all: int) -> None:
    """Between two parts of the work."""


def encode(picture: Picture, codec: str = BEST, between: Between = nothing) -> bytes:
    """The picture as a file; the same picture gives the same bytes.

    `best` tries all codecs and ways and takes the shortest file; `fast` takes what wins nearly always.
    """
    canonical = picture.canonical
    trials = _trials(canonical, codec)
    pixels, files = canonical.pixels.size, []
    for number, trial in enumerate(trials):
        between(number * pixels, len(trials) * pixels)
        files.append(trial(lambda done, number=number: between(number * pixels + done, len(trials) * pixels)))  # type: ignore[misc]
    between(len(trials) * pixels, len(trials) * pixels)
    return min(files, key=len)


def decode(content: bytes, most_pixels: int = MOST_PIXELS) -> Picture:
    """The picture in a file; `BadPicture` says what is wrong with a file that has none.

    Beyond the file and the pixels this takes a fixed amount of memory, whatever the file claims.
    """
    header = read_header(content, most_pixels)
    if header.codec != CONTEXT:
        return Picture(_painted(header, content), header.palette)
    stream = io.BytesIO(content[header.streams[0]])
    pixels, row = numpy.empty((header.height, header.width), numpy.uint8), 0
    for block in contexts.read_image(
        header.height, header.width, len(header.palette), WAYS[header.way], stream.read
    ):
        pixels[row : row + len(block)] = block
        row += len(block)
    return Picture(read_only(pixels), header.palette)


def read_header(content: bytes, most_pixels: int = MOST_PIXELS) -> Header:
    """The header of a file whose length and checksum are right."""
    header = headers.parse(content, most_pixels)
    if len(content) < header.size:
        raise headers.truncated()
    if len(content) > header.size:
        raise something_follows()
    (checksum,) = WORD.unpack_from(content, header.size - WORD.size)
    if checksum != zlib.crc32(memoryview(content)[: -WORD.size]):
        raise wrong_checksum()
    return header


def read_file(file: Readable, most_pixels: int = MOST_PIXELS) -> bytes:
    """What a file that begins as ours holds, as far as a picture of the size it claims can go."""
    head = file.read(LONGEST)
    start = headers.start_of(head, most_pixels)
    # A stream of items has at most one byte for each pixel before it is squeezed, which may fail but adds
    # little; a decision takes two bytes at most.
    parts = len(ITEMISED[start.codec].sizes) + 1 if start.codec in ITEMISED else 2 * contexts.FEW.decisions
    most = parts * start.height * start.width
    rest = file.read(most + most // 8 + (1 << 12))
    if file.read(1):
        raise BadPicture(_("The file is too long for the picture that it claims to be."))
    return head + rest


def sealed(content: bytes) -> bytes:
    """A file's content with the checksum that it needs."""
    return content + WORD.pack(zlib.crc32(content))


def something_follows() -> BadPicture:
    """The error for a file that goes on after its end."""
    return BadPicture(_("The file is damaged: something follows the picture."))


def wrong_checksum() -> BadPicture:
    """The error for a file that is not what was written."""
    return BadPicture(_("The file is damaged: its checksum does not fit."))


def _trials(picture: Picture, codec: str) -> list[Callable[[Callable[[int], None]], bytes]]:
    """The ways to write a picture, which is canonical, that this choice stands for."""
    colours = len(picture.palette)
    if codec == FAST:
        guess = contexts.likely_way(picture.pixels, colours)
        return [lambda between: _by_context(picture, guess, between)]
    trials: list[Callable[[Callable[[int], None]], bytes]] = []
    for name in CODECS if codec == BEST else [codec]:
        if name == CONTEXT:
            ways = contexts.ways_for(colours)
            trials += [lambda between, way=way: _by_context(picture, way, between) for way in ways]  # type: ignore[misc]
        else:
            trials.append(lambda _between, name=name: _by_items(picture, ITEMISED[name]))  # type: ignore[misc]
    return trials


def _by_context(picture: Picture, way: Way, between: Callable[[int], None]) -> bytes:
    stream = contexts.write_image(picture.pixels, len(picture.palette), way, between)
    return sealed(headers.written(picture, CONTEXT, way.name, 0, [stream]) + stream)


def _by_items(picture: Picture, codec: Itemised) -> bytes:
    """The shorter one of both packings."""
    kept, colours = codec.parts(picture.pixels, len(picture.palette))
    with_colours = len(picture.palette) > codec.implied
    squeezed = [pack_numbers(sizes) for sizes in kept]
    squeezed += [pack(colours.tobytes())] if with_colours else []
    table = numpy.array([*kept, colours] if with_colours else kept, numpy.int64)
    mixed = [contexts.write_items(table)]
    files = [
        headers.written(picture, codec.name, way, len(colours), streams) + b"".join(streams)
        for way, streams in ((LZMA, squeezed), (MIXED, mixed))
    ]
    return sealed(min(files, key=len))


def _painted(header: Header, content: bytes) -> Bytes:
    """The pixels of a file of items."""
    codec = ITEMISED[header.codec]
    painter = codec.painter(header.height, header.width)
    unpacked = _mixed_items if header.way == MIXED else _squeezed_items
    for sizes, colours in unpacked(header, content, codec):
        if len(colours) and colours.max() >= len(header.palette):
            raise BadPicture(_("A colour in the file is not in its palette."))
        painter.paint(sizes, read_only(colours))
    return painter.finished()


Parts = tuple[list[NDArray[numpy.int64]], NDArray[numpy.integer]]


def _squeezed_items(header: Header, content: bytes, codec: Itemised) -> Iterator[Parts]:
    """Items whose streams are LZMA, a block at a time."""
    readers = [Reader(content[where]) for where in header.streams]
    sizes = readers[: len(codec.sizes)]
    kept_colours = readers[len(sizes) :]
    for start in range(0, header.items, BLOCK):
        count = min(BLOCK, header.items - start)
        colours = kept_colours[0].raw(count) if kept_colours else _implied(codec, start, count)
        yield [reader.numbers(count) for reader in sizes], colours
    for reader in readers:
        reader.end()


def _mixed_items(header: Header, content: bytes, codec: Itemised) -> Iterator[Parts]:
    """Items in one stream of decisions, a block at a time."""
    with_colours = len(header.palette) > codec.implied
    start, stream = 0, io.BytesIO(content[header.streams[0]])
    for block in contexts.read_items(len(codec.sizes) + with_colours, header.items, stream.read):
        colours = block[-1] if with_colours else _implied(codec, start, block.shape[1])
        start += block.shape[1]
        yield list(block[: len(codec.sizes)]), colours


def _implied(codec: Itemised, start: int, count: int) -> NDArray[numpy.int64]:
    return numpy.arange(start, start + count) % codec.implied
