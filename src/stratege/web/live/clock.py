"""The clock of a live game, as a value; times are milliseconds, told from outside."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Clock:
    """What each player has left of the allowance; it runs `since` then for the one to move, or stands."""

    allowance: int
    increment: int
    remaining: tuple[int, int]
    since: int | None = None

    def stopped(self, player: int, now: int) -> Clock:
        """The clock standing, the time that the player has used taken off."""
        if self.since is None:
            return self
        left = list(self.remaining)
        left[player - 1] = max(0, left[player - 1] - max(0, now - self.since))
        return replace(self, remaining=(left[0], left[1]), since=None)

    def credited(self, player: int) -> Clock:
        """The increment given for a move."""
        left = list(self.remaining)
        left[player - 1] += self.increment
        return replace(self, remaining=(left[0], left[1]))


def new_clock(allowance: int, increment: int) -> Clock:
    """A clock that gives each player so many milliseconds, and so many more for each move."""
    return Clock(allowance, increment, (allowance, allowance))
