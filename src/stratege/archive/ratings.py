"""Ratings: Elo's scale with an uncertainty, by Glickman's method.

M. E. Glickman, "The Glicko system" (1995; glicko.net/glicko/glicko.pdf), each game being a period of its
own. A player begins at 1500 with a deviation of 350; the true strength is within two deviations in 95 cases
of 100. Games make the deviation smaller, down to 30, so that ratings go on moving; what Glickman adds for
time passed without games is left out: the archive's games have days, not seasons.

Games count in the order in which they came into the archive. That makes ratings updated game by game equal to
ratings computed from scratch, to the last bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

START, UNKNOWN, LEAST = 1500.0, 350.0, 30.0
Q = math.log(10) / 400


@dataclass(slots=True)
class Rating:
    """Where a player stands in one game; `highest` is the highest rating reached, as an integer."""

    value: float = START
    deviation: float = UNKNOWN
    highest: int = round(START)
    games: int = 0


def expected(mine: float, theirs: float, deviation: float) -> float:
    """The expected score against an opponent whose rating has this deviation.

    >>> round(expected(1500, 1400, 30), 3)
    0.639
    """
    return 1 / (1 + math.exp(-Q * _weight(deviation) * (mine - theirs)))


def rate(one: Rating, two: Rating, points: float) -> None:
    """Let both take in a game in which the first scored so many points: 1, ½ or 0.

    >>> a, b = Rating(), Rating()
    >>> rate(a, b, 1)
    >>> round(a.value), round(b.value), round(a.deviation)
    (1662, 1338, 290)
    """
    before = (one.value, one.deviation)
    _take_in(one, two.value, two.deviation, points)
    _take_in(two, *before, 1 - points)


def _take_in(mine: Rating, theirs: float, deviation: float, points: float) -> None:
    weight = _weight(deviation)
    chance = 1 / (1 + math.exp(-Q * weight * (mine.value - theirs)))
    certainty = 1 / mine.deviation**2 + Q * Q * weight * weight * chance * (1 - chance)
    mine.value += Q / certainty * weight * (points - chance)
    mine.deviation = max(LEAST, math.sqrt(1 / certainty))
    mine.highest = max(mine.highest, round(mine.value))
    mine.games += 1


def _weight(deviation: float) -> float:
    """How much a game against an opponent of that deviation says: Glickman's g."""
    return 1 / math.sqrt(1 + 3 * (Q * deviation / math.pi) ** 2)
