"""Images and lists of numbers coded by context: the compiled loops given their memory, a part at a time.

An image goes through in *blocks* of a few rows, so that who reads or writes a large one needs memory for a
block and for what the contexts have learned, not for the image. Writing and reading keep the same state:
`_Tape` for bytes, `Image` and `Items` for what is coded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy
from numpy.typing import NDArray

from stratege.core.compiling import compiled
from stratege.core.language import _
from stratege.images import coder, mixing, numbers, palettes, twocolours
from stratege.images.coder import MEASURE, READ, WRITE
from stratege.images.picture import BadPicture, Bytes, read_only

Read = Callable[[int], bytes]
"""The next bytes of a stream, at most so many, fewer only at its end."""

BLOCK = 1 << 16
"""Decisions coded at a time, and at least a row."""
BLOCK_OF_ITEMS = 1 << 12
FEWEST_SLOT_BITS, MOST_SLOT_BITS = 12, 20
COST_BITS = 16
"""Costs are in 65536ths of a bit."""
DECISIONS_A_BYTE = 1 << 16
"""No byte holds more: the surest costs 0.00035 bits, and where the interval is narrow half of that."""


@dataclass(frozen=True)
class Way:
    """How pixels become decisions."""

    name: str
    number: int
    """In the file."""
    module: str
    above: int
    side: int
    """Of the margin around the pixels, that is how far contexts reach."""
    growth: int
    """Slots for each pixel, as a power of two."""
    decisions: int
    """At most, for one pixel."""
    most_colours: int


TWO = Way("two", 1, twocolours.__name__, twocolours.ABOVE, twocolours.SIDE, 1, 1, 2)
FEW = Way("few", 2, palettes.__name__, palettes.ABOVE, palettes.SIDE, 1, palettes.MOST_DECISIONS, 256)
MANY = Way("many", 3, palettes.__name__, palettes.ABOVE, palettes.SIDE, 4, 8, 256)
WAYS = {way.name: way for way in (TWO, FEW, MANY)}


def ways_for(colours: int) -> list[Way]:
    """The ways worth a trial."""
    if colours <= TWO.most_colours:
        return [TWO]
    return [FEW] if colours <= 4 else [FEW, MANY]


def likely_way(pixels: Bytes, colours: int) -> Way:
    """A guess at the better way, from how many pixels have the colour of the one before."""
    if colours <= TWO.most_colours:
        return TWO
    return FEW if colours <= 4 or 3 * int((pixels[:, 1:] == pixels[:, :-1]).sum()) >= pixels.size else MANY


class _Tape:
    """The coder's side: its registers, and the bytes being written or read."""

    def __init__(self, mode: int, read: Read | None = None) -> None:
        self.mode = mode
        self.registers = numpy.zeros(coder.REGISTERS, numpy.int64)
        self.registers[coder.HIGH] = coder.WORD
        self._read = read
        self._bytes = numpy.empty(0, numpy.uint8)
        self._ended = read is None
        self._begun = False

    def room_for(self, decisions: int) -> tuple[Any, Any, Any]:
        """What the loops need to code so many decisions."""
        need = coder.WORD_BYTES * (decisions + 1)
        if self.mode == WRITE and len(self._bytes) < need:
            self._bytes = numpy.empty(need, numpy.uint8)
        if self.mode == READ:
            self._refill(need)
        return self.registers, self._bytes, costs()

    def written(self) -> bytes:
        """What was written since the last call."""
        at, self.registers[coder.AT] = int(self.registers[coder.AT]), 0
        return self._bytes[:at].tobytes()

    def last_bytes(self) -> bytes:
        """What ends the stream."""
        return coder.last_bytes(int(self.registers[coder.LOW]), int(self.registers[coder.HIGH]))

    def check(self) -> None:
        """Make sure that what was read was there: all but the zeros that everyone imagines."""
        if self._ended and self.registers[coder.AT] > len(self._bytes) + coder.WORD_BYTES:
            raise BadPicture(_("The file is damaged: a stream ends early."))

    def end(self) -> None:
        """Make sure that everything was read."""
        if not self._ended or self.registers[coder.AT] < len(self._bytes):
            raise BadPicture(_("The file is damaged: a stream is longer than it should be."))

    def _refill(self, need: int) -> None:
        """Have so many bytes at hand, or all there are."""
        at = int(self.registers[coder.AT])
        if not self._ended and len(self._bytes) - at < need:
            assert self._read is not None
            more = self._read(need)
            self._ended = len(more) < need
            rest = self._bytes[at:]
            self._bytes = numpy.concatenate([rest, numpy.frombuffer(more, numpy.uint8)])
            self.registers[coder.AT] = 0
        if not self._begun:
            compiled(coder.__name__).begin_reading(self.registers, self._bytes)
            self._begun = True


