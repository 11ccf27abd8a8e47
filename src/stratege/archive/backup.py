"""A whole copy of the archive as one SQLite file, taken while others write."""

from __future__ import annotations

import os
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import select

from stratege.archive.database import allow_sharing, clear_errors, insert, reading, writing
from stratege.archive.schema import metadata
from stratege.archive.store import Archive
from stratege.core.errors import StrategeError
from stratege.core.files import reason_of
from stratege.core.language import _

PAGE = 20_000


def backup(archive: Archive, path: Path) -> None:
    """Write the archive as it is at this moment to a file, whole or not at all; `Archive.open` reads it."""
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
            fresh = Path(folder) / "archive.sqlite"
            with clear_errors(archive.engine.url):
                (_copy_file if archive.engine.dialect.name == "sqlite" else _copy_rows)(archive, fresh)
            os.replace(fresh, path)
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
