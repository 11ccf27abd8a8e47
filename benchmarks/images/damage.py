"""Damaged files: real ones with bytes changed, cut or moved, with and without a checksum that fits."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator

import numpy

from stratege.images.codecs import CODECS
from stratege.images.container import encode, read_header
from stratege.images.picture import Picture, greys
from stratege.images.streams import pack, unpack

EXTREMES = (0, 1, 127, 128, 255, 2**16, 2**26, 2**31 - 1, 2**31, 2**32 - 1)


def whole_files(seed: int = 0) -> list[bytes]:
    """Small pictures of several kinds in both codecs."""
    chance = numpy.random.default_rng(seed)
    row, column = numpy.mgrid[:40, :50]
    images = [
        chance.integers(0, 2, (30, 20)),
        chance.integers(0, 256, (20, 30)),
        (row // 7 + column // 9) % 5,
        row * column // 40 % 8,
        numpy.zeros((60, 60)),
        (row - 20) ** 2 + (column - 25) ** 2 < 200,
    ]
    return [encode(Picture.of(image, greys(256)), codec) for image in images for codec in CODECS]


def damaged_files(count: int, seed: int = 0) -> Iterator[bytes]:
    """So many: of ten, four have a checksum that fits, and two are wrong only in what they mean."""
    chance = random.Random(seed)
    whole = whole_files()
    for number in range(count):
        content = chance.choice(whole)
        if number % 10 < 4:
            yield damaged(content, chance)
        elif number % 10 < 8:
            yield sealed(damaged(content[:-4], chance))
        else:
            yield with_other_streams(content, chance)


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The bytes after one to three accidents."""
    changed = bytearray(content)
    for _accident in range(chance.randint(1, 3)):
        at, length = chance.randrange(len(changed) + 1), chance.randint(1, 8)
        kind = chance.randrange(6)
        if kind == 0:
            changed[at : at + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            del changed[at:]
        elif kind == 2:
            del changed[at : at + length]
        elif kind == 3:
            changed[at:at] = chance.randbytes(length)
        elif kind == 4:
            changed[at : at + length] = changed[:length]
        else:
            place = chance.choice((6, 10, at))  # the height, the width, or anywhere
            changed[place : place + 4] = struct.pack("<I", chance.choice(EXTREMES))
    return bytes(changed)


def with_other_streams(content: bytes, chance: random.Random) -> bytes:
    """A file that is well formed, but whose numbers or colours have had an accident."""
    header = read_header(content)
    streams = [content[where] for where in header.streams]
    which = chance.randrange(len(streams))
    streams[which] = pack(damaged(unpack(streams[which]), chance))
    at = header.streams[0].start - 4 * (len(streams) + 1)
    items = header.items if chance.random() < 0.7 else chance.choice((*EXTREMES, header.items + 1))
    lengths = struct.pack(f"<{1 + len(streams)}I", items, *map(len, streams))
    return sealed(content[:at] + lengths + b"".join(streams))


def sealed(content: bytes) -> bytes:
    """The content with the checksum that it needs."""
    return content + struct.pack("<I", zlib.crc32(content))
