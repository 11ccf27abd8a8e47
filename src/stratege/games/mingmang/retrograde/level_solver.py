"""All boards with so many pawns, level by level: sweeps while much changes, then board by board."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules
from stratege.core.recipe import Work
from stratege.core.wordsize import as_words
from stratege.games.colourings import bitperm
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, high_bits
from stratege.games.colourings.thread_pool import ThreadPool
from stratege.games.mingmang import kernel
from stratege.games.mingmang.retrograde import block_sweep, levels, verify, worklist
from stratege.games.mingmang.retrograde.indexing import index_tables
from stratege.games.mingmang.retrograde.levels import Levels
from stratege.games.square_symmetry import TURNS

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

T = TypeVar("T")

PART_BOARDS = 1 << 25
JOB_ENTRIES = 1 << 14
FEW = 10_000  # one board in so many new in a level: then they are taken up one by one
AT_LEAST_FEW = 20_000
USUAL_LEVELS = 130  # a guess, for telling how far along the work is


class LevelSolver:
    """Finds the level of every board of n × n cells with so many pawns.

    Level d holds the boards decided in d plies: lost if d is even, won if it is odd.
    """

    def __init__(self, rules: Rules, pawns: int, work: Work, found: Levels) -> None:
        import numpy

        self.rules, self.pawns, self.work, self.levels = as_words(rules), pawns, work, found
        self.chart = index_tables(rules[0], pawns)
        self.blocks = len(self.chart.masks)
        self.step = max(1, PART_BOARDS >> pawns)
        self.starts = range(0, self.blocks, self.step)
        self.few = max(AT_LEAST_FEW, (self.blocks << pawns) // FEW)
        self.sweeping: ModuleType = compiled(block_sweep.__name__)
        self.listing: ModuleType = compiled(worklist.__name__)
        self.keeping: ModuleType = compiled(levels.__name__)
        self.checking: ModuleType = compiled(verify.__name__, kernel.__name__)
        self.words: Numbers = numpy.zeros(2 * self.blocks << high_bits(pawns), numpy.int64)
        self.closed: Numbers = numpy.zeros(self.blocks, numpy.int64)
        self.rooms: list[tuple[bitperm.Scratch, block_sweep.Folds]] = []

    def solve(self) -> None:
        """Find the levels that are not there yet."""
        for level in range(len(self.levels)):
            self._recall(level)
        new = self.few + 1
        while new > self.few:
            new = self._sweep()
        if new > 0:
            waiting = self._entries(len(self.levels) - 1)
            while len(waiting) > 0:
                waiting = self._follow_up(waiting)

    def first_difference(self, data: Bytes) -> int:
        """The first entry of a whole table whose level no sweep confirms; -1 if all are right."""
        highest = int(data.max()) if len(data) else 0
        for level in range(highest + 1):
            for number, _count, new in self._on_parts(level, lambda new: new):
                at = self.starts[number] << self.pawns
                part = data[at : at + (self.step << self.pawns)]
                wrong = self.checking.first_difference(self.pawns, new, level, part)
                if wrong >= 0:
                    return at + int(wrong)
        return -1

    def part(self, number: int) -> Bytes:
        """The bytes of a part's boards: 0 for a draw, else one more than their level."""
        import numpy

        first = self.starts[number]
        blocks = min(self.step, self.blocks - first)
        data = numpy.zeros(blocks << self.pawns, numpy.uint8)
        for level, blob in enumerate(self.levels.part(number)):
            if blob:
                listed, words = levels.unpacked(blob)
                if listed:
                    self.keeping.write_list(self.pawns, first, words, level + 1, data)
                else:
                    self.keeping.write_bits(self.pawns, words, level + 1, data)
        return data

    def _sets(self, level: int) -> tuple[int, int]:
        """What a level is found from, and what it adds to: at first who has no move is lost."""
        return (WON, LOST) if level % 2 == 0 else (LOST, WON)

    def _sweep(self) -> int:
        """The next level by looking at all blocks; how many boards it has."""
        blobs, total = [b""] * len(self.starts), 0
        level = len(self.levels)
        for number, count, blob in self._on_parts(level, levels.bits_blob):
            blobs[number] = blob
            total += count
        if total > 0:
            self.levels.append(blobs)
        return total

    def _on_parts(self, level: int, keep: Callable[[Numbers], T]) -> Iterator[tuple[int, int, T]]:
        """Sweep all parts for a level: of each its number, how many boards are new, what is kept of them."""
        import numpy

        reads, _adds = self._sets(level)

        def job(number: int) -> tuple[int, int, T]:
            first = self.starts[number]
            last = min(first + self.step, self.blocks)
            new = numpy.empty(last - first << high_bits(self.pawns), numpy.int64)
            room = self.rooms.pop() if self.rooms else (bitperm.scratch(self.pawns), block_sweep.folds())
            count = self.sweeping.sweep(self.chart, *room, first, last, self.words, reads, self.closed, new)
            self.rooms.append(room)
            return number, count, keep(new)

        for done, result in enumerate(self._all(job, len(self.starts), level)):
            self._tell(level + done / len(self.starts))
            yield result

    def _follow_up(self, known: Numbers) -> Numbers:
        """The next level by looking back from the boards of the last one; its entries, in order."""
        import numpy

        level = len(self.levels)
        reads, adds = self._sets(level)
        jobs = numpy.array_split(known, -(-len(known) // JOB_ENTRIES))
        found: list[Numbers] = []

        def job(number: int) -> Numbers:
            before = numpy.zeros((worklist.MOST_SUSPECTS, 2), numpy.int64)
            played = numpy.zeros(4 * self.chart.n**2, numpy.int64)
            size = 4 * JOB_ENTRIES
            while True:
                out = numpy.empty(size, numpy.int64)
                count = self.listing.suspects(
                    self.rules, self.chart, self.words, reads, jobs[number], before, played, out
                )
                if count <= size:
                    return out[:count]
                size = count + JOB_ENTRIES

        for suspects in self._all(job, len(jobs), level):
            new = numpy.empty(TURNS * len(suspects), numpy.int64)
            count = self.listing.add(self.chart, self.words, adds, suspects, new)
            found.append(new[:count].copy())
        entries = numpy.sort(numpy.concatenate(found))
        if len(entries) > 0:
            ends = numpy.searchsorted(entries, [first << self.pawns for first in [*self.starts, self.blocks]])
            self.levels.append([levels.list_blob(entries[a:b]) for a, b in itertools.pairwise(ends)])
        return entries

    def _all(self, job: Callable[[int], T], count: int, level: float) -> Iterator[T]:
        """The results of the jobs 0 … count - 1, as they end."""
        with ThreadPool[T](self.work.workers, lambda: self._tell(level)) as pool:
            yield from pool.results(partial(job, number) for number in range(count))

    def _recall(self, level: int) -> None:
        """Add a level that is there already."""
        _reads, adds = self._sets(level)
        for first, blob in zip(self.starts, self.levels.blobs(level)):
            if blob:
                listed, words = levels.unpacked(blob)
                if listed:
                    self.keeping.add_list(self.pawns, words, self.words, adds)
                else:
                    self.keeping.add_bits(self.pawns, first, words, self.words, adds)

    def _entries(self, level: int) -> Numbers:
        """The entries of a level."""
        import numpy

        found = []
        for first, blob in zip(self.starts, self.levels.blobs(level)):
            if blob:
                listed, words = levels.unpacked(blob)
                if not listed:
                    places = numpy.flatnonzero(numpy.unpackbits(words.view(numpy.uint8), bitorder="little"))
                    inside = min(self.pawns, WORD_BITS)
                    words = (first << self.pawns) + (places >> WORD_BITS << inside | places & 63)
                found.append(words)
        return numpy.concatenate(found)

    def _tell(self, level: float) -> None:
        self.work.tell(level / (level + USUAL_LEVELS / 4))
