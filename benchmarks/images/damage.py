"""Damaged files of both versions: bytes changed, cut or moved, with and without a checksum that fits."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator

import numpy

from stratege.images import headers
from stratege.images.codecs import CODECS, ITEMISED
from stratege.images.container import decode, encode, read_header, sealed
from stratege.images.headers import LZMA, number_bytes
from stratege.images.picture import Picture, greys
from stratege.images.streams import pack, pack_numbers, unpack

EXTREMES = (0, 1, 127, 128, 255, 2**16, 2**26, 2**31 - 1, 2**31, 2**32 - 1)


def whole_files(seed: int = 0) -> list[bytes]:
    """Small pictures of several kinds in every codec, those of items in the first version too."""
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
    pictures = [Picture.of(image, greys(256)) for image in images]
    old = [old_file(picture, codec) for picture in pictures for codec in ITEMISED]
    return [encode(picture, codec) for picture in pictures for codec in CODECS] + old


def old_file(picture: Picture, codec: str) -> bytes:
    """The picture as the first version of the format had it."""
    canonical, kept = picture.canonical, ITEMISED[codec]
    numbers, of_each = kept.parts(canonical.pixels, len(canonical.palette))
    streams = [pack_numbers(sizes) for sizes in numbers]
    if len(canonical.palette) > kept.implied:
        streams.append(pack(of_each.tobytes()))
    return sealed(_old_head(canonical, codec, len(of_each), streams) + b"".join(streams))


def _old_head(picture: Picture, codec: str, items: int, streams: list[bytes]) -> bytes:
    size, channels = picture.pixels.shape, picture.channels
    head = struct.pack(
        "<4sBBIIBB", headers.MAGIC, 1, headers.NUMBERS[codec], *size, channels, len(picture.palette) - 1
    )
    lengths = struct.pack(f"<{1 + len(streams)}I", items, *map(len, streams))
    return head + picture.palette[:, :channels].tobytes() + lengths


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
            extreme, old = chance.choice(EXTREMES), changed[4:5] == b"\x01"
            place = chance.choice((6, 10 if old else 7, at))  # the height, the width, or anywhere
            if old:
                changed[place : place + 4] = struct.pack("<I", extreme)
            else:
                changed[place : place + 1] = number_bytes(extreme)
    return bytes(changed)


def with_other_streams(content: bytes, chance: random.Random) -> bytes:
    """A file that is well formed, but whose numbers or colours have had an accident."""
    header, picture = read_header(content), decode(content).canonical
    streams = [content[where] for where in header.streams]
    which = chance.randrange(len(streams))
    if header.way == LZMA:
        streams[which] = pack(damaged(unpack(streams[which]), chance))
    else:
        streams[which] = damaged(streams[which], chance)
    items = header.items if chance.random() < 0.7 else chance.choice((*EXTREMES, header.items + 1))
    if header.version == 1:
        head = _old_head(picture, header.codec, items, streams)
    else:
        head = headers.written(picture, header.codec, header.way, items, streams)
    return sealed(head + b"".join(streams))
