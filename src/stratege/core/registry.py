"""The games there are: those of the house (`games/__init__.py`), and those of other packages.

A package brings games by entry points of the group `stratege.games`, each naming a `Declaration`:

    [project.entry-points."stratege.games"]
    hexapawn = "hexapawn:GAME"
"""

from __future__ import annotations

import difflib
import importlib
import warnings
from collections.abc import Iterator, Mapping
from functools import cached_property

from stratege.core.declaration import Declaration
from stratege.core.errors import UnknownGame
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.position import Position

GROUP = "stratege.games"


class Games(Mapping[str, Declaration]):
    """All games by name, those of the house first; each is imported when it is asked for."""

    def __getitem__(self, name: str) -> Declaration:
        if name in self.own:
            found: Declaration = importlib.import_module(self.own[name]).GAME
            return found
        return self._others[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from self._others

    def __len__(self) -> int:
        return len(self.own) + len(self._others)

    @cached_property
    def own(self) -> dict[str, str]:
        """The modules of the games of the house. By name: games stand above the core."""
        built_in: dict[str, str] = importlib.import_module("stratege.games").BUILT_IN
        return built_in

    @cached_property
    def _others(self) -> dict[str, Declaration]:
        """The games of other packages; one that cannot be had is told of, and is not there."""
        from importlib.metadata import entry_points

        found = {}
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
            try:
                declaration = point.load()
                if not isinstance(declaration, Declaration) or declaration.name != point.name:
                    raise TypeError(f"{point.value} is no declaration of a game called {point.name}")
                if point.name in self.own:
                    raise TypeError("the house has a game of that name")
                found[point.name] = declaration
            except Exception as error:  # whatever a stranger's package does when it is imported
                warnings.warn(f"The game {point.name!r} is left out: {error!r}", RuntimeWarning, stacklevel=2)
        return found


GAMES = Games()


def game(name: str, variant: str | None = None, size: int | str | tuple[int, ...] | None = None) -> Game:
    """The game of that name, with a variant and a size or the usual ones.

    >>> game("quixo", size=4).label()
    'Quixo 4×4'
    >>> game("awale", variant="ccinp").start().text()
    '4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0'
    """
    words = "x".join(map(str, size)) if isinstance(size, tuple) else None if size is None else str(size)
    return game_class(name).create(variant, words)


def parse(name: str, text: str, variant: str | None = None) -> Position:
    """The position of the game that `text` describes, on a board of the size the text is for.

    >>> parse("chomp", "4,2,1").game.size
    '4x3'
    """
    return game(name, variant, game_class(name).size_of(text)).parse(text)


def position_of(
    name: str, text: str | None, variant: str | None = None, size: str | None = None, seed: int | None = 0
) -> Position:
    """The position that is meant: the start, or the text, on a board of that size or else one that fits."""
    if text is None:
        return game(name, variant, size).start(seed)
    return parse(name, text, variant) if size is None else game(name, variant, size).parse(text)


def game_class(name: str) -> type[Game]:
    """The class of the game of that name; `UnknownGame` says what there is."""
    if name not in GAMES:
        close = difflib.get_close_matches(name.lower(), GAMES, 1, 0.5)
        if close:
            raise UnknownGame(
                _("There is no game {name!r}; did you mean {close}?", name=name, close=close[0])
            )
        raise UnknownGame(
            _("There is no game {name!r}; there are: {known}.", name=name, known=", ".join(GAMES))
        )
    return GAMES[name].game
