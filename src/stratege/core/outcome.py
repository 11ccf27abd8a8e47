"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from stratege.core.language import _
from stratege.core.pickling import Picklable


@dataclass(frozen=True)
class Outcome(Picklable):
    """The end of a game: who won, with what score, and why it is over.

    `winner` is 1 or 2, or None for a draw. `score` is what player 1 and player 2 hold in games that
    count, else None. `reason` says in words, in the language spoken when it was asked for, why the
    game is over; `code` is the same for programs and never translated.
    """

    winner: int | None
    score: tuple[int, int] | None
    code: str
    reason: str

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`, player 1 first."""
        return {1: "1-0", 2: "0-1", None: "1/2-1/2"}[self.winner]

    def __str__(self) -> str:
        if self.winner is None:
            verdict = _("Draw")
        else:
            verdict = _("Player {player} wins", player=self.winner)
        if self.score is not None:
            verdict += " {}–{}".format(*self.score)
        return _("{verdict}: {reason}.", verdict=verdict, reason=self.reason)
