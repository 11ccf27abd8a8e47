"""Figures of RESULTS.md as curves: `python -m benchmarks.curves` draws them anew from what stands there.

So a picture shows what its table says, whoever measured it and when.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.report import RESULTS, SECTION, Table
from stratege.core.charts import Curve, curves

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def tables_of(text: str, section: str) -> list[Table]:
    """The tables of a section of the results, as they are written there."""
    _before, _head, rest = text.partition(f"\n{SECTION}{section}\n")
    found: list[Table] = []
    for part in rest.partition(f"\n{SECTION}")[0].split("\n### ")[1:]:
        title, *lines = part.splitlines()
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("|")]
        found.append(Table(title, rows[0], rows[2:]))
    return found


def number(cell: str) -> float:
    """A figure as it stands in a table."""
    return float(cell.replace(",", ""))


def moves_a_second(tables: Sequence[Table]) -> str:
    """How long a move in a hundred takes, against moves a second, for each server."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for name, _asked, moves, _p50, p99 in tables[-1].rows:
        lines.setdefault(name, []).append((number(moves), number(p99)))
    title = "One move in a hundred takes longer than this"
    return curves(title, [Curve(*line) for line in lines.items()], "moves a second", "ms")


def archive_growth(tables: Sequence[Table]) -> str:
    """How long one question in a hundred takes the explorer, against the archive's size."""
    lines = []
    for table in tables:
        for place, column in enumerate(table.columns):
            if column.startswith("p99"):
                points = [(math.log10(number(row[0])), number(row[place])) for row in table.rows]
                lines.append(Curve(f"{table.title}, {column.split(', ')[1]}", points))
    title = "One question to the explorer in a hundred takes longer than this"
    return curves(title, lines, "games, as a power of ten", "ms")


CURVES: dict[str, tuple[str, Callable[[Sequence[Table]], str]]] = {
    "web-processes.svg": ("web processes", moves_a_second),
    "archive-growth.svg": ("archive-growth", archive_growth),
}


def draw(folder: Path = PICTURES, results: Path = RESULTS) -> None:
    """Draw all of them."""
    text = results.read_text(encoding="utf-8")
    for name, (section, drawn) in CURVES.items():
        (folder / name).write_text(drawn(tables_of(text, section)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    draw()
