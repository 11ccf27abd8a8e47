"""Games played, and other pieces of work done, by several processes at once, each having a core to itself.

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
from typing import TypeVar

from stratege.arena.contestants import contestant, dismiss, rehearse
from stratege.arena.match import Terms, play_game
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.pieces import Piece
from stratege.core.record import Record

T = TypeVar("T")

AHEAD = 2  # pieces waiting for each process, so that none waits for us
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
    """Each job's number and its game, as they are finished, by so many processes; see `do_all`."""
    return do_all((None if job is None else Piece(job.number, Job.play, (job,)) for job in jobs), workers)


def do_all(pieces: Iterable[Piece[T] | None], workers: int) -> Generator[tuple[int, T]]:
    """Pieces of work, as `core.pieces.Doing` promises; leaving early ends those under way.

    One worker does them here, in this process. What a process that dies was doing is done again.
    """
    if workers <= 1:
        for piece in pieces:
            if piece is not None:
                yield piece.number, piece.do()
        return
    running, deaths = dict[int, Piece[T]](), 0
    waiting: Iterator[Piece[T] | None] = iter(pieces)
    while deaths < MOST_DEATHS:
        waiting, running = chain(running.values(), waiting), {}
        try:
            with processes(workers) as pool:
                for number, result in _pooled(pool, waiting, running, workers * AHEAD):
                    deaths = 0
                    yield number, result
                return
        except BrokenProcessPool:
            deaths += 1
    raise StrategeError(_("Processes that were playing games have died, again and again."))


def _pooled(
    pool: ProcessPoolExecutor, waiting: Iterator[Piece[T] | None], running: dict[int, Piece[T]], most: int
) -> Iterator[tuple[int, T]]:
    """The results as the processes have them; `running` are those handed out and not told of yet."""
    futures: dict[Future[T], int] = {}
    while True:
        for piece in islice(waiting, most - len(futures)):
            if piece is not None:
                running[piece.number] = piece
                futures[pool.submit(_do, piece, language.current())] = piece.number
            elif futures:
                break
        if not futures:
            return
        for future in wait(futures, return_when=FIRST_COMPLETED).done:
            result, number = future.result(), futures.pop(future)
            del running[number]
            yield number, result


def _do(piece: Piece[T], spoken: str) -> T:
    language.use(spoken)
    return piece.do()


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
