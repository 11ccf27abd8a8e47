"""Visits added up: for each move in a position, what came of it. All of it adds, or is a greatest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy

from stratege.archive.blocks import BEST_SHIFT, FIELDS, NONE, Sums, beginnings
from stratege.archive.replay_batch import Visits


class MoveStatistics(NamedTuple):
    """What came of a move in a position, all seen by who played it.

    `edge` is the move's key (`position_keys.edge_of`). `rating` and `opposed` are the sums of the ratings
    of those who played it and of their opponents; `last` is the last day as the number yyyymmdd, 0 if
    unknown; `best` holds the game of the highest mean rating.
    """

    edge: int
    won: int
    drawn: int
    lost: int
    rating: int
    opposed: int
    last: int
    best: int

    @property
    def games(self) -> int:
        """How many games."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class GameFacts:
    """What `aggregate` needs to know of each game, in parallel columns."""

    number: Sequence[int] = ()
    points: Sequence[float] = ()
    rating1: Sequence[int] = ()
    rating2: Sequence[int] = ()
    day: Sequence[int] = ()


def aggregate(visits: Visits, facts: GameFacts) -> Sums:
    """The visits, which are in the order of their edges, added up: the fields of `MoveStatistics`."""
    if not len(visits.edge):
        return NONE
    begins = beginnings(visits.edge)
    halves = (2 * numpy.array(facts.points)).astype(numpy.int64)
    ratings = [numpy.array(one, numpy.int64) for one in (facts.rating1, facts.rating2)]
    best = (numpy.maximum(ratings[0] + ratings[1], 0) // 2 << BEST_SHIFT) | numpy.array(facts.number)
    game, first = visits.game, visits.mover == 1
    points = numpy.where(first, halves[game], 2 - halves[game])
    one, two = (rating[game] for rating in ratings)
    sums = numpy.empty((FIELDS, len(begins)), numpy.int64)
    sums[0] = visits.edge[begins]
    for row, result in enumerate((2, 1, 0), start=1):
        sums[row] = numpy.add.reduceat(points == result, begins, dtype=numpy.int64)
    sums[4] = numpy.add.reduceat(numpy.where(first, one, two), begins)
    sums[5] = numpy.add.reduceat(numpy.where(first, two, one), begins)
    sums[6] = numpy.maximum.reduceat(numpy.array(facts.day, numpy.int64)[game], begins)
    sums[7] = numpy.maximum.reduceat(best[game], begins)
    return sums


def rows_of(sums: Sums) -> list[MoveStatistics]:
    """The same move by move."""
    return [MoveStatistics(*fields) for fields in sums.T.tolist()]
