"""How long to think about a move where time that is left is kept for the later moves of the game.

A move that was the best at several depths in turn is played before its time is over; while the value falls,
the search goes on into what was saved. Where nothing is kept, a search uses its time and no more.
"""

from __future__ import annotations

from dataclasses import dataclass

from stratege.engine.limits import Limits

STEADY = 5  # depths with the same best move, after which less time does
EARLY, USUAL = 0.3, 0.6  # of the time of a move: after it another depth, which takes longer than all before,
# would hardly be completed
SHARE = 0.1  # of what was saved, for any move
LONGEST = 4.0  # times the usual time, while the value falls


@dataclass
class TimeUse:
    """What one search does with its time; it is told of every depth that is complete.

    A value that falls by `fall` or more from one depth to the next is reason to worry; 0 for none.
    """

    limits: Limits
    fall: int
    move: int | None = None
    value: int = 0
    steady: int = 0
    worried: bool = False

    def note(self, move: int, value: int) -> None:
        """One more depth has found this move and value."""
        known = self.move is not None
        self.steady = self.steady + 1 if move == self.move else 0
        self.worried = known and self.fall > 0 and value <= self.value - self.fall
        self.move, self.value = move, value

    @property
    def seconds(self) -> float | None:
        """When to stop, in seconds from the beginning, as things stand; None for never."""
        usual, saved = self.limits.seconds, self.limits.saved
        if usual is None or saved is None:
            return usual
        return min(usual + saved, LONGEST * usual) if self.worried else usual + SHARE * saved

    def enough(self, spent: float) -> bool:
        """Whether to leave it at what is found after so many seconds, rather than begin another depth."""
        if self.seconds is None or self.limits.saved is None or self.worried:
            return False
        return spent >= self.seconds * (EARLY if self.steady >= STEADY else USUAL)
