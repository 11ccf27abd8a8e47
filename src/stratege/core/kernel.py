"""What the rules of a game look like to the rest of the house."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from numpy.typing import NDArray

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


class Evaluation(Protocol):
    """A game's judgement of positions that are not over, as a module of pure functions."""

    EXCHANGES: int
    """For how many plies at most captures are looked on beyond the depth; 0 where that does not pay."""

    CONTEMPT: int
    """How much a player gives, for each time a board has come back, not to go round once more."""

    def evaluate(self, rules: Rules, state: State) -> int:
        """How good the position is for the player to move: hundredths of the game's unit."""

    def promise(self, rules: Rules, state: State, move: int) -> int:
        """How much a move promises at first sight, from 0 to 255: what to look at first.

        Where there are exchanges, it is what the move captures.
        """


UNJUDGED = cast(Evaluation, None)
"""What a template's `evaluation` is until it is bound to a game's."""


class Endgame(Protocol):
    """What compiled code can ask a game's tables, as a module of pure functions."""

    UNKNOWN: int
    """In place of a margin: the tables do not say."""

    def arrays(
        self, rules: Rules, data: Callable[[str], NDArray[Any] | None]
    ) -> Sequence[NDArray[Any] | None]:
        """What `final_margin` is to read. `data(layer)` is a layer that lies in memory as it is, or None."""

    def final_margin(self, rules: Rules, state: State, arrays: MutableSequence[int], start: int) -> int:
        """The final margin for the player to move, as `Kernel.result` has it, or `UNKNOWN`.

        From `arrays[start]` on lie the addresses of the arrays, 0 for one that is not there.
        """


UNTABLED = cast(Endgame, None)
"""What a template's `endgame` is until it is bound to a game's."""
