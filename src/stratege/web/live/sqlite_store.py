"""Live games in a small SQLite file of their own, for one process.

`synchronous = FULL` waits until the disk says that it has what was written: what is acknowledged is there
after a crash of the system too. The statements of a move, which are made two hundred times a second, go to
SQLite directly.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from stratege.core.errors import StrategeError
from stratege.core.files import reason_of
from stratege.core.language import _
from stratege.web.live.game import Live
from stratege.web.live.rows import packed
from stratege.web.live.store import Ear, Stale, Store, why
from stratege.web.live.tables import metadata
from stratege.web.settings import make_private

log = logging.getLogger("stratege.web.store")

FILE = "live.sqlite"
VERSION = 1  # of the tables, kept in SQLite's user_version
PATIENCE = 30  # seconds to wait for somebody else who has the file

CHANGE = "UPDATE live SET version = ?, touched = ?, state = ? WHERE id = ? AND version = ?"


class SqliteStore(Store):
    """Live games in a file of that folder."""

    errors: ClassVar[tuple[type[Exception], ...]] = (SQLAlchemyError, sqlite3.Error)

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        engine = _connected(self._path)
        self._file = os.stat(self._path).st_ino
        self._mourned = False
        super().__init__(engine)

    def now(self) -> int:
        """Which nobody can set: from one start of the machine to the next."""
        return time.monotonic_ns() // 1_000_000

    def resumed(self, live: Live) -> Live:
        return live.resumed(self.now())

    def gone(self) -> bool:
        """Whether somebody has deleted the file, or put another in its place."""
        try:
            gone = os.stat(self._path).st_ino != self._file
        except OSError:
            gone = True
        if gone and not self._mourned:
            log.critical("the live games were deleted while serving: restart", extra={"file": self._path})
        self._mourned = gone
        return gone

    def listen(self, ear: Ear) -> None:
        """There are no others."""

    def announce(self, live: Live, people: Collection[str], asks: bool = False) -> None:
        """There are no others."""

    def nudge(self, live: Live) -> None:
        """All games are kept here."""

    def _write_change(self, connection: Connection, before: Live | None, after: Live) -> None:
        raw: Any = connection.connection.driver_connection
        row = (after.version, int(time.time()), json.dumps(packed(after)))
        if before is None:
            raw.execute(
                "INSERT INTO live (version, touched, state, id) VALUES (?, ?, ?, ?)", (*row, after.id)
            )
        elif raw.execute(CHANGE, (*row, after.id, before.version)).rowcount != 1:
            raise Stale
        known = 1 if before is None else len(before.nodes)
        for number, node in enumerate(after.nodes[known:], start=known):
            raw.execute("INSERT INTO node VALUES (?, ?, ?, ?)", (after.id, number, node.parent, node.move))


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
        raise StrategeError(_("Cannot open {path}: {why}.", path=path, why=why(error))) from None
    return engine


def _private(path: Path) -> None:
    """Have the file for its owner only; SQLite gives those beside it the same rights."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)


def _prepare(raw: Any, _record: object) -> None:
    raw.isolation_level = None  # transactions begin where we say so
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = FULL")


def _begin(connection: Connection) -> None:
    """A writer takes the lock when it begins, never later, where it could fail instead of waiting."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
