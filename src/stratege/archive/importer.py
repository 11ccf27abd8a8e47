"""Files into the archive: read and validated in other processes while this one writes.

What comes within a few seconds is one transaction. Stopped at any moment, what is in is whole; the same file
imported again goes on from there, since games that are in already are known by their digest. The statistics
of many games cost little more to write than those of few, so where writing them takes long, more are
gathered.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from typing import IO

from stratege.archive.record_texts import LONGEST_RECORD, Written, records_in
from stratege.archive.store import Added, Archive
from stratege.archive.validate import Validated, no_garbage_collection, validate_records
from stratege.arena.workers import processes
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.pieces import Doing, Piece, in_order

FIRST = 2_000  # games validated here, while other processes start
TOLD = 1 << 16  # bytes read between two words about progress
MOST_LETTERS = 1 << 28  # of the records of a batch
BATCH = 25_000  # games validated at once
TOGETHER = 12  # batches written in one transaction at most
AHEAD = TOGETHER + 4  # batches validated before they are wanted: statistics take long to write
SOON = 2.0  # seconds of games in one transaction, which a kill would lose,
COSTS = 2.0  # or this many times what writing the statistics took, once a large archive makes that long

Batch = tuple[list[int], list[str]]
"""Records to validate: the lines where they begin, and their texts."""


class Counted:
    """Lines as they are read, with how many bytes have gone by: for showing progress."""

    def __init__(self, file: IO[bytes], on_bytes: Callable[[int], None] = lambda _bytes: None) -> None:
        self._file, self._on_bytes = file, on_bytes

    def __iter__(self) -> Iterator[str]:
        read = 0
        while line := self._file.readline(LONGEST_RECORD + 2):
            read += len(line)
            yield line.decode("utf-8", errors="replace")
            while len(line) > LONGEST_RECORD and not line.endswith(b"\n"):  # refused: the rest is passed over
                line = self._file.readline(LONGEST_RECORD)
                read += len(line)
            if read > TOLD:
                self._on_bytes(read)
                read = 0
        self._on_bytes(read)


def add_lines(
    archive: Archive,
    lines: Iterable[str],
    batch: int = BATCH,
    workers: int = 1,
    elsewhere: Doing | None = None,
) -> Generator[Added]:
    """Put the games of a file in; what became of those of each transaction, once they are safe.

    They are validated by processes here, or elsewhere.
    """
    batches = _batches(records_in(lines), batch)
    first, second = next(batches, None), next(batches, None)
    with no_garbage_collection():
        if first and second:
            others = chain([second], batches)
            if elsewhere is None:
                validated = _validated_ahead(first, others, workers)
            else:
                validated = in_order(elsewhere, _pieces(chain([first], others)), AHEAD)
            cost = 0.0
            for one in validated:
                gathered = Gathered(chain([one], validated), max(SOON, COSTS * cost))
                yield archive.put(gathered)
                cost = time.monotonic() - gathered.ended
        elif first:
            yield archive.put([validate_records(*first)])


class Gathered:
    """The batches that come within so many seconds, at least one and not more than `TOGETHER`."""

    def __init__(self, batches: Iterator[Validated], seconds: float) -> None:
        self._batches, self._seconds = batches, seconds
        self.ended = 0.0
        """When the last one was handed over: what follows is writing."""

    def __iter__(self) -> Iterator[Validated]:
        begun = time.monotonic()
        for count, batch in enumerate(self._batches, start=1):
            yield batch
            if count == TOGETHER or time.monotonic() - begun >= self._seconds:
                break
        self.ended = time.monotonic()


def _batches(records: Iterator[Written], most: int) -> Iterator[Batch]:
    """The records in batches, the first ones smaller, so that there is soon something to write."""
    size, letters = min(FIRST, most), 0
    lines, texts = list[int](), list[str]()
    for line, text in records:
        lines.append(line)
        texts.append(text)
        letters += len(text)
        if len(lines) == size or letters > MOST_LETTERS:
            yield lines, texts
            lines, texts, letters, size = [], [], 0, min(2 * size, most)
    if lines:
        yield lines, texts


def _pieces(batches: Iterator[Batch]) -> Iterator[Piece[Validated]]:
    for number, batch in enumerate(batches):
        yield Piece(number, validate_records, batch)


def _validated_ahead(first: Batch, others: Iterator[Batch], workers: int) -> Iterator[Validated]:
    """The batches validated, in order: the first one here, while other processes begin with the others."""
    with processes(workers) as pool:
        waiting: deque[Future[Validated]] = deque()

        def hand_out(count: int) -> None:
            for batch in islice(others, count):
                waiting.append(pool.submit(validate_records, *batch, language.current()))

        hand_out(workers + AHEAD - 1)
        yield validate_records(*first)
        while waiting:
            try:
                validated = waiting.popleft().result()
            except BrokenProcessPool:
                raise StrategeError(_("A process that was reading games has died.")) from None
            hand_out(1)
            yield validated
