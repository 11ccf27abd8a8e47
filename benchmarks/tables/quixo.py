"""Quixo's tables: small boards whole, the first layers of 5 × 5, what packing gives, and probes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy
import zstandard
from numpy.typing import NDArray

import stratege
from benchmarks.report import Report, Table
from stratege.core.compiling import compiled
from stratege.core.recipe import Layer, Work
from stratege.games.colourings import bitsets
from stratege.games.colourings.symmetric_sets import block_count
from stratege.games.quixo import table_recipe
from stratege.games.quixo.retrograde import indexing, layer_solver, lookup

NAME = "tables-quixo"

ROUNDS = 3
BLANKS = 3
PACKED_LAYER = "blanks-02"
PIECES = (8, 16, 32, 64)  # KiB
LEVELS = (1, 3, 9)
SAMPLE = 1 << 25
PROBES = 1_000_000
SINGLE = 20_000

SUMMARY = (
    "Solved in memory, from nothing. Boards are all boards, of which one in up to eight is stored. "
    "Seconds are the clock's, the best of {rounds} on 4 × 4, a single run on 5 × 5. "
    "Goals: 4 × 4 in about a second, 5 × 5 up to {blanks} blanks in about a minute, 3 M probes/s in a batch, "
    "20 µs for one."
)

Bytes = NDArray[numpy.uint8]


def run() -> Report:
    four_by_four(1)  # have all compiled
    with_distances(1)
    first_layers(2, 0)
    one, two = (first_layers(workers) for workers in (1, 2))
    small = Table("4 × 4: 43,046,721 boards", ("what", "workers", "seconds"), small_rows())
    columns = ("blanks", "boards", "stored", "one core s", "two cores s", "ratio")
    rows = [[*a, b[-1], f"{float(a[-1]) / float(b[-1]):.2f}"] for a, b in zip(one.rows, two.rows)]
    large = Table("5 × 5, layer by layer", columns, rows)
    return Report(
        SUMMARY.format(rounds=ROUNDS, blanks=BLANKS), [small, large, packing(two.data), probes(two.data)]
    )


class Built:
    """The first layers of 5 × 5, and a row for each: blanks, boards, stored boards, seconds."""

    def __init__(self) -> None:
        self.data: dict[str, Bytes] = {}
        self.rows: list[list[str]] = []


def first_layers(workers: int, most: int = BLANKS) -> Built:
    rules, built = stratege.game("quixo").rules, Built()
    values = [layer for layer in table_recipe.layers(rules, most) if not layer.streamed]
    for blanks, layer in enumerate(values):
        data = built.data[layer.name] = numpy.zeros(layer.size, numpy.uint8)
        seconds = timed(lambda layer=layer, data=data: solve(layer, data, built.data, workers))  # type: ignore[misc]
        boards = table_recipe.statistics(rules, layer, data, work(workers))["boards"]
        built.rows.append([str(blanks), f"{boards:,}", f"{layer.entries:,}", f"{seconds:.2f}"])
    return built


def solve(layer: Layer, data: Bytes, below: dict[str, Bytes], workers: int) -> None:
    table_recipe.solve(stratege.game("quixo").rules, layer, data, below, work(workers))


def work(workers: int) -> Work:
    return Work(workers, 1 << 33, lambda fraction: None, lambda name, size: numpy.zeros(size, numpy.uint8))


def small_rows() -> list[list[str]]:
    ways: dict[str, Callable[[int], None]] = {
        "won, lost, drawn": four_by_four,
        "with distances": with_distances,
    }
    return [
        [what, str(workers), f"{min(timed(lambda: way(workers)) for _ in range(ROUNDS)):.2f}"]  # noqa: B023
        for what, way in ways.items()
        for workers in (1, 2)
    ]


def four_by_four(workers: int) -> None:
    """Won, lost and drawn only, by the way of 5 × 5."""
    rules = stratege.game("quixo", size=4).rules
    below = numpy.zeros(0, numpy.int64)
    for blanks in range(17):
        size = block_count(4, blanks) << max(0, 16 - blanks - bitsets.WORD_BITS)
        words, spared = numpy.zeros(2 * size, numpy.int64), numpy.zeros(size, numpy.int64)
        layer_solver.LayerAtWork(rules, blanks, words, below, spared, work(workers)).solve()
        below = words


def with_distances(workers: int) -> None:
    rules = stratege.game("quixo", size=4).rules
    (layer,) = table_recipe.layers(rules, None)
    table_recipe.solve(rules, layer, numpy.zeros(layer.size, numpy.uint8), {}, work(workers))


def packing(data: dict[str, Bytes]) -> Table:
    """What Zstandard makes of a layer cut into pieces, and how long it takes to unpack one."""
    raw, rows = data[PACKED_LAYER][:SAMPLE], []
    for kib in PIECES:
        pieces = [raw[start : start + (kib << 10)].tobytes() for start in range(0, len(raw), kib << 10)]
        for level in LEVELS:
            packer, unpacker = zstandard.ZstdCompressor(level=level), zstandard.ZstdDecompressor()
            begun = time.perf_counter()
            packed = [packer.compress(piece) for piece in pieces]
            speed = len(raw) / (time.perf_counter() - begun)
            each = timed(lambda: [unpacker.decompress(piece) for piece in packed]) / len(packed)  # noqa: B023
            share = sum(map(len, packed)) / len(raw)
            rows.append([f"{kib} KiB", str(level), f"{share:.3f}", f"{speed / 1e6:.0f}", f"{each * 1e6:.0f}"])
    columns = ("piece", "level", "packed / raw", "packing MB/s", "unpacking a piece µs")
    return Table(f"Packing the first {SAMPLE >> 20} MiB of {PACKED_LAYER}", columns, rows)


def probes(data: dict[str, Bytes]) -> Table:
    """Random boards of the largest layer, in memory."""
    chance, cells = random.Random(1), (1 << 25) - 1
    name, chart, boards = f"blanks-{BLANKS:02d}", indexing.index_tables(5), []
    for _ in range(PROBES):
        blanks = sum(1 << cell for cell in chance.sample(range(25), BLANKS))
        own = chance.getrandbits(25) & ~blanks
        boards.append((own, cells & ~(own | blanks)))
    mine, theirs = (numpy.array(side, numpy.int64) for side in zip(*boards))
    look_up, out, words = compiled(lookup.__name__).look_up, numpy.zeros_like(mine), data[name].view("<i8")
    look_up(chart, words, mine[:1], theirs[:1], out)  # compile it
    batch = PROBES / timed(lambda: look_up(chart, words, mine, theirs, out))

    def fetch(layer: str, start: int, length: int) -> bytes:
        return data[layer][start : start + length].tobytes()

    rules = stratege.game("quixo").rules
    single = timed(lambda: [table_recipe.probe(rules, board, fetch) for board in boards[:SINGLE]]) / SINGLE
    row = [str(BLANKS), f"{batch / 1e6:.1f}", f"{single * 1e6:.1f}"]
    return Table("Probes of random boards", ("blanks", "in a batch M/s", "one call µs"), [row])


def timed(job: Callable[[], object]) -> float:
    begun = time.perf_counter()
    job()
    return time.perf_counter() - begun
