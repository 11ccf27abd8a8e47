"""A whole layer of the 5 × 5 board: from the layer below, by sweeps, and to its end by the tail."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules
from stratege.core.recipe import Layer, Work
from stratege.games.colourings import bitperm
from stratege.games.colourings.thread_pool import ThreadPool
from stratege.games.quixo.retrograde import block_sweep, indexing, worklist
from stratege.games.square_symmetry import TURNS

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

T = TypeVar("T")

JOB_BOARDS = 1 << 24
JOB_BLOCKS = 1 << 12
JOB_ENTRIES = 1 << 13
FEW = 8000  # one board in so many found by a sweep: the tail is then faster than more sweeps
AT_LEAST_FEW = 100_000
CHUNK = 1 << 22  # words counted at one time
LOG_BYTES = 8 * len(block_sweep.Log._fields)
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
    room: Numbers | None = None

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
        """Find all boards that are won or lost, whatever is known at the start.

        What a process elsewhere found before it died nobody has heard of. So there, the end is when a sweep
        that looks at every block has begun and ended with the same boards.
        """
        self.tell()
        self.begin()
        alone = self.work.elsewhere is None
        log, fresh = self.log(), True
        for turn in itertools.count():
            before = 0 if alone or not fresh else self.known()
            found, total = self.sweep(log, backwards=turn % 2 == 1, fresh=fresh)
            self.fraction += (SWEPT - self.fraction) * 0.4
            if total == 0 and (alone or (fresh and self.known() == before)):
                return
            fresh = False
            if total <= self.few:
                if self.finish(found) and alone:
                    return
                log, fresh = self.log(), True

    def known(self) -> int:
        """How many boards are won or lost so far; a word's unused boards count too, always alike."""
        import numpy

        words = self.words.view(numpy.uint64)  # of a negative number the bits of its amount would be counted
        chunks = range(0, len(words), CHUNK)
        return sum(int(numpy.bitwise_count(words[at : at + CHUNK]).sum()) for at in chunks)

    def log(self) -> block_sweep.Log:
        """A new log; where others write it too it lies in scratch."""
        if self.work.elsewhere is None:
            return block_sweep.log(len(self.blocks))
        if self.room is None:
            self.room = self.work.scratch("log", LOG_BYTES * len(self.blocks)).view("<i8")
        shared = log_in(self.room)
        for column, new in zip(shared, block_sweep.log(len(self.blocks))):
            column[:] = new
        return shared

    def begin(self) -> None:
        """What is over, and what taking a blank decides."""
        for count in self.on_parts(self.begin_part, begin_there, self.parts()):
            self.fraction += BEGUN * count / len(self.blocks)

    def begin_part(self, first: int, last: int) -> int:
        """The same for some blocks; how many."""
        with_room = self.take_scratch()
        sets = (self.words, self.below, self.spared)
        self.sweeping.begin(self.rules, self.chart, with_room, self.blocks, first, last, *sets)
        self.scratches.append(with_room)
        return last - first

    def sweep(self, log: block_sweep.Log, backwards: bool, fresh: bool) -> tuple[list[Numbers], int]:
        """Look once at all blocks that may have changed: some boards found (all, if few) and how many.

        With a `fresh` log those are all blocks.
        """
        found: list[Numbers] = []
        total = 0

        def timed_parts() -> Iterator[tuple[int, int, int, int]]:
            parts = list(self.parts())
            for first, last in reversed(parts) if backwards else parts:
                yield first, last, next(self.clock), max(0, self.few - total)

        here = partial(self.sweep_part, log)
        there = partial(sweep_there, fresh=fresh)
        for first, last, count, news in self.on_parts(here, there, timed_parts()):
            # A block may have been read while it changed: its change is dated after the end of the job,
            # a look before the beginning.
            time, seen = next(self.clock), log.news[first:last]
            log.won[first:last][seen & block_sweep.NEWLY_WON != 0] = time
            log.lost[first:last][seen & block_sweep.NEWLY_LOST != 0] = time
            total += count
            found.append(news)
        return found, total

    def sweep_part(
        self, log: block_sweep.Log, first: int, last: int, time: int, most: int
    ) -> tuple[int, int, int, Numbers]:
        """The same for some blocks: these, how many boards were found, and so many of them at most."""
        import numpy

        with_room, news = self.take_scratch(), numpy.empty(most, numpy.int64)
        where = (self.blocks, first, last, self.words, self.spared)
        count = self.sweeping.sweep(self.rules, self.chart, with_room, *where, log, time, news)
        self.scratches.append(with_room)
        return first, last, count, news[:count].copy()

    def on_parts(
        self, here: Callable[..., T], there: Callable[..., T], parts: Iterator[tuple[int, ...]]
    ) -> Iterator[T]:
        """What comes of each part, as they end: by threads here, or elsewhere."""
        if self.work.elsewhere is not None:
            for result in self.work.elsewhere(there, ((self.blanks, *part) for part in parts)):
                self.tell()
                yield result
            return
        with ThreadPool[T](self.work.workers, self.tell) as pool:
            yield from pool.results(partial(here, *part) for part in parts)

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
                    new = numpy.empty(TURNS * len(suspects), numpy.int64)
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


def log_in(room: Numbers) -> block_sweep.Log:
    """The log that lies in such room."""
    return block_sweep.Log(*room.reshape(len(block_sweep.Log._fields), -1))


def begin_there(
    rules: Rules, layer: Layer, arrays: Mapping[str, Bytes], blanks: int, first: int, last: int
) -> int:
    """`LayerAtWork.begin_part` by another process."""
    return _there(rules, layer, arrays, blanks).begin_part(first, last)


def sweep_there(
    rules: Rules, layer: Layer, arrays: Mapping[str, Bytes], blanks: int, first: int, *part: int, fresh: bool
) -> tuple[int, int, int, Numbers]:
    """`LayerAtWork.sweep_part` by another process; nothing is left of one before, if it is a fresh sweep."""
    log = log_in(arrays["log"].view("<i8"))
    if fresh:
        for column in (log.winning, log.sparing, log.closed):
            column[first : part[0]] = 0
    return _there(rules, layer, arrays, blanks).sweep_part(log, first, *part)


def _there(rules: Rules, layer: Layer, arrays: Mapping[str, Bytes], blanks: int) -> LayerAtWork:
    words, spared = arrays["data"].view("<i8"), arrays["spared"].view("<i8")
    below = arrays[layer.needs[0]].view("<i8") if layer.needs else words[:0]
    return LayerAtWork(rules, blanks, words, below, spared, Work(1, 0, lambda _done: None, _no_scratch))


def _no_scratch(name: str, size: int) -> Bytes:
    raise AssertionError(f"a part takes no scratch, and wants {name} of {size} bytes")


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
