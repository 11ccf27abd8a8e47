"""What an agent sees of a game, and what it can do: the same for all kinds of environment."""

from __future__ import annotations

from math import prod

import numpy
from numpy.typing import NDArray

from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.wordsize import widened


def first_of(game: Game) -> Position:
    """A start of the game, from which somebody can move."""
    start = game.start(seed=0)
    if start.outcome() is not None:
        raise BadOption(_("This game is over before anybody has moved: {game}.", game=game.label()))
    return start


def ply_limit_of(game: Game, asked: int | None) -> int | None:
    """After how many plies a game is cut: as it is asked, or as the game has it."""
    if asked is not None and asked < 1:
        raise BadOption(_("A game can be cut after 1 ply at the earliest, not after {n}.", n=asked))
    return game.ply_limit if asked is None else asked


class Sight:
    """A game's observations as arrays of one `shape`, no number above `highest`."""

    def __init__(self, game: Game) -> None:
        part, start = game.declaration.observation, first_of(game)
        self.game = game
        self.shape = part.shape(game.rules, widened(start.state))
        self.highest = max(1, part.highest(game.rules, game.fullest().state))

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
