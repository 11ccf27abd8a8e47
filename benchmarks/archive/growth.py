"""One archive that grows; `ARCHIVE_GROWTH=100000,1000000,10000000` chooses the stations.

10^7 games are 2 GB of files, made once, and about 8 GB on either database, twice that while the largest runs
are merged; one of the two is on the disk at a time. Each station is told on standard error as it is reached.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path

from sqlalchemy import func, select, text

from benchmarks.archive.bench import file_bytes, position_after, timed
from benchmarks.archive.games import write_games
from benchmarks.archive.server import fresh_database, postgresql_server
from benchmarks.report import Report, Table
from stratege.archive.database import reading
from stratege.archive.explorer import explore
from stratege.archive.formats import read
from stratege.archive.importer import Counted, add_lines
from stratege.archive.record_texts import records_in
from stratege.archive.schema import game, statistic_run
from stratege.archive.store import Archive
from stratege.archive.validate import validate
from stratege.arena.workers import processes

NAME = "archive-growth"

STATIONS = tuple(int(size) for size in os.environ.get("ARCHIVE_GROWTH", "100000,300000,1000000").split(","))
FILE = 1_000_000  # games of one file
PLIES = (0, 8, 20)
ASKED = 2000

SUMMARY = (
    "Random Awalé games as in the benchmark `archive`, put into one archive that grows. Games/s are of the "
    "games since the station before; making them is not counted. Runs are what a question to the explorer "
    "looks into (`archive/runs.py`). Goals: p99 at 10^7 at most 5 ms, and flat."
)


@dataclass
class Station:
    """The archive at one size: seconds of importing since the last one, bytes, runs, seconds by plies."""

    games: int
    seconds: float = 0.0
    bytes: int = 0
    runs: int = 0
    latency: dict[int, list[float]] = field(default_factory=dict)


def run() -> Report:
    tables = []
    with tempfile.TemporaryDirectory() as written:
        files = written_games(Path(written))
        for name, opened in (("SQLite", sqlite), ("PostgreSQL", postgresql)):
            with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as archive:
                tables.append(_table(name, grown(name, archive, files)))
    return Report(SUMMARY, tables)


def written_games(folder: Path) -> dict[int, list[Path]]:
    """By station the files that lead there from the one before."""
    files: dict[int, list[Path]] = {}
    with processes(os.cpu_count() or 1) as pool:
        waiting = []
        for before, size in pairwise((0, *STATIONS)):
            files[size] = []
            for first in range(before, size, FILE):
                files[size].append(folder / f"{first}.jsonl")
                waiting.append(pool.submit(write_games, files[size][-1], min(FILE, size - first), first))
        for one in waiting:
            one.result()
    return files


@contextmanager
def sqlite(folder: Path) -> Iterator[Archive]:
    with Archive.open(str(folder / "archive.sqlite")) as archive:
        yield archive


@contextmanager
def postgresql(folder: Path) -> Iterator[Archive]:
    with postgresql_server() as server, Archive.open(fresh_database(server, "growth")) as archive:
        yield archive


def grown(name: str, archive: Archive, files: dict[int, list[Path]]) -> list[Station]:
    """Import up to each station, and ask there."""
    stations, there = list[Station](), 0
    for size, paths in files.items():
        station = Station(size)
        for path in paths:
            with path.open("rb") as lines:
                validate(map(read, islice(records_in(Counted(lines)), 200)))  # compiles
            begun = time.perf_counter()
            with path.open("rb") as lines:
                there += sum(added.new for added in add_lines(archive, Counted(lines)))
            station.seconds += time.perf_counter() - begun
        if there != size:
            raise RuntimeError("not all games went in: the rate means nothing")
        _ask(archive, station)
        stations.append(station)
        print(name, *_table(name, stations).rows[-1], file=sys.stderr, flush=True)
    return stations


def _ask(archive: Archive, station: Station) -> None:
    draw = random.Random(station.games)
    with reading(archive.engine) as connection:
        numbers = [draw.randrange(1, station.games + 1) for _number in range(ASKED)]
        moves = [connection.scalar(select(game.c.moves).where(game.c.id == number)) for number in numbers]
        station.runs = connection.scalar(select(func.count()).select_from(statistic_run)) or 0
        if archive.engine.dialect.name == "postgresql":
            station.bytes = connection.scalar(text("SELECT pg_database_size(current_database())")) or 0
    if archive.engine.dialect.name == "sqlite":
        station.bytes = file_bytes(Path(str(archive.engine.url.database)))
    for plies in PLIES:
        asked = [position_after(str(one)[:plies]) for one in moves]
        station.latency[plies] = sorted(timed(explore, archive, position) for position in asked)


def _table(name: str, stations: list[Station]) -> Table:
    columns = ["games", "games/s", "bytes a game", "runs"]
    columns += [f"{what} ms, ply {plies}" for plies in PLIES for what in ("p50", "p99")]
    rows, before = [], 0
    for one in stations:
        rate = (one.games - before) / one.seconds
        row = [f"{one.games:,}", f"{rate:,.0f}", f"{one.bytes / one.games:,.0f}", str(one.runs)]
        for times in one.latency.values():
            row += [f"{1000 * times[int(share * len(times))]:.2f}" for share in (0.5, 0.99)]
        rows.append(row)
        before = one.games
    return Table(name, columns, rows)
