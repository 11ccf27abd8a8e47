"""Checking a finished table: every byte against its checksum, and values against those they follow from."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy

from stratege.core.errors import BrokenTable
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.pieces import Doing, Piece
from stratege.core.recipe import Layer, Work
from stratege.core.registry import game as game_named
from stratege.tables.format import UNPACK_AT_MOST
from stratege.tables.mapped import MappedArray
from stratege.tables.shelf import Shelf, recipe_for

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes, Entries

PIECE = 1 << 22  # entries checked at one time elsewhere

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
    elsewhere: Doing | None = None,
) -> Iterator[Verdict]:
    """Check each layer that is there: all entries, or a random sample of so many from each.

    What is too large for memory once it is unpacked lies in a temporary file meanwhile.
    Values are checked by threads here, or elsewhere by whoever finds the same files in the same folder.
    """
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
        if elsewhere is None:
            bad = recipe.wrong(game.rules, layer, data, below, some, _work(workers, partial(progress, name)))
        else:
            bad = _wrong_elsewhere(elsewhere, shelf, game, layer, some, partial(progress, name))
        fault = "" if bad < 0 else _("entry {n} does not follow from its successors", n=bad)
        yield Verdict(name, layer.entries if some is None else len(some), fault)


def _work(workers: int, tell: Callable[[float], None]) -> Work:
    arrays: dict[str, Bytes] = {}

    def scratch(name: str, size: int) -> Bytes:
        if name not in arrays:
            arrays[name] = _in_a_file(size)
        return arrays[name]

    return Work(workers, 0, tell, scratch)


def _in_a_file(size: int) -> Bytes:
    """An array of zeros that need not lie in memory, and is gone with whoever holds it."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        MappedArray(Path(folder) / "array", size, 0) as array,
    ):
        return array.data


def _wrong_elsewhere(
    elsewhere: Doing,
    shelf: Shelf,
    game: Game,
    layer: Layer,
    some: Entries | None,
    tell: Callable[[float], None],
) -> int:
    """The same as `Recipe.wrong`, in pieces."""
    total, where = layer.entries if some is None else len(some), str(shelf.folder.absolute())
    kind, starts = (game.name, game.variant.name, game.size), range(0, total, PIECE)

    def pieces() -> Iterator[Piece[int]]:
        for number, start in enumerate(starts):
            end = min(start + PIECE, total)
            part = range(start, end) if some is None else some[start:end]
            yield Piece(number, wrong_there, (where, kind, layer.name, part))

    found = []
    for _number, bad in elsewhere(pieces()):
        found.append(bad)
        tell(len(found) / len(starts))
    return min((bad for bad in found if bad >= 0), default=-1)


def wrong_there(folder: str, kind: tuple[str, str, str], name: str, part: range | Entries) -> int:
    """A piece of work: the first of these entries that is wrong, or -1."""
    game = game_named(*kind)
    entries = numpy.arange(part.start, part.stop) if isinstance(part, range) else part
    shelf = Shelf(Path(folder))
    layer, data = _read_once(folder, kind, name, shelf.path(game, name).stat().st_mtime_ns)
    below = {
        needed: _read_once(folder, kind, needed, shelf.path(game, needed).stat().st_mtime_ns)[1]
        for needed in layer.needs
    }
    return recipe_for(game).wrong(game.rules, layer, data, below, entries, _work(1, lambda _done: None))


@lru_cache(maxsize=32)
def _read_once(folder: str, kind: tuple[str, str, str], name: str, _changed: int) -> tuple[Layer, Bytes]:
    return _checked(Shelf(Path(folder)), game_named(*kind), name)


def _checked(shelf: Shelf, game: Game, name: str) -> tuple[Layer, Bytes]:
    """A layer and its data, every byte checked."""
    file = shelf.layer(game, name)
    if file is None:
        raise BrokenTable(_("The layer {name} is missing.", name=name))
    if not file.layer.packed or file.header.length <= UNPACK_AT_MOST:
        return file.layer, file.whole()
    data = _in_a_file(file.header.length)
    file.inflate_into(data, workers=2)
    return file.layer, data
