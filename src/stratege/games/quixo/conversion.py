"""Bringing a won board home: which moves come nearer to the end of the game, or to the next blank taken.

Who only keeps a win can go round in circles with it. A blank never comes back, so a winning move that takes
one is progress, and there are at most 25 of them. Where none wins, a layer says in how many plies the winner
gets there (`retrograde.conversion_layer`). The board after the nearest move and any reply has fewer plies to
go than the one before: no board comes back, and the win comes within as many plies as all layers take.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules, State
from stratege.core.language import N_
from stratege.core.parts import Gather
from stratege.games.quixo.kernel import play
from stratege.games.quixo.retrograde import indexing
from stratege.games.quixo.retrograde.replies import latest_replies
from stratege.games.quixo.table_probe import CONVERSIONS

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers


class Conversion:
    """Asks the layers that say how soon boards leave theirs; see `core.parts.Conversion`."""

    UNIT = N_("cube")

    def __init__(self, rules: Rules, gather: Gather) -> None:
        self.rules, self.gather = rules, gather

    def plies(self, state: State, results: Mapping[int, int]) -> dict[int, int]:
        """By move, until the game has ended or a blank was taken; 1 for a move that takes one."""
        afters = {move: play(self.rules, state, move) for move in results}
        stay = {move: after for move, after in afters.items() if _cubes(after) == _cubes(state)}
        found = dict.fromkeys(afters.keys() - stay.keys(), 1)
        layer = _Layer(self.rules, self.rules[0] ** 2 - _cubes(state), self.gather)
        lost = [move for move in stay if results[move] > 0]
        won = [move for move in stay if results[move] < 0]
        latest = layer.latest_replies([stay[move] for move in lost])
        soonest = layer.bytes_of([layer.entry(stay[move]) for move in won])
        if latest is not None and soonest is not None:
            found |= {move: int(byte) + 3 for move, byte in zip(lost, latest)}
            found |= {move: int(byte) + 2 for move, byte in zip(won, soonest)}
        return found


class _Layer:
    """The boards with so many blanks, and the bytes that say how soon they leave."""

    def __init__(self, rules: Rules, blanks: int, gather: Gather) -> None:
        self.rules, self.name, self.gather = rules, CONVERSIONS[blanks], gather
        self.chart = indexing.index_tables(rules[0])
        self.blocks, _weights = indexing.blocks(rules[0], blanks)

    def entry(self, state: State) -> int:
        return int(compiled(indexing.__name__).locate(self.chart, *state))

    def bytes_of(self, entries: list[int] | Numbers) -> Bytes | None:
        import numpy

        return self.gather(self.name, numpy.asarray(entries, numpy.int64))

    def latest_replies(self, lost: list[State]) -> Numbers | None:
        """For each of these lost boards, the highest byte of the boards that a reply can lead to."""
        import numpy

        entries = numpy.array([self.entry(state) for state in lost], numpy.int64)
        return latest_replies(self.rules, self.chart, self.blocks, entries, self.bytes_of)


def _cubes(state: State) -> int:
    return (state[0] | state[1]).bit_count()
