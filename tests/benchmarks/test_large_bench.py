"""A large table's figures are read off real builds, which must end alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.tables import large

import stratege
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf

CHOMP = stratege.game("chomp", size="6x4")
AWALE = stratege.game("awale", "awari")


def test_layers_are_timed_unless_they_were_half_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "TELLING", 400)
    begun = Builder(Shelf(tmp_path / "2"), AWALE, 1, 1 << 30)
    begun.build(begun.plan(3))
    (begun.folder / "seeds-05.building").write_bytes(b"")
    for workers in (2, 1):
        large.build(tmp_path, AWALE, 6, 1 << 30, None, workers)
    assert set(large.notes_of(tmp_path, AWALE, 2)) == {"seeds-04", "seeds-06"}
    told = large.report(tmp_path, AWALE, [2, 1], 1 << 30)
    rows = {row[0]: row for row in told.tables[0].rows}
    assert [*rows] == ["seeds-04", "seeds-05", "seeds-06"]
    assert rows["seeds-05"][1:] != rows["seeds-06"][1:]
    assert rows["seeds-05"][4:7] == ["–"] * 3
    assert float(rows["seeds-06"][6]) > 0
    assert "s with 1 of the cores" in told.summary
    assert "with 2" not in told.summary


def test_files_that_differ_are_no_result(tmp_path: Path) -> None:
    for workers in (2, 1):
        large.build(tmp_path, CHOMP, None, 1 << 30, None, workers)
    (file,) = (tmp_path / "1").glob("*/*.stgt")
    content = bytearray(file.read_bytes())
    content[4100] ^= 1
    file.write_bytes(content)
    with pytest.raises(RuntimeError, match="another file"):
        large.report(tmp_path, CHOMP, [2, 1], 1 << 30)
