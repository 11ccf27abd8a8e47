"""Live games on disk: a small SQLite file of their own, with one writer.

The writer is a thread. It takes all that has come in while it was writing, and commits it in one
transaction: the slow part, waiting for the disk, is shared. Whoever saves waits until that is done, so what
has been acknowledged is there after a kill of the server or a crash of the system (`synchronous = FULL`
waits until the disk says that it has it). The statements of a move, which are made two hundred times a
second, go to SQLite directly.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from stratege.core.errors import StrategeError
from stratege.core.files import reason_of
from stratege.core.language import _
from stratege.core.registry import game
from stratege.web.errors import Conflict, Failed, Missing
from stratege.web.live.clock import Clock
from stratege.web.live.finished import record_of
from stratege.web.live.game import OVER, Live, Seat, first_node
from stratege.web.live.tables import finished_table, live_table, metadata, node_table, seated_table
from stratege.web.settings import make_private

log = logging.getLogger("stratege.web.store")

FILE = "live.sqlite"
VERSION = 1  # of the tables, kept in SQLite's user_version
PATIENCE = 30  # seconds to wait for somebody else who has the file
TOGETHER = 100  # old games deleted in one transaction, so that nobody waits long

OPEN = seated_table.c.points.is_(None)
CHANGE = "UPDATE live SET version = ?, touched = ?, state = ? WHERE id = ? AND version = ?"

Change = tuple[Live | None, Live]
"""A game before and after; nothing before if it is new."""

Work = Callable[[Connection], Any]


class Gone(Exception):
    """The file is no longer there."""


class Stale(Exception):
    """A game is no longer what it was before the change."""


class Store:
    """Saves and loads live games."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._engine = _connected(self._path)
        self._file = os.stat(self._path).st_ino
        self._mourned = False
        self.games = 0
        self.count()
        self._changes: queue.SimpleQueue[tuple[Work, Future[None]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="live store", daemon=True)
        self._writer.start()

    async def save(self, *changes: Change) -> None:
        """Put the changes on disk, all or none; `Conflict` if a game is no longer what it was before."""
        try:
            await self._written(lambda connection: _write_changes(connection, changes))
            self.games += sum(before is None for before, _after in changes)
        except Gone:
            raise Failed(_("The games played here are gone from the disk; nothing was saved.")) from None
        except Stale:
            raise Conflict(_("The game has gone on meanwhile; nothing was changed.")) from None
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise Failed(_("The game cannot be saved: {why}.", why=_why(error))) from error

    def load(self, name: str) -> Live:
        """The game of that name, its moves played anew; `Missing` if there is none."""
        if self.gone():
            raise Failed(_("The games played here are gone from the disk."))
        with self._engine.connect() as connection:
            row = connection.execute(select(live_table).where(live_table.c.id == name)).one_or_none()
            if row is None:
                raise Missing(_("There is no such game."))
            moves = select(node_table).where(node_table.c.live == name).order_by(node_table.c.number)
            return _unpacked(row, connection.execute(moves).all())

    def finished(self, most: int) -> dict[str, str]:
        """So many records of finished games that are not in the archive yet, by the names of the games."""
        left = select(finished_table).where(finished_table.c.record.is_not(None)).limit(most)
        with self._engine.connect() as connection:
            return {row.live: row.record for row in connection.execute(left)}

    async def archived(self, names: Collection[str]) -> None:
        """The records of these games are in the archive, and never go there again."""
        there = update(finished_table).where(finished_table.c.live.in_(names)).values(record=None)
        await self._written(lambda connection: connection.execute(there))

    async def write(self, work: Work) -> None:
        """Have something written, by the one who writes."""
        try:
            await self._written(work)
        except (Gone, SQLAlchemyError, sqlite3.Error) as error:
            raise Failed(_("It cannot be saved: {why}.", why=_why(error))) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """The file, to be read."""
        with self._engine.connect() as connection:
            yield connection

    async def _written(self, work: Work) -> None:
        done: Future[None] = Future()
        self._changes.put((work, done))
        await asyncio.wrap_future(done)

    def expire(self, before: int, but: Collection[str]) -> int:
        """Delete the games that nobody has touched since then, except those named; how many those were.

        The record of a finished game stays until it is in the archive.
        """
        old = live_table.c.touched < before
        with self._engine.connect() as connection:
            found = connection.scalars(select(live_table.c.id).where(old))
            names = [name for name in found if name not in but]
        for start in range(0, len(names), TOGETHER):
            some = names[start : start + TOGETHER]
            with self._engine.execution_options(writes=True).begin() as connection:
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
        with self._engine.connect() as connection:
            self.games = connection.scalar(select(func.count()).select_from(live_table)) or 0
        return self.games

    def gone(self) -> bool:
        """Whether somebody has deleted the file, or put another in its place: what we write then is lost."""
        try:
            gone = os.stat(self._path).st_ino != self._file
        except OSError:
            gone = True
        if gone and not self._mourned:
            log.critical("the live games were deleted while serving: restart", extra={"file": self._path})
        self._mourned = gone
        return gone

    def close(self) -> None:
        """Write what is left, and leave."""
        self._changes.put(None)
        self._writer.join()
        self._engine.dispose()

    def _write(self) -> None:
        while True:
            batch = [self._changes.get()]
            while not self._changes.empty():
                batch.append(self._changes.get())
            work = [item for item in batch if item is not None]
            if work:
                self._commit(work)
            if None in batch:
                return

    def _commit(self, work: Sequence[tuple[Work, Future[None]]]) -> None:
        """One transaction for all; who is told of success has it on disk."""
        problems: dict[int, Exception] = {}
        try:
            if self.gone():
                raise Gone
            with self._engine.execution_options(writes=True).begin() as connection:
                raw: Any = connection.connection.driver_connection
                for number, (write, _done) in enumerate(work):
                    raw.execute("SAVEPOINT work")
                    try:
                        write(connection)
                    except Stale as stale:
                        problems[number] = stale
                        raw.execute("ROLLBACK TO work")
                    raw.execute("RELEASE work")
        except Exception as error:  # whatever it is, whoever waits must hear of it
            problems = dict.fromkeys(range(len(work)), error)
        for number, (_write, done) in enumerate(work):
            if done.set_running_or_notify_cancel():
                if number in problems:
                    done.set_exception(problems[number])
                else:
                    done.set_result(None)


def _connected(path: Path) -> Engine:
    """The file, made if there is none."""
    try:
        make_private(path.parent)
        _private(path)
    except OSError as error:
        raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=reason_of(error))) from None
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            found = connection.exec_driver_sql("PRAGMA user_version").scalar()
            if found not in (0, VERSION):
                raise StrategeError(_("{path} was made by a later version of Stratège.", path=path))
            metadata.create_all(connection)
            connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
    except SQLAlchemyError as error:
        raise StrategeError(_("Cannot open {path}: {why}.", path=path, why=_why(error))) from None
    return engine


