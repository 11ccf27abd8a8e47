"""A tournament's file: what is played, and every finished game, safe as soon as it is in.

A SQLite database, so that a kill at any instant leaves each game either whole or not there, and a game has
one place: kept twice, it counts once. Whoever plays holds a lock beside it, which ends with them; readers
need none.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from filelock import FileLock, Timeout

from stratege.arena.tournament import Identity, Tournament, parse_tournament
from stratege.core.errors import BadOption, StrategeError
from stratege.core.files import opened
from stratege.core.language import _
from stratege.core.record import Record, parse_record

ENDING = ".tournament"
PATIENCE = 30.0  # seconds to wait for a reader
TABLES = """
CREATE TABLE IF NOT EXISTS tournament (id INTEGER PRIMARY KEY CHECK (id = 1), text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS game (
    round INTEGER, board INTEGER, game INTEGER, record TEXT NOT NULL, PRIMARY KEY (round, board, game)
) WITHOUT ROWID;
"""


class FileJournal:
    """A tournament's file, open. Without a path it is in memory, and ends with this process."""

    def __init__(self, path: Path | None = None, read_only: bool = False) -> None:
        self.path = path
        place = ":memory:" if path is None else f"file:{quote(str(path))}{'?mode=ro' if read_only else ''}"
        if path is not None and read_only:
            with opened(path):
                pass  # or a sentence says why not
        with self._sound():
            self._database = sqlite3.connect(place, PATIENCE, isolation_level=None, uri=path is not None)
            self._refuse_others(empty=not read_only)
            if not read_only:
                self._database.executescript(f"PRAGMA synchronous = FULL; BEGIN IMMEDIATE; {TABLES} COMMIT;")

    def close(self) -> None:
        """Let the file go."""
        self._database.close()

    def __enter__(self) -> FileJournal:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def tournament(self) -> Tournament | None:
        """What is played; None before anything was decided."""
        with self._sound():
            row = self._database.execute("SELECT text FROM tournament").fetchone()
        return None if row is None else parse_tournament(row[0])

    def begin(self, tournament: Tournament) -> None:
        """Decide what is played, or that more of it is."""
        with self._sound():
            self._database.execute("INSERT OR REPLACE INTO tournament VALUES (1, ?)", (tournament.text(),))

    def games(self) -> dict[Identity, Record]:
        """The finished games in the order of the schedule, each checked by the rules."""
        return {identity: parse_record(text) for identity, text in self.texts()}

    def texts(self) -> list[tuple[Identity, str]]:
        """The finished games as text, in the order of the schedule."""
        with self._sound():
            rows = self._database.execute("SELECT * FROM game ORDER BY round, board, game").fetchall()
        return [(Identity(*row[:3]), row[3]) for row in rows]

    def count(self) -> int:
        """How many games are finished."""
        with self._sound():
            return int(self._database.execute("SELECT count(*) FROM game").fetchone()[0])

    def keep(self, identity: Identity, record: Record) -> None:
        """Keep a game, for good once this returns; one that is there already stays as it is."""
        with self._sound():
            values = (*identity, record.text())
            self._database.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?)", values)

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Hold the file for playing; a sentence if somebody else does."""
        if self.path is None:
            yield
            return
        try:
            with FileLock(self.path.with_name(self.path.name + ".lock"), timeout=0):
                yield
        except Timeout:
            words = _("Somebody else is playing the tournament {path}.", path=self.path)
            raise StrategeError(words) from None

    def _refuse_others(self, empty: bool) -> None:
        """Leave a database alone that is somebody else's, an archive for one; an `empty` one may do."""
        tables = self._database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if ("tournament",) not in tables and (tables or not empty):
            raise BadOption(_("{path} is not a tournament.", path=self.path))

    @contextmanager
    def _sound(self) -> Iterator[None]:
        """Say in a sentence that the file is not what it should be."""
        try:
            yield
        except sqlite3.OperationalError as error:
            words = {"path": self.path, "why": error}
            raise StrategeError(_("The tournament {path} cannot be used: {why}.", **words)) from None
        except sqlite3.DatabaseError:
            raise BadOption(_("{path} is not a tournament.", path=self.path)) from None


def folder() -> Path:
    """Where standing tournaments are kept: `STRATEGE_TOURNAMENTS`, or the user's data folder."""
    from platformdirs import user_data_path

    chosen = os.environ.get("STRATEGE_TOURNAMENTS")
    return Path(chosen) if chosen else user_data_path("stratege") / "tournaments"
