"""A level that follows the strength of whoever plays it: within a game, and from one game to the next.

A game begins at a level from 1 to 10. While the machine is ahead it plays up to three levels weaker than
that, while it is behind up to three stronger, so that the game stays open. After a game that its opponent
won the next one begins a level higher, after one that they lost a level lower.

Its name may say where a game begins, and that the opening book stays shut: `adaptive`, `adaptive:7`,
`adaptive:no-book`, `adaptive:7:no-book`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stratege.core.game import Game
from stratege.core.language import N_
from stratege.core.line import Line
from stratege.core.strength import BEST, LEVELS, Strength
from stratege.engine.adviser import Adviser
from stratege.engine.limits import Limits

if TYPE_CHECKING:
    from stratege.engine.players import SearchPlayer

ADAPTIVE = "adaptive"
NO_BOOK = ":no-book"
"""How the names of players end who leave the opening book shut."""
ABOUT = N_(
    "Follows you: it plays a little weaker while it is ahead and a little stronger while it is behind, and "
    "begins the next game a level higher if you won and a level lower if you lost."
)
FIRST = 3
"""The level at which a first game begins."""

GLANCE = Limits(nodes=2000)
GLANCE_MIB = 1
SWING, FARTHEST = 8, 3
"""How many levels a certain win or loss would be away from an even game, and how many are gone at most."""


def adaptive_name(level: int) -> str:
    """What the player is called who begins at this level."""
    return f"{ADAPTIVE}:{level}"


def level_of(name: str) -> int | None:
    """The level at which the player of that name begins; None if it is not an adaptive one."""
    kind, colon, number = name.removesuffix(NO_BOOK).partition(":")
    if kind != ADAPTIVE:
        return None
    if not colon:
        return FIRST
    return int(number) if number in map(str, range(1, LEVELS + 1)) else None


def beginning_at(name: str, level: int) -> str:
    """The player of that name; if it is an adaptive one that leaves open where it begins, at this level."""
    left_open = name in (ADAPTIVE, ADAPTIVE + NO_BOOK)
    return name.replace(ADAPTIVE, adaptive_name(level)) if left_open else name


def next_level(level: int, points: float) -> int:
    """Where the next game begins after one in which the opponent got 1 point, a half, or none."""
    return max(1, min(LEVELS, level + round(2 * points - 1)))


class AdaptivePlayer:
    """Plays each move at the level that the game asks for; `make` makes who plays with a given strength."""

    def __init__(self, name: str, game: Game, make: Callable[[Strength], SearchPlayer]) -> None:
        self.name = name
        self._ladder, self._make = game.declaration.ladder, make
        self._begin = level_of(name) or FIRST
        self._judge = Adviser(game, GLANCE_MIB, knows=False)
        self._levels: dict[bool, SearchPlayer] = {}
        self._moving = self._level_player(self._begin)

    @property
    def interpreted(self) -> bool:
        """Whether it searches on the rules in plain Python, for want of machine code."""
        return self._moving.interpreted

    def choose(self, line: Line, limits: Limits) -> int:
        self._moving = self._level_player(self.level(line))
        return self._moving.choose(line, limits)

    def level(self, line: Line) -> int:
        """The level of the next move: lower while the machine is ahead, higher while it is behind."""
        ahead = self._judge.choose(line, GLANCE).value.expected - 0.5
        moved = max(-FARTHEST, min(FARTHEST, round(-ahead * SWING)))
        return max(1, min(LEVELS, self._begin + moved))

    def stop(self) -> None:
        """Have the choice under way made as soon as may be; from any thread."""
        self._moving.stop()

    def forget_stop(self) -> None:
        """A `stop` before now is not for the next choice."""
        self._moving.forget_stop()

    def _level_player(self, level: int) -> SearchPlayer:
        """The player of that level; all but the strongest are one, whose strength changes."""
        strength = self._ladder[level - 1]
        best = strength == BEST
        if best not in self._levels:
            self._levels[best] = self._make(strength)
        self._levels[best].strength = strength
        return self._levels[best]
