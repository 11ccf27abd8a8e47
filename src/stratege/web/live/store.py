"""Where live games are kept, whatever the database: saving, loading, and what other processes do with them.

One thread writes. It takes all that has come in while it was writing, and commits it in one transaction: the
slow part, waiting for the disk, is shared. Whoever saves waits until that is done, so what has been
acknowledged is there after a kill of the server. A change is saved only if the game is still what it was
before: who comes second reloads it and decides again.

A process that has the file for itself (`sqlite_store.py`) keeps all games; of several with one database
(`postgresql_store.py`) one keeps a game: has its machine think, and notices when its clock has run out.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from sqlalchemy import Connection, Engine, delete, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from stratege.core.language import _
from stratege.web.errors import Conflict, Failed, Missing
from stratege.web.limits import Lease
from stratege.web.live.game import Live
from stratege.web.live.rows import OPEN, unpacked, write_people
from stratege.web.live.tables import finished_table, live_table, node_table, seated_table

TOGETHER = 100  # old games deleted in one transaction, so that nobody waits long

Change = tuple[Live | None, Live]
"""A game before and after; nothing before if it is new."""

Work = Callable[[Connection], Any]


class Gone(SQLAlchemyError):
    """The database is no longer there."""


class Stale(Exception):
    """A game is no longer what it was before the change."""


class Ear(Protocol):
    """Hears, in the event loop, what other processes do."""

    def changed(self, name: str, version: int) -> None:
        """A game is at that version now."""

    def present(self, name: str, process: int, people: frozenset[str], asks: bool) -> None:
        """So are connected to a game there; one that `asks` wants to know who is here."""

    def wanted(self, names: Collection[str]) -> None:
        """These games are kept here, and what follows from how they stand is to happen."""

    def alive(self, processes: frozenset[int]) -> None:
        """Those there are have changed."""

    def caught_up(self) -> None:
        """Something may have been missed."""


@dataclass
class Waiting:
    """Something to be written; a save has the name of its game."""

    work: Work
    game: str = ""
    done: Future[None] = field(default_factory=Future)


class Store(ABC):
    """Saves and loads live games."""

    errors: ClassVar[tuple[type[Exception], ...]] = (SQLAlchemyError,)
    lease: Lease | None = None
    """How allowances are shared with other processes, if there may be any."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.games = 0
        self.count()
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="live store", daemon=True)
        self._writer.start()

    # What a database does in its own way.

    @abstractmethod
    def now(self) -> int:
        """The time in milliseconds, for clocks."""

    @abstractmethod
    def resumed(self, live: Live) -> Live:
        """The game taken up again: the time during which nobody could play is nobody's."""

    @abstractmethod
    def gone(self) -> bool:
        """Whether what we write would be lost."""

    @abstractmethod
    def _write_change(self, connection: Connection, before: Live | None, after: Live) -> None:
        """Write the state and the new moves; `Stale`, before anything is written, if it was changed."""

    def _failure(self, words: str) -> Failed:
        """What visitors are told of what the database says."""
        return Failed(words)

    # What is there where there are other processes.

    @property
    def ready(self) -> bool:
        """Whether people can play now."""
        return not self.gone()

    @property
    def shared(self) -> bool:
        """Whether other processes may have the same games."""
        return False

    @property
    def leads(self) -> bool:
        """Whether what one process does for all is ours to do."""
        return True

    def keeps(self, live: Live) -> bool:
        """Whether what happens by itself in the game is ours to do."""
        return True

    @abstractmethod
    def listen(self, ear: Ear) -> None:
        """Tell it, from now on, what other processes do."""

    @abstractmethod
    def announce(self, live: Live, people: Collection[str], asks: bool = False) -> None:
        """Tell the others who is connected here."""

    @abstractmethod
    def nudge(self, live: Live) -> None:
        """Have whoever keeps the game look at it."""

    # Games.

    async def save(self, *changes: Change) -> None:
        """Put the changes on disk, all or none; `Conflict` if a game is no longer what it was before."""
        try:
            await self._written(
                Waiting(lambda connection: self._write_all(connection, changes), changes[0][1].id)
            )
            self.games += sum(before is None for before, _after in changes)
        except Gone:
            raise Failed(_("The games played here are gone from the disk; nothing was saved.")) from None
        except Stale:
            raise Conflict(_("The game has gone on meanwhile; nothing was changed.")) from None
        except self.errors as error:
            raise self._failure(_("The game cannot be saved: {why}.", why=why(error))) from error

    def load(self, name: str, known: Live | None = None) -> Live:
        """The game of that name, its moves played anew, but for those of the game that is `known`; `Missing`
        if there is none."""
        if self.gone():
            raise Failed(_("The games played here are gone from the disk."))
        with self.reading() as connection:
            row = connection.execute(select(live_table).where(live_table.c.id == name)).one_or_none()
            if row is None:
                raise Missing(_("There is no such game."))
            new = node_table.c.number >= (len(known.nodes) if known else 1)
            moves = select(node_table).where(node_table.c.live == name, new).order_by(node_table.c.number)
            return unpacked(row, connection.execute(moves).all(), known)

    def versions(self, names: Collection[str]) -> dict[str, int]:
        """At which version these games are."""
        wanted = select(live_table.c.id, live_table.c.version).where(live_table.c.id.in_(names))
        with self.reading() as connection:
            return {row.id: row.version for row in connection.execute(wanted)}

    def finished(self, most: int) -> dict[str, str]:
        """So many records of finished games that are not in the archive yet, by the names of the games."""
        left = select(finished_table).where(finished_table.c.record.is_not(None)).limit(most)
        with self.reading() as connection:
            return {row.live: row.record for row in connection.execute(left)}

    async def archived(self, names: Collection[str]) -> None:
        """The records of these games are in the archive, and never go there again."""
        there = update(finished_table).where(finished_table.c.live.in_(names)).values(record=None)
        await self.write(lambda connection: connection.execute(there))

    async def write(self, work: Work) -> None:
        """Have something written, by the one who writes."""
        try:
            await self._written(Waiting(work))
        except self.errors as error:
            raise self._failure(_("It cannot be saved: {why}.", why=why(error))) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """The database, to be read: one state of it throughout."""
        with self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes."""
        with self._engine.execution_options(writes=True).begin() as connection:
            yield connection

    def expire(self, before: int, but: Collection[str]) -> int:
        """Delete the games that nobody has touched since then, except those named; how many those were.

        The record of a finished game stays until it is in the archive.
        """
        old = live_table.c.touched < before
        with self.reading() as connection:
            found = connection.scalars(select(live_table.c.id).where(old))
            names = [name for name in found if name not in but]
        for start in range(0, len(names), TOGETHER):
            some = names[start : start + TOGETHER]
            with self.writing() as connection:
                still = connection.scalars(
                    select(live_table.c.id).where(old, live_table.c.id.in_(some))
                ).all()
                connection.execute(delete(node_table).where(node_table.c.live.in_(still)))
                connection.execute(delete(live_table).where(live_table.c.id.in_(still)))
                connection.execute(delete(seated_table).where(seated_table.c.live.in_(still), OPEN))
                there = finished_table.c.live.in_(still) & finished_table.c.record.is_(None)
                connection.execute(delete(finished_table).where(there))
        return len(names)

    def count(self) -> int:
        """How many games there are."""
        with self.reading() as connection:
            self.games = connection.scalar(select(func.count()).select_from(live_table)) or 0
        return self.games

    def close(self) -> None:
        """Write what is left, and leave."""
        self._queue.put(None)
        self._writer.join()
        self._engine.dispose()

    # The writer.

    def _write_all(self, connection: Connection, changes: Sequence[Change]) -> None:
        with connection.begin_nested() if len(changes) > 1 else nullcontext():
            for before, after in changes:
                self._write_change(connection, before, after)
                write_people(connection, before, after)

    async def _written(self, waiting: Waiting) -> None:
        self._queue.put(waiting)
        await asyncio.wrap_future(waiting.done)

    def _write(self) -> None:
        while True:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            work = [item for item in batch if item is not None]
            # Always in one order: two processes that write to the same games never wait for each other.
            saves = sorted((one for one in work if one.game), key=lambda one: one.game)
            for together in filter(None, [saves, *([one] for one in work if not one.game)]):
                self._commit(together)
            if None in batch:
                return

    def _commit(self, work: Sequence[Waiting]) -> None:
        """One transaction for all; who is told of success has it on disk."""
        problems: dict[int, Exception] = {}
        try:
            if self.gone():
                raise Gone
            with self.writing() as connection:
                for number, one in enumerate(work):
                    try:
                        one.work(connection)
                    except Stale as stale:
                        problems[number] = stale
        except Exception as error:  # whatever it is, whoever waits must hear of it
            problems = dict.fromkeys(range(len(work)), error)
        for number, one in enumerate(work):
            if one.done.set_running_or_notify_cancel():
                if number in problems:
                    one.done.set_exception(problems[number])
                else:
                    one.done.set_result(None)


def why(error: Exception) -> str:
    """What the database says."""
    return str(getattr(error, "orig", error)).rstrip(".")


def by_itself(live: Live) -> bool:
    """Whether something is to happen in a game that nobody asks for: a machine's move, the end of a clock."""
    return live.thinker is not None or (live.clock is not None and live.clock.since is not None)
