"""Boards that commands are asked for: not so large that a list of their moves would never end."""

from __future__ import annotations

import shlex

from stratege.core import registry
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _, in_figures
from stratege.core.position import Position

MOST_MOVES = 100_000


def game_asked(name: str, variant: str | None, size: str | None) -> Game:
    """The game of these options, if its moves can be listed; `stratege solve` has limits of its own."""
    return _listable(registry.game(name, variant, size))


def words_for(chosen: Game) -> str:
    """How a command names this very board: what is usual is left out."""
    words = [chosen.name]
    if chosen.variant != registry.game(chosen.name).variant:
        words += ["--variant", chosen.variant.name]
    if chosen.size != registry.game(chosen.name, chosen.variant.name).size:
        words += ["--size", chosen.size]
    return shlex.join(words)


def position_asked(name: str, text: str | None, variant: str | None, size: str | None) -> Position:
    """The start, or the position of the text, on a board whose moves can be listed."""
    if text is None:
        return game_asked(name, variant, size).start(seed=0)
    position = registry.position_of(name, text, variant, size)
    _listable(position.game)
    return position


def _listable(game: Game) -> Game:
    if game.most_moves > MOST_MOVES:
        raise BadOption(
            _(
                "This board is too large: it can have {moves} moves, and the limit is {most}.",
                moves=in_figures(game.most_moves),
                most=in_figures(MOST_MOVES),
            )
        )
    return game
