"""Files into the archive: read and judged in other processes while this one writes.

Each batch is one transaction. Stopped at any moment, what is in is whole; the same file imported again goes
on from there, since games that are in already are known by their digest.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import IO

from stratege.archive.formats import Written, read, records_in
from stratege.archive.judge import Judged, judge
from stratege.archive.store import Added, Archive
from stratege.arena.workers import processes
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import _

FIRST = 20_000  # games judged here, before other processes are worth their start
BATCH = 100_000  # games written in one transaction
AHEAD = 2  # batches judged before they are wanted


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
    """Put the games of a file in; what became of each batch, once it is safe."""
    records = records_in(lines)
    first = list(islice(records, min(FIRST, batch)))
    if first:
        with no_garbage_collection():
            added = archive.put(judge_records(first))
        yield added
    following = list(islice(records, batch))
    if not following:
        return
    with processes(workers) as pool, no_garbage_collection():
        for judged in _judged_ahead(pool, following, records, batch, workers):
            yield archive.put(judged)


def _judged_ahead(
    pool: ProcessPoolExecutor, first: list[Written], rest: Iterator[Written], batch: int, workers: int
) -> Iterator[Judged]:
    waiting: deque[Future[Judged]] = deque()
    following = first
    while following or waiting:
        while following and len(waiting) < workers + AHEAD - 1:
            waiting.append(pool.submit(judge_records, following, language.current()))
            following = list(islice(rest, batch))
        try:
            yield waiting.popleft().result()
        except BrokenProcessPool:
            raise StrategeError(_("A process that was reading games has died.")) from None


def judge_records(records: list[Written], spoken: str | None = None) -> Judged:
    """Read and judge records; in another process, in the language spoken here."""
    if spoken is not None:
        language.use(spoken)
    with no_garbage_collection():
        return judge(map(read, records))


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
