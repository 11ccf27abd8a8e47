"""Positions that are the same game as one: a state turned so that it is the least of its images."""

from __future__ import annotations

from contextlib import suppress
from types import ModuleType

from stratege.core.compiling import compiled
from stratege.core.game import Game
from stratege.core.kernel import Kernel, State
from stratege.core.parts import Symmetry
from stratege.core.readiness import NotCompiled
from stratege.core.wordsize import as_state, as_words, from_words


class Turning:
    """The symmetries of a game's states and moves; `fast` compiles them, for who asks about very many."""

    def __init__(self, game: Game, fast: bool = False) -> None:
        kernel, symmetry = game.kernel, game.declaration.symmetry
        self._kernel: Kernel | ModuleType = kernel
        self._symmetry: Symmetry | ModuleType = symmetry
        self._fast = False
        if fast and game.compilable:
            with suppress(NotCompiled):
                self._kernel, self._symmetry = compiled(kernel.__name__), compiled(symmetry.__name__)
                self._fast = True
        self._rules = as_words(game.rules) if self._fast else game.rules
        self._numbers = range(symmetry.count(game.rules))
        self._move_image = symmetry.move_image
        self._plain_rules = game.rules

    def least(self, state: State) -> tuple[State, int]:
        """The least image of a state, and the number of a symmetry that leads there."""
        return min((self._image(state, number), number) for number in self._numbers)

    def representatives(self, least: State, moves: list[int]) -> dict[int, int]:
        """For each legal move of a least state the least move that leads to an image of the same board."""
        same = [number for number in self._numbers if self._image(least, number) == least]
        return {move: min(self.move_image(move, number) for number in same) for move in moves}

    def move_image(self, move: int, number: int) -> int:
        """The move that does to the image what this one does to the state."""
        return int(self._move_image(self._plain_rules, move, number))

    def after(self, state: State, move: int) -> State:
        """The least image of the state that a move leads to."""
        if not self._fast:
            return self.least(self._kernel.play(self._rules, state, move))[0]
        words = from_words(self._kernel.play(self._rules, as_state(state), move))
        return self.least(words[: len(state)])[0]

    def _image(self, state: State, number: int) -> State:
        if not self._fast:
            return tuple(self._symmetry.image(self._rules, state, number))
        return from_words(self._symmetry.image(self._rules, as_state(state), number))[: len(state)]
