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
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection

from stratege.arena.contestants import contestant, dismiss, rehearse
from stratege.arena.match import Terms, play_game
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.record import Record
from stratege.core.registry import game as game_named

AHEAD = 2  # games waiting for each process, so that none waits for us


@dataclass(frozen=True)
class Job:
    """One game to play: who sits where, with which seeds, from which opening."""

    number: int
    opening: Record
    names: tuple[str, str]
    seeds: tuple[int, int]
    terms: Terms

    def play(self) -> Record:
        """Play it here and now."""
        game = self.opening.game
        for name in self.names:
            rehearse(name, game)
        with ExitStack() as leaving:
            players = []
            for name, seed in zip(self.names, self.seeds):
                players.append(contestant(name, game, seed, self.terms.margin))
                leaving.callback(dismiss, players[-1])
            return play_game(self.opening, players, self.terms, {"Round": str(self.number + 1)})


def play_all(jobs: Iterable[Job], workers: int) -> Generator[tuple[int, Record]]:
    """Each job's number and its game, as they are finished; leaving early ends the games under way.

    One worker plays them here, in this process.
    """
    if workers <= 1:
        for job in jobs:
            yield job.number, job.play()
        return
    with processes(workers) as pool:
        waiting = iter(jobs)
        running: dict[Future[Played], Job] = {}
        try:
            while True:
                for job in islice(waiting, workers * AHEAD - len(running)):
                    running[pool.submit(_play, _packed(job), language.current())] = job
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    job = running.pop(future)
                    moves, result, tags = future.result()
                    yield job.number, Record(job.opening.start, moves, result, tags)
        except BrokenProcessPool:
            raise StrategeError(_("A process that was playing games has died.")) from None


# What goes through the pipe: texts instead of positions, since a game holds modules.
Packed = tuple[int, tuple[str, str, str], str, tuple[str, ...], tuple[str, str], tuple[int, int], Terms]
Played = tuple[tuple[str, ...], str, dict[str, str]]


def _packed(job: Job) -> Packed:
    game: Game = job.opening.game
    options = (game.name, game.variant.name, game.size)
    start, moves = job.opening.start.text(), job.opening.moves
    return job.number, options, start, moves, job.names, job.seeds, job.terms


def _play(packed: Packed, spoken: str) -> Played:
    number, options, start, moves, names, seeds, terms = packed
    language.use(spoken)
    opening = Record(game_named(*options).parse(start), moves)
    record = Job(number, opening, names, seeds, terms).play()
    return record.moves, record.result, record.tags


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
