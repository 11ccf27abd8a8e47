"""Streams of bytes and of numbers, squeezed by LZMA and read back a little at a time.

Why LZMA: of the three that were measured on the run lengths of scikit-image's pictures it leaves the fewest
bytes (with a literal context of one bit and no alignment, as lengths have none), and it is in the standard
library. `docs/images.md` has the figures.
"""

from __future__ import annotations

import lzma
from typing import Any

import numpy
from numpy.typing import NDArray

from stratege.core.compiling import compiled
from stratege.core.language import _
from stratege.images.picture import BadPicture, Bytes

KERNEL = "stratege.images.kernel"

DICTIONARY = 1 << 22
SMALLEST_DICTIONARY = 1 << 12
MOST_BYTES_A_NUMBER = 5
INSTALMENT = 1 << 16
"""Bytes that a reader asks of LZMA at a time, so that a small file cannot become a large memory."""


def pack(content: bytes) -> bytes:
    """The bytes, squeezed."""
    room = min(DICTIONARY, max(SMALLEST_DICTIONARY, len(content)))  # a larger one takes time to clear
    return lzma.compress(content, lzma.FORMAT_RAW, filters=[_filter(room)])


def unpack(packed: bytes) -> bytes:
    """All the bytes of a stream that can be trusted; `Reader` is for those that cannot."""
    return lzma.decompress(packed, lzma.FORMAT_RAW, filters=[_filter(DICTIONARY)])


def pack_numbers(numbers: NDArray[numpy.int32]) -> bytes:
    """The numbers, seven bits a byte, squeezed."""
    out = numpy.empty(MOST_BYTES_A_NUMBER * len(numbers), numpy.uint8)
    used = compiled(KERNEL).put_numbers(numpy.ascontiguousarray(numbers, numpy.int32), out)
    return pack(out[:used].tobytes())


class Reader:
    """A squeezed stream, read in order. Whatever is wrong with it is a `BadPicture`."""

    def __init__(self, packed: bytes) -> None:
        self._packed = packed  # until LZMA has it
        self._lzma = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[_filter(DICTIONARY)])
        self._waiting = b""

    def raw(self, count: int) -> Bytes:
        """The next so many bytes."""
        parts = []
        while count:
            part, self._waiting = self._waiting[:count], self._waiting[count:]
            parts.append(part)
            count -= len(part)
            if count:
                self._waiting = self._more()
        return numpy.frombuffer(b"".join(parts), numpy.uint8)

    def numbers(self, count: int) -> NDArray[numpy.int64]:
        """The next so many numbers."""
        take, out, done = compiled(KERNEL).take_numbers, numpy.empty(count, numpy.int64), 0
        while True:
            done, used = take(numpy.frombuffer(self._waiting, numpy.uint8), out, done)
            if used < 0:
                raise BadPicture(_("The file is damaged: a number in it is too long."))
            self._waiting = self._waiting[used:]
            if done == count:
                return out
            self._waiting += self._more()

    def end(self) -> None:
        """Make sure that nothing is left."""
        while not self._waiting and not self._lzma.eof:
            self._waiting = self._more()
        if self._waiting or self._lzma.unused_data:
            raise BadPicture(_("The file is damaged: a stream is longer than it should be."))

    def _more(self) -> bytes:
        """Some more bytes; none only just before the end of the stream is seen."""
        if self._lzma.eof or (self._lzma.needs_input and not self._packed):
            raise BadPicture(_("The file is damaged: a stream ends early."))
        given, self._packed = self._packed, b""
        try:
            return self._lzma.decompress(given, INSTALMENT)
        except lzma.LZMAError:
            raise BadPicture(_("The file is damaged: a stream cannot be unpacked.")) from None


def _filter(dictionary: int) -> dict[str, Any]:
    level = 9 | lzma.PRESET_EXTREME
    return {"id": lzma.FILTER_LZMA1, "preset": level, "dict_size": dictionary, "lc": 1, "lp": 0, "pb": 0}
