"""The archive's benchmark measures what it says, on an archive small enough for a test."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
from benchmarks.archive import bench, growth
from benchmarks.archive.games import LEAST, write_games

from stratege.archive.formats import read
from stratege.archive.game_entry import GameEntry
from stratege.archive.record_texts import records_in


@pytest.fixture
def one_server(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmarks use the PostgreSQL server that is there."""
    for benchmark in (bench, growth):
        monkeypatch.setattr(benchmark, "postgresql_server", lambda: nullcontext(postgresql))


def test_the_games_are_long_and_follow_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    plies = write_games(path, 50)
    entries = [read(one) for one in records_in(path.open(encoding="utf-8"))]
    assert all(isinstance(entry, GameEntry) and len(entry.moves) >= LEAST for entry in entries)
    assert plies == sum(len(entry.moves) for entry in entries if isinstance(entry, GameEntry))


@pytest.mark.usefixtures("one_server")
def test_every_table_has_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SIZES", (300,))
    monkeypatch.setattr(bench, "ASKED", 10)
    imports, explorers, likes, answers = bench.run().tables
    assert [len(table.rows) for table in (imports, explorers, likes, answers)] == [1, 1, 1, 6]
    assert all(len(row) == len(table.columns) for table in (imports, explorers, likes) for row in table.rows)


@pytest.mark.usefixtures("one_server")
def test_an_archive_grows_from_station_to_station(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "STATIONS", (100, 300))
    monkeypatch.setattr(growth, "FILE", 150)
    monkeypatch.setattr(growth, "ASKED", 5)
    tables = growth.run().tables
    assert [[row[0] for row in table.rows] for table in tables] == [["100", "300"]] * 2
    assert all(len(row) == len(table.columns) for table in tables for row in table.rows)


def test_prefixes_are_of_four_plies_and_lead_apart() -> None:
    prefixes = bench.unequivocal_prefixes()
    assert len(prefixes) > bench.PREFIXES
    assert {len(prefix) for prefix in prefixes} == {bench.PREFIX}
