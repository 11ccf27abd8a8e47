"""Recipes tried without files: arrays in memory, and work that stops when it is told to."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy
from numpy.typing import NDArray

from stratege.core.kernel import Rules
from stratege.core.recipe import Work

MEMORY = 1 << 30


class Interrupted(Exception):
    """The builder was killed."""


def plain(workers: int = 2, tell: Callable[[float], None] = lambda fraction: None) -> Work:
    """Work that nobody stops; its scratch arrays last as long as it does."""
    scratch: dict[str, NDArray[numpy.uint8]] = {}
    return Work(
        workers, MEMORY, tell, lambda name, size: scratch.setdefault(name, numpy.zeros(size, numpy.uint8))
    )


def interrupted(after: int, workers: int = 2) -> Work:
    """Work that is killed when it reports for that time."""
    left = after

    def tell(fraction: float) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            raise Interrupted

    return plain(workers, tell)


def solved(
    recipe: ModuleType, rules: Rules, limit: int | None = None, workers: int = 2
) -> dict[str, NDArray[Any]]:
    """The data of every layer, by name."""
    done: dict[str, NDArray[Any]] = {}
    for layer in recipe.layers(rules, limit):
        done[layer.name] = numpy.zeros(layer.size, numpy.uint8)
        below = {name: done[name] for name in layer.needs}
        recipe.solve(rules, layer, done[layer.name], below, plain(workers))
    return done
