"""The games there are. Adding one is adding its folder and one line here."""

from __future__ import annotations

import difflib
import importlib

from stratege.core.errors import UnknownGame
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.position import Position

GAMES = {
    "awale": "stratege.games.awale.game:Awale",
    "chomp": "stratege.games.chomp.game:Chomp",
    "nimble": "stratege.games.nimble.game:Nimble",
    "mingmang": "stratege.games.mingmang.game:MingMang",
    "quixo": "stratege.games.quixo.game:Quixo",
}


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
    module, attribute = GAMES[name].split(":")
    found: type[Game] = getattr(importlib.import_module(module), attribute)
    return found
