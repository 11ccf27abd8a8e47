"""A whole copy of the archive as one SQLite file, taken while others write."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import select

from stratege.archive.database import allow_sharing, clear_errors, insert, reading, writing
from stratege.archive.schema import metadata
from stratege.archive.store import Archive
from stratege.core.errors import BadOption, StrategeError
from stratege.core.files import check_output, reason_of
from stratege.core.files import writing as output
from stratege.core.language import _

PAGE = 20_000
MAGIC = b"SQLite format 3\0"


def check_backup(archive: Archive, path: Path, force: bool = False) -> None:
    """Refuse to write over what is no copy of an archive, or over the archive itself, without `force`."""
    own = Path(archive.engine.url.database or "") if archive.engine.dialect.name == "sqlite" else None
    check_output(path, begins=MAGIC, source=own, force=force)
    if not force and path.is_file() and not _is_archive(path):
        raise BadOption(_("{path} exists and is something else; choose another name, or --force.", path=path))


def _is_archive(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            connection.execute("SELECT 1 FROM alembic_version, ruleset, game LIMIT 1")
    except sqlite3.Error:
        return False
    return True


def backup(archive: Archive, path: Path) -> None:
    """Write the archive as it is at this moment to a file, whole or not at all; `Archive.open` reads it."""
    try:
        beside = path.is_file() or not path.exists()  # or it is a device, a pipe
        with tempfile.TemporaryDirectory(dir=path.parent if beside else None, prefix=".stratege-") as folder:
            fresh = Path(folder) / "archive.sqlite"
            with clear_errors(archive.engine.url):
                (_copy_file if archive.engine.dialect.name == "sqlite" else _copy_rows)(archive, fresh)
            with fresh.open("rb") as copy, output(path) as file:
                shutil.copyfileobj(copy, file)
    except OSError as error:
        raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=reason_of(error))) from None


def _copy_file(archive: Archive, fresh: Path) -> None:
    with closing(archive.engine.raw_connection()) as connection:
        connection.cursor().execute("VACUUM INTO ?", (str(fresh),))
    allow_sharing(fresh)


def _copy_rows(archive: Archive, fresh: Path) -> None:
    """Table by table, within one view of the database."""
    with Archive.open(str(fresh)) as copy, reading(archive.engine) as source, writing(copy.engine) as target:
        for table in metadata.sorted_tables:
            rows = source.execution_options(stream_results=True).execute(select(table))
            for part in rows.partitions(PAGE):
                insert(target, table.name, [tuple(row) for row in part])
