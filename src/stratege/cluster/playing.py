"""Games played by the workers of a Dask cluster, as `arena.workers.play_all` plays them here.

A worker takes games only if it runs the same sources as we do and its search is the same, node for node. A
game has one identity: if its worker is lost another plays it, and if two played it one counts. At the end,
when there is nothing else to hand out, what takes long is given to a second worker as well.
"""

from __future__ import annotations

import functools
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import distributed

from stratege import __version__
from stratege.arena.workers import MOST_DEATHS, Job
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.record import Record
from stratege.core.registry import GAMES, parse
from stratege.core.sources import fingerprint
from stratege.engine.alphabeta import Searcher
from stratege.engine.bench import work
from stratege.engine.limits import Limits

CONNECT_SECONDS = 10
PATIENCE = 60  # seconds without any worker: those that died may be started again
AHEAD = 2  # games waiting for each thread of a worker, so that none waits for us
SHALLOW = 3  # plies of the bench, whose node count tells whether a search is the same
POLL = 0.5  # seconds between two looks at who is there
SLOW = 3  # times the mean: who takes longer, at the end, is not waited for alone


@functools.cache
def signature() -> str:
    """What must be the same on all machines: the version, the sources, and what the search looks at."""
    nodes = 0
    for name, bench in work().items():
        position = parse(name, bench.positions[0])
        nodes += Searcher(position.game, table_mib=1).search(position, Limits(depth=SHALLOW)).nodes
    sources = fingerprint("stratege.arena.workers", *(GAMES[name].kernel.__name__ for name in GAMES.own))
    return f"{__version__} {sources} {nodes}"


def _their_signature() -> str:
    """On a worker: what it is."""
    return signature()


def play_piece(job: Job, spoken: str, expected: str) -> tuple[Record, str]:
    """On a worker: play a game; it and who played it."""
    if signature() != expected:
        raise StrategeError(_("This worker runs another version of Stratège."))
    language.use(spoken)
    return job.play(), str(distributed.get_worker().address)


@dataclass
class Cluster:
    """A Dask cluster that plays: `played` counts games by worker, `refused` is who runs another version."""

    client: Any
    on_change: Callable[[], None] = lambda: None
    played: Counter[str] = field(default_factory=Counter)
    refused: set[str] = field(default_factory=set)
    _good: dict[str, int] = field(default_factory=dict)
    _looked: float = 0.0

    def play(self, jobs: Iterable[Job | None]) -> Generator[tuple[int, Record]]:
        """Each job's number and its game, as they are finished; leaving early cancels those under way."""
        hand = _Hand(self)
        try:
            yield from hand.play(iter(jobs))
        finally:
            hand.cancel()

    def workers(self) -> dict[str, int]:
        """The workers that may play, with their threads; whoever is new is looked at first."""
        if self._good and time.monotonic() - self._looked < POLL:
            return self._good
        self._looked = time.monotonic()
        there = {
            name: one["nthreads"] for name, one in self.client.scheduler_info(n_workers=-1)["workers"].items()
        }
        new = [name for name in there if name not in self._good and name not in self.refused]
        if new:
            for name, theirs in self.client.run(_their_signature, workers=new, on_error="return").items():
                if theirs == signature():
                    self._good[name] = there[name]
                else:
                    self.refused.add(name)
        self._good = {name: threads for name, threads in self._good.items() if name in there}
        return self._good

    def awaited(self) -> dict[str, int]:
        """The same, waited for a while; a sentence if there is nobody to play."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.workers()):
            if self.refused:
                names = ", ".join(self.refused)
                raise StrategeError(
                    _("The cluster's workers run another version of Stratège: {names}.", names=names)
                )
            if time.monotonic() > deadline:
                raise StrategeError(_("The cluster has no workers."))
            time.sleep(POLL / 5)
        return found


class _Hand:
    """The games that are handed out: for each number its job, its futures, and since when."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._jobs: dict[int, tuple[Job, float]] = {}
        self._futures: dict[Any, int] = {}
        self._deaths: Counter[int] = Counter()
        self._seconds: list[float] = []

    def play(self, waiting: Iterator[Job | None]) -> Iterator[tuple[int, Record]]:
        while True:
            workers = self._cluster.awaited()
            exhausted = self._fill(waiting, AHEAD * sum(workers.values()), list(workers))
            if not self._jobs:
                return
            if exhausted:
                self._help_the_slow(list(workers))
            try:
                with self._cluster.client.as_current():
                    futures = list(self._futures)
                    done = distributed.wait(futures, timeout=POLL, return_when="FIRST_COMPLETED").done
            except (TimeoutError, distributed.TimeoutError):
                continue
            for future in done:
                number = self._futures.pop(future)
                if number in self._jobs and (record := self._result(number, future)) is not None:
                    yield number, record

    def _fill(self, waiting: Iterator[Job | None], most: int, workers: list[str]) -> bool:
        """Hand games out while there is room; whether there are no more for now."""
        while len(self._jobs) < most:
            job = next(waiting, None)
            if job is None:
                return True
            self._jobs[job.number] = (job, time.monotonic())
            self._submit(job, workers)
        return False

    def _submit(self, job: Job, workers: list[str]) -> None:
        arguments = (job, language.current(), signature())
        future = self._cluster.client.submit(play_piece, *arguments, pure=False, workers=workers)
        self._futures[future] = job.number

    def _result(self, number: int, future: Any) -> Record | None:
        """The game, or None if it has to be played once more."""
        job, begun = self._jobs[number]
        try:
            record: Record
            record, worker = future.result()
        except (distributed.KilledWorker, distributed.CancelledError, distributed.comm.CommClosedError):
            self._deaths[number] += 1
            if self._deaths[number] >= MOST_DEATHS:
                words = _("Processes that were playing games have died, again and again.")
                raise StrategeError(words) from None
            self._submit(job, list(self._cluster.awaited()))
            return None
        del self._jobs[number]
        self._seconds.append(time.monotonic() - begun)
        self._cluster.played[worker] += 1
        self._cluster.on_change()
        return record

    def _help_the_slow(self, workers: list[str]) -> None:
        """Give what takes long to somebody else too: of two, the first counts."""
        if not self._seconds:
            return
        patience = SLOW * max(1.0, sum(self._seconds) / len(self._seconds))
        twice = Counter(self._futures.values())
        for number, (job, begun) in self._jobs.items():
            if twice[number] < 2 and time.monotonic() - begun > patience:
                self._submit(job, workers)

    def cancel(self) -> None:
        """Have nobody work for us any more."""
        if self._futures:
            self._cluster.client.cancel(list(self._futures), force=True)


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler has that address; a sentence if there is none."""
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        words = {"address": address, "why": type(error).__name__}
        raise StrategeError(_("There is no cluster at {address} ({why}).", **words)) from None
    try:
        yield Cluster(client)
    finally:
        client.close()
