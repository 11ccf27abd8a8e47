"""Awalé's variants side by side: all boards of up to so many seeds, stores empty, as the tables have them."""

from __future__ import annotations

from functools import partial

from stratege.core.comparison import BoardGroup
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.sizes import within
from stratege.games.awale import GAME
from stratege.games.awale.ranking import MOST, board_at, boards
from stratege.games.awale.table_probe import LAYERS

UP_TO = 8
PITS = 12


def groups(game: Game, limit: int) -> list[BoardGroup]:
    """By number of seeds."""
    within(limit, 1, MOST, _("The number of seeds on the board"))
    return [
        BoardGroup(LAYERS[seeds], boards(seeds), partial(_state, seeds), LAYERS[seeds])
        for seeds in range(1, limit + 1)
    ]


def starts(game: Game, limit: int) -> list[Position]:
    """With one seed a pit, two, and so on, as long as the boards hold them."""
    sizes = range(1, limit // PITS + 1)
    return [GAME.game.create(game.variant.name, str(seeds)).start() for seeds in sizes]


def table_limit(limit: int) -> int:
    """As many seeds."""
    return limit


def _state(seeds: int, index: int) -> State:
    return (*board_at(seeds, index), 0)
