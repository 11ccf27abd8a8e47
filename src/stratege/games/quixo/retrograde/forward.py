"""All boards of a layer around one of them, as far as they matter: how a long way out of the layer is found.

The winner's moves are those that the table says win, the loser's are all. Boards are looked at two plies at a
time from the first on, and solved backwards each time, until that one is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules, State
from stratege.games.quixo.kernel import MOST_MOVES
from stratege.games.quixo.retrograde import indexing, layer_graph, worklist
from stratege.games.quixo.table_probe import LAYERS
from stratege.games.square_symmetry import TURNS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

    Indices = NDArray[numpy.int32]
    Gather = Callable[[str, Numbers], Bytes | None]

Enough = Callable[[], bool]
"""Asked now and then whether there is no more time."""

CHUNK = 1 << 15  # boards expanded at once
WON, LEAVING, WAITING, LOST = 0, 1, 2, 3  # nodes: won; at once; lost, and not yet looked at; lost


class MissingLayer(Exception):
    """A layer that is needed was not built."""


class LayerView:
    """A layer as the winner and the loser see it; `gather` is as for `conversion.Conversion`."""

    def __init__(self, rules: Rules, blanks: int, gather: Gather) -> None:
        self.rules, self.blanks, self.gather = rules, blanks, gather
        self.chart = indexing.index_tables(rules[0])
        self.blocks, _weights = indexing.blocks(rules[0], blanks)
        if blanks > 0:
            indexing.blocks(rules[0], blanks - 1)
        self.twin = compiled(layer_graph.__name__)

    def entry(self, state: State) -> int:
        return int(compiled(indexing.__name__).locate(self.chart, *state))

    def images(self, state: State) -> set[int]:
        """The entries of a board: a block whose blanks some turn leaves as they are holds it many times."""
        cubes, entry = self.chart.cells - self.blanks, self.entry(state)
        blanks = int(self.blocks[entry >> cubes])
        return {worklist.image(self.chart, cubes, entry, blanks, turn) for turn in range(TURNS)} - {-1}

    def wins(self, won: Numbers) -> tuple[Bytes, Numbers]:
        """Of won entries: which leave the layer at once, and the winning moves of the others.

        Moves are pairs (place in `won`, entry after).
        """
        ends, own, blank = self._expanded(won)
        if self.blanks > 0:
            ends[blank[self._lost(blank[:, 1], self.blanks - 1), 0]] = 1
        own = own[ends[own[:, 0]] == 0]
        return ends, own[self._lost(own[:, 1], self.blanks)]

    def replies(self, lost: Numbers) -> Numbers:
        """The moves of lost entries that stay in the layer and go on, as pairs."""
        _ends, own, _blank = self._expanded(lost)
        return own

    def _expanded(self, entries: Numbers) -> tuple[Bytes, Numbers, Numbers]:
        import numpy

        ends, room = numpy.zeros(len(entries), numpy.uint8), numpy.zeros(MOST_MOVES, numpy.int64)
        own, blank = (numpy.empty((len(entries) * MOST_MOVES, 2), numpy.int64) for _kind in range(2))
        stay, leave = self.twin.expand(self.rules, self.chart, self.blocks, entries, ends, own, blank, room)
        return ends, own[:stay], blank[:leave]

    def _lost(self, entries: Numbers, blanks: int) -> Any:
        """Which of these entries of a layer are lost."""
        import numpy

        where = numpy.empty(len(entries), numpy.int64)
        self.twin.lost_bits(self.chart.cells - blanks, entries, where)
        found = self.gather(LAYERS[blanks], where)
        if found is None:
            raise MissingLayer
        return found >> (entries & 7).astype(numpy.uint8) & 1 != 0


class Nodes:
    """Entries of a layer, numbered in the order in which they come."""

    def __init__(self) -> None:
        import numpy

        self.twin = compiled(layer_graph.__name__)
        self.count = 0
        self.entries = numpy.empty(0, numpy.int64)
        self.table = numpy.full(1, -1, numpy.int32)

    def numbers(self, entries: Numbers) -> Indices:
        """The number of each; what is new comes after all others."""
        import numpy

        if self.count + len(entries) > len(self.entries):
            self._grow(self.count + len(entries))
        numbers = numpy.empty(len(entries), numpy.int32)
        self.count = self.twin.number(entries, self.table, self.entries, self.count, numbers)
        return numbers

    def find(self, entry: int) -> int:
        """The number of an entry; -1 if it has none."""
        return int(self.table[self.twin.slot(self.table, self.entries, entry)])

    def _grow(self, most: int) -> None:
        import numpy

        before = self.entries[: self.count]
        self.table = numpy.full(2 << most.bit_length(), -1, numpy.int32)
        self.entries = numpy.empty(len(self.table) // 2, numpy.int64)
        self.twin.number(before, self.table, self.entries, 0, numpy.empty(len(before), numpy.int32))


class ForwardGraph:
    """The boards of a layer that can be reached from one of them, while they are explored.

    Of boards that are won by leaving the layer at once only that is kept: most boards are.
    """

    def __init__(self, ground: LayerView) -> None:
        import numpy

        self.ground = ground
        self.twin = compiled(layer_graph.__name__)
        self.nodes = Nodes()
        self.kinds = numpy.zeros(0, numpy.uint8)
        none = numpy.zeros(0, numpy.int32)
        self.parents, self.children = [none], [none]  # the moves from node to node
        self._plies = none

    def plies(self, entries: Iterable[int]) -> int:
        """In how many plies the winner gets out from any of these; 0 if that is not known."""
        numbers = (self.nodes.find(entry) for entry in entries)
        counted = (int(self._plies[n]) for n in numbers if 0 <= n < len(self._plies))
        return min((plies for plies in counted if plies > 0), default=0)

    def explore(self, entry: int, enough: Enough) -> None:
        """Look two plies further at a time, where it matters to the entry, until its plies are known.

        Ended before by `enough`, it goes on from there the next time, from this entry or another.
        """
        import numpy

        before = self.nodes.count
        root = self._numbers(numpy.array([entry]), WON)
        if self.nodes.count > before:
            self._look_at(root)
        waiting = self._solve(int(root[0]))
        while self._plies[root[0]] == 0:
            assert len(waiting) > 0, "the table calls a board won that is not"
            for start in range(0, len(waiting), CHUNK):
                if enough():
                    return
                self._reply(waiting[start : start + CHUNK])
            waiting = self._solve(int(root[0]))

    def _reply(self, lost: Indices) -> None:
        """Add the moves that lost nodes have in the layer, but those to boards that leave at once."""
        first = self.nodes.count
        own = self.ground.replies(self.nodes.entries[lost])
        won = self._numbers(own[:, 1], WON)
        for start in range(first, self.nodes.count, CHUNK):
            self._look_at(_range(start, min(start + CHUNK, self.nodes.count)))
        open_still = self.kinds[won] == WON
        self._add(lost[own[open_still, 0]], won[open_still])
        self.kinds[lost] = LOST

    def _look_at(self, won: Indices) -> None:
        """See which won nodes leave the layer at once, and add the winning moves of the others."""
        ends, own = self.ground.wins(self.nodes.entries[won])
        self.kinds[won[ends == 1]] = LEAVING
        self._add(won[own[:, 0]], self._numbers(own[:, 1], WAITING))

    def _numbers(self, entries: Numbers, kind: int) -> Indices:
        """The nodes of these entries, those that are new of this kind."""
        import numpy

        before, numbers = self.nodes.count, self.nodes.numbers(entries)
        if len(self.kinds) < len(self.nodes.entries):
            more = numpy.zeros(len(self.nodes.entries) - len(self.kinds), numpy.uint8)
            self.kinds = numpy.concatenate([self.kinds, more])
        self.kinds[before : self.nodes.count] = kind
        return numbers

    def _add(self, parents: Indices, children: Indices) -> None:
        self.parents.append(parents)
        self.children.append(children)

    def _solve(self, root: int) -> Indices:
        """Count the plies of all nodes, as far as their moves tell; the lost nodes to look at next."""
        import numpy

        parents, children = numpy.concatenate(self.parents), numpy.concatenate(self.children)
        self.parents, self.children = [parents], [children]
        count, kinds = self.nodes.count, self.kinds[: self.nodes.count]
        left = numpy.where(kinds == LOST, numpy.bincount(parents, minlength=count), 1).astype(numpy.int32)
        left[kinds == WAITING] = -1
        at_once = numpy.flatnonzero((kinds == LEAVING) | (left == 0))
        self._plies, queue = numpy.zeros(count, numpy.int32), numpy.empty(count, numpy.int32)
        self._plies[at_once], queue[: len(at_once)] = numpy.where(kinds[at_once] == LEAVING, 1, 2), at_once
        self.twin.count_plies(*self._sorted(parents, children), left, self._plies, queue, len(at_once))
        seen = numpy.zeros(count, numpy.uint8)
        steps = self._sorted(children, parents)
        reached = queue[: self.twin.unsolved(root, *steps, self._plies, seen, queue)]
        waiting: Indices = reached[kinds[reached] == WAITING]
        return waiting

    def _sorted(self, numbers: Indices, keys: Indices) -> tuple[Indices, Indices]:
        """These numbers sorted by their keys, which are nodes, and where those of each node begin."""
        import numpy

        firsts, by_key = numpy.zeros(self.nodes.count + 2, numpy.int32), numpy.empty_like(numbers)
        self.twin.sort(numbers, keys, firsts, by_key)
        return by_key, firsts


def _range(start: int, end: int) -> Indices:
    import numpy

    return numpy.arange(start, end, dtype=numpy.int32)
