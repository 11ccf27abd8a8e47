"""Over which boards two variants of a game can be compared: a part of its declaration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from stratege.core.kernel import State

if TYPE_CHECKING:
    from stratege.core.game import Game
    from stratege.core.position import Position


@dataclass(frozen=True)
class BoardGroup:
    """Boards that all variants share, with nothing played before: `state(i)` is the i-th of `count`.

    Where it names a `layer`, the i-th byte of that layer of a variant's table tells what board i is worth,
    equal bytes the same worth; then boards are compared by their bytes.
    """

    name: str
    count: int
    state: Callable[[int], State]
    layer: str | None = None


class Comparison(Protocol):
    """A module of functions; a limit is of the game's own kind, as in `core.recipe`."""

    UP_TO: int
    """The limit for who gives none."""

    def groups(self, game: Game, limit: int) -> list[BoardGroup]:
        """The boards of the game's size up to that limit, the smallest first; `BadOption` if too many."""

    def starts(self, game: Game, limit: int) -> list[Position]:
        """The starts, in the variant of the game, whose first moves are among these boards."""

    def table_limit(self, limit: int) -> int | None:
        """How far a table must be built for them, as its recipe has it."""
