"""Boards that are the same game, turned or mirrored: what a game's `symmetry.py` offers, and the usual: none.

A symmetry is a number from 0 (leave everything as it is) to `count - 1`. Games that have some say so in
`games/NAME/symmetry.py`; this module itself serves all others.
"""

from __future__ import annotations

import importlib.util
from typing import Protocol, cast

from stratege.core.compiling import rule
from stratege.core.kernel import Rules, State


class Symmetry(Protocol):
    """A module of pure functions on (rules, …), in two lives like a kernel."""

    def count(self, rules: Rules) -> int:
        """How many symmetries there are, the identity included."""

    def image(self, rules: Rules, state: State, number: int) -> State:
        """The state turned or mirrored, still seen by the same player."""

    def move_image(self, rules: Rules, move: int, number: int) -> int:
        """The move that does to the image what `move` does to the state."""


UNMIRRORED = cast(Symmetry, None)
"""What a template's `symmetry` is until `core.compiling` binds it to a game's."""


@rule
def count(rules: tuple[int, ...]) -> int:
    """The identity alone."""
    return 1


@rule
def image(rules: tuple[int, ...], state: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The state itself."""
    return state


@rule
def move_image(rules: tuple[int, ...], move: int, number: int) -> int:
    """The move itself."""
    return move


def symmetry_of(game: str) -> str:
    """The module of the symmetries of the game of that name."""
    own = f"stratege.games.{game}.symmetry"
    return own if importlib.util.find_spec(own) else __name__
