"""Bringing a won board home: 5 × 5 tables know who wins, but not by which moves the win comes nearer.

A blank never comes back, so a winning move that takes one is progress, and there are at most 25 of them.
Where none wins, the winner must get on within the layer, where play could go round in circles. What counts
there is in how many plies the winner can force the way out: the end of the game, or a blank taken by either
side. Every position from here on is won by the same player, and in most of them the way out is one ply. So
few boards need a look that a search which deepens two plies at a time finds most ways at once. It would never
find the longest, with 2 blanks 138 plies: those take a look at all boards around (`retrograde.forward`).

The board after the move chosen and any reply has fewer plies to go than the one before. Hence no board comes
back, and the win comes within as many plies as this takes in all layers together.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from stratege.core.kernel import Rules, State
from stratege.games.quixo.kernel import play
from stratege.games.quixo.retrograde.forward import Enough, ForwardGraph, LayerView, MissingLayer

if TYPE_CHECKING:
    from stratege.games.quixo.retrograde.forward import Gather

LOOKS = 20_000  # boards looked at one by one before all around are


class NoTime(Exception):
    """There was enough before the way was found."""


def never() -> bool:
    """There is time without end."""
    return False


class Conversion:
    """Remembers what was found for the last layer: the next board of the same game is likely among it.

    `gather(layer, places)` gives bytes of a layer's data, or None if it is not there.
    """

    def __init__(self, rules: Rules, gather: Gather) -> None:
        self.rules, self.gather = rules, gather
        self._dive: LayerConversion | None = None

    def nearest(self, state: State, winning: Sequence[int], enough: Enough = never) -> list[int]:
        """Of the moves that win, those that bring the win nearer; all where a layer is missing.

        All, too, where `enough` comes before the way is found: it is looked for further at the next move.
        """
        afters = {move: play(self.rules, state, move) for move in winning}
        takers = [move for move, after in afters.items() if _cubes(after) > _cubes(state)]
        if takers:
            return takers
        try:
            after = self._at(state).next_board(state, list(afters.values()), enough)
        except (MissingLayer, NoTime):
            return list(winning)
        return [move for move in winning if afters[move] == after]

    def plies(self, state: State, enough: Enough = never) -> int | None:
        """In how many plies the winner, to move, gets out of the layer; None without layers or time."""
        try:
            return self._at(state).plies(state, enough)
        except (MissingLayer, NoTime):
            return None

    def _at(self, state: State) -> LayerConversion:
        blanks = self.rules[0] ** 2 - _cubes(state)
        if self._dive is None or self._dive.ground.blanks != blanks:
            self._dive = LayerConversion(LayerView(self.rules, blanks, self.gather))
        return self._dive


class LayerConversion:
    """Looks for short ways out of a layer, one board at a time and deeper each time; then all around."""

    def __init__(self, ground: LayerView) -> None:
        self.ground = ground
        self.pocket = ForwardGraph(ground)
        self._wins: dict[
            int, list[int] | None
        ] = {}  # by won entry: the lost ones it leads to; None: out at once
        self._replies: dict[int, list[int]] = {}  # by lost entry: the won ones it leads to
        self._least: dict[int, int] = {}  # by won entry: the way out takes at least so many plies
        self._most: dict[int, int] = {}  # and at most so many
        self._limit = LOOKS  # boards looked at, when the way for one has been looked for long enough
        self._enough: Enough = never
        self._done = False  # whether the pocket has been explored as far as it had to be

    def plies(self, state: State, enough: Enough) -> int:
        """In how many plies the winner, to move, gets out."""
        self._enough = enough
        found = self._in_pocket(state) or self._searched(state) or self._explored(state)
        self._limit = len(self._wins) + LOOKS
        return found

    def _searched(self, state: State) -> int:
        """The plies of a short way; 0 for one that is not found within the limit."""
        entry, plies = self.ground.entry(state), 1
        while not self._out(entry, plies, self._limit):
            plies += 2
            if len(self._wins) > self._limit:
                return 0
        return plies

    def _explored(self, state: State) -> int:
        """The plies of any way. A pocket that gave its answer makes room for the next."""
        entry = self.ground.entry(state)
        if self._done:
            self.pocket = ForwardGraph(self.ground)
        self.pocket.explore(entry, self._enough)
        found = self.pocket.plies([entry])
        self._done = found > 0
        if not found:
            raise NoTime
        return found

    def next_board(self, state: State, afters: Sequence[State], enough: Enough) -> State:
        """Of the boards that winning moves lead to, one that is nearer to the way out."""
        plies = self.plies(state, enough)
        if self._in_pocket(state):
            return min(afters, key=lambda after: self._in_pocket(after) or plies)
        return next(
            after for after in afters if self._all_out(self.ground.entry(after), plies - 2, sys.maxsize)
        )

    def _in_pocket(self, state: State) -> int:
        """The plies of a board explored; 0 for any other. Who follows them stays among the explored."""
        return self.pocket.plies(self.ground.images(state))

    def _out(self, won: int, plies: int, limit: int) -> bool:
        """Whether the winner gets out from a won entry in so many plies; unknown beyond the limit."""
        if won in self._most and self._most[won] <= plies:
            return True
        if self._least.get(won, 1) > plies or len(self._wins) > limit:
            return False
        wins = self._wins_of(won)
        if wins is None or (plies > 1 and any(self._all_out(lost, plies - 2, limit) for lost in wins)):
            self._most[won] = 1 if wins is None else plies
            return True
        if len(self._wins) <= limit:
            self._least[won] = plies + 1
        return False

    def _all_out(self, lost: int, plies: int, limit: int) -> bool:
        """Whether the winner gets out in so many plies after each reply. One that was hard is tried first."""
        replies = self._replies_to(lost)
        for place, won in enumerate(replies):
            if not self._out(won, plies, limit):
                replies.insert(0, replies.pop(place))
                return False
        return True

    def _wins_of(self, won: int) -> list[int] | None:
        import numpy

        if won not in self._wins:
            if self._enough():
                raise NoTime
            ends, moves = self.ground.wins(numpy.array([won]))
            self._wins[won] = None if ends[0] else list(dict.fromkeys(moves[:, 1].tolist()))
        return self._wins[won]

    def _replies_to(self, lost: int) -> list[int]:
        import numpy

        if lost not in self._replies:
            moves = self.ground.replies(numpy.array([lost]))
            self._replies[lost] = list(dict.fromkeys(moves[:, 1].tolist()))
        return self._replies[lost]


def _cubes(state: State) -> int:
    return (state[0] | state[1]).bit_count()
