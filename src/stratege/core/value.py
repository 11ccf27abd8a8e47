"""What a position or a move is worth, and how that is known."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from stratege.core.language import _, in_figures
from stratege.core.pickling import Picklable
from stratege.core.recipe import Exact
from stratege.core.scores import MARGIN, SETTLED, WIN, is_settled, is_won

EXACT, TABLE, SEARCH = "exact", "table", "search"
"""Proven for this very line; proven but for what the line's past may change; found by a search."""

ODDS, LEVELLING = 400, 40_000
"""Hundredths of a unit that make the odds of winning e to 1, and how many are as good as any more."""


@dataclass(frozen=True)
class Value(Picklable):
    """What something is worth to a player: `-value` is its worth to the other one.

    `result` is 1, 0 or -1 where the end is known (won, drawn, lost); then `plies` says in how many plies it
    comes and `margin` by how much, each where that is known; what a search has seen to end in a table has a
    distance to its `conversion`, the plies until the table is reached, and an `assured` margin, which may
    yet turn out greater. Where a table knows neither, `conversion` is the plies until the next `unit`, or the
    end. Else `estimate` is in hundredths of the game's `unit`, as a search of `depth` plies
    found it, a `selective` one if it looked less far at some moves than at others.

    Values are ordered by what they promise, whatever they are known by: a win in 3 before one in 5, any win
    before any estimate, and a loss in 5 before one in 3.

    >>> win, good = Value(EXACT, result=1, plies=3), Value(SEARCH, estimate=35, depth=8)
    >>> str(win), str(-win), str(good), win > good > -win
    ('won in 3', 'lost in 3', '+0.35', True)
    """

    kind: str
    result: int | None = None
    plies: int | None = None
    margin: int | None = None
    conversion: int | None = None
    assured: int | None = None
    estimate: int = 0
    depth: int = 0
    selective: bool = False
    unit: str = ""

    @classmethod
    def of_table(cls, exact: Exact, kind: str = EXACT) -> Value:
        """What a table, a solver or the end of a game says."""
        return cls(kind, exact.result, exact.plies, exact.margin)

    @property
    def score(self) -> int:
        """The value as one number, which orders it: see `core.scores`."""
        if self.result is None:
            return self.estimate
        if self.plies is not None:
            return self.result * (WIN - self.plies)
        return self.result * (
            SETTLED + MARGIN * abs(self.margin or self.assured or 1) - min(self.conversion or 0, MARGIN - 1)
        )

    @property
    def proven(self) -> bool:
        """Whether it is more than what a search found."""
        return self.kind != SEARCH

    @property
    def expected(self) -> float:
        """The expected result, from 0 (lost) to 1 (won); an estimate v counts as 1/(1+e^(-v/4))."""
        return expectation(self.estimate) if self.result is None else (1 + self.result) / 2

    def one_ply_before(self) -> Value:
        """The worth of a move, to who makes it, that leads to a position of this value."""
        if self.plies is None:
            return -self
        return replace(-self, plies=self.plies + 1, depth=1 if self.plies == 0 else self.depth)

    def searched(self, score: int, depth: int, selective: bool, unit: str, kind: str) -> Value:
        """What this value becomes when a search of that depth found the score.

        What was proven stays so. A game that a search sees to its end is proven; one that it sees into the
        tables is of the `kind` that tables have here.
        """
        result = 1 if score > 0 else -1
        if is_won(score):
            return Value(EXACT, result, WIN - abs(score), self.margin, depth=depth)
        if self.proven:
            return self
        if not is_settled(score):
            return Value(SEARCH, estimate=score, depth=depth, selective=selective, unit=unit)
        margin = -((SETTLED - abs(score)) // MARGIN)
        conversion = SETTLED + MARGIN * margin - abs(score)
        return Value(kind, result, None, None, conversion, result * margin, depth=depth)

    def __neg__(self) -> Value:
        return replace(
            self,
            result=None if self.result is None else -self.result,
            margin=None if self.margin is None else -self.margin,
            assured=None if self.assured is None else -self.assured,
            estimate=-self.estimate,
        )

    def __lt__(self, other: Value) -> bool:
        return self.score < other.score

    def __gt__(self, other: Value) -> bool:
        return self.score > other.score

    def __le__(self, other: Value) -> bool:
        return self.score <= other.score

    def __ge__(self, other: Value) -> bool:
        return self.score >= other.score

    def __str__(self) -> str:
        """The value in words or figures: `won in 7`, `lost by 3`, `drawn`, `+0.35`."""
        if self.result is None:
            return ("" if self.estimate < 0 else "+") + in_figures(self.estimate / 100, 2)
        if self.result == 0:
            return _("drawn")
        won = self.result > 0
        if self.plies is not None:
            return _("won in {n}", n=self.plies) if won else _("lost in {n}", n=self.plies)
        if self.margin is not None:
            n = abs(self.margin)
            return _("won by {n}", n=n) if won else _("lost by {n}", n=n)
        if self.conversion is not None and self.unit:
            told = {"what": _(self.unit), "n": self.conversion}
            return _("won; next {what} in {n}", **told) if won else _("lost; next {what} in {n}", **told)
        return _("won") if won else _("lost")

    def as_json(self) -> dict[str, object]:
        """The value for programs."""
        return {
            "kind": self.kind,
            "depth": self.depth,
            "value": self.score,
            "result": self.result,
            "plies": self.plies,
            "margin": self.margin,
            "conversion": self.conversion,
            "unit": self.unit,
            "selective": self.selective,
            "sure": self.kind == EXACT,
            "expected": round(self.expected, 4),
            "verdict": str(self),
        }


def expectation(score: int) -> float:
    """The result that goes with a score, from 0 (lost) to 1 (won)."""
    if is_settled(score):
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-max(-LEVELLING, min(LEVELLING, score)) / ODDS))


UNKNOWN = Value(SEARCH)
"""What is said of a move before anything is known."""
