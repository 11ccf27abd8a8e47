"""The archive at 10^4, 10^5 and 10^6 games; `ARCHIVE_GAMES=10000` in the environment chooses others."""

from __future__ import annotations

import os
import random
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from benchmarks.archive.games import LEAST, write_games
from benchmarks.archive.server import fresh_database, postgresql_server
from benchmarks.report import Report, Table
from stratege.archive.database import insert, writing
from stratege.archive.exam_sql import ask, exams
from stratege.archive.explorer import explore, identify
from stratege.archive.formats import read
from stratege.archive.importer import Counted, add_lines
from stratege.archive.record_texts import records_in
from stratege.archive.sql_role import make_role
from stratege.archive.store import Archive
from stratege.archive.validate import validate
from stratege.core.position import Position
from stratege.core.registry import game

NAME = "archive"

SIZES = tuple(int(size) for size in os.environ.get("ARCHIVE_GAMES", "10000,100000,1000000").split(","))
PLIES = (0, 8, 20)
ASKED = 400
PREFIXES, PREFIX = 10, 4

SUMMARY = (
    f"Random Awalé games of at least {LEAST} plies, read from a file of JSON lines; every move is replayed, "
    "in a second process while the first one writes. Wall time, compiled beforehand. The explorer is asked "
    "about positions of games drawn by lot. LIKE is what paper 001 would ask: "
    "`SELECT substr(jeu, …), COUNT(*) FROM Partie WHERE jeu LIKE 'egai%' GROUP BY …`, over positions that "
    "one order of moves alone leads to, where both must give the same counts. The answers of paper 004 are "
    "asked of as many Quixo games, which are rows without moves: the questions do not look at them. "
    "Goals: 20,000 games/s at 10^6 on SQLite, 12,000 on PostgreSQL; the explorer's p99 at 10^6 at most 3 "
    "times that at 10^4."
)


def run() -> Report:
    with tempfile.TemporaryDirectory() as folder, postgresql_server() as server:
        measured = [Size(count, Path(folder), server) for count in SIZES]
        for one in measured:
            one.measure()
    return Report(SUMMARY, [_imports(measured), _explorers(measured), _likes(measured), _answers(measured)])


class Size:
    """An archive of so many games on both databases, and what was measured there."""

    def __init__(self, count: int, folder: Path, server: str) -> None:
        self.count = count
        self.file = folder / f"{count}.jsonl"
        self.sqlite = folder / f"{count}.sqlite"
        self.server = server
        self.plies = 0
        self.rates: dict[str, float] = {}
        self.latency: dict[int, list[float]] = {}
        self.like: tuple[float, float] = (0.0, 0.0)
        self.answers: dict[tuple[str, str], float] = {}

    def measure(self) -> None:
        """Import, then ask."""
        self.plies = write_games(self.file, self.count)
        with self.file.open("rb") as file:
            validate(map(read, islice(records_in(Counted(file)), 200)))  # compiles
        with Archive.open(str(self.sqlite)) as archive:
            self.rates["SQLite"] = self._import(archive)
            self.size = file_bytes(self.sqlite)
            self._explore(archive)
            self.like = self._compare_like(archive)
            self._ask(archive, "SQLite")
        with Archive.open(fresh_database(self.server, f"archive{self.count}")) as archive:
            self.rates["PostgreSQL"] = self._import(archive)
            make_role(archive)
            self._ask(archive, "PostgreSQL")

    def _import(self, archive: Archive) -> float:
        begun = time.perf_counter()
        with self.file.open("rb") as file:
            new = sum(added.new for added in add_lines(archive, Counted(file)))
        if new != self.count:
            raise RuntimeError(f"{new} of {self.count} games went in: the rate means nothing")
        return self.count / (time.perf_counter() - begun)

    def _explore(self, archive: Archive) -> None:
        for plies in PLIES:
            positions = [position_after(moves[:plies]) for moves in self._sample(ASKED)]
            self.latency[plies] = sorted(timed(explore, archive, position) for position in positions)

    def _sample(self, count: int) -> Iterator[str]:
        """The moves of games drawn by lot."""
        draw = random.Random(count)
        with closing(sqlite3.connect(self.sqlite)) as connection:
            for _number in range(count):
                number = draw.randrange(1, self.count + 1)
                yield connection.execute("SELECT moves FROM game WHERE id = ?", (number,)).fetchone()[0]

    def _compare_like(self, archive: Archive) -> tuple[float, float]:
        """Median seconds of LIKE and of the explorer, on the same positions with the same counts."""
        likes, explored = [], []
        with closing(sqlite3.connect(self.sqlite)) as connection:
            for prefix in unequivocal_prefixes()[:PREFIXES]:
                position = position_after(prefix)
                likes.append(timed(like, connection, prefix))
                explored.append(timed(explore, archive, position))
                counts = {one.move: one.score.games for one in explore(archive, position).moves}
                if counts != like(connection, prefix):
                    raise RuntimeError(f"{prefix}: LIKE and the explorer differ: the speeds mean nothing")
        return median(likes), median(explored)

    def _ask(self, archive: Archive, name: str) -> None:
        put_quixo(archive, self.count)
        for key, stored in exams().items():
            self.answers[key, name] = timed(ask, archive, stored.game, stored.sql, 600)


