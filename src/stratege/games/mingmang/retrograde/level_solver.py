"""The boards of Ming Mang with so many pawns, by level: level d holds those that are decided in d plies."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Self

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules
from stratege.core.recipe import Layer, Work
from stratege.core.wordsize import as_words
from stratege.games.colourings import bitperm, level_solver
from stratege.games.colourings.bitsets import high_bits
from stratege.games.colourings.level_solver import JOB_ENTRIES, helping
from stratege.games.colourings.levels import Levels
from stratege.games.mingmang.retrograde import block_sweep, worklist
from stratege.games.mingmang.retrograde.indexing import index_tables

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

LAYER = "pawns-"
"""What the layer of boards with so many pawns is called, before their number."""


class LevelSolver(level_solver.LevelSolver):
    """Finds the level of every board of n × n cells with so many pawns; in memory, where nobody helps."""

    def __init__(self, rules: Rules, pawns: int, work: Work, found: Levels, helped: bool = False) -> None:
        self.rules, self.chart = as_words(rules), index_tables(rules[0], pawns)
        blocks = len(self.chart.masks)
        room = work.scratch if helped or work.elsewhere is not None else _in_memory
        words = room("known", 16 * blocks << high_bits(pawns)).view("<i8")
        closed = room("closed", 8 * blocks).view("<i8")
        super().__init__(pawns, blocks, words, closed, work, found)
        self.sweeping: ModuleType = compiled(block_sweep.__name__)
        self.listing: ModuleType = compiled(worklist.__name__)
        self.rooms: list[tuple[bitperm.Scratch, block_sweep.Folds]] = []

    @classmethod
    def there(cls, rules: Rules, layer: Layer, arrays: Mapping[str, Bytes]) -> Self:
        return cls(rules, int(layer.name.removeprefix(LAYER)), helping(arrays), Levels(), helped=True)

    def begin(self) -> None:
        """Who cannot move is lost by a look at the moves."""
        self.words[:] = 0
        self.closed[:] = 0

    def look(self, first: int, last: int, reads: int, new: Numbers) -> int:
        room = self.rooms.pop() if self.rooms else (bitperm.scratch(self.pieces), block_sweep.folds())
        count = self.sweeping.sweep(self.chart, *room, first, last, self.words, reads, self.closed, new)
        self.rooms.append(room)
        return int(count)

    def follow(self, known: Numbers, reads: int) -> Numbers:
        import numpy

        before = numpy.zeros((worklist.MOST_SUSPECTS, 2), numpy.int64)
        played = numpy.zeros(4 * self.chart.n**2, numpy.int64)
        size = 4 * JOB_ENTRIES
        while True:
            out = numpy.empty(size, numpy.int64)
            count = self.listing.suspects(
                self.rules, self.chart, self.words, reads, known, before, played, out
            )
            if count <= size:
                return out[:count]
            size = count + JOB_ENTRIES

    def add(self, adds: int, entries: Numbers, new: Numbers) -> int:
        return int(self.listing.add(self.chart, self.words, adds, entries, new))


def _in_memory(_name: str, size: int) -> Bytes:
    import numpy

    return numpy.zeros(size, numpy.uint8)
