"""Files into the archive: read and validated in other processes while this one writes.

A few batches are one transaction. Stopped at any moment, what is in is whole; the same file imported again
goes on from there, since games that are in already are known by their digest.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from typing import IO

from stratege.archive.formats import Written, read, records_in
from stratege.archive.store import Added, Archive
from stratege.archive.validate import Validated, validate
from stratege.arena.workers import processes
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import _

FIRST = 20_000  # games validated here, while other processes start
BATCH = 100_000  # games validated at once
TOGETHER = 3  # batches written in one transaction
AHEAD = TOGETHER + 1  # batches validated before they are wanted: statistics take long to write


class Counted:
    """Lines as they are read, with how many bytes have gone by: for showing progress."""

    def __init__(self, file: IO[bytes], on_bytes: Callable[[int], None] = lambda _bytes: None) -> None:
        self._file, self._on_bytes = file, on_bytes

    def __iter__(self) -> Iterator[str]:
        for line in self._file:
            self._on_bytes(len(line))
            yield line.decode("utf-8", errors="replace")


def add_lines(
    archive: Archive, lines: Iterable[str], batch: int = BATCH, workers: int = 1
) -> Generator[Added]:
    """Put the games of a file in; what became of those of each transaction, once they are safe."""
    batches = _batches(records_in(lines), batch)
    first, second = next(batches, []), next(batches, [])
    with no_garbage_collection():
        if second:
            validated = _validated_ahead(first, chain([second], batches), workers)
            for one in validated:
                yield archive.put(chain([one], islice(validated, TOGETHER - 1)))
        elif first:
            yield archive.put([validate_records(first)])


def _batches(records: Iterator[Written], most: int) -> Iterator[list[Written]]:
    """The records in batches, the first ones smaller, so that there is soon something to write."""
    size = min(FIRST, most)
    while batch := list(islice(records, size)):
        yield batch
        size = min(2 * size, most)


def _validated_ahead(
    first: list[Written], others: Iterator[list[Written]], workers: int
) -> Iterator[Validated]:
    """The batches validated, in order: the first one here, while other processes begin with the others."""
    with processes(workers) as pool:
        waiting: deque[Future[Validated]] = deque()

        def hand_out(count: int) -> None:
            for batch in islice(others, count):
                waiting.append(pool.submit(validate_records, batch, language.current()))

        hand_out(workers + AHEAD - 1)
        yield validate_records(first)
        while waiting:
            try:
                validated = waiting.popleft().result()
            except BrokenProcessPool:
                raise StrategeError(_("A process that was reading games has died.")) from None
            hand_out(1)
            yield validated


def validate_records(records: list[Written], spoken: str | None = None) -> Validated:
    """Read and validate records; in another process, in the language spoken here."""
    if spoken is not None:
        language.use(spoken)
    with no_garbage_collection():
        return validate(map(read, records))


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Make millions of small things that hold no cycles without being asked about cycles all the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
