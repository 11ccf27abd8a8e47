"""The folder where tables stand, and asking them."""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from stratege.core.errors import BadOption, BrokenTable, StrategeError
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.recipe import Exact, Layer, NestedRecipe, Recipe
from stratege.core.variant import Repetition

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes, Entries
    from stratege.tables.format import TableFile

SUFFIX = ".stgt"
T = TypeVar("T")
log = logging.getLogger(__name__)


@functools.cache
def _warn(sentence: str, stamp: int) -> None:
    """Say it once, however many shelves the process has; again only when the folder has changed."""
    log.warning("%s", sentence)


def recipe_for(game: Game) -> Recipe:
    """How tables of the game are made; an error if it has none."""
    recipe = game.declaration.recipe
    if game.variant.repetition is Repetition.FORBIDDEN:
        raise BadOption(
            _("A board alone does not decide {game}: it takes the boards seen.", game=game.label())
        )
    if recipe is None:
        raise BadOption(
            _("There are no tables of {game}: `stratege analyse` values it at once.", game=game.title)
        )
    return recipe


def every_layer(game: Game) -> tuple[Layer, ...]:
    """All layers that a table of the game can have; none where there can be no table."""
    try:
        return recipe_for(game).every_layer(game.rules)
    except BadOption:  # there can be no table of this board
        return ()


def default_folder() -> Path:
    """Where tables stand: `STRATEGE_TABLES`, or the user's data folder."""
    from platformdirs import user_data_path

    chosen = os.environ.get("STRATEGE_TABLES")
    return Path(chosen) if chosen else user_data_path("stratege") / "tables"


def table_name(game: Game) -> str:
    """What a game's table is called, and the folder of its layers."""
    return f"{game.name}-{game.variant.name}-{table_size(game)}"


@functools.lru_cache(1024)
def table_size(game: Game) -> str:
    """The size that a game's table is named after: the usual one, if that has the same rules.

    Recipes see nothing but the rules, so the table would be the same: Awalé's, whatever a pit begins with.
    """
    usual = type(game).create(game.variant.name, None)
    return usual.size if usual.rules == game.rules else game.size


class Shelf:
    """All tables in one folder. A layer that is not there is unknown.

    One that is damaged is an error to who asks for it (`layer`); who asks what it says (`probe`, `fetch`,
    `mapped`, `gather`) does without it, and the log says so once.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = default_folder() if folder is None else folder
        self._open: dict[tuple[str, str], TableFile | None] = {}  # by names: a path takes longer than a probe
        self._homes: dict[str, tuple[Game, ...]] = {}

    def folder_of(self, game: Game) -> Path:
        """Where the layers of this game's table are."""
        return self.folder / table_name(game)

    def stamp(self, game: Game) -> int:
        """A number that changes when a layer of a table that knows its boards has come or gone."""
        return sum(_changed(self.folder_of(one)) for one in {game, *self._knowing(game)})

    def path(self, game: Game, layer: str) -> Path:
        """The file of that layer, whether or not it is there."""
        return self.folder_of(game) / f"{layer}{SUFFIX}"

    def layer(self, game: Game, layer: str) -> TableFile | None:
        """That layer opened, or None if it was not built; stays open."""
        key = table_name(game), layer
        if key not in self._open:
            self._open[key] = self._opened(game, layer)
        return self._open[key]

    def mapped(self, game: Game, layer: str, room: int = 0) -> Bytes | None:
        """All the data of a layer that is stored as it is, mapped and checked; None if it is not there so.

        A packed one is unpacked if it takes no more bytes than there is room for.
        """

        def whole(file: TableFile) -> Bytes | None:
            from stratege.tables.unpacking import unpacked

            return None if file.layer.packed and file.header.length > room else unpacked(file)

        return self._usable(game, layer, whole)

    def fetch(self, game: Game, layer: str, start: int, length: int) -> bytes | None:
        """So many bytes of a layer's data, or None if it was not built."""
        return self._usable(game, layer, lambda file: file.fetch(start, length))

    def gather(self, game: Game, layer: str, places: Entries) -> Bytes | None:
        """The bytes at many places of a layer's data, or None if it was not built."""
        return self._usable(game, layer, lambda file: file.gather(places))

    def forget(self) -> None:
        """Look at the folder anew."""
        self._open.clear()
        self._homes.clear()

    def probe(self, game: Game, state: State) -> Exact | None:
        """What the table says of a state that is not over; None where it says nothing."""
        recipe = game.declaration.recipe
        if recipe is None or game.variant.repetition is Repetition.FORBIDDEN:
            return None
        for home in self._knowing(game):
            held: State | None = state
            if home.rules != game.rules:
                assert isinstance(recipe, NestedRecipe), "no other table knows them"
                held = recipe.fitted(home.rules, state)
            if held is not None:
                exact = recipe.probe(home.rules, held, functools.partial(self.fetch, home))
                if exact is not None:
                    return exact
        return None

    def layers(self, game: Game) -> list[str]:
        """The names of the layers of this game's table that are there."""
        return sorted(path.stem for path in self.folder_of(game).glob(f"*{SUFFIX}"))

    def files(self) -> list[Path]:
        """The file of every layer on the shelf."""
        return sorted(self.folder.glob(f"*/*{SUFFIX}"))

    def _usable(self, game: Game, layer: str, use: Callable[[TableFile], T | None]) -> T | None:
        """What comes of using a layer; None, and a warning the first time, if it is damaged."""
        try:
            file = self.layer(game, layer)
            return None if file is None else use(file)
        except BrokenTable as error:
            self._open[table_name(game), layer] = None
            _warn(str(error), self.stamp(game))
            return None

    def _knowing(self, game: Game) -> tuple[Game, ...]:
        """The games whose tables are there and may know this one's boards: itself, and other sizes of it if
        tables of its kind know boards of other sizes."""
        name = table_name(game)
        if name not in self._homes:
            others: list[Game] = (
                self._other_sizes(game) if isinstance(game.declaration.recipe, NestedRecipe) else []
            )
            self._homes[name] = tuple(one for one in (game, *others) if self.layers(one))
        return self._homes[name]

    def _other_sizes(self, game: Game) -> list[Game]:
        """The game in every other size that a folder on the shelf is named after."""
        prefix, found = f"{game.name}-{game.variant.name}-", []
        for path in sorted(self.folder.glob(f"{prefix}*")):
            with suppress(StrategeError):  # whatever somebody has put there
                other = type(game).create(game.variant.name, path.name.removeprefix(prefix))
                if table_name(other) == path.name != table_name(game):
                    found.append(other)
        return found

    def _opened(self, game: Game, layer: str) -> TableFile | None:
        """The layer's file, if there is one: what its name says, and made by the rules of today."""
        path = self.path(game, layer)
        return opened_layer(path, game, layer) if path.exists() else None


def _changed(folder: Path) -> int:
    """When something in it came or went; 0 if it is not there."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def opened_layer(path: Path, game: Game, layer: str) -> TableFile:
    """A file opened as that layer; `BrokenTable` if it is none, or not one that today's recipe makes."""
    from stratege.tables.format import TableFile  # it needs NumPy, which who has no tables never loads

    file = TableFile(path)
    recipe, header = recipe_for(game), file.header
    if (header.game, header.variant, header.layer) != (game.name, game.variant.name, layer):
        raise file.broken(_("it holds another table"))
    if header.rules != list(game.rules) or header.version != recipe.VERSION:
        raise file.broken(_("it was built by another version of the rules"))
    if file.layer not in every_layer(game):
        raise file.broken(_("its layout is not that of this table"))
    return file
