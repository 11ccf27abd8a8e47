"""Who can play: something that looks at a position and gives a legal move.

| name | how it plays |
|---|---|
| `random` | all legal moves are equal to it |
| `greedy` | the move after which the position looks best to it, and no further |
| `level:1` … `level:10` | searches, deeper and more attentively the higher; the low ones overlook things |
| `level:10:no-book` | the same without the opening book |
| `adaptive`, `adaptive:1` … `adaptive:10` | a level that follows how its opponent does, from there on |
| `adaptive:no-book`, `adaptive:7:no-book` | the same without the opening book |
| `mcts` | Monte-Carlo tree search |
| `exam` | the machine of the game's exam paper, where it has one |
"""

from __future__ import annotations

import random
from collections.abc import Callable, MutableSequence
from dataclasses import replace
from typing import Protocol, cast

from stratege.core.compiling import compiled
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.parts import PaperMachine
from stratege.core.readiness import NotCompiled
from stratege.core.strength import BEST, GREEDY, Strength
from stratege.core.wordsize import as_state, as_words
from stratege.engine.adaptive import ADAPTIVE, NO_BOOK, AdaptivePlayer, level_of
from stratege.engine.adviser import Adviser
from stratege.engine.alphabeta import Manner
from stratege.engine.limits import DEEPEST, Limits
from stratege.engine.mcts import MonteCarlo

TABLE_MIB = 16
HUMAN = "human"


class Player(Protocol):
    """Somebody who moves."""

    name: str

    def choose(self, line: Line, limits: Limits) -> int:
        """A legal move where the line has led, within the limits."""


class RandomPlayer:
    """All legal moves are equal to it; the same seed plays the same game."""

    def __init__(self, game: Game, seed: int | None) -> None:
        self.name = "random"
        self._draw = random.Random(seed)

    def choose(self, line: Line, limits: Limits) -> int:
        return self._draw.choice(line.legal())


class SearchPlayer:
    """Plays by alpha-beta, with the strength of a level."""

    def __init__(
        self, name: str, game: Game, strength: Strength, seed: int | None, book: bool = True
    ) -> None:
        self.name = name
        self.strength = strength
        self._draw = random.Random(seed)
        # Only who overlooks nothing and has all the time plays what is known for certain.
        self._adviser = Adviser(game, TABLE_MIB, knows=strength == BEST, book=book)
        self._adviser.prepare()

    @property
    def interpreted(self) -> bool:
        """Whether it searches on the rules in plain Python, for want of machine code."""
        return self._adviser.interpreted

    def choose(self, line: Line, limits: Limits) -> int:
        strength = self.strength
        budgets = [budget for budget in (strength.nodes, limits.nodes) if budget is not None]
        depth = limits.depth if strength.depth is None else min(strength.depth, limits.depth)
        own = replace(limits, depth=depth, nodes=min(budgets, default=None))
        salt, taste = self._draw.getrandbits(48), self._draw.getrandbits(48)
        selective = strength == BEST and depth == DEEPEST
        manner = Manner(
            strength.blindness, salt, taste, line.times_before, selective, strength.exchanges, selective
        )
        return self._adviser.choose(line, own, manner=manner, draw=self._draw).move

    def stop(self) -> None:
        """Have the choice under way made as soon as may be; from any thread."""
        self._adviser.stop()

    def forget_stop(self) -> None:
        """A `stop` before now is not for the next choice."""
        self._adviser.forget_stop()


class PaperPlayer:
    """The machine of the game's exam paper, at the paper's depth."""

    def __init__(self, game: Game, machine: PaperMachine) -> None:
        self.name = "exam"
        self._game = game
        self._machine = cast(PaperMachine, compiled(machine.__name__))

    def choose(self, line: Line, limits: Limits) -> int:
        import numpy

        depth = min(self._machine.DEPTH, limits.depth)
        room = cast(MutableSequence[int], numpy.zeros((depth + 1) * self._game.most_moves, numpy.int64))
        rules = as_words(self._game.rules)
        state = as_state(line.position.state, self._game.least_words)
        return int(self._machine.choose(rules, state, depth, room, 0))


def _makers(game: Game) -> dict[str, Callable[[int | None], Player]]:
    """Who plays this game, by name."""
    makers: dict[str, Callable[[int | None], Player]] = {"random": lambda seed: RandomPlayer(game, seed)}
    makers["greedy"] = lambda seed: SearchPlayer("greedy", game, GREEDY, seed)
    for number, strength in enumerate(game.declaration.ladder, start=1):
        name = f"level:{number}"
        makers[name] = lambda seed, name=name, strength=strength: SearchPlayer(name, game, strength, seed)  # type: ignore[misc]
        if strength == BEST:
            shut = name + NO_BOOK
            makers[shut] = lambda seed, name=shut: SearchPlayer(name, game, BEST, seed, book=False)  # type: ignore[misc]
    makers[ADAPTIVE] = lambda seed: _adaptive(ADAPTIVE, game, seed)
    makers["mcts"] = lambda seed: _monte_carlo(game, seed)
    machine = game.declaration.paper_machine
    if machine is not None:
        makers["exam"] = lambda seed: PaperPlayer(game, machine)
    return makers


def _adaptive(name: str, game: Game, seed: int | None) -> AdaptivePlayer:
    book = not name.endswith(NO_BOOK)
    return AdaptivePlayer(name, game, lambda strength: SearchPlayer(name, game, strength, seed, book))


def _monte_carlo(game: Game, seed: int | None) -> MonteCarlo:
    try:
        return MonteCarlo(game, seed)
    except NotCompiled:
        return MonteCarlo(game, seed, interpreted=True)


def player_names(game: Game) -> list[str]:
    """The machines that play this game."""
    return list(_makers(game))


def without_book(name: str, game: Game) -> str:
    """Who plays like the machine of that name, with its opening book shut."""
    shut = name + NO_BOOK
    return shut if shut in player_names(game) or level_of(shut) is not None else name


def check_name(name: str, game: Game) -> None:
    """Raise what is wrong with a name that no machine has; makes and compiles nothing."""
    if level_of(name) is None and name not in (makers := _makers(game)):
        known = ", ".join([HUMAN, *makers])
        raise StrategeError(_("There is no player {name!r}; there are: {known}.", name=name, known=known))


def player(name: str, game: Game, seed: int | None = None) -> Player:
    """The machine of that name; the same seed makes the same choices where its limits are not time."""
    check_name(name, game)
    return _adaptive(name, game, seed) if level_of(name) else _makers(game)[name](seed)