def _prepare(raw: Any, _record: object) -> None:
    raw.isolation_level = None  # transactions begin where we say so
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    """A writer takes the lock when it begins, never later, where it could fail instead of waiting."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _why(error: Exception) -> str:
    return str(getattr(error, "orig", error)).rstrip(".")


def _write_changes(connection: Connection, changes: Sequence[Change]) -> None:
    raw: Any = connection.connection.driver_connection
    for before, after in changes:
        _write_change(raw, before, after)
        if before is None or before.seats != after.seats:
            _write_seats(connection, after)
        if before is not None and before.status != OVER == after.status:
            _write_record(connection, after)
            _write_points(connection, after)


def _write_seats(connection: Connection, live: Live) -> None:
    """Who plays: what a person finds their games by."""
    for player, seat in enumerate(live.seats, start=1):
        if seat.owner is not None:
            other = live.seats[2 - player]
            values = {"person": seat.owner, "live": live.id, "player": player, "since": int(time.time())}
            values |= {"game": live.position.game.name, "opponent": other.level or other.name}
            connection.execute(insert(seated_table).prefix_with("OR REPLACE").values(values))


def _write_points(connection: Connection, live: Live) -> None:
    """What each has got of a game; the first end counts, as in its record."""
    outcome = live.outcome()
    assert outcome is not None
    for player in (1, 2):
        points = 0.5 if outcome.winner is None else float(outcome.winner == player)
        theirs = (seated_table.c.live == live.id) & (seated_table.c.player == player) & OPEN
        connection.execute(update(seated_table).where(theirs).values(points=points))


def _write_record(connection: Connection, live: Live) -> None:
    """What the archive is to have; if moves are taken back and the game ends again, the first end counts."""
    record = record_of(live)
    if record is not None:
        there = insert(finished_table).prefix_with("OR IGNORE")
        connection.execute(there.values(live=live.id, record=record))


def _private(path: Path) -> None:
    """Have the file for its owner only; SQLite gives those beside it the same rights."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)


def _write_change(raw: Any, before: Live | None, after: Live) -> None:
    row = (after.version, int(time.time()), json.dumps(_packed(after)))
    if before is None:
        raw.execute("INSERT INTO live (version, touched, state, id) VALUES (?, ?, ?, ?)", (*row, after.id))
    elif raw.execute(CHANGE, (*row, after.id, before.version)).rowcount != 1:
        raise Stale
    known = 1 if before is None else len(before.nodes)
    for number, node in enumerate(after.nodes[known:], start=known):
        raw.execute("INSERT INTO node VALUES (?, ?, ?, ?)", (after.id, number, node.parent, node.move))


def _packed(live: Live) -> dict[str, Any]:
    """All but the moves, as JSON keeps it."""
    start, clock = live.nodes[0].position, live.clock
    return {
        "game": [start.game.name, start.game.variant.name, start.game.size],
        "start": start.text(),
        "seats": [[seat.level, seat.owner, seat.name] for seat in live.seats],
        "status": [live.status, live.to_move, live.nodes[live.current].ply],
        "clock": clock and [clock.allowance, clock.increment, clock.remaining, clock.since],
        "current": live.current,
        "tip": live.tip,
        "ended": live.ended,
        "draw": live.draw,
        "undo": live.undo,
        "rematch": sorted(live.rematch),
        "next": live.next,
        "usual": live.usual,
    }


def _unpacked(row: Any, moves: Sequence[Any]) -> Live:
    state = row.state
    nodes = [first_node(game(*state["game"]).parse(state["start"]))]
    for move in moves:
        nodes.append(nodes[move.parent].replayed(move.move, move.parent))
    clock = None
    if state["clock"]:
        allowance, increment, (first, second), since = state["clock"]
        clock = Clock(allowance, increment, (first, second), since)
    one, two = (Seat(*seat) for seat in state["seats"])
    return Live(
        row.id,
        (one, two),
        tuple(nodes),
        clock,
        state["current"],
        state["tip"],
        tuple(state["ended"]) if state["ended"] else None,
        state["draw"],
        state["undo"],
        frozenset(state["rematch"]),
        state["next"],
        row.version,
        state.get("usual", True),
    )
