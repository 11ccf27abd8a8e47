"""The same tests on both databases: a SQLite file, and a real PostgreSQL that the tests start."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.archive import server

from stratege.archive.store import Archive

_numbers = itertools.count(1)


def fresh_database(address: str) -> str:
    """A new database on the server."""
    return server.fresh_database(address, f"archive{next(_numbers)}")


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