class Image:
    """An image on its way through the loops."""

    def __init__(self, height: int, width: int, colours: int, way: Way, tape: _Tape) -> None:
        self.height, self.width = height, width
        self._colours, self._way, self._tape = colours, way, tape
        self._bits = slot_bits(height * width, way.growth)
        self._model = new_memory(way, self._bits)
        self._keys = numpy.zeros(mixing.INPUTS, numpy.int64)
        self.block = max(1, BLOCK // (way.decisions * width))
        self._band = numpy.zeros((way.above + self.block, width + 2 * way.side), numpy.int32)

    def code(self, rows: Bytes | None, count: int, spent: NDArray[numpy.int32]) -> Bytes:
        """The next rows, given or read, at most a block of them."""
        way, band = self._way, self._band[: self._way.above + count]
        inside = band[way.above :, way.side : -way.side]
        if rows is not None:
            inside[:] = rows
        tape = self._tape.room_for(count * self.width * way.decisions)
        state = (band, self._model, tape, self._tape.mode, self._bits, spent)
        loops: ModuleType = compiled(way.module)
        if way is TWO:
            loops.code_rows(*state)
        else:
            loops.code_rows(*state, self._keys, int(way is MANY), self._colours)
        coded = rows if rows is not None else read_only(inside)
        self._band[: way.above] = band[count:].copy()
        return coded


def write_image(
    pixels: Bytes, colours: int, way: Way, between: Callable[[int], None] = lambda _done: None
) -> bytes:
    """The pixels as a stream; `between` is told now and then how many are done, and may raise."""
    height, width = pixels.shape
    writer = Writer(height, width, colours, way)
    parts = []
    for start in range(0, len(pixels), writer.block):
        parts.append(writer.write(pixels[start : start + writer.block]))
        between(min(len(pixels), start + writer.block) * pixels.shape[1])
    return b"".join([*parts, writer.last_bytes()])


class Writer:
    """A stream of an image whose rows come in as many instalments as one likes."""

    def __init__(self, height: int, width: int, colours: int, way: Way) -> None:
        self._tape = _Tape(WRITE)
        self._image = Image(height, width, colours, way, self._tape)
        self.block = self._image.block

    def write(self, rows: Bytes) -> bytes:
        """The bytes that the next rows add."""
        parts = []
        for start in range(0, len(rows), self.block):
            part = rows[start : start + self.block]
            self._image.code(part, len(part), NO_COSTS)
            parts.append(self._tape.written())
        return b"".join(parts)

    def last_bytes(self) -> bytes:
        """The bytes after the last row."""
        return self._tape.last_bytes()


def read_image(height: int, width: int, colours: int, way: Way, read: Read) -> Iterator[Bytes]:
    """The image in a stream, a few rows at a time; `BadPicture` as soon as something is wrong."""
    tape = _Tape(READ, read)
    image = Image(height, width, colours, way, tape)
    for start in range(0, height, image.block):
        rows = image.code(None, min(image.block, height - start), NO_COSTS)
        tape.check()
        if rows.max() >= colours:
            raise BadPicture(_("A colour in the file is not in its palette."))
        yield rows
    tape.end()


def bits_spent(pixels: Bytes, colours: int, way: Way) -> NDArray[numpy.float64]:
    """How many bits each pixel costs."""
    height, width = pixels.shape
    image = Image(height, width, colours, way, _Tape(MEASURE))
    spent = numpy.zeros(pixels.shape, numpy.int32)
    for start in range(0, len(pixels), image.block):
        part = slice(start, start + image.block)
        image.code(pixels[part], len(pixels[part]), spent[part])
    return spent / (1 << COST_BITS)


class Items:
    """A list of items, each of a few numbers, on its way through the loops."""

    def __init__(self, fields: int, count: int, tape: _Tape) -> None:
        self._tape = tape
        self._bits = slot_bits(fields * count, 4)
        self._recent = numpy.zeros((fields, numbers.REMEMBERED), numpy.int64)
        self._keys = numpy.zeros(mixing.INPUTS, numpy.int64)
        self._model = mixing.new_model(mixing.INPUTS << self._bits, numbers.KINDS, mixing.SMALLS)

    def code(self, items: NDArray[numpy.int64]) -> None:
        """The next items, given, or read into the array."""
        tape = self._tape.room_for(items.size * numbers.MOST_DECISIONS)
        state = (self._recent, self._model, tape, self._keys, self._tape.mode, self._bits)
        compiled(numbers.__name__).code_items(items, *state)


def write_items(items: NDArray[numpy.int64]) -> bytes:
    """Numbers as a stream: `items[field, item]`."""
    tape, parts = _Tape(WRITE), []
    fields, count = items.shape
    writer = Items(fields, count, tape)
    for start in range(0, count, BLOCK_OF_ITEMS):
        writer.code(numpy.array(items[:, start : start + BLOCK_OF_ITEMS]))
        parts.append(tape.written())
    return b"".join([*parts, tape.last_bytes()])


def read_items(fields: int, count: int, read: Read) -> Iterator[NDArray[numpy.int64]]:
    """The numbers in a stream, a block at a time."""
    tape = _Tape(READ, read)
    reader = Items(fields, count, tape)
    for start in range(0, count, BLOCK_OF_ITEMS):
        block = numpy.zeros((fields, min(BLOCK_OF_ITEMS, count - start)), numpy.int64)
        reader.code(block)
        tape.check()
        yield block
    if count:
        tape.end()


def new_memory(way: Way, bits: int) -> tuple[Any, ...]:
    """What an image's contexts know at first."""
    if way is TWO:
        return mixing.new_model(twocolours.SMALL_SLOTS + (3 << bits), 1, twocolours.SMALLS)
    return mixing.new_model(mixing.INPUTS << bits, palettes.KINDS, mixing.SMALLS)


def slot_bits(pixels: int, growth: int) -> int:
    """How large the hashed tables are, as a power of two: by what may come, within reason."""
    return min(max(pixels.bit_length() + growth, FEWEST_SLOT_BITS), MOST_SLOT_BITS)


def too_short(decisions: int, length: int) -> bool:
    """Whether a stream of so many bytes cannot hold so many decisions."""
    return decisions > DECISIONS_A_BYTE * (length + 2 * coder.WORD_BYTES)


@cache
def costs() -> NDArray[numpy.int32]:
    """What a decision of a chance, in 4096ths, costs. For the eye only: no file depends on it."""
    steps = 1 << (coder.CHANCE_BITS - mixing.COST_SHIFT)
    bits = (-math.log2((k + 0.5) / (steps + 1)) for k in range(steps + 1))
    return numpy.array([round((1 << COST_BITS) * one) for one in bits], numpy.int32)


NO_COSTS = numpy.zeros((0, 0), numpy.int32)
