"""The papers' tables of a SQLite archive, copied: a file that holds what a question may see, and no more.

One file a paper, beside the archive (`archive.sqlite-001`), or in the cache folder where nothing can be
written there. A copy is never changed once it is there, so it is read without locks. When the archive has new
games a copy of the copy gets them and takes its place; when games were taken out, or it is another archive,
it is made anew.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
import zlib
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from stratege.archive.database import PATIENCE, reading_uri
from stratege.archive.exam_views import PAPERS, VIEWS, View
from stratege.core.errors import StrategeError, Unavailable
from stratege.core.files import reason_of
from stratege.core.language import _

FORGOTTEN = 3600  # seconds after which nobody is at work on an unfinished copy
LAYOUT = 1  # goes up when copies are made otherwise


class Mark(NamedTuple):
    """What a copy is of: an archive (its file, and how often games were taken out), and how far it goes."""

    archive: int
    extent: int


def address(path: Path, game: str, anew: bool = False) -> str:
    """Where SQLite finds the copy of the archive for the game's paper, brought up to date."""
    copy = _place(path, game)
    try:
        with closing(_beside_archive(":memory:", path)) as connection:
            wanted = _mark(connection, path)
        found = None if anew else _mark_of_copy(copy)
        if found is None or found.archive != wanted.archive:
            _renew(path, copy, game, grows=False)
        elif found != wanted:
            _renew(path, copy, game, grows=True)
    except sqlite3.Error as error:
        raise Unavailable(_("The database {database}: {why}", database=path, why=error)) from None
    except OSError as error:
        raise StrategeError(_("Cannot write {path}: {why}.", path=copy, why=reason_of(error))) from None
    return f"file:{quote(str(copy.absolute()))}?mode=ro&immutable=1"


def _beside_archive(file: str, path: Path) -> sqlite3.Connection:
    """A database and, called `archive`, the archive to read."""
    connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, uri=True)
    connection.execute("ATTACH ? AS archive", (reading_uri(path),))
    return connection


def _place(path: Path, game: str) -> Path:
    name = f"{path.name}-{PAPERS[game]}"
    if os.access(path.parent, os.W_OK):
        return path.with_name(name)
    from platformdirs import user_cache_path

    return user_cache_path("stratege", ensure_exists=True) / f"{zlib.crc32(os.fsencode(path)):08x}-{name}"


def _mark(connection: sqlite3.Connection, path: Path) -> Mark:
    """Games only come in, with numbers that grow, until `user_version` says that some were taken out."""
    (rewritten,) = connection.execute("PRAGMA archive.user_version").fetchone()
    last = connection.execute("SELECT id, digest FROM archive.game ORDER BY id DESC LIMIT 1").fetchone()
    players = connection.execute("SELECT MAX(id) FROM archive.player").fetchone()
    file = path.stat()
    return Mark(_number(file.st_dev, file.st_ino, rewritten, LAYOUT), _number(last, players))


def _number(*values: object) -> int:
    return zlib.crc32(repr(values).encode()) >> 1  # SQLite keeps 31 bits of it


def _mark_of_copy(copy: Path) -> Mark | None:
    if not copy.exists():
        return None
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"file:{quote(str(copy))}?mode=ro", uri=True)) as file,
    ):
        numbers = [
            file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        ]
        return Mark(*numbers)
    return None


def _renew(path: Path, copy: Path, game: str, grows: bool) -> None:
    """Put a copy in place that is up to date: the old one and what is new, or all of it."""
    for left in copy.parent.glob(f".{copy.name}.*"):  # by somebody who was killed
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > FORGOTTEN:
                left.unlink()
    handle, name = tempfile.mkstemp(dir=copy.parent, prefix=f".{copy.name}.")
    fresh = Path(name)
    try:
        if grows:
            shutil.copyfile(copy, fresh)
        with closing(_beside_archive(fresh.as_uri(), path)) as connection:
            _fill(connection, path, game, grows)
        os.fsync(handle)
        os.replace(fresh, copy)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    finally:
        os.close(handle)


def _fill(connection: sqlite3.Connection, path: Path, game: str, grows: bool) -> None:
    connection.execute("PRAGMA main.journal_mode = OFF")  # if this is not finished nobody will see it
    connection.execute("PRAGMA main.synchronous = OFF")
    players, games = VIEWS[game]["Joueur"], VIEWS[game]["Partie"]
    connection.execute("BEGIN")  # one state of the archive throughout
    mark = _mark(connection, path)
    if not grows:
        for name, view in VIEWS[game].items():
            connection.execute(f"CREATE TABLE main.{name} ({_columns(view)})")
    last = connection.execute(f"SELECT COALESCE(MAX({games.names[0]}), 0) FROM main.Partie").fetchone()
    known = connection.execute(f"SELECT COALESCE(MAX({players.names[0]}), 0) FROM main.Joueur").fetchone()
    connection.execute(f"INSERT INTO main.Partie {games.select} WHERE game.id > ?", last)
    connection.execute(
        f"INSERT OR REPLACE INTO main.Joueur {players.select} WHERE player.id > ? OR player.id IN "
        "(SELECT player1_id FROM game WHERE id > ? UNION SELECT player2_id FROM game WHERE id > ?)",
        (*known, *last, *last),
    )
    connection.execute(f"PRAGMA main.application_id = {mark.archive}")
    connection.execute(f"PRAGMA main.user_version = {mark.extent}")
    connection.execute("COMMIT")


def _columns(view: View) -> str:
    key, *others = (f"{name} {kind}" for name, kind, _meaning in view.columns)
    return ", ".join([f"{key} PRIMARY KEY", *others])
