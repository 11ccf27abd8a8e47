"""Visits added up: for each move in a position, what came of it. All of it adds, or is a greatest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy

from stratege.archive.keys import edge_of
from stratege.archive.visits import Integers, Visits

BEST_SHIFT = 40  # `best` is the mean rating above, the game's number in these lower bits

PART = 100_000  # tallies that are Python's numbers at one time


class Tally(NamedTuple):
    """What came of a move in a position, all seen by who played it.

    `edge` is the move's key (`keys.edge_of`). `rating` and `opposed` are the sums of the ratings of those
    who played it and of their opponents; `last` is the last day as the number yyyymmdd, 0 if unknown;
    `best` holds the game of the highest mean rating.
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

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        sums = [one + two for one, two in zip(self[1:6], other[1:6])]
        return Tally._make([self.edge, *sums, max(self.last, other.last), max(self.best, other.best)])


@dataclass(frozen=True)
class Facts:
    """What a tally needs to know of each game of a batch, in parallel lists."""

    number: Sequence[int]
    points: Sequence[float]
    rating1: Sequence[int]
    rating2: Sequence[int]
    day: Sequence[int]


def tallies(visits: Visits, facts: Facts) -> Iterator[tuple[int, ...]]:
    """The visits added up, in the order of their edges: the fields of a `Tally` each."""
    if not len(visits.key):
        return iter(())
    edge = edge_of(visits.key, visits.move)
    order = numpy.argsort(edge, kind="stable")  # which is quick about what is in order already
    edge, game, first = edge[order], visits.game[order], visits.mover[order] == 1
    begins = numpy.concatenate(([0], numpy.flatnonzero(edge[1:] != edge[:-1]) + 1))
    halves = numpy.array([round(2 * points) for points in facts.points], numpy.int64)[game]
    halves = numpy.where(first, halves, 2 - halves)
    one, two = (numpy.array(ratings, numpy.int64)[game] for ratings in (facts.rating1, facts.rating2))
    best = (numpy.maximum(one + two, 0) // 2 << BEST_SHIFT) | numpy.array(facts.number, numpy.int64)[game]

    def total(column: Integers) -> Integers:
        return numpy.add.reduceat(column, begins)

    columns = (
        edge[begins],
        total((halves == 2).astype(numpy.int64)),
        total((halves == 1).astype(numpy.int64)),
        total((halves == 0).astype(numpy.int64)),
        total(numpy.where(first, one, two)),
        total(numpy.where(first, two, one)),
        numpy.maximum.reduceat(numpy.array(facts.day, numpy.int64)[game], begins),
        numpy.maximum.reduceat(best, begins),
    )
    parts = ([column[at : at + PART].tolist() for column in columns] for at in range(0, len(begins), PART))
    return chain.from_iterable(zip(*part) for part in parts)
