"""Visits added up: for each move in a position, what came of it. All of it adds, or is a greatest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

import numpy

from stratege.archive.position_keys import edge_of
from stratege.archive.replay_batch import Integers, Visits

BEST_SHIFT = 40  # `best` is the mean rating above, the game's number in these lower bits

PART = 100_000  # moves worked out at one time


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

    def plus(self, other: MoveStatistics) -> MoveStatistics:
        """Both together."""
        sums = [one + two for one, two in zip(self[1:6], other[1:6])]
        return MoveStatistics._make(
            [self.edge, *sums, max(self.last, other.last), max(self.best, other.best)]
        )


@dataclass(frozen=True)
class GameFacts:
    """What `aggregate` needs to know of each game, in parallel lists."""

    number: list[int] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    rating1: list[int] = field(default_factory=list)
    rating2: list[int] = field(default_factory=list)
    day: list[int] = field(default_factory=list)

    def extend(self, more: GameFacts) -> None:
        """Put those of other games behind."""
        self.number.extend(more.number)
        self.points.extend(more.points)
        self.rating1.extend(more.rating1)
        self.rating2.extend(more.rating2)
        self.day.extend(more.day)


def aggregate(visits: Visits, facts: GameFacts) -> Iterator[list[Integers]]:
    """The visits added up, in the order of their edges: the fields of `MoveStatistics`, as columns of a part
    each."""
    edges = edge_of(visits.key, visits.move)
    order = numpy.argsort(edges, kind="stable")  # which is quick about what is in order already
    edges = edges[order]
    begins = numpy.flatnonzero(numpy.concatenate(([True], edges[1:] != edges[:-1])))[: len(edges)]
    of_games = GameColumns(facts)
    for part in range(0, len(begins), PART):
        first = begins[part]
        last = begins[part + PART] if part + PART < len(begins) else len(edges)
        columns = of_games.sums(visits.at(order[first:last]), begins[part : part + PART] - first)
        yield [edges[begins[part : part + PART]], *columns]


def rows_of(parts: Iterable[Sequence[Integers]]) -> Iterator[tuple[int, ...]]:
    """The same row by row: the fields of a `MoveStatistics` each."""
    return chain.from_iterable(zip(*(column.tolist() for column in part)) for part in parts)


class GameColumns:
    """The facts as arrays by game, ready to be added up."""

    def __init__(self, facts: GameFacts) -> None:
        self.halves = numpy.array([round(2 * points) for points in facts.points], numpy.int64)
        self.ratings = [numpy.array(one, numpy.int64) for one in (facts.rating1, facts.rating2)]
        self.day = numpy.array(facts.day, numpy.int64)
        mean = numpy.maximum(self.ratings[0] + self.ratings[1], 0) // 2
        self.best = (mean << BEST_SHIFT) | numpy.array(facts.number, numpy.int64)

    def sums(self, visits: Visits, begins: Integers) -> Iterator[Integers]:
        """All fields of `MoveStatistics` but the edge; its visits go from one beginning to the next."""
        game, first = visits.game, visits.mover == 1
        halves = self.halves[game]
        halves = numpy.where(first, halves, 2 - halves)
        for result in (2, 1, 0):
            yield numpy.add.reduceat((halves == result).astype(numpy.int64), begins)
        one, two = (ratings[game] for ratings in self.ratings)
        yield numpy.add.reduceat(numpy.where(first, one, two), begins)
        yield numpy.add.reduceat(numpy.where(first, two, one), begins)
        yield numpy.maximum.reduceat(self.day[game], begins)
        yield numpy.maximum.reduceat(self.best[game], begins)
