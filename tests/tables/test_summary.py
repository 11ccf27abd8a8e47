"""What a shelf holds is told from its files' headers, and damage is told too."""

from __future__ import annotations

from pathlib import Path

import pytest

import stratege
from stratege.core.recipe import Exact
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf
from stratege.tables.summary import summaries


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf with one small table."""
    folder = tmp_path_factory.mktemp("tables")
    builder = Builder(Shelf(folder), stratege.game("mingmang", "free", "3"), 2, 1 << 28)
    builder.build(builder.plan(None))
    return folder


def test_an_empty_shelf_holds_nothing(tmp_path: Path) -> None:
    assert summaries(Shelf(tmp_path)) == []


def test_a_table_of_all_boards_says_what_is_known(folder: Path) -> None:
    (table,) = summaries(Shelf(folder))
    assert (table.game, table.variant, table.size, table.faults) == ("mingmang", "free", "3", ())
    assert table.positions == 3**9
    assert table.stored_bytes == sum(path.stat().st_size for path in folder.glob("*/*.stgt"))
    assert table.known is not None
    assert table.known.won + table.known.lost + table.known.drawn == 3**9
    assert table.known.start == Exact(1, 1)


def test_a_damaged_or_foreign_file_is_a_fault(folder: Path, tmp_path: Path) -> None:
    (original,) = folder.glob("*/*.stgt")
    for name in ("mingmang-free-3", "chess-standard-8"):
        (tmp_path / name).mkdir()
        (tmp_path / name / original.name).write_bytes(original.read_bytes()[:5000])
    foreign, damaged = summaries(Shelf(tmp_path))
    assert (foreign.known, damaged.known, damaged.positions) == (None, None, 0)
    assert "chess" in foreign.faults[0]
    assert "cannot be used" in damaged.faults[0]


def test_a_folder_that_nobody_reads_any_more_says_so(tmp_path: Path) -> None:
    """Awalé's tables were named after the seeds of the start once; now all its sizes share one."""
    builder = Builder(Shelf(tmp_path), stratege.game("awale"), 1, 1 << 28)
    builder.build(builder.plan(2))
    builder.folder.rename(builder.folder.with_name("awale-standard-1"))
    (table,) = summaries(Shelf(tmp_path))
    assert len(table.layers) == 3
    assert table.faults == (
        "awale-standard-1 is not used: its boards belong to awale-standard-4, and its folder can go.",
    )
