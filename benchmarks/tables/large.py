"""`python -m benchmarks.tables.large FOLDER GAME …`: a large table built as people build it.

Once for each of `--workers`, in a process and a folder of its own; the files must be the same. Not part of
`make bench`; writes its own section of RESULTS.md. A run that was interrupted goes on; of a layer that was
half done then, nothing is told.

    python -m benchmarks.tables.large /data/awale awale --up-to 30 --memory 14G
    python -m benchmarks.tables.large /data/chomp chomp --size 19x19
    python -m benchmarks.tables.large /data/mingmang mingmang --size 5 --memory 8G
    python -m benchmarks.tables.large /data/quixo quixo --up-to 25 --memory 20G --scratch /dev/shm
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.memory import forget_peak, peak_memory
from benchmarks.report import Report, Table, keep
from stratege.cli.table_group import parse_bytes
from stratege.core.game import Game
from stratege.core.recipe import Layer
from stratege.core.registry import game
from stratege.tables.builder import Builder
from stratege.tables.estimate import calibrate, calibration
from stratege.tables.format import TableFile
from stratege.tables.shelf import Shelf, table_name

TELLING = 1_000_000
"""Entries: smaller layers have no row."""
SUMMARY = (
    "{label} by `stratege tables build`, {boards:,} positions, {stored:.2f} GB on disk ({bits:.2f} bits a "
    "position): {seconds}. Seconds are the clock's, of layers of a million positions and more, with "
    "counting, packing and checking the layers below. Memory is the most that the process held while it was "
    "at a layer, mapped files included; it was to keep to {memory:.1f} GB."
)


class Note(NamedTuple):
    """What a layer took: seconds, and the peak of memory in bytes."""

    seconds: float
    peak: int


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables.large", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("game")
    for option in ("--variant", "--size"):
        parser.add_argument(option)
    parser.add_argument("--up-to", type=int)
    parser.add_argument("--memory", default="12G")
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 1])
    words = parser.parse_args()
    chosen, memory = game(words.game, words.variant, words.size), parse_bytes(words.memory)
    if len(words.workers) == 1:
        build(words.folder, chosen, words.up_to, memory, words.scratch, words.workers[0])
    else:
        for workers in words.workers:
            again = [*sys.argv[1:], "--workers", str(workers)]
            subprocess.run([sys.executable, "-m", "benchmarks.tables.large", *again], check=True)
    keep(f"{chosen.label()} built", report(words.folder, chosen, words.workers, memory))


def build(
    folder: Path, chosen: Game, limit: int | None, memory: int, scratch: Path | None, workers: int
) -> None:
    """Build what is missing; what each layer took is kept beside the table."""
    shelf, notes = Shelf(folder / str(workers)), notes_of(folder, chosen, workers)
    begun: tuple[Layer, float] | None = None

    def end() -> None:
        if begun is not None and begun[0].name not in half_done:
            notes[begun[0].name] = Note(time.perf_counter() - begun[1], peak_memory())
            _path(folder, chosen, workers).write_text(json.dumps(notes))

    def progress(layer: Layer, fraction: float) -> None:
        nonlocal begun
        if begun is None or begun[0] != layer:
            end()
            forget_peak()
            begun = layer, time.perf_counter()

    builder = Builder(shelf, chosen, workers, memory, scratch, progress)
    plan = builder.plan(limit)
    calibrate(*calibration(chosen), workers)  # compile
    half_done = {layer.name for layer in plan.missing if any(builder.folder.glob(f"{layer.name}.*"))}
    builder.build(plan)
    end()


def notes_of(folder: Path, chosen: Game, workers: int) -> dict[str, Note]:
    """What is known of the layers so far, by name."""
    path = _path(folder, chosen, workers)
    found = json.loads(path.read_text()) if path.exists() else {}
    return {name: Note(*note) for name, note in found.items()}


def _path(folder: Path, chosen: Game, workers: int) -> Path:
    (folder / str(workers)).mkdir(parents=True, exist_ok=True)
    return folder / str(workers) / f"{table_name(chosen)}.json"


def report(folder: Path, chosen: Game, workers: list[int], memory: int) -> Report:
    """The layers side by side; raises if some differ. The first may have built more of them."""
    first, *others = (Shelf(folder / str(each)) for each in workers)
    paths = [first.path(chosen, name) for name in first.layers(chosen)]
    for path, other in ((path, other.path(chosen, path.stem)) for path in paths for other in others):
        if other.exists() and subprocess.run(["cmp", str(path), str(other)], check=False).returncode:
            raise RuntimeError(f"{path}: another number of workers has made another file")
    files, notes = [TableFile(path) for path in paths], [notes_of(folder, chosen, each) for each in workers]
    telling = [file for file in files if file.header.entries >= TELLING]
    totals = [
        f"{sum(each[file.header.layer].seconds for file in telling):.0f} s with {count} of the cores"
        for count, each in zip(workers, notes)
        if all(file.header.layer in each for file in telling)
    ]
    boards, stored = sum(file.header.entries for file in files), sum(file.stored_bytes for file in files)
    summary = SUMMARY.format(
        label=chosen.label(),
        boards=boards,
        stored=stored / 1e9,
        bits=8 * stored / boards,
        seconds=(", ".join(totals) or "built in parts") + (", the same files" if others else ""),
        memory=memory / 1e9,
    )
    rows = [row(file, notes) for file in telling]
    timed = [f"{name}, {count}" for count in workers for name in ("s", "ns a position", "peak GB")]
    columns = ("layer", "positions", "stored MB", "bits a position", *timed)
    return Report(summary, [Table("Layer by layer, by cores", columns, rows)])


def row(file: TableFile, notes: list[dict[str, Note]]) -> list[str]:
    """A layer: what it takes on disk, and with each number of workers."""
    entries, cells = file.header.entries, []
    for note in (each.get(file.header.layer) for each in notes):
        figures = () if note is None else (note.seconds, note.seconds / entries * 1e9, note.peak / 1e9)
        cells += [f"{figure:.1f}" for figure in figures] or ["–"] * 3
    stored = [f"{file.stored_bytes / 1e6:,.1f}", f"{8 * file.stored_bytes / entries:.2f}"]
    return [file.header.layer, f"{entries:,}", *stored, *cells]


if __name__ == "__main__":
    main()
