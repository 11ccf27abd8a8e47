"""How soon a won board leaves its layer: in how many plies the winner forces the end or a blank taken.

A byte for each board of a layer, 0 for most of them: for those that are not won, and for those with a winning
move that ends the game or takes a blank. Where there is none, it is one less than the plies until there has
been one, the winner playing for the soonest, the loser for the latest; that is 2 for a way of 3 plies: the
winner's move, any reply, and out. Who is lost asks for the boards that the replies lead to.

That is the level at which the board is found, one more, when a layer is solved ply by ply from the boards
that leave it at once (`colourings.level_solver`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

from stratege.core.compiling import compiled
from stratege.core.errors import BrokenTable
from stratege.core.kernel import Rules
from stratege.core.language import _
from stratege.core.recipe import Layer, Work
from stratege.games.colourings import bitperm
from stratege.games.colourings.bitsets import WON, high_bits
from stratege.games.colourings.level_solver import LevelSolver, helping
from stratege.games.colourings.levels import Levels
from stratege.games.quixo.retrograde import block_sweep, conversion_sweep, counts, indexing, worklist
from stratege.games.quixo.table_probe import CONVERSIONS

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

BYTES = 256
COMPARED = 1 << 22  # words compared at once


class ConversionSolver(LevelSolver):
    """Finds out level by level how soon the boards of a layer leave it; `below` is the layer that they enter.

    Won from the beginning are the boards that leave at once.
    """

    every = 2

    def __init__(self, rules: Rules, blanks: int, below: Numbers, work: Work, found: Levels) -> None:
        self.rules, self.below = rules, below
        self.chart = indexing.index_tables(rules[0])
        if blanks > 0:
            indexing.blocks(rules[0], blanks - 1)
        self.masks, self.weights = indexing.blocks(rules[0], blanks)
        cubes, blocks = self.chart.cells - blanks, len(self.masks)
        size = 8 * blocks << high_bits(cubes)
        words = work.scratch("known", 2 * size).view("<i8")
        closed = work.scratch("closed", 8 * blocks).view("<i8")
        super().__init__(cubes, blocks, words, closed, work, found)
        self.spared: Numbers = work.scratch("spared", size).view("<i8")
        self.rooms: list[bitperm.Scratch] = []

    @classmethod
    def there(cls, rules: Rules, layer: Layer, arrays: Mapping[str, Bytes]) -> Self:
        below = arrays[layer.needs[-1]].view("<i8")  # which only `begin` reads
        return cls(rules, CONVERSIONS.index(layer.name), below, helping(arrays), Levels())

    def begin(self) -> None:
        self.words[:] = 0
        self.closed[:] = 0
        list(self.all(self._begin_part, len(self.starts)))
        for _part in self.on_parts(1):  # a line made with one's own cube leaves, too
            pass

    def _begin_part(self, number: int) -> None:
        first = self.starts[number]
        room, last = self._room(), min(first + self.step, self.blocks)
        sets = (self.words, self.below, self.spared)
        compiled(block_sweep.__name__).begin(self.rules, self.chart, room, self.masks, first, last, *sets)
        self.rooms.append(room)

    def look(self, first: int, last: int, reads: int, new: Numbers) -> int:
        room = self._room()
        where = (self.masks, first, last, self.words, self.spared)
        sweep = compiled(conversion_sweep.__name__).sweep
        count = sweep(self.rules, self.chart, room, *where, reads, self.closed, new)
        self.rooms.append(room)
        return int(count)

    def follow(self, known: Numbers, reads: int) -> Numbers:
        import numpy

        out = numpy.empty(len(known) * worklist.MOST_SUSPECTS, numpy.int64)
        sets = (self.masks, self.weights, self.words, self.spared)
        count = compiled(worklist.__name__).suspects(self.rules, self.chart, *sets, known, out)
        return out[:count] >> 1

    def add(self, adds: int, entries: Numbers, new: Numbers) -> int:
        marked = entries << 1 | (adds == WON)
        found = compiled(worklist.__name__).add(self.chart, self.masks, self.weights, self.words, marked, new)
        return int(found)

    def way_out(self, number: int) -> tuple[int, Bytes, Numbers]:
        """A part's number, its bytes, and how many boards it has of each."""
        import numpy

        data, tally = self.part(number), numpy.zeros(BYTES, numpy.int64)
        weights = self.weights[self.starts[number] :]
        compiled(counts.__name__).add_bytes(self.pieces, weights, data, tally)
        return number, data, tally

    def _room(self) -> bitperm.Scratch:
        return self.rooms.pop() if self.rooms else bitperm.scratch(self.pieces)


def solve(rules: Rules, blanks: int, words: Numbers, below: Numbers, work: Work) -> None:
    """Hand over the layer's bytes part by part. `words` are its won and lost boards, known otherwise.

    The levels hold all of these in the end, which is checked: a wrong bit in one of the layers is found.
    """
    solver = ConversionSolver(rules, blanks, below, work, Levels(work.scratch))
    solver.solve()
    for start in range(0, len(words), COMPARED):
        if (solver.words[start : start + COMPARED] != words[start : start + COMPARED]).any():
            raise BrokenTable(
                _("The tables of {n} blanks contradict each other: build them again.", n=blanks)
            )
    tally = _tally(work)
    tally[:] = 0
    for number, data, found in solver.in_order(solver.way_out):
        tally[:BYTES] += found
        if len(data) and (highest := int(data.max())) > tally[BYTES]:
            at = int(data.argmax()) + (solver.starts[number] << solver.pieces)
            tally[BYTES], tally[BYTES + 1] = highest, at
        work.write(data)


def statistics(blanks: int, text: Callable[[int], str], work: Work) -> dict[str, Any]:
    """The boards without a way out at once, counted over all turns, by plies; one of the farthest.

    `text` is the board of an entry as people write it.
    """
    tally = _tally(work)
    longest = int(tally[BYTES])
    plies = {str(byte + 1): int(tally[byte]) for byte in range(1, BYTES) if tally[byte]}
    board = text(int(tally[BYTES + 1])) if longest else None
    return {
        "blanks": blanks,
        "boards": sum(plies.values()),
        "plies": plies,
        "farthest": longest + 1,
        "board": board,
    }


def _tally(work: Work) -> Numbers:
    """By byte the boards, the highest byte, and an entry that has it."""
    tally: Numbers = work.scratch("tally", 8 * (BYTES + 2)).view("<i8")
    return tally
