"""Pieces of work done by the workers of a Dask cluster: games to play, records to judge, tables to check.

A worker takes pieces only if it runs the same sources as we do and its search is the same, node for node. A
piece has one identity: if its worker is lost another does it, and if two did it one counts. When there is
nothing else to hand out, what takes long is given to a second worker as well.
"""

from __future__ import annotations

import functools
import queue
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
from stratege.core.pieces import Piece
from stratege.core.record import Record
from stratege.core.registry import GAMES, parse
from stratege.core.sources import fingerprint
from stratege.engine.alphabeta import Searcher
from stratege.engine.bench import work
from stratege.engine.limits import Limits

CONNECT_SECONDS = 10
PATIENCE = 60  # seconds without any worker: those that died may be started again
AHEAD = 2  # pieces waiting for each thread of a worker, so that none waits for us
SHALLOW = 3  # plies of the bench, whose node count tells whether a search is the same
POLL = 0.5  # seconds between two looks at who is there
SLOW = 3  # times the mean: who takes longer, at the end, is not waited for alone

WORK = (
    "stratege.arena.workers",
    "stratege.archive.validate",
    "stratege.engine.books.expansion",
    "stratege.tables.elsewhere",
    "stratege.tables.verifier",
)
"""The modules whose work is handed out."""


class OtherVersion(StrategeError):
    """A piece came to a worker that is not as we are."""


LOST = (distributed.KilledWorker, distributed.CancelledError, distributed.comm.CommClosedError, OtherVersion)
"""What becomes of a piece for no fault of its own."""


@functools.cache
def signature() -> str:
    """What must be the same on all machines: the version, the sources, and what the search looks at."""
    nodes = 0
    for name, bench in work().items():
        position = parse(name, bench.positions[0])
        nodes += Searcher(position.game, table_mib=1).search(position, Limits(depth=SHALLOW)).nodes
    games = (GAMES[name].kernel.__name__.rpartition(".")[0] for name in GAMES.own)
    sources = fingerprint(*WORK, *games)
    return f"{__version__} {sources} {nodes}"


def _their_signature() -> str:
    """On a worker: what it is."""
    return signature()


def do_piece(piece: Piece[Any], spoken: str, expected: str) -> tuple[Any, str]:
    """On a worker: do a piece; what comes of it, and who did it."""
    if signature() != expected:
        raise OtherVersion(_("This worker runs another version of Stratège."))
    language.use(spoken)
    return piece.do(), str(distributed.get_worker().address)


@dataclass
class Cluster:
    """A Dask cluster at work: `done` counts pieces by worker, `refused` is who runs another version."""

    client: Any
    on_change: Callable[[], None] = lambda: None
    done: Counter[str] = field(default_factory=Counter)
    refused: set[str] = field(default_factory=set)
    _good: dict[str, int] = field(default_factory=dict)
    _looked: float = 0.0

    def do(self, pieces: Iterable[Piece[Any] | None]) -> Generator[tuple[int, Any]]:
        """What `core.pieces.Doing` promises."""
        hand = _Hand(self)
        try:
            yield from hand.do(iter(pieces))
        finally:
            hand.cancel()

    def play(self, jobs: Iterable[Job | None]) -> Generator[tuple[int, Record]]:
        """The same for games, as `arena.workers.play_all` plays them here."""
        return self.do(None if job is None else Piece(job.number, Job.play, (job,)) for job in jobs)

    def workers(self) -> dict[str, int]:
        """The workers that may work, with their threads; whoever is new is looked at first."""
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
                elif not isinstance(theirs, OSError):  # who died before answering is not another version
                    self.refused.add(name)
        self._good = {name: threads for name, threads in self._good.items() if name in there}
        self.refused &= there.keys()
        return self._good

    def awaited(self) -> dict[str, int]:
        """The same, waited for a while; a sentence if there is nobody."""
        deadline = time.monotonic() + PATIENCE
        while not (found := self.workers()):
            late = time.monotonic() > deadline
            if self.refused and (late or not self.done):  # those that have served may come back
                names = ", ".join(self.refused)
                raise StrategeError(
                    _("The cluster's workers run another version of Stratège: {names}.", names=names)
                )
            if late:
                raise StrategeError(_("The cluster has no workers."))
            time.sleep(POLL / 5)
        return found


