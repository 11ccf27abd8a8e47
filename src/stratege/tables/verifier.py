"""Checking a finished table: every byte against its checksum, and values against those they follow from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy

from stratege.core.errors import BrokenTable
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.recipe import Layer, Work
from stratege.tables.shelf import Shelf, recipe_for

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Verdict:
    """What checking one layer found; `fault` is empty where all was well."""

    layer: str
    checked: int
    fault: str


def verify(
    shelf: Shelf,
    game: Game,
    sample: int | None,
    seed: int,
    workers: int,
    progress: Progress = lambda layer, fraction: None,
) -> Iterator[Verdict]:
    """Check each layer that is there: all entries, or a random sample of so many from each."""
    recipe = recipe_for(game)
    random = numpy.random.default_rng(seed)
    for name in shelf.layers(game):
        try:
            layer, data = _checked(shelf, game, name)
            below = {needed: _checked(shelf, game, needed)[1] for needed in layer.needs}
        except BrokenTable as error:
            yield Verdict(name, 0, str(error))
            continue
        some = (
            None if sample is None or sample >= layer.entries else random.integers(layer.entries, size=sample)
        )
        work = Work(workers, 0, partial(progress, name), lambda _name, size: numpy.zeros(size, numpy.uint8))
        bad = recipe.wrong(game.rules, layer, data, below, some, work)
        fault = "" if bad < 0 else _("entry {n} does not follow from its successors", n=bad)
        yield Verdict(name, layer.entries if some is None else len(some), fault)


def _checked(shelf: Shelf, game: Game, name: str) -> tuple[Layer, Bytes]:
    """A layer and its data, every byte checked."""
    file = shelf.layer(game, name)
    if file is None:
        raise BrokenTable(_("The layer {name} is missing.", name=name))
    return file.layer, file.whole()