def like(connection: sqlite3.Connection, prefix: str) -> dict[str, int]:
    """How often each move follows the prefix, as the paper's reader would ask."""
    words = "SELECT substr(moves, ?, 1), COUNT(*) FROM game WHERE ruleset_id = 1 AND moves LIKE ? GROUP BY 1"
    return dict(connection.execute(words, (len(prefix) + 1, prefix + "%")))


def unequivocal_prefixes() -> list[str]:
    """Openings of four plies that no other order of moves transposes into, drawn by lot."""
    level = {"": game("awale").start()}
    for _ply in range(PREFIX):
        level = {text + move: here.play(move) for text, here in level.items() for move in here.moves()}
    keys = {text: identify(here)[0] for text, here in level.items()}
    count = Counter(keys.values())
    alone = [text for text, key in keys.items() if count[key] == 1]
    random.Random(1).shuffle(alone)
    return alone


def put_quixo(archive: Archive, count: int) -> None:
    """Rows of Quixo games: who played whom, who won, how long it took."""
    draw = random.Random(2)
    ids = [one.number for one in archive.players("quixo")]
    shortest = count + 1
    rows = (
        _quixo_row(draw, ids, number, 7 if number == shortest else draw.randrange(8, 200))
        for number in range(shortest, shortest + count)
    )
    with writing(archive.engine) as connection:
        insert(connection, "ruleset", [(2, "quixo", "standard", "5", 1)])
        while part := list(islice(rows, 100_000)):
            insert(connection, "game", part)


def _quixo_row(draw: random.Random, ids: Sequence[int], number: int, plies: int) -> tuple[object, ...]:
    seats, points = (draw.choice(ids), draw.choice(ids)), draw.choice((0.0, 1.0))
    return (number, 2, *seats, points, "line", "2020-01-01", None, "", plies, 1500, 1500, number, None)


def timed(function: Callable[..., object], *arguments: object) -> float:
    """The seconds that a call takes."""
    begun = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begun


def median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def position_after(moves: str) -> Position:
    position = game("awale").start()
    for move in moves:
        position = position.play(move)
    return position


def file_bytes(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


def _imports(measured: Sequence[Size]) -> Table:
    columns = ("games", "plies a game", "SQLite games/s", "PostgreSQL games/s", "bytes a game")
    rows = [
        [
            f"{one.count:,}",
            f"{one.plies / one.count:.0f}",
            f"{one.rates['SQLite']:,.0f}",
            f"{one.rates['PostgreSQL']:,.0f}",
            f"{one.size / one.count:,.0f}",
        ]
        for one in measured
    ]
    return Table("Import", columns, rows)


def _explorers(measured: Sequence[Size]) -> Table:
    columns = ["games"] + [f"{what} ms, ply {plies}" for plies in PLIES for what in ("p50", "p99")]
    rows = []
    for one in measured:
        row = [f"{one.count:,}"]
        for plies in PLIES:
            times = one.latency[plies]
            row += [f"{1000 * times[int(share * len(times))]:.2f}" for share in (0.5, 0.99)]
        rows.append(row)
    return Table("Explorer, SQLite", columns, rows)


def _likes(measured: Sequence[Size]) -> Table:
    rows = []
    for one in measured:
        slow, fast = one.like
        rows.append([f"{one.count:,}", f"{1000 * slow:.2f}", f"{1000 * fast:.2f}", f"{slow / fast:,.0f}"])
    return Table("Against LIKE, SQLite", ("games", "LIKE ms", "explorer ms", "times faster"), rows)


def _answers(measured: Sequence[Size]) -> Table:
    columns = ["answer"] + [f"{name} ms, {one.count:,}" for one in measured for name in one.rates]
    rows = [
        [key, *(f"{1000 * one.answers[key, name]:.1f}" for one in measured for name in one.rates)]
        for key in exams()
    ]
    return Table("The papers' answers", columns, rows)
