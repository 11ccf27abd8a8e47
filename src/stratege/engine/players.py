"""Who can play: something that looks at a position and gives a legal move.

| name | how it plays |
|---|---|
| `random` | all legal moves are equal to it |
| `greedy` | the move that looks best at once, looking at nothing after it |
| `level:1` … `level:10` | searches, deeper and more attentively the higher; the low ones overlook things |
| `mcts` | Monte-Carlo tree search |
| `exam` | the machine of the game's exam paper |
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.position import Position
from stratege.engine.searcher import Limits

HUMAN = "human"


class Player(Protocol):
    """Somebody who moves."""

    name: str

    def choose(self, position: Position, history: Sequence[Position], limits: Limits) -> int:
        """A legal move, within the limits; `history` are the game's earlier positions."""


class RandomPlayer:
    """All legal moves are equal to it; the same seed plays the same game."""

    def __init__(self, game: Game, seed: int | None) -> None:
        self.name = "random"
        self._draw = random.Random(seed)

    def choose(self, position: Position, history: Sequence[Position], limits: Limits) -> int:
        return self._draw.choice(position.legal())


MAKERS: dict[str, Callable[[Game, int | None], Player]] = {"random": RandomPlayer}


def player_names(game: Game) -> list[str]:
    """The machines that play this game."""
    return list(MAKERS)


def player(name: str, game: Game, seed: int | None = None) -> Player:
    """The machine of that name; the same seed makes the same choices where its limits are not time."""
    if name not in player_names(game):
        known = ", ".join([HUMAN, *player_names(game)])
        raise StrategeError(_("There is no player {name!r}; there are: {known}.", name=name, known=known))
    return MAKERS[name](game, seed)
