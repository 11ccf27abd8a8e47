"""Formats side by side: what `stratege image compare` prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from stratege.cli.console import fits, out
from stratege.core.language import _, in_figures

if TYPE_CHECKING:
    from stratege.images.peers import Written

    Results = dict[Path, dict[str, Written | None]]


def described(found: dict[str, Written | None]) -> dict[str, object]:
    """The formats that can have the picture, for programs."""
    return {
        name: {"bytes": one.size, "seconds": round(one.seconds, 6)}
        for name, one in found.items()
        if one is not None
    }


def print_comparison(heading: str, results: Results, figure: Callable[[Written], float]) -> None:
    """A row for each picture and one for all; as many formats beside each other as there is room for."""
    names = list(next(iter(results.values())))
    while names:
        shown = list(names)
        table = _compared(heading, results, figure, shown)
        while len(shown) > 1 and not fits(table):
            shown.pop()
            table = _compared(heading, results, figure, shown)
        out.print(table)
        names = names[len(shown) :]


def _compared(heading: str, results: Results, figure: Callable[[Written], float], names: list[str]) -> Table:
    """A figure of each of these formats, a dash where there is none."""
    table = Table(box=None, pad_edge=False)
    table.add_column(heading, overflow="fold")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)

    def add(label: str, rows: list[dict[str, Written | None]]) -> None:
        columns = ([one for row in rows if (one := row[name])] for name in names)
        sums = (sum(map(figure, column)) if len(column) == len(rows) else None for column in columns)
        table.add_row(label, *("–" if one is None else in_figures(one, 1) for one in sums))

    for path, found in results.items():
        add(escape(path.name), [found])
    if len(results) > 1:
        add(_("total"), list(results.values()))
    return table
