"""The file of one layer of a table. `docs/tables.md` describes it byte by byte.

    0        8  magic "STGTABLE"
    8        4  version of this format                        all numbers little-endian
    12       4  CRC-32 of the footer
    16       8  where the footer begins
    24       8  length of the footer, which ends the file
    32       8  length of the header
    40          zeros, up to
    4092     4  CRC-32 of the 4092 bytes before
    4096        the data, cut into blocks, each stored as it is or compressed by itself
    footer      the header, JSON in UTF-8, then
            12  per block: how long it is stored (8), CRC-32 of what is stored (4)

The preamble is written last: a file without it was never finished. Every byte is under some checksum, and a
block is checked before the first byte of it is believed.
"""

from __future__ import annotations

import itertools
import json
import mmap
import os
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Self

import numpy
import zstandard

from stratege.core.errors import BrokenTable
from stratege.core.files import reason_of
from stratege.core.language import _
from stratege.core.recipe import Layer

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes, Entries

MAGIC = b"STGTABLE"
FORMAT = 1
DATA_BEGINS = 4096
PREAMBLE = struct.Struct("<8sIIQQQ")
BLOCK_ENTRY = numpy.dtype([("length", "<u8"), ("crc", "<u4")])
RAW, ZSTD = "raw", "zstd"
ZLIB = "zlib"
"""How blocks are packed for readers of other programs; such a file is no table to us."""
COMPRESSION_LEVEL = 3
BLOCKS_AT_ONCE = 256
BLOCKS_TOGETHER = 32  # that a thread packs: one by one, handing them over took a fifth of the time
BLOCKS_AT_HAND = 256
UNPACK_AT_MOST = 1 << 26
LOOK_AT_MOST = 1 << 26  # bytes: then what was looked at, and what the system read beside it, is given back
LARGEST_BLOCK = 1 << 24
MOST_BYTES = 1 << 62


@dataclass(frozen=True)
class Header:
    """What a layer's file says about itself."""

    game: str
    variant: str
    size: str
    rules: list[int]
    version: int
    layer: str
    needs: list[str]
    entries: int
    length: int
    block: int
    coding: str
    statistics: dict[str, Any] = field(default_factory=dict)

    @property
    def blocks(self) -> int:
        """Into how many blocks the data is cut."""
        return -(-self.length // self.block)

    @property
    def block_lengths(self) -> list[int]:
        """How long the data of each block is: all the same, but the last may be shorter."""
        return [min(self.block, self.length - start) for start in range(0, self.length, self.block)]

    @classmethod
    def decoded(cls, content: bytes) -> Header:
        """The header that a file has; `ValueError` if it is none, whoever wrote it."""
        try:
            fields = json.loads(content)
            header = cls(**fields)
        except (TypeError, RecursionError) as error:
            raise ValueError from error
        numbers = (header.version, header.entries, header.length, header.block)
        if not all(type(number) is int and 0 <= number <= MOST_BYTES for number in numbers):
            raise ValueError
        if not 0 < header.block <= LARGEST_BLOCK or header.coding not in (RAW, ZSTD):
            raise ValueError
        if not isinstance(header.statistics, dict) or not isinstance(header.needs, list):
            raise ValueError
        return header

    def encoded(self) -> bytes:
        """The header as the file has it: the same text for the same content."""
        return json.dumps(asdict(self), separators=(",", ":")).encode()


def seal(file: BinaryIO, header: Header, lengths: list[int], checksums: list[int]) -> None:
    """Make a file whose data is in place a whole one: the footer, then the preamble, each safely on disk."""
    directory = numpy.empty(header.blocks, BLOCK_ENTRY)
    directory["length"], directory["crc"] = lengths, checksums
    text = header.encoded()
    footer = text + directory.tobytes()
    begins = DATA_BEGINS + sum(lengths)
    write_at(file, footer, begins)
    file.truncate(begins + len(footer))
    os.fsync(file.fileno())
    write_at(file, _preamble(begins, footer, len(text)), 0)
    os.fsync(file.fileno())


def _preamble(begins: int, footer: bytes, header_length: int) -> bytes:
    fields = PREAMBLE.pack(MAGIC, FORMAT, zlib.crc32(footer), begins, len(footer), header_length)
    page = fields.ljust(DATA_BEGINS - 4, b"\0")
    return page + struct.pack("<I", zlib.crc32(page))


def checksums_of(data: Bytes, block: int) -> list[int]:
    """The directory's second column for data that is stored as it is."""
    return [zlib.crc32(part) for part in _parts(data, block)]


class Press:
    """A packed file being written: block after block, the same bytes for any workers.

    It is made when the first data comes.
    """

    def __init__(self, path: Path, header: Header, workers: int) -> None:
        self.path, self._header, self._workers = path, header, workers
        self._file: BinaryIO | None = None
        self._lengths: list[int] = []
        self._checksums: list[int] = []
        self._end, self._whole = DATA_BEGINS, True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, data: Bytes, tell: Callable[[float], None] = lambda fraction: None) -> None:
        """Compress some more of the data: whole blocks, unless it is the last."""
        assert self._whole or len(data) == 0, "the data ended within a block"
        self._whole = len(data) % self._header.block == 0
        if self._file is None:
            self._file = self.path.open("w+b", buffering=0)
        together = self._header.block * BLOCKS_TOGETHER
        wave = self._header.block * BLOCKS_AT_ONCE * self._workers
        with ThreadPoolExecutor(self._workers) as pool:
            for start in range(0, len(data), wave):
                tell(start / len(data))
                for stored in pool.map(self._packed, _parts(data[start : start + wave], together)):
                    write_at(self._file, b"".join(stored), self._end)
                    self._lengths += map(len, stored)
                    self._checksums += map(zlib.crc32, stored)
                    self._end += sum(map(len, stored))

    def _packed(self, part: memoryview) -> list[bytes]:
        block, pack = self._header.block, _coders.packing.compress
        return [pack(part[start : start + block]) for start in range(0, len(part), block)]

    def seal(self, header: Header) -> None:
        """Make it a whole file."""
        assert self._file is not None
        seal(self._file, header, self._lengths, self._checksums)
        self._file.close()


