"""What the web's tests share: apps in folders of their own, with engines or without, and visitors to them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.archive import server
from tests.web.visitors import House, served, settings_in

from stratege.web.app import create_app

_numbers = itertools.count(1)


def fresh_database(address: str) -> str:
    """A new database on the server."""
    return server.fresh_database(address, f"live{next(_numbers)}")


@pytest.fixture(params=["sqlite", "postgresql"])
def live(request: pytest.FixtureRequest) -> str | None:
    """Where the live games are kept: in a file, and in a PostgreSQL database."""
    return None if request.param == "sqlite" else fresh_database(request.getfixturevalue("postgresql"))


@pytest.fixture
def any_house(tmp_path: Path, live: str | None) -> Iterator[House]:
    """A fresh app on each kind of database in turn."""
    with served(create_app(settings_in(tmp_path, live=live))) as house:
        yield house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A fresh app; its engines start only if somebody asks them something."""
    with served(create_app(settings_in(tmp_path))) as house:
        yield house


@pytest.fixture(scope="session")
def thinking_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One app for all tests that ask its engines, which take a while to start."""
    with served(create_app(settings_in(tmp_path_factory.mktemp("web")))) as house:
        yield house