class _Hand:
    """The pieces that are handed out: by their numbers the pieces and since when, and their futures.

    Futures that end tell so themselves, and what has ended together is fetched together: with hundreds of
    workers nobody may look through all of them for each piece.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._pieces: dict[int, tuple[Piece[Any], float]] = {}
        self._futures: dict[Any, int] = {}
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._deaths: Counter[int] = Counter()
        self._seconds: list[float] = []

    def do(self, waiting: Iterator[Piece[Any] | None]) -> Iterator[tuple[int, Any]]:
        while True:
            workers = self._cluster.awaited()
            exhausted = self._fill(waiting, AHEAD * sum(workers.values()), list(workers))
            if not self._pieces:
                return
            if exhausted:
                self._help_the_slow(list(workers))
            yield from self._brought(self._ended_now())

    def _fill(self, waiting: Iterator[Piece[Any] | None], most: int, workers: list[str]) -> bool:
        """Hand pieces out while there is room; whether there are no more for now."""
        while len(self._pieces) < most:
            piece = next(waiting, None)
            if piece is None:
                return True
            self._pieces[piece.number] = (piece, time.monotonic())
            self._submit(piece, workers)
        return False

    def _submit(self, piece: Piece[Any], workers: list[str]) -> None:
        """For whoever is free, a newcomer too; for these workers rather, where others run another version.

        Not for them alone: a task for names that are all gone waits for ever, since workers come back under
        other ones, and whoever of another version takes it will refuse it.
        """
        arguments = (piece, language.current(), signature())
        rather = {"workers": workers, "allow_other_workers": True} if self._cluster.refused else {}
        future = self._cluster.client.submit(do_piece, *arguments, pure=False, **rather)
        self._futures[future] = piece.number
        future.add_done_callback(self._ended.put)

    def _ended_now(self) -> list[Any]:
        """The futures that have ended since the last look, waited for a while."""
        try:
            ended = [self._ended.get(timeout=POLL)]
        except queue.Empty:
            return []
        while not self._ended.empty():
            ended.append(self._ended.get())
        return ended

    def _brought(self, futures: list[Any]) -> Iterator[tuple[int, Any]]:
        """The results of pieces that these have, each once; a piece whose worker was lost goes out again."""
        answers = self._cluster.client.gather(dict(enumerate(futures)), errors="skip") if futures else {}
        for place, future in enumerate(futures):
            number = self._futures.pop(future)
            if number not in self._pieces:
                continue
            if answers[place] is None:
                self._hand_out_again(number, future.exception())
                continue
            result, worker = answers[place]
            _piece, begun = self._pieces.pop(number)
            self._seconds.append(time.monotonic() - begun)
            self._cluster.done[worker] += 1
            self._cluster.on_change()
            yield number, result

    def _hand_out_again(self, number: int, error: BaseException) -> None:
        """A piece that came to nothing because of this, if that was its worker's end and not its own."""
        if not isinstance(error, LOST):
            raise error
        self._deaths[number] += not isinstance(error, OtherVersion)
        if self._deaths[number] >= MOST_DEATHS:
            raise StrategeError(_("Workers of the cluster have died, again and again.")) from None
        self._submit(self._pieces[number][0], list(self._cluster.awaited()))

    def _help_the_slow(self, workers: list[str]) -> None:
        """Give what takes long to somebody else too: of two, the first counts."""
        if not self._seconds:
            return
        patience = SLOW * max(1.0, sum(self._seconds) / len(self._seconds))
        twice = Counter(self._futures.values())
        for number, (piece, begun) in self._pieces.items():
            late = time.monotonic() - begun > patience
            if late and twice[number] < 2 and not piece.alone:
                self._submit(piece, workers)

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
