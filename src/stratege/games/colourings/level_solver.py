"""All boards with the same number of pieces, level by level: sweeps while much changes, then one by one."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Self, TypeVar

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules
from stratege.core.recipe import Layer, ReadBytes, Work
from stratege.games.colourings import levels
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, high_bits
from stratege.games.colourings.levels import Blob, Levels
from stratege.games.colourings.thread_pool import ThreadPool
from stratege.games.square_symmetry import TURNS

if TYPE_CHECKING:
    from types import ModuleType

    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

T = TypeVar("T")

PART_BOARDS = 1 << 25
JOB_ENTRIES = 1 << 14
FEW = 10_000  # one board in so many new in a level: then they are taken up one by one
AT_LEAST_FEW = 20_000
USUAL_LEVELS = 130  # a guess, for telling how far along the work is


class LevelSolver(ABC):
    """Finds the level of every board; what a move does is for the game to say.

    Level 0 holds the boards that are lost because every move leads to a board won from the beginning. After
    that wins, at odd levels, and losses, at even ones, follow from each other in turn. A sweep and a
    follow-up read one of the two sets in `words` and add to the other only. `closed` says of each block
    whether all its boards are in one of them.

    Where others help, both lie in scratch. They look at parts of a level, and add nothing: what they found
    is added here, so that a part looked at twice counts once.
    """

    every = 1
    """Which levels tables tell: every one, or, if 2, those of won boards."""

    def __init__(
        self, pieces: int, blocks: int, words: Numbers, closed: Numbers, work: Work, found: Levels
    ) -> None:
        self.pieces, self.blocks, self.words, self.closed = pieces, blocks, words, closed
        self.work, self.levels = work, found
        self.step = max(1, PART_BOARDS >> pieces)
        self.starts = range(0, blocks, self.step)
        self.few = max(AT_LEAST_FEW, (blocks << pieces) // FEW)
        self.keeping: ModuleType = compiled(levels.__name__)

    @classmethod
    @abstractmethod
    def there(cls, rules: Rules, layer: Layer, arrays: Mapping[str, Bytes]) -> Self:
        """The solver of a layer, for one who helps."""

    @abstractmethod
    def begin(self) -> None:
        """Forget what a kill left in the sets, and add what is won or lost from the beginning."""

    @abstractmethod
    def look(self, first: int, last: int, reads: int, new: Numbers) -> int:
        """Sweep some blocks for what one of the sets decides by one move; see `level_sweep.settle`."""

    @abstractmethod
    def follow(self, known: Numbers, reads: int) -> Numbers:
        """What follows from these entries, all newly in that set."""

    @abstractmethod
    def add(self, adds: int, entries: Numbers, new: Numbers) -> int:
        """Add entries and their images to a set; write all that were new into `new` and return how many."""

    def solve(self) -> None:
        """Find the levels that are not there yet."""
        self.begin()
        for level in range(len(self.levels)):
            self._recall(level)
        new = self.few + 1
        while new > self.few:
            new = self._sweep()
        if new > 0:
            waiting = self._entries(len(self.levels) - 1)
            while len(waiting) > 0:
                waiting = self._follow_up(waiting)

    def first_difference(self, read: ReadBytes) -> int:
        """The first entry of a whole table that solving it anew does not confirm; -1 if all are right.

        In the end a look at all blocks must find nothing more.
        """
        self.solve()
        for level in (0, 1):
            for _number, count, _new in self.on_parts(level):
                assert count == 0, "there is more to find"

        def job(number: int) -> int:
            part, at = self.part(number), self.starts[number] << self.pieces
            differ = part != read(at, at + len(part))
            return at + int(differ.argmax()) if differ.any() else -1

        return min((at for at in self.all(job, len(self.starts)) if at >= 0), default=-1)

    def part(self, number: int) -> Bytes:
        """The bytes of a part's boards: one more than their level, 0 for those that have none."""
        import numpy

        first = self.starts[number]
        blocks = min(self.step, self.blocks - first)
        data = numpy.zeros(blocks << self.pieces, numpy.uint8)
        for level, blob in enumerate(self.levels.part(number)):
            if blob and level % self.every == self.every - 1:
                listed, words = levels.unpacked(blob)
                if listed:
                    self.keeping.write_list(self.pieces, first, words, level + 1, data)
                else:
                    self.keeping.write_bits(self.pieces, words, level + 1, data)
        return data

    def in_order(self, made: Callable[[int], T]) -> Iterator[T]:
        """What is made of each part, one after the other; the next ones are made meanwhile."""
        total, under_way = len(self.starts), deque[Future[T]]()
        with ThreadPoolExecutor(self.work.workers) as pool:
            for number in range(total):
                under_way.append(pool.submit(made, number))
                if len(under_way) > self.work.workers:
                    self.work.tell(number / total)
                    yield under_way.popleft().result()
            yield from (part.result() for part in under_way)

    def on_parts(self, level: int) -> Iterator[tuple[int, int, Blob]]:
        """Sweep all parts for a level: of each its number, how many boards are new, and these."""
        if self.work.elsewhere is None:
            looked = self.all(partial(self.on_part, level), len(self.starts), level)
        else:
            looked = self._looked_there(level)
        for done, result in enumerate(looked):
            self._tell(level + done / len(self.starts))
            yield result

    def on_part(self, level: int, number: int) -> tuple[int, int, Blob]:
        """The same for one of them."""
        import numpy

        reads, _adds = _sets(level)
        first = self.starts[number]
        last = min(first + self.step, self.blocks)
        new = numpy.empty(last - first << high_bits(self.pieces), numpy.int64)
        count = self.look(first, last, reads, new)
        return number, count, levels.bits_blob(new)

    def _looked_there(self, level: int) -> Iterator[tuple[int, int, Blob]]:
        """The same for all of them by others."""
        assert self.work.elsewhere is not None
        parts = ((type(self), level, number) for number in range(len(self.starts)))
        for number, count, blob, closed in self.work.elsewhere(look_there, parts, private=True):
            first = self.starts[number]
            self._add(level, first, blob)
            self.closed[first : first + len(closed)] = closed
            yield number, count, blob

    def all(self, job: Callable[[int], T], count: int, level: float = 0) -> Iterator[T]:
        """The results of the jobs 0 … count - 1, as they end."""
        with ThreadPool[T](self.work.workers, lambda: self._tell(level)) as pool:
            yield from pool.results(partial(job, number) for number in range(count))

    def _sweep(self) -> int:
        """The next level by looking at all blocks; how many boards it has."""
        blobs: list[Blob] = [b""] * len(self.starts)
        total = 0
        level = len(self.levels)
        for number, count, blob in self.on_parts(level):
            blobs[number] = blob
            total += count
        if total > 0:
            self.levels.append(blobs)
        return total

    def _follow_up(self, known: Numbers) -> Numbers:
        """The next level by looking back from the boards of the last one; its entries, in order."""
        import numpy

        level = len(self.levels)
        reads, adds = _sets(level)
        jobs = numpy.array_split(known, -(-len(known) // JOB_ENTRIES))
        found: list[Numbers] = []
        for suspects in self._followed(jobs, reads, level):
            new = numpy.empty(TURNS * len(suspects), numpy.int64)
            count = self.add(adds, suspects, new)
            found.append(new[:count].copy())
        entries = numpy.sort(numpy.concatenate(found))
        if len(entries) > 0:
            ends = numpy.searchsorted(
                entries, [first << self.pieces for first in [*self.starts, self.blocks]]
            )
            self.levels.append([levels.list_blob(entries[a:b]) for a, b in itertools.pairwise(ends)])
        return entries

    def _followed(self, jobs: list[Numbers], reads: int, level: int) -> Iterator[Numbers]:
        """What follows from the entries of each job; from few, it is found here."""
        if self.work.elsewhere is None or len(jobs) == 1:
            return self.all(lambda number: self.follow(jobs[number], reads), len(jobs), level)
        parts = ((type(self), known, reads) for known in jobs)
        return self.work.elsewhere(follow_there, parts, private=True)

    def _recall(self, level: int) -> None:
        """Add a level that is there already."""
        for first, blob in zip(self.starts, self.levels.blobs(level)):
            self._add(level, first, blob)

    def _add(self, level: int, first: int, blob: Blob) -> None:
        """Add what a level has in the part that begins with that block."""
        _reads, adds = _sets(level)
        if blob:
            listed, words = levels.unpacked(blob)
            if listed:
                self.keeping.add_list(self.pieces, words, self.words, adds)
            else:
                self.keeping.add_bits(self.pieces, first, words, self.words, adds)

    def _entries(self, level: int) -> Numbers:
        """The entries of a level."""
        import numpy

        found = []
        for first, blob in zip(self.starts, self.levels.blobs(level)):
            if blob:
                listed, words = levels.unpacked(blob)
                if not listed:
                    some = numpy.flatnonzero(words)  # few: most of the bits need not be unpacked
                    bits = numpy.unpackbits(words[some].view(numpy.uint8), bitorder="little")
                    place, bit = numpy.divmod(numpy.flatnonzero(bits), 1 << WORD_BITS)
                    inside = min(self.pieces, WORD_BITS)
                    words = (first << self.pieces) + (some[place] << inside | bit)
                found.append(words)
        return numpy.concatenate(found)

    def _tell(self, level: float) -> None:
        self.work.tell(level / (level + USUAL_LEVELS / 4))


def look_there(
    rules: Rules,
    layer: Layer,
    arrays: Mapping[str, Bytes],
    kind: type[LevelSolver],
    level: int,
    number: int,
) -> tuple[int, int, Blob, Numbers]:
    """`LevelSolver.on_part` by another process, and which of the blocks are now closed."""
    solver = kind.there(rules, layer, arrays)
    first = solver.starts[number]
    return *solver.on_part(level, number), solver.closed[first : first + solver.step].copy()


def follow_there(
    rules: Rules,
    layer: Layer,
    arrays: Mapping[str, Bytes],
    kind: type[LevelSolver],
    known: Numbers,
    reads: int,
) -> Numbers:
    """`LevelSolver.follow` by another process."""
    return kind.there(rules, layer, arrays).follow(known, reads)


def helping(arrays: Mapping[str, Bytes]) -> Work:
    """What one has who helps: one thread, and the arrays that are there."""
    return Work(1, 0, lambda _done: None, lambda name, _size: arrays[name])


def _sets(level: int) -> tuple[int, int]:
    """What a level is found from, and what it adds to."""
    return (WON, LOST) if level % 2 == 0 else (LOST, WON)
