"""What an agent sees of a game, and what it can do: the same for all kinds of environment."""

from __future__ import annotations

from math import prod

import numpy
from numpy.typing import NDArray

from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.wordsize import widened


class Sight:
    """A game's observations as arrays of one `shape`, no number above `highest`."""

    def __init__(self, game: Game) -> None:
        part, start = game.declaration.observation, game.start(seed=0)
        self.game = game
        self.shape = part.shape(game.rules, widened(start.state))
        self.highest = max(1, *(part.highest(game.rules, game.start(seed).state) for seed in range(8)))

    def board(self, position: Position) -> NDArray[numpy.int32]:
        """The board as the player to move sees it."""
        out = [0] * prod(self.shape)
        self.game.declaration.observation.observe(self.game.rules, widened(position.state), out, 0)
        return numpy.array(out, numpy.int32).reshape(self.shape)

    def mask(self, moves: list[int]) -> NDArray[numpy.int8]:
        """1 for each of these moves."""
        mask = numpy.zeros(self.game.action_count, numpy.int8)
        mask[moves] = 1
        return mask
