"""Curves show the figures of the results, each where it stands."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from benchmarks.report import RESULTS

from benchmarks import curves


def test_every_curve_is_drawn_from_the_results(tmp_path: Path) -> None:
    curves.draw(tmp_path)
    for name in curves.CURVES:
        svg = (tmp_path / name).read_text(encoding="utf-8")
        assert ElementTree.fromstring(svg).findall("{*}line")
    text = RESULTS.read_text(encoding="utf-8")
    for part in ("1, PostgreSQL", "2, PostgreSQL", "1, SQLite"):
        assert part in curves.moves_a_second(curves.tables_of(text, "web processes"))
    grown = curves.tables_of(text, "archive-growth")
    assert [table.title for table in grown] == ["SQLite", "PostgreSQL"]
    assert curves.number(grown[0].rows[-1][0]) >= 10**7
