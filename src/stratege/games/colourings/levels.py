"""What each level added, kept compressed: the boards decided in 0, 1, 2, … plies.

A level is kept as a blob for each part (a range of blocks): nothing, a set of bits, or a list of entries. On
disk it is a checkpoint: who begins again reads the levels that are there and goes on with the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.words import lowest_index
from stratege.games.colourings.bitsets import WORD_BITS, add_bit, high_bits

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

MOST_LEVELS = 255  # a byte tells a board's level
BITS, LIST = b"b", b"l"
Blob = bytes | memoryview


class Levels:
    """The levels found so far, in memory, or in files that `scratch` gives (see `core.recipe.Work`)."""

    def __init__(self, scratch: Callable[[str, int], Bytes] | None = None) -> None:
        self._scratch = scratch
        self._kept: list[list[Blob]] = []
        if scratch is not None:
            self._sizes: Numbers = scratch("level-sizes", 8 * (MOST_LEVELS + 1)).view("<i8")
            for level in range(int((self._sizes != 0).argmin())):
                self._kept.append(self._read(level))

    def __len__(self) -> int:
        return len(self._kept)

    def append(self, blobs: list[Blob]) -> None:
        """One level more: a blob for each part. `StrategeError` if a byte cannot tell it."""
        import numpy

        if len(self) == MOST_LEVELS:
            raise StrategeError(_("There are boards with more than {n} plies to go.", n=MOST_LEVELS))
        if self._scratch is not None:
            sizes = numpy.array([len(blobs), *map(len, blobs)], "<i8").tobytes()
            whole = numpy.frombuffer(sizes + b"".join(blobs), numpy.uint8)
            self._scratch(f"level-{len(self):03d}", len(whole))[:] = whole
            self._sizes[len(self)] = len(whole)  # last: before this the level is not there
            blobs = self._read(len(self))
        self._kept.append(blobs)

    def part(self, number: int) -> list[Blob]:
        """What each level added to a part."""
        return [blobs[number] for blobs in self._kept]

    def blobs(self, level: int) -> list[Blob]:
        """What a level added, part by part."""
        return self._kept[level]

    def _read(self, level: int) -> list[Blob]:
        """The blobs of a level, as views of its file."""
        assert self._scratch is not None
        whole = self._scratch(f"level-{level:03d}", int(self._sizes[level]))
        count = int(whole[:8].view("<i8")[0])
        sizes = whole[8 : 8 + 8 * count].view("<i8")
        ends = 8 + 8 * count + sizes.cumsum()
        return [memoryview(whole[end - size : end]) for end, size in zip(ends, sizes)]  # type: ignore[arg-type]


def bits_blob(new: Numbers) -> Blob:
    """A part's new boards as a set of bits."""
    import zstandard

    return BITS + zstandard.compress(new.tobytes(), 1) if new.any() else b""


def list_blob(entries: Numbers) -> Blob:
    """A part's new boards as a list of entries."""
    import zstandard

    return LIST + zstandard.compress(entries.tobytes(), 1) if len(entries) else b""


def unpacked(blob: Blob) -> tuple[bool, Numbers]:
    """Whether a blob that is not empty lists entries, and its words."""
    import numpy
    import zstandard

    words = numpy.frombuffer(zstandard.decompress(blob[1:]), "<i8")
    return bytes(blob[:1]) == LIST, words


@rule
def add_bits(pieces: int, first: int, new: Numbers, words: Numbers, which: int) -> None:
    """Add a set of bits, from the block `first` on, to one of the two sets."""
    high = high_bits(pieces)
    for i in range(len(new)):
        if new[i] != 0:
            block, word = first + (i >> high), i & (1 << high) - 1
            rest = new[i]
            while rest != 0:
                add_bit(words, pieces, block << pieces | word << WORD_BITS | lowest_index(rest), which)
                rest &= rest - 1


@rule
def add_list(pieces: int, entries: Numbers, words: Numbers, which: int) -> None:
    """Add listed entries to one of the two sets."""
    for entry in entries:
        add_bit(words, pieces, entry, which)


@rule
def write_bits(pieces: int, new: Numbers, level: int, data: Bytes) -> None:
    """Write the level of a set of bits into the bytes of their part."""
    shift = min(pieces, WORD_BITS)
    for i in range(len(new)):
        rest = new[i]
        while rest != 0:
            data[(i << shift) + lowest_index(rest)] = level
            rest &= rest - 1


@rule
def write_list(pieces: int, first: int, entries: Numbers, level: int, data: Bytes) -> None:
    """Write the level of listed entries into the bytes of their part, which begins with the block `first`."""
    for entry in entries:
        data[entry - (first << pieces)] = level
