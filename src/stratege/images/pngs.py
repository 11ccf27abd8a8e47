"""A PNG written a few rows at a time, for pictures that nobody wants to hold in memory."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import BinaryIO

import numpy

from stratege.images.picture import Bytes

SIGNATURE = b"\x89PNG\r\n\x1a\n"
WITH_PALETTE = 3
PIECE = 1 << 16


def write_png(file: BinaryIO, height: int, width: int, palette: Bytes, rows: Iterable[Bytes]) -> None:
    """Write a picture of indices into a palette, as few bits a pixel as that needs."""
    depth = next(bits for bits in (1, 2, 4, 8) if len(palette) <= 1 << bits)
    file.write(SIGNATURE)
    _chunk(file, b"IHDR", struct.pack(">IIBBBBB", width, height, depth, WITH_PALETTE, 0, 0, 0))
    _chunk(file, b"PLTE", palette[:, :3].tobytes())
    if (palette[:, 3] < 255).any():
        _chunk(file, b"tRNS", palette[:, 3].tobytes())
    squeezer = zlib.compressobj(9)
    waiting = b""
    for some in rows:
        waiting += squeezer.compress(_packed(some, depth))
        if len(waiting) >= PIECE:
            _chunk(file, b"IDAT", waiting)
            waiting = b""
    _chunk(file, b"IDAT", waiting + squeezer.flush())
    _chunk(file, b"IEND", b"")


def _packed(rows: Bytes, depth: int) -> bytes:
    """The rows with the filter byte 0 before each, pixels packed from the high bits on."""
    bits = numpy.unpackbits(rows[:, :, None], axis=2)[:, :, 8 - depth :] if depth < 8 else None
    packed = rows if bits is None else numpy.packbits(bits.reshape(len(rows), -1), axis=1)
    return numpy.insert(packed, 0, 0, axis=1).tobytes()


def _chunk(file: BinaryIO, kind: bytes, content: bytes) -> None:
    checksum = zlib.crc32(kind + content)
    file.write(struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum))
