"""`python -m benchmarks [name …]`: run the benchmarks named, or all, and write their sections of RESULTS.md.

A benchmark is a module with a `NAME` and a `run() -> Report`; adding one is adding it to `MODULES`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Protocol

from rich import box, table
from rich.console import Console
from rich.markdown import Markdown

from benchmarks import curves, timing
from benchmarks.archive import bench as archive
from benchmarks.archive import growth
from benchmarks.arena import bench as arena
from benchmarks.envs import speed as environments
from benchmarks.images import coding as image_coding
from benchmarks.images import sizes as image_sizes
from benchmarks.images import speed as image_speed
from benchmarks.perft import bench as perft
from benchmarks.report import Report, Table, conditions, keep
from benchmarks.school import class_load, marking, mutants
from benchmarks.search import bench as search
from benchmarks.search import books, levels, old_level, peers, perfect
from benchmarks.startup import commands as startup
from benchmarks.startup import first_minute, install
from benchmarks.tables import awale, chomp, mingmang, quixo
from benchmarks.web import load as web
from benchmarks.web import pages as web_pages
from benchmarks.web import pictures, review
from benchmarks.web import processes as web_processes


class Benchmark(Protocol):
    """What a benchmark's module offers."""

    NAME: str

    def run(self) -> Report: ...


WIDTH = 110  # at least, whatever the terminal: no figure is to be cut short

MODULES: Sequence[Benchmark] = (
    startup,
    first_minute,
    install,
    perft,
    timing,
    search,
    peers,
    levels,
    perfect,
    books,
    old_level,
    chomp,
    quixo,
    mingmang,
    awale,
    archive,
    growth,
    arena,
    image_sizes,
    image_speed,
    image_coding,
    web,
    web_processes,
    environments,
    class_load,
    marking,
    mutants,
    review,
    web_pages,
    pictures,
)


def main() -> None:
    named = {module.NAME: module for module in MODULES}
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure, and keep the results."
    )
    parser.add_argument(
        "names", nargs="*", metavar="name", help=f"which ones: {', '.join(named)} (default: all)"
    )
    names = parser.parse_args().names
    if unknown := [name for name in names if name not in named]:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(named)}")
    console = Console()
    console.width = max(console.width, WIDTH)
    console.print(conditions(), style="dim")
    for name in names or named:
        with console.status(f"{name}…"):
            report = named[name].run()
        console.print(Markdown(f"**{name}**: {report.summary}"))
        for part in report.tables:
            console.print(_drawn(part))
        keep(name, report)
    curves.draw()


def _drawn(part: Table) -> table.Table:
    drawn = table.Table(title=part.title, title_justify="left", box=box.SIMPLE)
    for i, column in enumerate(part.columns):
        drawn.add_column(column, justify="right" if i else "left")
    for row in part.rows:
        drawn.add_row(*row)
    return drawn


if __name__ == "__main__":
    main()
