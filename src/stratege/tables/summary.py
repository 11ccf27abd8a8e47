"""What stands on a shelf, table by table, from the files' own headers: no value is looked up or computed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.recipe import Exact
from stratege.core.registry import game
from stratege.tables.shelf import Shelf, opened_layer, table_name


@dataclass(frozen=True)
class LayerSummary:
    """A layer that is whole: how many positions it holds, its length on disk, and what it says in numbers."""

    name: str
    positions: int
    stored_bytes: int
    statistics: dict[str, Any]


@dataclass(frozen=True)
class Known:
    """What a table of all boards says: how many are won for the player to move, lost and drawn.

    `longest` is the longest way to the end in plies, `start` the worth of the start.
    """

    won: int
    lost: int
    drawn: int
    longest: int
    start: Exact


@dataclass(frozen=True)
class TableSummary:
    """A table; `faults` says what is wrong with its broken layers."""

    name: str
    game: str
    variant: str
    size: str
    layers: tuple[LayerSummary, ...]
    faults: tuple[str, ...]

    @property
    def positions(self) -> int:
        """How many positions it holds, each counted once for all boards that are turns of each other."""
        return sum(layer.positions for layer in self.layers)

    @property
    def stored_bytes(self) -> int:
        """What it takes on disk."""
        return sum(layer.stored_bytes for layer in self.layers)

    @property
    def known(self) -> Known | None:
        """What it says of all boards, if it holds all; None for tables of some boards."""
        numbers = self.layers[0].statistics if len(self.layers) == 1 else {}
        try:
            start = Exact(**numbers["start"])
            return Known(numbers["won"], numbers["lost"], numbers["drawn"], numbers["longest"], start)
        except (KeyError, TypeError):  # or what a stranger wrote there
            return None


def summaries(shelf: Shelf) -> list[TableSummary]:
    """Every table on the shelf."""
    by_table = groupby(shelf.files(), lambda path: path.parent.name)
    return [_summary(name, files) for name, files in by_table]


def _summary(name: str, files: Iterable[Path]) -> TableSummary:
    """The table in the folder of that name, which says the game, the variant and the size."""
    title, _dash, rest = name.partition("-")
    variant, _dash, size = rest.rpartition("-")
    layers, faults = [], []
    for path in files:
        try:
            file = opened_layer(path, game(title, variant, size), path.stem)
        except StrategeError as error:
            faults.append(str(error))
        else:
            numbers = file.header.statistics
            layers.append(LayerSummary(path.stem, file.header.entries, file.stored_bytes, numbers))
    if layers and (used := table_name(game(title, variant, size))) != name:  # an earlier version's
        faults.append(
            _("{name} is not used: its boards belong to {used}, and its folder can go.", name=name, used=used)
        )
    return TableSummary(name, title, variant, size, tuple(layers), tuple(faults))
