"""`python -m benchmarks.tables.full FOLDER`: all of 5 × 5 Quixo, once with two cores and once with one.

Half an hour, 12 GB of memory for the working files in /dev/shm (or `--scratch`), and room for two tables in
FOLDER. Not part of `make bench`; writes its own section of RESULTS.md. A run that was interrupted goes on,
and then the seconds of the layers before are not known.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import stratege
from benchmarks.report import Report, Table, keep
from stratege.core.recipe import Layer
from stratege.core.registry import game
from stratege.tables.builder import Builder
from stratege.tables.format import TableFile
from stratege.tables.shelf import Shelf

BLANKS = 25
PROBES = 20_000
MEMORY = 20 << 30
TIMES = "times.json"

SUMMARY = (
    "All 3^25 boards of Quixo by `stratege tables build quixo --up-to 25`: {two} with two cores, {one} with "
    "one ({ratio:.2f}×), the same bytes. Seconds are the clock's, with counting and packing. Peak memory "
    "{peak:.1f} GB, working files included, which lie in memory here. For the side to move {win:,} boards "
    "are won, {loss:,} lost, {draw:,} drawn; the empty board is {start}. On disk {stored:.2f} GB of "
    "{raw:.1f} GB, and {ways:.2f} GB that say how soon the {hard:,} won boards without a way out at once get "
    "there. {probes:,.0f} random probes a second from Python on the packed files, {warm:,.0f} where "
    "the block is at hand."
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables.full", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scratch", type=Path, default=Path("/dev/shm"))
    parser.add_argument("--workers", type=int, help="build with so many only, and do not report")
    words = parser.parse_args()
    if words.workers:
        build(words.folder / str(words.workers), words.scratch, words.workers)
        return
    for workers in (2, 1):
        command = [sys.executable, "-m", "benchmarks.tables.full", str(words.folder)]
        subprocess.run([*command, "--scratch", str(words.scratch), "--workers", str(workers)], check=True)
    keep("quixo in full", report(words.folder))


def build(folder: Path, scratch: Path, workers: int) -> None:
    """Build all layers; how long each took is kept beside them."""
    shelf = Shelf(folder)
    seconds: dict[str, float] = {}
    began: dict[str, float] = {}

    def progress(layer: Layer, fraction: float) -> None:
        now = time.perf_counter()
        if layer.name not in began:
            print(layer.name, file=sys.stderr, flush=True)
        seconds[layer.name] = now - began.setdefault(layer.name, now)

    builder = Builder(shelf, game("quixo"), workers, MEMORY, scratch, progress)
    builder.build(builder.plan(1))  # compile, and see that all is well
    begun = time.perf_counter()
    builder.build(builder.plan(BLANKS))
    told = {
        "total": time.perf_counter() - begun,
        "layers": seconds,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }
    (folder / TIMES).write_text(json.dumps(told))


def report(folder: Path) -> Report:
    two, one = (json.loads((folder / str(workers) / TIMES).read_text()) for workers in (2, 1))
    files = [TableFile(path) for path in Shelf(folder / "2").files()]
    assert all(
        path.read_bytes() == (folder / "1" / path.parent.name / path.name).read_bytes()
        for path in Shelf(folder / "2").files()
    ), "one core and two have made different files"
    values = [file for file in files if "win" in file.header.statistics]
    ways = [file for file in files if file not in values]
    totals = {key: sum(file.header.statistics[key] for file in values) for key in ("win", "loss", "draw")}
    start = Shelf(folder / "2").probe(game("quixo"), game("quixo").start().state)
    assert start is not None
    cold, warm = probes(Shelf(folder / "2"))
    summary = SUMMARY.format(
        two=f"{two['total']:.0f} s",
        one=f"{one['total']:.0f} s",
        ratio=one["total"] / two["total"],
        peak=max(one["peak"], two["peak"]) / 1e9,
        start={1: "won", 0: "a draw", -1: "lost"}[start.result],
        stored=sum(file.stored_bytes for file in values) / 1e9,
        raw=sum(file.header.length for file in values) / 1e9,
        ways=sum(file.stored_bytes for file in ways) / 1e9,
        hard=sum(file.header.statistics["boards"] for file in ways),
        probes=cold,
        warm=warm,
        **totals,
    )
    rows = [row(file, one["layers"], two["layers"]) for file in values]
    far = [[*row(file, one["layers"], two["layers"]), *farthest(file)] for file in ways]
    columns = ("layer", "boards", "stored", "raw MB", "packed MB", "ratio", "two cores s", "one core s")
    more = ("farthest plies", "a farthest board")
    how_soon = Table("Won boards without a way out at once", (*columns, *more), far)
    return Report(summary, [Table("Layer by layer", columns, rows), how_soon])


def farthest(file: TableFile) -> list[str]:
    """In how many plies the next blank is taken at most, and from which board."""
    return [str(file.header.statistics["farthest"]), file.header.statistics["board"] or "–"]


def row(file: TableFile, one: dict[str, float], two: dict[str, float]) -> list[str]:
    header = file.header
    return [
        header.layer,
        f"{header.statistics['boards']:,}",
        f"{header.entries:,}",
        f"{header.length / 1e6:,.1f}",
        f"{file.stored_bytes / 1e6:,.1f}",
        f"{file.stored_bytes / header.length:.3f}",
        *(f"{times[header.layer]:.1f}" if header.layer in times else "–" for times in (two, one)),
    ]


def probes(shelf: Shelf) -> tuple[float, float]:
    """Probes a second of random boards, and of the same few again and again."""
    rules, chance = stratege.game("quixo"), random.Random(1)
    boards = [random_board(chance) for _board in range(PROBES)]
    for state in boards[:1000]:
        shelf.probe(rules, state)  # open the files, list the blocks
    return speed(shelf, rules, boards[1000:]), speed(shelf, rules, boards[:50] * 200)


def speed(shelf: Shelf, rules: Any, boards: list[tuple[int, int]]) -> float:
    begun = time.perf_counter()
    for state in boards:
        shelf.probe(rules, state)
    return len(boards) / (time.perf_counter() - begun)


def random_board(chance: random.Random) -> tuple[int, int]:
    """Any board, each number of blanks as likely."""
    cells = list(range(25))
    chance.shuffle(cells)
    used = cells[: chance.randint(1, 25)]
    mine = sum(1 << cell for cell in used if chance.random() < 0.5)
    return mine, sum(1 << cell for cell in used) & ~mine


if __name__ == "__main__":
    main()