def write_readable(file: BinaryIO, table: TableFile) -> None:
    """Write a packed layer anew, its blocks packed with zlib."""
    lengths, checksums, end = [], [], DATA_BEGINS
    for start in range(0, table.header.length, table.header.block):
        length = min(table.header.block, table.header.length - start)
        stored = zlib.compress(table.fetch(start, length))
        write_at(file, stored, end)
        lengths.append(len(stored))
        checksums.append(zlib.crc32(stored))
        end += len(stored)
    seal(file, replace(table.header, coding=ZLIB), lengths, checksums)


def _parts(data: Bytes, size: int) -> Iterator[memoryview]:
    for start in range(0, len(data), size):
        yield memoryview(data[start : start + size])  # type: ignore[arg-type]


class _Coders(threading.local):
    """What packs and unpacks, made once for each thread: that takes a fifth of the time of a block."""

    def __init__(self) -> None:
        self.packing = zstandard.ZstdCompressor(level=COMPRESSION_LEVEL)
        self.unpacking = zstandard.ZstdDecompressor()


_coders = _Coders()


def write_at(file: BinaryIO, content: bytes, offset: int) -> None:
    """All of the content at that place of an unbuffered file."""
    file.seek(offset)
    view = memoryview(content)
    while view:
        view = view[file.write(view) :]


