"""Checking a finished table: every byte against its checksum, and values against those they follow from."""

from __future__ import annotations

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
from stratege.core.recipe import Layer, SampledRecipe, SolvedAnewRecipe, Work
from stratege.core.registry import game as game_named
from stratege.tables import unpacking
from stratege.tables.format import TableFile
from stratege.tables.shelf import Shelf, recipe_for
from stratege.tables.unpacking import in_a_file, unpacked

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

    A sample of a large packed layer is checked by the blocks that it asks for; checked as a whole it is
    unpacked, and lies in a temporary file meanwhile, unless the recipe solves it anew.
    Values are checked by threads here, or elsewhere by whoever finds the same files in the same folder.
    """
    random = numpy.random.default_rng(seed)
    for name in shelf.layers(game):
        try:
            files = _files(shelf, game, name)
            for file in files.values():
                file.check()
            layer = files[name].layer
            whole = sample is None or sample >= layer.entries
            some = None if whole else numpy.sort(random.integers(layer.entries, size=sample))
            if elsewhere is None:
                bad = _wrong(game, layer, files, some, _work(workers, partial(progress, name)))
            else:
                bad = _wrong_elsewhere(elsewhere, shelf, game, layer, some, partial(progress, name))
        except BrokenTable as error:
            yield Verdict(name, 0, str(error))
            continue
        fault = "" if bad < 0 else _("entry {n} does not follow from its successors", n=bad)
        yield Verdict(name, layer.entries if some is None else len(some), fault)


def _files(shelf: Shelf, game: Game, name: str) -> dict[str, TableFile]:
    """The layer of that name and all that it needs; `BrokenTable` if one is missing."""
    needs = _file(shelf, game, name).layer.needs
    return {one: _file(shelf, game, one) for one in (name, *needs)}


def _wrong(game: Game, layer: Layer, files: dict[str, TableFile], some: Entries | None, work: Work) -> int:
    """The first of these entries (None: of all) that is wrong, or -1."""
    recipe = recipe_for(game)
    packed = sum(file.header.length for file in files.values() if file.layer.packed)
    if some is not None and packed > unpacking.IN_MEMORY_AT_MOST and isinstance(recipe, SampledRecipe):
        return recipe.wrong_among(
            game.rules, layer, some, lambda name, places: files[name].gather(places), work
        )
    below, file = {name: unpacked(files[name]) for name in layer.needs}, files[layer.name]
    if some is None and layer.packed and isinstance(recipe, SolvedAnewRecipe):
        bad = recipe.differs(game.rules, layer, file.part, below, work)
        if bad is not None:
            return bad
    return recipe.wrong(game.rules, layer, unpacked(file), below, some, work)


def _work(workers: int, tell: Callable[[float], None]) -> Work:
    arrays: dict[str, Bytes] = {}

    def scratch(name: str, size: int) -> Bytes:
        if name not in arrays:
            arrays[name] = in_a_file(size)
        return arrays[name]

    return Work(workers, 0, tell, scratch)


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
    game, shelf, work = game_named(*kind), Shelf(Path(folder)), _work(1, lambda _done: None)
    if not isinstance(part, range):
        files = _files(shelf, game, name)
        return _wrong(game, files[name].layer, files, part, work)
    layer, data = _read_once(folder, kind, name, shelf.path(game, name).stat().st_mtime_ns)
    below = {
        needed: _read_once(folder, kind, needed, shelf.path(game, needed).stat().st_mtime_ns)[1]
        for needed in layer.needs
    }
    entries = numpy.arange(part.start, part.stop)
    return recipe_for(game).wrong(game.rules, layer, data, below, entries, work)


@lru_cache(maxsize=32)
def _read_once(folder: str, kind: tuple[str, str, str], name: str, _changed: int) -> tuple[Layer, Bytes]:
    file = _file(Shelf(Path(folder)), game_named(*kind), name)
    return file.layer, unpacked(file)


def _file(shelf: Shelf, game: Game, name: str) -> TableFile:
    file = shelf.layer(game, name)
    if file is None:
        raise BrokenTable(_("The layer {name} is missing.", name=name))
    return file
