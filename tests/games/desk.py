"""A builder without files: what tests need to call a game's recipe on plain arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
from numpy.typing import NDArray

from stratege.core.kernel import Rules
from stratege.core.recipe import Layer, Work

Bytes = NDArray[numpy.uint8]


def silent(fraction: float) -> None:
    assert 0 <= fraction <= 1


class Desk:
    """The arrays of a table: layers done or half done, and the scratch of each."""

    def __init__(self, recipe: Any, rules: Rules, limit: int) -> None:
        self.recipe, self.rules = recipe, rules
        self.layers: tuple[Layer, ...] = recipe.layers(rules, limit)
        self.data: dict[str, Bytes] = {
            layer.name: numpy.zeros(layer.size, numpy.uint8) for layer in self.layers
        }
        self.scratch: dict[tuple[str, str], Bytes] = {}

    def work(self, layer: Layer, workers: int = 1, tell: Callable[[float], None] = silent) -> Work:
        def scratch(name: str, size: int) -> Bytes:
            return self.scratch.setdefault((layer.name, name), numpy.zeros(size, numpy.uint8))

        return Work(workers, 1 << 30, tell, scratch)

    def below(self, layer: Layer) -> dict[str, Bytes]:
        return {name: self.data[name] for name in layer.needs}

    def solve(self, layer: Layer, workers: int = 1, tell: Callable[[float], None] = silent) -> None:
        work = self.work(layer, workers, tell)
        self.recipe.solve(self.rules, layer, self.data[layer.name], self.below(layer), work)

    def build(self, workers: int = 1) -> Desk:
        for layer in self.layers:
            self.solve(layer, workers)
        return self

    def wrong(self, layer: Layer, entries: Any = None) -> int:
        data, work = self.data[layer.name], self.work(layer)
        return int(self.recipe.wrong(self.rules, layer, data, self.below(layer), entries, work))

    def fetch(self, name: str, start: int, length: int) -> bytes | None:
        return self.data[name][start : start + length].tobytes() if name in self.data else None