class TableFile:
    """A finished layer, opened for reading; nothing of it is believed before its checksum was right."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                if os.fstat(file.fileno()).st_size < DATA_BEGINS:
                    raise self.broken(_("it is too short"))
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise BrokenTable(_("Cannot read {path}: {why}.", path=path, why=reason_of(error))) from None
        self.header, self._ends, self._checksums = self._opened()
        self._bytes: Bytes = numpy.frombuffer(self._map, numpy.uint8)
        self._believed = numpy.zeros(self.header.blocks, numpy.uint8)
        self._unpacked: Bytes | None = None
        self._looked_at = 0
        self._block = lru_cache(maxsize=BLOCKS_AT_HAND)(self._inflated)

    def fetch(self, start: int, length: int) -> bytes:
        """Bytes of the data, checked."""
        if not 0 <= start <= start + length <= self.header.length:
            raise IndexError(start)
        size = self.header.block
        first, last = start // size, (start + length - 1) // size
        if self.header.coding == RAW:
            for number in range(first, last + 1):
                if not self._believed[number]:
                    self._stored(number)
            return self._map[DATA_BEGINS + start : DATA_BEGINS + start + length]
        joined = b"".join(self._block(number) for number in range(first, last + 1))
        return joined[start - first * size :][:length]

    def part(self, start: int, end: int) -> Bytes:
        """The data from one place to another, checked."""
        return numpy.frombuffer(self.fetch(start, end - start), numpy.uint8)

    def gather(self, places: Entries) -> Bytes:
        """The byte of the data at each of many places, checked.

        Each block is unpacked once, or all of them for good if so many are asked for and they are not large.
        """
        numbers = places // self.header.block
        if self.header.coding == RAW:
            for number in numpy.unique(numbers[self._believed[numbers] == 0]):
                self._stored(int(number))
            return self._bytes[DATA_BEGINS + places]
        if (
            self._unpacked is None
            and len(places) > self.header.blocks
            and self.header.length <= UNPACK_AT_MOST
        ):
            self._unpacked = self.whole()
        if self._unpacked is not None:
            return self._unpacked[places]
        found = numpy.empty(len(places), numpy.uint8)
        order = numpy.argsort(numbers, kind="stable")
        firsts = numpy.flatnonzero(numpy.diff(numbers[order], prepend=-1))
        for first, last in itertools.pairwise([*firsts.tolist(), len(order)]):
            some = order[first:last]
            block = self._block(int(numbers[some[0]]))
            found[some] = numpy.frombuffer(block, numpy.uint8)[places[some] % self.header.block]
        return found

    def whole(self) -> Bytes:
        """All the data, every block checked: a view of the file where it is stored as it is."""
        if self.header.coding == RAW:
            self.check()
            return self._bytes[DATA_BEGINS : DATA_BEGINS + self.header.length]
        data = numpy.empty(self.header.length, numpy.uint8)
        self.inflate_into(data, workers=2)
        return data

    def inflate_into(
        self, data: Bytes, workers: int, tell: Callable[[float], None] = lambda fraction: None
    ) -> None:
        """All the data of a packed file, every block checked, into an array."""
        size, blocks = self.header.block, self.header.blocks

        def inflate(first: int) -> None:
            for number in range(first, min(first + BLOCKS_AT_ONCE, blocks)):
                content = numpy.frombuffer(self._inflated(number), numpy.uint8)
                data[number * size : (number + 1) * size] = content

        with ThreadPoolExecutor(workers) as pool:
            firsts = range(0, blocks, BLOCKS_AT_ONCE)
            for first, _done in zip(firsts, pool.map(inflate, firsts)):
                tell(first / blocks)

    def check(self) -> None:
        """Check every block, as it is stored, that was not yet; `BrokenTable` if one is damaged."""
        for number in numpy.flatnonzero(self._believed == 0).tolist():
            self._stored(number)

    def release(self) -> None:
        """Give back the memory of what was read; it comes back when it is asked for."""
        if hasattr(self._map, "madvise"):
            self._map.madvise(mmap.MADV_DONTNEED)

    @property
    def layer(self) -> Layer:
        """The layer that this is the file of."""
        header = self.header
        return Layer(header.layer, header.entries, header.length, tuple(header.needs), header.coding == ZSTD)

    @property
    def stored_bytes(self) -> int:
        """How long the file is."""
        return len(self._map)

    def broken(self, why: str) -> BrokenTable:
        """The error that says so of this file."""
        return BrokenTable(
            _("The table {path} cannot be used: {why}. Build it again.", path=self.path, why=why)
        )

    def _opened(self) -> tuple[Header, Any, Any]:
        page = self._map[:DATA_BEGINS]
        magic, version, footer_crc, begins, length, header_length = PREAMBLE.unpack_from(page)
        if magic != MAGIC:
            raise self.broken(_("it is not a finished table"))
        if struct.unpack("<I", page[-4:])[0] != zlib.crc32(page[:-4]):
            raise self.broken(_("its first page is damaged"))
        if version != FORMAT:
            raise self.broken(_("its format is version {n}, not {m}", n=version, m=FORMAT))
        if begins + length != len(self._map) or begins < DATA_BEGINS or header_length > length:
            raise self.broken(_("its length is wrong"))
        footer = self._map[begins : begins + length]
        if zlib.crc32(footer) != footer_crc:
            raise self.broken(_("its header is damaged"))
        try:
            header = Header.decoded(footer[:header_length])
        except ValueError:
            raise self.broken(_("its header is not one")) from None
        if length - header_length != header.blocks * BLOCK_ENTRY.itemsize:
            raise self.broken(_("its blocks are not those of its data"))
        directory = numpy.frombuffer(footer[header_length:], BLOCK_ENTRY)
        ends = self._block_ends(header, directory["length"], begins)
        return header, ends, directory["crc"]

    def _block_ends(self, header: Header, lengths: Any, data_ends: int) -> Any:
        """Where the stored blocks end, if they fill the data's place exactly, as they must."""
        right = len(lengths) == 0 or int(lengths.max()) <= len(self._map)  # so that the sum is one
        if header.coding == RAW:
            right = right and header.length == data_ends - DATA_BEGINS
            right = right and lengths.tolist() == header.block_lengths
        if not right or DATA_BEGINS + int(lengths.sum()) != data_ends:
            raise self.broken(_("its blocks are not those of its data"))
        return DATA_BEGINS + numpy.cumsum(lengths)

    def _stored(self, number: int) -> bytes | memoryview:
        """A block as it is stored, checked."""
        start = DATA_BEGINS if number == 0 else int(self._ends[number - 1])
        stored = memoryview(self._map)[start : int(self._ends[number])]
        if zlib.crc32(stored) != self._checksums[number]:
            raise self.broken(_("block {n} is damaged", n=number))
        self._believed[number] = 1
        self._looked_at += len(stored)
        if self._looked_at > LOOK_AT_MOST:
            self._looked_at = 0
            self.release()
        return stored

    def _inflated(self, number: int) -> bytes:
        stored = self._stored(number)
        wanted = min(self.header.block, self.header.length - number * self.header.block)
        try:
            if zstandard.frame_content_size(stored) == wanted:  # asked before room is made for it
                content = _coders.unpacking.decompress(stored)
                if len(content) == wanted:
                    return content
        except zstandard.ZstdError:
            pass
        raise self.broken(_("block {n} is damaged", n=number))
