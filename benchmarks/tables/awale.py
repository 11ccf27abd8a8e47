"""Awalé's table: against the same algorithm in C, two cores against one, growth, and probes.

`python -m benchmarks.tables.awale SEEDS WORKERS` builds one table in a process of its own and prints its log.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

import stratege
from benchmarks.memory import forget_peak, peak_memory
from benchmarks.perft.twins import FLAGS
from benchmarks.report import Report, Table, compiler
from stratege.core.compiling import compiled
from stratege.core.kernel import Rules
from stratege.core.recipe import Layer, Work
from stratege.core.wordsize import WORD
from stratege.games.awale import ranking, table_probe, table_recipe
from stratege.tables.builder import PACKED_BLOCK, header_of
from stratege.tables.format import ZSTD, Press, TableFile

NAME = "tables-awale"

VARIANTS = ("standard", "ccinp", "abapa", "awari")
ROUNDS = 3
AGAINST_C = 15
LARGE = 20
SMALLEST = 10
PROBES = 3_000_000
SINGLE = 20_000

SUMMARY = (
    "All boards of up to N seeds solved in memory, from nothing. C is the same algorithm on one core, "
    "`cc {flags}`; both must give the same bytes before a speed counts. Memory is the peak of a process of "
    "its own less what it took before building. Goals: a ratio of at least 0.8 to C at ≤ 15 seeds, 1.5 of "
    "two cores to one at ≤ 20, a peak of at most 2 bytes a board, 3 M probes/s in a batch, 20 µs for one."
)


class Note(NamedTuple):
    """After a layer: boards solved so far, seconds since the start, the peak of memory in bytes."""

    boards: int
    seconds: float
    peak: int


def run() -> Report:
    one, two = (built_apart(LARGE, workers) for workers in (1, 2))
    tables = [against_c(), two_cores(one, two), growth(one), probes()]
    return Report(SUMMARY.format(flags=" ".join(FLAGS)), tables)


def against_c() -> Table:
    with tempfile.TemporaryDirectory() as folder:
        program = build_twin(Path(folder)) if compiler() else None
        rows = [_race(variant, AGAINST_C, program, Path(folder)) for variant in VARIANTS]
    columns = ("variant", "seeds", "boards", "Numba s", "C s", "ratio")
    return Table("Against C" + ("" if compiler() else " (there is no C compiler here)"), columns, rows)


def _race(variant: str, most: int, program: Path | None, folder: Path) -> list[str]:
    """One row: processor time of both in turns, the best of some rounds."""
    rules = stratege.game("awale", variant).rules
    solved(rules, 3)  # compile it
    ours, theirs = [], []
    for _ in range(ROUNDS):
        begun = time.process_time()
        layers = solved(rules, most)
        ours.append(time.process_time() - begun)
        if program is not None:
            answer, seconds = ask_twin(program, rules, most, folder)
            theirs.append(seconds)
            if answer != b"".join(layer.tobytes() for layer in layers):
                raise RuntimeError(f"{variant}: the tables differ: the speeds mean nothing")
    row = [variant, f"≤ {most}", f"{sum(map(len, layers)):,}", f"{min(ours):.2f}"]
    return [*row, *([f"{min(theirs):.2f}", f"{min(theirs) / min(ours):.2f}"] if theirs else ["–", "–"])]


def build_twin(folder: Path) -> Path:
    """Compile the C twin into the folder; the program."""
    program = folder / "tables-awale"
    source = Path(__file__).with_name("awale.c")
    subprocess.run(["cc", *FLAGS, "-o", str(program), str(source)], check=True)
    return program


def ask_twin(program: Path, rules: Rules, most: int, folder: Path) -> tuple[bytes, float]:
    """The twin's table, layer after layer, and the seconds of processor time that it took."""
    out = folder / "table"
    numbers = [most, *(number % WORD for number in rules)]
    command = [str(program), *map(str, numbers), str(out)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return out.read_bytes(), float(answer.stdout)


def solved(
    rules: Rules, most: int, workers: int = 1, done: Callable[[Layer], None] = lambda layer: None
) -> list[NDArray[numpy.uint8]]:
    """The data of all layers, built by the recipe in memory."""
    data: dict[str, NDArray[numpy.uint8]] = {}
    for layer in table_recipe.layers(rules, most):
        data[layer.name] = numpy.zeros(layer.size, numpy.uint8)
        below = {name: data[name] for name in layer.needs}
        work = Work(workers, 0, lambda fraction: None, lambda name, size: numpy.zeros(size, numpy.uint8))
        table_recipe.solve(rules, layer, data[layer.name], below, work)
        done(layer)
    return list(data.values())


def built_apart(most: int, workers: int) -> list[Note]:
    """What a process of its own notes while it builds a table."""
    command = [sys.executable, "-m", __name__, str(most), str(workers)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return [Note(*note) for note in json.loads(answer.stdout)]


def notes_of_building(most: int, workers: int) -> list[Note]:
    rules = stratege.game("awale").rules
    solved(rules, 5)  # compile it
    forget_peak()
    before, begun = peak_memory(), time.perf_counter()
    notes: list[Note] = []

    def note(layer: Layer) -> None:
        known = notes[-1].boards if notes else 0
        notes.append(Note(known + layer.entries, time.perf_counter() - begun, peak_memory() - before))

    solved(rules, most, workers, note)
    return notes


def two_cores(one: list[Note], two: list[Note]) -> Table:
    seconds = [notes[-1].seconds for notes in (one, two)]
    figures = [
        *seconds,
        seconds[0] / seconds[1],
        *(notes[-1].peak / notes[-1].boards for notes in (one, two)),
    ]
    row = [f"≤ {LARGE}", f"{one[-1].boards:,}", *(f"{figure:.2f}" for figure in figures)]
    columns = ("seeds", "boards", "one core s", "two cores s", "ratio", "peak B/board, one", "two")
    return Table("Two cores against one (`standard`)", columns, [row])


def growth(notes: list[Note]) -> Table:
    rows = [
        [
            f"≤ {seeds}",
            f"{note.boards:,}",
            f"{note.seconds:.2f}",
            f"{note.seconds / note.boards * 1e9:.0f}",
            f"{note.peak / note.boards:.2f}",
        ]
        for seeds, note in enumerate(notes)
        if seeds >= SMALLEST
    ]
    columns = ("seeds", "boards", "seconds", "ns a board", "peak B/board")
    return Table("Growth on one core (`standard`; one byte a board is kept)", columns, rows)


def probes() -> Table:
    """Random boards of a table, each with the same chance."""
    rules = stratege.game("awale").rules
    rows = []
    for most in (AGAINST_C, LARGE):
        layers = solved(rules, most, workers=2)
        batch, single = _batch(rules, layers), _single(rules, layers)
        bits, read = packed(layers[-1])
        rows.append(
            [f"≤ {most}", f"{batch / 1e6:.1f}", f"{single * 1e6:.1f}", f"{bits:.2f}", f"{read * 1e6:.1f}"]
        )
    columns = (
        "seeds",
        "in a batch M/s",
        "one call µs",
        "bits a board, last layer packed",
        "one byte of it µs",
    )
    return Table("Probes of random boards", columns, rows)


def packed(data: NDArray[numpy.uint8]) -> tuple[float, float]:
    """Bits a board when a layer is packed, as those beyond 24 seeds are; seconds to read one board."""
    rules = stratege.game("awale")
    layer = Layer("seeds", len(data), len(data), packed=True)
    header, draw = header_of(rules, table_recipe, layer, PACKED_BLOCK, ZSTD), random.Random(2)
    with tempfile.TemporaryDirectory() as folder, Press(Path(folder) / "layer", header, 2) as press:
        press.add(data)
        press.seal(header)
        file, places = TableFile(press.path), [draw.randrange(len(data)) for _ in range(SINGLE)]
        begun = time.perf_counter()
        for place in places:
            file.fetch(place, 1)
        seconds = (time.perf_counter() - begun) / SINGLE
        return 8 * file.stored_bytes / len(data), seconds


def _batch(rules: Rules, layers: list[NDArray[numpy.uint8]]) -> float:
    """Probes a second."""
    mine, theirs = (numpy.array(side, numpy.int64) for side in zip(*_random_boards(layers, PROBES // 10)))
    mine, theirs = numpy.tile(mine, 10), numpy.tile(theirs, 10)
    found = table_probe.addresses(dict(enumerate(layers)))
    out = numpy.zeros(len(mine), numpy.int8)
    values = compiled(table_probe.__name__).values
    values(mine[:1], theirs[:1], found, out[:1])  # compile it
    begun = time.perf_counter()
    values(mine, theirs, found, out)
    return len(mine) / (time.perf_counter() - begun)


def _single(rules: Rules, layers: list[NDArray[numpy.uint8]]) -> float:
    """Seconds for one call from Python."""
    named = {table_probe.LAYERS[seeds]: layer for seeds, layer in enumerate(layers)}

    def fetch(name: str, start: int, length: int) -> bytes:
        return named[name][start : start + length].tobytes()

    states = [(*board, 0) for board in _random_boards(layers, SINGLE)]
    begun = time.perf_counter()
    for state in states:
        table_recipe.probe(rules, state, fetch)
    return (time.perf_counter() - begun) / len(states)


def _random_boards(layers: list[NDArray[Any]], count: int) -> list[tuple[int, int]]:
    chance = random.Random(1)
    weights = list(accumulate(map(len, layers)))
    seeds = chance.choices(range(len(layers)), cum_weights=weights, k=count)
    return [ranking.board_at(held, chance.randrange(ranking.boards(held))) for held in seeds]


if __name__ == "__main__":
    print(json.dumps(notes_of_building(int(sys.argv[1]), int(sys.argv[2]))))
