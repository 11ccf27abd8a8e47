"""What the rules of a game look like to the rest of the house."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Protocol, cast

State = tuple[int, ...]
Rules = tuple[int, ...]

GOES_ON = 0  # `finished`: the game is not over
NO_MOVE = 1  # the reason every kernel shares: the player to move has no legal move


class Kernel(Protocol):
    """A module of pure functions on (rules, state); see `core.compiling` for its two lives.

    A state is a tuple of non-negative integers, always seen by the player to move, and `rules` is the
    variant and size as a tuple of integers. The game is over when `finished` gives a reason or
    when `moves` gives none (`NO_MOVE`).
    """

    __name__: str

    def moves(self, rules: Rules, state: State, out: MutableSequence[int], start: int) -> int:
        """Write the legal moves into `out[start:]`, ascending; return where they end."""

    def play(self, rules: Rules, state: State, move: int) -> State:
        """The state after a legal move, seen by the other player."""

    def finished(self, rules: Rules, state: State) -> int:
        """Why the game is over whatever moves are left, or `GOES_ON`."""

    def result(self, rules: Rules, state: State, reason: int) -> int:
        """The final margin for the player to move: positive won, 0 drawn, negative lost."""

    def trace(self, rules: Rules, state: State, player: int) -> State:
        """What two boards must share to be the same for a rule about repetition."""


UNBOUND = cast(Kernel, None)
"""What a template's `kernel` is until `core.compiling` binds it to a game's."""
