"""A table that needs no game: layers of made-up bytes. Those after the first are packed and follow it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

import stratege
from stratege.core.kernel import Rules, State
from stratege.core.recipe import Exact, GatherBytes, Layer, Work
from stratege.tables import shelf
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf

GAME = stratege.game("quixo", size=3)
PIECE = 4096
Bytes = NDArray[numpy.uint8]

VERSION = 1
pause = 0.0
"""How long each piece of a layer takes, so that a kill can fall in between."""


def layers(rules: Rules, limit: int | None) -> tuple[Layer, ...]:
    return (
        Layer("first", 300_000, 300_000),
        Layer("second", 500_000, 500_000, ("first",), packed=True),
        Layer("third", 400_000, 400_000, ("first",), packed=True, streamed=True),
    )


def every_layer(rules: Rules) -> tuple[Layer, ...]:
    return layers(rules, None)


def at_once(rules: Rules, state: State) -> bool:
    return False


def selfcheck(rules: Rules, seed: int) -> None:
    pass


def solve(rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes], work: Work) -> None:
    guide, step = work.scratch("guide", layer.entries), 4 * PIECE if layer.streamed else PIECE
    for start in range(0, layer.entries, step):
        numbers = numpy.arange(start, min(start + step, layer.entries))
        guide[numbers] = 1
        if layer.streamed:
            work.write(entries(layer, below, numbers))
        elif not data[numbers].all():
            data[numbers] = entries(layer, below, numbers)
        time.sleep(pause)
        work.tell(start / layer.entries)


def entries(layer: Layer, below: Mapping[str, Bytes], numbers: NDArray[numpy.int64]) -> Bytes:
    if layer.name == "first":
        return (numbers * numbers % 251 + 1).astype(numpy.uint8)
    return below["first"][numbers // 2] // 2 + 1


def wrong(
    rules: Rules,
    layer: Layer,
    data: Bytes,
    below: Mapping[str, Bytes],
    some: NDArray[numpy.int64] | None,
    work: Work,
) -> int:
    numbers = numpy.arange(layer.entries) if some is None else some
    bad = numbers[data[numbers] != entries(layer, below, numbers)]
    return int(bad[0]) if len(bad) else -1


def wrong_among(
    rules: Rules, layer: Layer, some: NDArray[numpy.int64], gather: GatherBytes, work: Work
) -> int:
    firsts = numpy.zeros(300_000, numpy.uint8)
    firsts[some // 2] = gather("first", some // 2)
    bad = some[gather(layer.name, some) != entries(layer, {"first": firsts}, some)]
    return int(bad[0]) if len(bad) else -1


def statistics(rules: Rules, layer: Layer, data: Bytes, work: Work) -> dict[str, Any]:
    return {"sum": int(data.sum())}


def probe(rules: Rules, state: State, fetch: Callable[[str, int, int], bytes | None]) -> Exact | None:
    entry = fetch("second", state[0], 1)
    return None if entry is None else Exact(1, plies=entry[0])


def builder(folder: Path, workers: int = 1, scratch: Path | None = None) -> Builder:
    return Builder(Shelf(folder), GAME, workers, 1 << 30, scratch)


def build(folder: Path, workers: int = 1, scratch: Path | None = None) -> dict[str, bytes]:
    """Build the table; the bytes of its files."""
    work = builder(folder, workers, scratch)
    work.build(work.plan(None))
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob(f"*/*{shelf.SUFFIX}"))}


def build_in_child(folder: Path, seconds_a_piece: float) -> int:
    """Begin to build in a process of its own; its number."""
    child = os.fork()
    if child:
        return child
    try:
        globals()["pause"] = seconds_a_piece
        build(folder)
        os._exit(0)
    finally:
        os._exit(1)
