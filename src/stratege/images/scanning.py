"""Large pictures a few rows at a time: files of contexts read and written without ever holding all pixels.

What is read so is given out before the checksum at the end of the file can be compared: who uses the rows
must be ready to throw them away. `container.decode` compares first.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from stratege.core.language import _
from stratege.images import container, contexts, headers
from stratege.images.codecs import CONTEXT
from stratege.images.contexts import WAYS
from stratege.images.headers import LONGEST, WORD, Header
from stratege.images.picture import LIMIT_OF_LIMITS, MOST_PIXELS, BadPicture, Bytes

MOST_SCANNED = 1 << 29
"""No limit may be higher for what is read row by row: over 20,000 × 20,000."""


def read_rows(file: BinaryIO, most_pixels: int = MOST_PIXELS) -> tuple[Header, Iterator[Bytes]]:
    """The header of an open file of ours, and its rows of indices, a few at a time.

    `BadPicture` comes with the rows if the file is damaged; without the last of them nothing is certain. A
    file of runs or rectangles is read as a whole.
    """
    start = file.read(LONGEST)
    header = headers.parse(start, most_pixels)
    if header.codec == CONTEXT:
        return header, _scanned(file, start, header)
    if header.height * header.width > LIMIT_OF_LIMITS:
        raise BadPicture(_("The picture has too many pixels."))
    whole = container.read_file(_Joined(start, file), most_pixels)
    return header, iter([container.decode(whole, most_pixels).pixels])


def write_rows(height: int, width: int, palette: Bytes, rows: Iterable[Bytes]) -> bytes:
    """A file of contexts from rows of indices, in as many instalments as one likes; all colours must be used.

    The palette is in ascending order, as `Picture.canonical` has it.
    """
    way = contexts.TWO if len(palette) <= contexts.TWO.most_colours else contexts.FEW
    writer = contexts.Writer(height, width, len(palette), way)
    parts = [writer.write(some) for some in rows]
    stream = b"".join([*parts, writer.last_bytes()])
    return container.sealed(headers.head(height, width, palette, CONTEXT, way.name, 0, [stream]) + stream)


def _scanned(file: BinaryIO, start: bytes, header: Header) -> Iterator[Bytes]:
    (where,) = header.streams
    stream = _Checked(_Joined(start[where.start :], file), where.stop - where.start, start[: where.start])
    height, width, colours = header.height, header.width, len(header.palette)
    yield from contexts.read_image(height, width, colours, WAYS[header.way], stream.read)
    stream.finish()


class _Joined:
    """Bytes that were read already, then the rest of a file."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        self._first, self._rest = io.BytesIO(first), rest

    def read(self, count: int, /) -> bytes:
        found = self._first.read(count)
        return found if len(found) == count else found + self._rest.read(count - len(found))


class _Checked:
    """A stream inside a file, of which the checksum is kept."""

    def __init__(self, file: _Joined, length: int, before: bytes) -> None:
        self._file, self._left, self._checksum = file, length, zlib.crc32(before)

    def read(self, count: int) -> bytes:
        wanted = min(count, self._left)
        found = self._file.read(wanted)
        if len(found) < wanted:
            raise headers.truncated()
        self._left -= len(found)
        self._checksum = zlib.crc32(found, self._checksum)
        return found

    def finish(self) -> None:
        """See that the file ends here, with the right checksum."""
        last = self._file.read(WORD.size + 1)
        if len(last) < WORD.size:
            raise headers.truncated()
        if len(last) > WORD.size:
            raise container.something_follows()
        if WORD.unpack(last) != (self._checksum,):
            raise container.wrong_checksum()
