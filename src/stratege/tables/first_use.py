"""Building on first use the tables that take seconds only."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from stratege.core.position import Position
from stratege.core.variant import Repetition
from stratege.tables.shelf import Shelf

if TYPE_CHECKING:  # it needs NumPy, which who builds nothing never loads
    from stratege.tables.builder import Plan, Progress

Watching = Callable[[Position, "Plan"], AbstractContextManager["Progress"]]
"""Who allows a table to be built is told what will be, and may follow it or raise to stop it."""


@contextmanager
def silently(position: Position, plan: Plan) -> Iterator[Progress]:
    """Nobody follows the building."""
    yield lambda layer, fraction: None


def build_on_first_use(position: Position, shelf: Shelf, watching: Watching = silently) -> bool:
    """Build the table that knows this position if that takes seconds only and it is not there; whether it
    was built."""
    game, recipe = position.game, position.game.declaration.recipe
    if recipe is None or game.variant.repetition is Repetition.FORBIDDEN:
        return False
    if not position.legal() or not recipe.at_once(game.rules, position.state):
        return False
    from stratege.tables.builder import Builder

    builder = Builder(shelf, game, os.cpu_count() or 1, half_of_memory())
    plan = builder.plan(None)
    if not plan.missing:
        return False
    with watching(position, plan) as builder.progress:
        builder.build(plan)
    shelf.forget()
    return True


def half_of_memory() -> int:
    """Half of what the machine has, in bytes."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (ValueError, OSError, AttributeError):
        return 4 << 30
