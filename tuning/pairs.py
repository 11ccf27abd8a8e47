"""Games between two evaluations: in pairs from one random opening, with the sides swapped."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from stratege.arena.match import Terms, play_game
from stratege.arena.openings import random_openings
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.engine.alphabeta import EVERYTHING, Searcher
from stratege.engine.alphabeta import Manner as Sight
from stratege.engine.limits import Limits

HALVES = {"1-0": 2, "0-1": 0}  # half points of player 1; a draw is one


class Tuned:
    """The engine with the evaluation of this module, overlooking so many moves of 256, and with `more`
    features of the search (`engine.alphabeta_kernel.work`) than minimax allows; with a `clock`, it uses time
    that earlier moves left."""

    def __init__(
        self, game: Game, module: str, blindness: int = 0, more: int = 0, clock: bool = False
    ) -> None:
        self.name = module
        self._searcher = Searcher(game, table_mib=4, features=EVERYTHING | more, evaluation=module)
        self._blindness, self._draw, self._clock = blindness, random.Random(0), clock

    def choose(self, line: Line, limits: Limits) -> int:
        self._searcher.behave(Sight(self._blindness, self._draw.getrandbits(48), weary=line.times_before))
        limits = limits if self._clock else replace(limits, saved=None)
        return self._searcher.search(line.position, limits, line.history).move


def play_both_ways(
    game: Game, players: Sequence[Tuned], terms: Terms, seed: int, numbers: range
) -> Iterator[tuple[int, int]]:
    """The half points of the first player in both games of the pairs of these numbers."""
    for opening in islice(random_openings(game, seed=seed), numbers.start, numbers.stop):
        first, second = (play_game(opening, order, terms).result for order in (players, players[::-1]))
        yield HALVES.get(first, 1), 2 - HALVES.get(second, 1)
