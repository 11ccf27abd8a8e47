"""A builder without files: what tests need to call a game's recipe on plain arrays, and to kill it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy
from numpy.typing import NDArray

from stratege.core.kernel import Rules
from stratege.core.recipe import Layer, Work

Bytes = NDArray[numpy.uint8]
Teller = Callable[[float], None]

MEMORY = 1 << 30


class Interrupted(Exception):
    """The builder was killed."""


def silent(fraction: float) -> None:
    assert 0 <= fraction <= 1


def interrupting(after: int) -> Teller:
    """Kills whoever reports to it for that time."""
    left = after

    def tell(fraction: float) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            raise Interrupted

    return tell


def plain(workers: int = 2, tell: Teller = silent, scratch: dict[str, Bytes] | None = None) -> Work:
    """Work whose scratch arrays last as long as it does, or as this dictionary."""
    arrays = {} if scratch is None else scratch
    return Work(
        workers, MEMORY, tell, lambda name, size: arrays.setdefault(name, numpy.zeros(size, numpy.uint8))
    )


def helped(rules: Rules, layer: Layer, arrays: dict[str, Bytes]) -> Work:
    """Work whose parts others do, who die of every third one, half way or just before they tell."""

    def elsewhere(
        function: Callable[..., Any], parts: Iterable[tuple[Any, ...]], private: bool = False
    ) -> Iterator[Any]:
        for number, part in enumerate(parts):
            for _time in range(2 if number % 3 == 0 else 1):
                seen = {name: array.copy() for name, array in arrays.items()} if private else arrays
                told = function(rules, layer, seen, *part)
            yield told

    work = plain(1, scratch=arrays)
    work.elsewhere = elsewhere
    return work


def interrupted(after: int, workers: int = 2) -> Work:
    """Work that is killed when it reports for that time."""
    return plain(workers, interrupting(after))


class Desk:
    """The arrays of a table: layers done or half done, and the scratch of each."""

    def __init__(self, recipe: Any, rules: Rules, limit: int | None = None) -> None:
        self.recipe, self.rules = recipe, rules
        self.layers: tuple[Layer, ...] = recipe.layers(rules, limit)
        self.data: dict[str, Bytes] = {
            layer.name: numpy.zeros(layer.size, numpy.uint8) for layer in self.layers
        }
        self.scratch: dict[str, dict[str, Bytes]] = {layer.name: {} for layer in self.layers}

    def work(self, layer: Layer, workers: int = 1, tell: Teller = silent) -> Work:
        return plain(workers, tell, self.scratch[layer.name])

    def below(self, layer: Layer) -> dict[str, Bytes]:
        return {name: self.data[name] for name in layer.needs}

    def solve(self, layer: Layer, workers: int = 1, tell: Teller = silent) -> None:
        work, parts = self.work(layer, workers, tell), [numpy.zeros(0, numpy.uint8)]
        if layer.streamed:
            work.write = parts.append
        self.recipe.solve(self.rules, layer, self.data[layer.name], self.below(layer), work)
        if layer.streamed:
            self.data[layer.name] = numpy.concatenate(parts)

    def build(self, workers: int = 2) -> Desk:
        for layer in self.layers:
            self.solve(layer, workers)
        return self

    def wrong(self, layer: Layer, entries: Any = None) -> int:
        data, work = self.data[layer.name], self.work(layer)
        return int(self.recipe.wrong(self.rules, layer, data, self.below(layer), entries, work))

    def fetch(self, name: str, start: int, length: int) -> bytes | None:
        if name not in self.data:
            return None
        assert 0 <= start <= start + length <= len(self.data[name])
        return self.data[name][start : start + length].tobytes()
