"""Databases of earlier versions open as if they were new; the migrations and the tables say the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from tests.archive.made import computed, some_games

from stratege.archive.explorer import explore
from stratege.archive.schema import HEAD, metadata
from stratege.archive.store import Archive
from stratege.core.registry import game

OLD = sorted(Path(__file__).parent.glob("version-*.sql"))


@pytest.mark.parametrize("script", OLD, ids=lambda script: script.stem)
def test_an_archive_of_an_earlier_version(script: Path, tmp_path: Path) -> None:
    """Its games are all there, and the statistics that it did not have so are those of a new archive."""
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script.read_text(encoding="utf-8"))
    with Archive.open(str(path)) as old, Archive.open(str(tmp_path / "new.sqlite")) as new:
        new.add(some_games(2))
        assert computed(old) == computed(new)
        assert explore(old, game("awale").start()).score.games == 2
        assert old.add(some_games(3)).new == len(some_games(1))


def test_the_migrations_make_the_tables(archive: Archive) -> None:
    with archive.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_last_migration_is_the_one_expected() -> None:
    config = Config()
    config.set_main_option("script_location", "stratege.archive:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD
