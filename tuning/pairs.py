"""Games between two evaluations: in pairs from one random opening, with the sides swapped."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from stratege.arena.match import Terms, play_game
from stratege.arena.openings import random_openings
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.record import Record
from stratege.engine.alphabeta import EVERYTHING, Searcher
from stratege.engine.alphabeta import Manner as Sight
from stratege.engine.limits import Limits

HALVES = {"1-0": 2, "0-1": 0}  # half points of player 1; a draw is one


class Way(NamedTuple):
    """How the engine searches: it overlooks so many moves of 256, has `more` features of the search
    (`engine.alphabeta_kernel.work`) than minimax allows, may be `optimistic`, with a `clock` uses time that
    earlier moves left, and if it is `patient` never grows weary of going round."""

    blindness: int = 0
    more: int = 0
    optimistic: bool = False
    clock: bool = False
    patient: bool = False


class Tuned:
    """The engine with the evaluation of this module, searching in this way."""

    def __init__(self, game: Game, module: str, way: Way) -> None:
        self.name = module
        self._searcher = Searcher(game, table_mib=4, features=EVERYTHING | way.more, evaluation=module)
        self._way, self._draw = way, random.Random(0)

    def choose(self, line: Line, limits: Limits) -> int:
        way, salt = self._way, self._draw.getrandbits(48)
        weary = 0 if way.patient else line.times_before
        sight = Sight(way.blindness, salt, weary=weary, optimistic=way.optimistic)
        self._searcher.behave(sight)
        limits = limits if way.clock else replace(limits, saved=None)
        return self._searcher.search(line.position, limits, line.history).move


class Half(NamedTuple):
    """A game of a pair, as the first of the two players sees it."""

    points: int
    """Half points."""
    seat: int
    last: Position

    @classmethod
    def of(cls, record: Record, seat: int) -> Half:
        """That player was player 1 or 2 in it."""
        points = HALVES.get(record.result, 1)
        *_before, last = record.positions()
        return cls(points if seat == 1 else 2 - points, seat, last)


def play_both_ways(
    game: Game, players: Sequence[Tuned], terms: Terms, seed: int, numbers: range
) -> Iterator[tuple[Half, Half]]:
    """Both games of the pairs of these numbers."""
    for opening in islice(random_openings(game, seed=seed), numbers.start, numbers.stop):
        first, second = (play_game(opening, order, terms) for order in (players, players[::-1]))
        yield Half.of(first, 1), Half.of(second, 2)
