"""Who can play: something that looks at a position and gives a legal move.

| name | how it plays |
|---|---|
| `random` | all legal moves are equal to it |
| `greedy` | the move after which the position looks best to it, and no further |
| `level:1` … `level:10` | searches, deeper and more attentively the higher; the low ones overlook things |
| `mcts` | Monte-Carlo tree search |
| `exam` | the machine of the game's exam paper, where it has one |
"""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable, MutableSequence, Sequence
from typing import Protocol, cast

from stratege.core.compiling import compiled
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.parts import PaperMachine
from stratege.core.position import Position
from stratege.core.readiness import NotCompiled
from stratege.core.strength import BEST, GREEDY, Strength
from stratege.core.wordsize import as_state, as_words
from stratege.engine.alphabeta import EVERYTHING, Searcher
from stratege.engine.alphabeta_kernel import USE_EXCHANGES
from stratege.engine.limits import Limits
from stratege.engine.mcts import MonteCarlo
from stratege.engine.oracle import Oracle

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


class SearchPlayer:
    """Plays by alpha-beta, with the strength of a level."""

    def __init__(self, name: str, game: Game, strength: Strength, seed: int | None) -> None:
        self.name = name
        self._strength = strength
        self._draw = random.Random(seed)
        # Only who overlooks nothing and has all the time plays what is known for certain.
        self._oracle = Oracle(game) if strength == BEST else None
        self._searcher = Searcher(
            game,
            features=EVERYTHING if strength.exchanges else EVERYTHING & ~USE_EXCHANGES,
            shelf=self._oracle.shelf if self._oracle is not None else None,
        )

    @property
    def interpreted(self) -> bool:
        """Whether it searches on the rules in plain Python, for want of machine code."""
        return self._searcher.interpreted

    def choose(self, position: Position, history: Sequence[Position], limits: Limits) -> int:
        self._searcher.catch_up()
        begun = time.perf_counter()
        among = position.legal()
        if self._oracle is not None:
            among = self._oracle.best(position, functools.partial(self._hurried, begun, limits))
        if len(among) == 1:
            self._searcher.forget_stop()
            return among[0]
        strength = self._strength
        budgets = [budget for budget in (strength.nodes, limits.nodes) if budget is not None]
        left = None if limits.seconds is None else begun + limits.seconds - time.perf_counter()
        depth = limits.depth if strength.depth is None else min(strength.depth, limits.depth)
        own = Limits(depth, min(budgets, default=None), left)
        self._searcher.overlook(strength.blindness, self._draw.getrandbits(48))
        self._searcher.prefer(self._draw.getrandbits(48))
        self._searcher.grow_weary(sum(_same_board(position, earlier) for earlier in history))
        some = self._draw.sample(among, len(among)) if len(among) < len(position.legal()) else None
        return self._searcher.search(position, own, history, among=some).move

    def stop(self) -> None:
        """Have the choice under way made as soon as may be; from any thread."""
        self._searcher.stop()

    def forget_stop(self) -> None:
        """A `stop` before now is not for the next choice."""
        self._searcher.forget_stop()

    def _hurried(self, begun: float, limits: Limits) -> bool:
        """Whether half the time is over, or all: looking things up must leave some for the search."""
        late = limits.seconds is not None and time.perf_counter() - begun > limits.seconds / 2
        return late or self._searcher.to_stop


def _same_board(one: Position, other: Position) -> bool:
    return one.state == other.state and one.to_move == other.to_move


class PaperPlayer:
    """The machine of the game's exam paper, at the paper's depth."""

    def __init__(self, game: Game, machine: PaperMachine) -> None:
        self.name = "exam"
        self._game = game
        self._machine = cast(PaperMachine, compiled(machine.__name__))

    def choose(self, position: Position, history: Sequence[Position], limits: Limits) -> int:
        import numpy

        depth = min(self._machine.DEPTH, limits.depth)
        room = cast(MutableSequence[int], numpy.zeros((depth + 1) * self._game.most_moves, numpy.int64))
        rules, state = as_words(self._game.rules), as_state(position.state)
        return int(self._machine.choose(rules, state, depth, room, 0))


def _makers(game: Game) -> dict[str, Callable[[int | None], Player]]:
    """Who plays this game, by name."""
    makers: dict[str, Callable[[int | None], Player]] = {"random": lambda seed: RandomPlayer(game, seed)}
    makers["greedy"] = lambda seed: SearchPlayer("greedy", game, GREEDY, seed)
    for number, strength in enumerate(game.declaration.ladder, start=1):
        name = f"level:{number}"
        makers[name] = lambda seed, name=name, strength=strength: SearchPlayer(name, game, strength, seed)  # type: ignore[misc]
    makers["mcts"] = lambda seed: _monte_carlo(game, seed)
    machine = game.declaration.paper_machine
    if machine is not None:
        makers["exam"] = lambda seed: PaperPlayer(game, machine)
    return makers


def _monte_carlo(game: Game, seed: int | None) -> MonteCarlo:
    try:
        return MonteCarlo(game, seed)
    except NotCompiled:
        return MonteCarlo(game, seed, interpreted=True)


def player_names(game: Game) -> list[str]:
    """The machines that play this game."""
    return list(_makers(game))


def player(name: str, game: Game, seed: int | None = None) -> Player:
    """The machine of that name; the same seed makes the same choices where its limits are not time."""
    makers = _makers(game)
    if name not in makers:
        known = ", ".join([HUMAN, *makers])
        raise StrategeError(_("There is no player {name!r}; there are: {known}.", name=name, known=known))
    return makers[name](seed)
