"""A whole layer of the 5 × 5 board: from the layer below, by sweeps, and to its end by the tail."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules
from stratege.core.recipe import Work
from stratege.games.colourings import bitperm
from stratege.games.colourings.thread_pool import ThreadPool
from stratege.games.quixo.retrograde import block_sweep, indexing, worklist

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers

JOB_BOARDS = 1 << 24
JOB_BLOCKS = 1 << 12
JOB_ENTRIES = 1 << 13
FEW = 8000  # one board in so many found by a sweep: the tail is then faster than more sweeps
AT_LEAST_FEW = 100_000
BEGUN, SWEPT = 0.2, 0.9  # guesses of how far along a layer is


@dataclass
class LayerAtWork:
    """A layer while it is solved. `words` and `below` are won and lost boards; see `block_sweep`."""

    rules: Rules
    blanks: int
    words: Numbers
    below: Numbers
    spared: Numbers
    work: Work
    fraction: float = 0.0
    scratches: list[bitperm.Scratch] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chart = indexing.index_tables(self.rules[0])
        if self.blanks > 0:
            indexing.blocks(self.rules[0], self.blanks - 1)
        self.blocks, self.weights = indexing.blocks(self.rules[0], self.blanks)
        self.cubes = self.chart.cells - self.blanks
        boards = len(self.blocks) << self.cubes
        self.few = min(max(AT_LEAST_FEW, boards // FEW), self.work.memory // 256)
        self.sweeping: ModuleType = compiled(block_sweep.__name__)
        self.tailing: ModuleType = compiled(worklist.__name__)
        self.clock = itertools.count(1)

    def solve(self) -> None:
        """Find all boards that are won or lost, whatever is known at the start."""
        self.tell()
        self.begin()
        log = block_sweep.log(len(self.blocks))
        for turn in itertools.count():
            found, total = self.sweep(log, backwards=turn % 2 == 1)
            self.fraction += (SWEPT - self.fraction) * 0.4
            if total == 0:
                return
            if total <= self.few:
                if self.finish(found):
                    return
                log = block_sweep.log(len(self.blocks))

    def begin(self) -> None:
        """What is over, and what taking a blank decides."""

        def job(first: int, last: int) -> int:
            with_room = self.take_scratch()
            sets = (self.words, self.below, self.spared)
            self.sweeping.begin(self.rules, self.chart, with_room, self.blocks, first, last, *sets)
            self.scratches.append(with_room)
            return last - first

        with ThreadPool[int](self.work.workers, self.tell) as pool:
            for count in pool.results(partial(job, *part) for part in self.parts()):
                self.fraction += BEGUN * count / len(self.blocks)

    def sweep(self, log: block_sweep.Log, backwards: bool) -> tuple[list[Numbers], int]:
        """Look once at all blocks that may have changed: some boards found (all, if few) and how many."""
        import numpy

        found: list[Numbers] = []
        total = 0

        def job(first: int, last: int, time: int, most: int) -> tuple[int, int, int, Numbers]:
            with_room, news = self.take_scratch(), numpy.empty(most, numpy.int64)
            where = (self.blocks, first, last, self.words, self.spared)
            count = self.sweeping.sweep(self.rules, self.chart, with_room, *where, log, time, news)
            self.scratches.append(with_room)
            return first, last, count, news[:count].copy()

        def jobs() -> Iterator[Callable[[], tuple[int, int, int, Numbers]]]:
            parts = list(self.parts())
            for first, last in reversed(parts) if backwards else parts:
                yield partial(job, first, last, next(self.clock), max(0, self.few - total))

        with ThreadPool[tuple[int, int, int, "Numbers"]](self.work.workers, self.tell) as pool:
            for first, last, count, news in pool.results(jobs()):
                # A block may have been read while it changed: its change is dated after the end of the job,
                # a look before the beginning.
                time, seen = next(self.clock), log.news[first:last]
                log.won[first:last][seen & block_sweep.NEWLY_WON != 0] = time
                log.lost[first:last][seen & block_sweep.NEWLY_LOST != 0] = time
                total += count
                found.append(news)
        return found, total

    def finish(self, found: list[Numbers]) -> bool:
        """Follow up the boards found by the last sweep to the end; False if they became too many."""
        import numpy

        waiting, most = [entries for entries in found if len(entries) > 0], 4 * self.few

        def job(known: Numbers) -> Numbers:
            out = numpy.empty(len(known) * worklist.MOST_SUSPECTS, numpy.int64)
            count = self.tailing.suspects(
                self.rules, self.chart, self.blocks, self.weights, self.words, self.spared, known, out
            )
            return out[:count]

        with ThreadPool["Numbers"](self.work.workers, self.tell) as pool:
            while waiting or pool.running:
                while waiting and not pool.full:
                    pool.start(partial(job, _some(waiting)))
                for suspects in pool.ended():
                    new = numpy.empty(len(suspects), numpy.int64)
                    count = self.tailing.add(self.chart, self.blocks, self.weights, self.words, suspects, new)
                    if count > 0:
                        waiting.append(new[:count])
                    if sum(map(len, waiting)) > most:
                        return False
        return True

    def parts(self) -> Iterator[tuple[int, int]]:
        """Ranges of blocks, each about a job's worth."""
        size = min(JOB_BLOCKS, max(1, JOB_BOARDS >> self.cubes))
        for first in range(0, len(self.blocks), size):
            yield first, min(first + size, len(self.blocks))

    def take_scratch(self) -> bitperm.Scratch:
        return self.scratches.pop() if self.scratches else bitperm.scratch(self.cubes)

    def tell(self) -> None:
        self.work.tell(min(self.fraction, 1.0))


def _some(waiting: list[Numbers]) -> Numbers:
    """Take a job's worth of entries, the last first: what was just found is still in the cache."""
    import numpy

    parts = [waiting.pop()]
    while waiting and sum(map(len, parts)) < JOB_ENTRIES:
        parts.append(waiting.pop())
    known = numpy.concatenate(parts)
    if len(known) > JOB_ENTRIES:
        waiting.append(known[JOB_ENTRIES:])
    return known[:JOB_ENTRIES]
