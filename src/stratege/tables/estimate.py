"""What a table takes before one decides to build it: disk, memory, and about how long, as measured here.

Of every build the largest layer is noted in the cache folder, with its bytes and seconds. Where none of the
game is, or only such tiny ones that starting took their time, a small table of it is built and thrown away
again. The time of a larger one is reckoned from that by its length, and by what the recipe says a byte of it
costs beside one of a small table: an estimate.
"""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from stratege.core.compiling import cache_root
from stratege.core.files import write_whole
from stratege.core.game import Game
from stratege.core.recipe import Layer
from stratege.core.registry import game
from stratege.tables.builder import Builder, Plan, Progress
from stratege.tables.shelf import Shelf, recipe_for, table_name

NOTES = "table-builds.json"
MOST_NOTES = 200
CALIBRATION = 1 << 22
"""Bytes of data that a calibration solves, where the table has layers small enough."""
SHORTEST = 0.01


@dataclass(frozen=True)
class Note:
    """A layer whose building was measured: of which table, how many bytes of data in how many seconds.

    `workers` are those that it kept busy, `effort` is `Layer.effort`; a note of an earlier version has none.
    """

    game: str
    table: str
    bytes: int
    seconds: float
    workers: int
    effort: float = 0.0


@dataclass(frozen=True)
class Estimate:
    """What building takes: seconds are reckoned from the note."""

    memory: int
    seconds: float
    note: Note


def estimate(chosen: Game, plan: Plan, workers: int) -> Estimate:
    """What the plan takes with so many workers; builds a small table if nothing was measured yet."""
    length = sum(layer.size for layer in plan.missing)
    small, layers = calibration(chosen)
    telling = min(length, max((layer.size for layer in layers), default=0))
    found = [one for one in notes() if one.game == chosen.name and one.bytes >= telling]
    note = _best(found, table_name(chosen)) or calibrate(small, layers, workers)
    alone = note.seconds * note.workers / note.effort
    seconds = alone * sum(layer.effort / kept_busy(layer, workers) for layer in plan.missing)
    return Estimate(most_memory(plan), seconds, note)


def kept_busy(layer: Layer, workers: int) -> int:
    """How many of so many workers a layer keeps busy."""
    return workers if layer.parallel else 1


def most_memory(plan: Plan) -> int:
    """What lies in memory at once if there is room: a layer, its working files and those that it needs."""
    raw = {layer.name: layer.size for layer in plan.layers if not layer.packed}
    return max((_at_once(layer, raw) for layer in plan.missing), default=0)


def _at_once(layer: Layer, raw: dict[str, int]) -> int:
    """What is packed lies unpacked among the working files."""
    return raw.get(layer.name, 0) + layer.working + sum(raw.get(name, 0) for name in layer.needs)


class Clock:
    """A builder's progress that notes when each layer was begun."""

    def __init__(self, progress: Progress = lambda layer, fraction: None) -> None:
        self.progress = progress
        self._begun: dict[Layer, float] = {}

    def __call__(self, layer: Layer, fraction: float) -> None:
        self._begun.setdefault(layer, time.perf_counter())
        self.progress(layer, fraction)

    def largest(self) -> tuple[Layer, float] | None:
        """The largest layer, now that all is done, and the seconds it took; None if nothing was."""
        begun = [*self._begun.items()]
        ends = [*(start for _layer, start in begun[1:]), time.perf_counter()]
        spans = [(layer, end - start) for (layer, start), end in zip(begun, ends)]
        return max(spans, key=lambda span: span[0].size, default=None)


def note_build(chosen: Game, clock: Clock, workers: int) -> Note | None:
    """Keep what the largest layer of a build took, and the latest notes; None if nothing was built."""
    largest = clock.largest()
    if largest is None:
        return None
    layer, seconds = largest
    measured = round(max(seconds, SHORTEST), 3)
    threads = kept_busy(layer, workers)
    note = Note(chosen.name, table_name(chosen), layer.size, measured, threads, layer.effort)
    kept = [one for one in notes() if (one.table, one.bytes) != (note.table, note.bytes)]
    cache_root().mkdir(parents=True, exist_ok=True)
    listing = [asdict(one) for one in [*kept, note][-MOST_NOTES:]]
    write_whole(cache_root() / NOTES, json.dumps(listing, indent=1).encode())
    return note


def notes() -> list[Note]:
    """The builds that were measured on this machine; what cannot be read is done without."""
    try:
        found = [Note(**fields) for fields in json.loads((cache_root() / NOTES).read_bytes())]
        return [one for one in found if min(one.bytes, one.seconds, one.workers, one.effort) > 0]
    except (OSError, ValueError, TypeError):
        return []


def calibrate(small: Game, layers: tuple[Layer, ...], workers: int) -> Note:
    """Build these layers of a small table twice, the first time for what has to be compiled."""
    for _round in range(2):
        with tempfile.TemporaryDirectory() as folder:
            clock = Clock()
            builder = Builder(Shelf(Path(folder)), small, workers, 1 << 62, progress=clock)
            builder.build(Plan(layers, layers))
            note = note_build(small, clock, workers)
    assert note is not None, "every table has a layer"
    return note


def calibration(chosen: Game) -> tuple[Game, tuple[Layer, ...]]:
    """What is built to measure: the table's own first layers, or a whole smaller table."""
    layers, size = _first_layers(chosen), chosen.declaration.measured_size
    if layers or size is None:
        return chosen, layers
    small = game(chosen.name, chosen.variant.name, size)
    return small, recipe_for(small).layers(small.rules, None)


def _first_layers(chosen: Game) -> tuple[Layer, ...]:
    """As many of the first layers as are small together."""
    found: list[Layer] = []
    for layer in recipe_for(chosen).every_layer(chosen.rules):
        if sum(one.size for one in found) + layer.size > CALIBRATION:
            break
        found.append(layer)
    return tuple(found)


def _best(found: list[Note], table: str) -> Note | None:
    """Of the same table before any other, and the largest."""
    return max(found, key=lambda note: (note.table == table, note.bytes), default=None)
