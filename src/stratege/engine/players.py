"""Who can play: something that looks at a position and gives a legal move."""

from __future__ import annotations

import random
from collections.abc import Callable

from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.position import Position

Player = Callable[[Position], int]

HUMAN = "human"
PLAYERS = (HUMAN, "random")


def player(name: str, seed: int | None = None) -> Player | None:
    """The player of that name; None for a human, whom the door must ask."""
    if name not in PLAYERS:
        raise StrategeError(
            _("There is no player {name!r}; there are: {known}.", name=name, known=", ".join(PLAYERS))
        )
    return None if name == HUMAN else random_player(seed)


def random_player(seed: int | None = None) -> Player:
    """A player for whom all legal moves are equal; the same seed plays the same game."""
    draw = random.Random(seed)
    return lambda position: draw.choice(position.legal())
