"""Games played by several processes at once, each search having a core to itself.

The processes are started afresh (`spawn`): one that has compiled code in it must not be forked. Each watches
a pipe of which we hold the other end, and goes at once when that end is closed, even by our own death; the
programs that it runs go with it (`warden.py`).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from multiprocessing.connection import Connection

from stratege.arena.contestants import contestant, dismiss, rehearse
from stratege.arena.match import Terms, play_game
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.record import Record

AHEAD = 2  # games waiting for each process, so that none waits for us
MOST_DEATHS = 5  # of processes in a row, without a game finished between


@dataclass(frozen=True)
class Job:
    """One game to play: who sits where, with which seeds, from which opening; `tags` are for its record."""

    number: int
    opening: Record
    names: tuple[str, str]
    seeds: tuple[int, int]
    terms: Terms
    tags: Mapping[str, str] = field(default_factory=dict)

    def play(self) -> Record:
        """Play it here and now."""
        game = self.opening.game
        for name in self.names:
            rehearse(name, game)
        with ExitStack() as leaving:
            players = []
            for name, seed in zip(self.names, self.seeds):
                players.append(contestant(name, game, seed, self.terms))
                leaving.callback(dismiss, players[-1])
            return play_game(self.opening, players, self.terms, {"Round": str(self.number + 1), **self.tags})


Play = Callable[[Iterable[Job | None]], Generator[tuple[int, Record]]]
"""What plays games, several at once perhaps: `play_all`, or a cluster."""


def play_all(jobs: Iterable[Job | None], workers: int) -> Generator[tuple[int, Record]]:
    """Each job's number and its game, as they are finished; leaving early ends the games under way.

    One worker plays them here, in this process. What a process that dies was playing is played again. None
    among the jobs says that there will be more once the games under way are finished.
    """
    if workers <= 1:
        for job in jobs:
            if job is not None:
                yield job.number, job.play()
        return
    running, deaths = dict[int, Job](), 0
    waiting: Iterator[Job | None] = iter(jobs)
    while deaths < MOST_DEATHS:
        waiting, running = chain(running.values(), waiting), {}
        try:
            with processes(workers) as pool:
                for number, record in _pooled(pool, waiting, running, workers * AHEAD):
                    deaths = 0
                    yield number, record
                return
        except BrokenProcessPool:
            deaths += 1
    raise StrategeError(_("Processes that were playing games have died, again and again."))


def _pooled(
    pool: ProcessPoolExecutor, waiting: Iterator[Job | None], running: dict[int, Job], most: int
) -> Iterator[tuple[int, Record]]:
    """The games as the processes finish them; `running` are those handed out and not told of yet."""
    futures: dict[Future[Record], int] = {}
    while True:
        for job in islice(waiting, most - len(futures)):
            if job is not None:
                running[job.number] = job
                futures[pool.submit(_play, job, language.current())] = job.number
            elif futures:
                break
        if not futures:
            return
        for future in wait(futures, return_when=FIRST_COMPLETED).done:
            record, number = future.result(), futures.pop(future)
            del running[number]
            yield number, record


def _play(job: Job, spoken: str) -> Record:
    language.use(spoken)
    return job.play()


@contextmanager
def processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that go as soon as we leave, whatever they are doing."""
    context = multiprocessing.get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin, (reader,))
    try:
        yield pool
    finally:
        writer.close()
        pool.shutdown(wait=True, cancel_futures=True)
        reader.close()


def _begin(lifeline: Connection) -> None:
    """What a process does first: leave Ctrl-C to its parent, and watch the lifeline."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(lifeline,), daemon=True).start()


def _watch(lifeline: Connection) -> None:
    try:
        lifeline.recv()
    except (EOFError, OSError):
        os._exit(0)
