"""The long tail, board by board: who could have moved to a board just found won or lost?

After many sweeps little changes, but it changes for long. From then on the boards of each level are taken up
one by one: those from which a move leads to them are looked at (`suspects`), and what turns out decided is
added (`add`): the next level. Looking reads one set and adding writes the other, so many threads may look
while one adds.

A mask that some turn leaves as it is makes a block hold a board several times over. All its images are added
together, as a sweep finds them together.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.kernel import Rules
from stratege.core.words import lowest_index, unsigned
from stratege.games.colourings.bitsets import WON, add_bit, bit_at, decided
from stratege.games.mingmang.kernel import closed_in, moves, play
from stratege.games.mingmang.retrograde.indexing import IndexTables, board, locate, neighbour, turned_mask
from stratege.games.square_symmetry import TURNS

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers

MOST_SUSPECTS = 600
"""So many boards can at most have led to one on 5 × 5: 36 ways back, 16 sets turned over."""


@rule
def run_length(n: int, pawns: int, cell: int, step: int) -> int:
    """How many of these pawns stand in an unbroken row next to a cell, in the direction of a step."""
    length, at = 0, neighbour(n, cell, step)
    while at >= 0 and pawns >> at & 1 != 0:
        length += 1
        at = neighbour(n, at, step)
    return length


@rule
def row_of_cells(cell: int, step: int, count: int) -> int:
    """The next `count` cells after one, `step` apart."""
    cells = 0
    for i in range(count):
        cells |= 1 << cell + (i + 1) * step
    return cells


@rule
def origins(n: int, occupied: int, cell: int) -> int:
    """The empty cells from which a pawn can have come to this one."""
    cells = 0
    for step in (-1, 1, -n, n):
        cells |= row_of_cells(cell, step, run_length(n, ~occupied, cell, step))
    return cells


@rule
def predecessors(rules: Rules, mine: int, theirs: int, out: Numbers) -> int:
    """Write down the boards from which a move leads to this one, as pairs mine, theirs; return how many.

    A row that the move turned over lies next to its pawn and has another pawn of theirs right behind. Which
    rows it must have turned over, the rules themselves say: what they would not turn again is no move.
    """
    n, count, pawns = rules[0], 0, theirs
    while pawns != 0:
        target = lowest_index(pawns)
        pawns &= pawns - 1
        sources = origins(n, mine | theirs, target)
        if sources == 0:
            continue
        for east in range(max(1, run_length(n, theirs, target, 1))):
            for west in range(max(1, run_length(n, theirs, target, -1))):
                for south in range(max(1, run_length(n, theirs, target, n))):
                    for north in range(max(1, run_length(n, theirs, target, -n))):
                        turned = (
                            row_of_cells(target, 1, east)
                            | row_of_cells(target, -1, west)
                            | row_of_cells(target, n, south)
                            | row_of_cells(target, -n, north)
                        )
                        movers, others = theirs & ~turned & ~(1 << target), mine | turned
                        if closed_in(rules, target, movers, others) == turned:
                            left = sources
                            while left != 0:
                                out[count, 0], out[count, 1] = movers | left & -left, others
                                left &= left - 1
                                count += 1
    return count


@rule
def only_to_won(
    rules: Rules, chart: IndexTables, words: Numbers, mine: int, theirs: int, out: MutableSequence[int]
) -> bool:
    """Whether all moves lead to boards known to be won by the other."""
    for i in range(moves(rules, (mine, theirs), out, 0)):
        after = play(rules, (mine, theirs), out[i])
        if bit_at(words, chart.pawns, locate(chart, after[0], after[1]), WON) == 0:
            return False
    return True


@rule
def suspects(
    rules: Rules,
    chart: IndexTables,
    words: Numbers,
    which: int,
    known: Numbers,
    before: Numbers,
    played: MutableSequence[int],
    out: Numbers,
) -> int:
    """Write into `out` the entries that follow from these, all of them newly in the set `which`.

    Returns how many there are; those for which there is no room are only counted. `before` and `played` are
    room for a board's predecessors and its moves.
    """
    count = 0
    for entry in known:
        mine, theirs = board(chart, entry)
        for i in range(predecessors(rules, mine, theirs, before)):
            parent = locate(chart, before[i, 0], before[i, 1])
            if decided(words, chart.pawns, parent):
                continue
            if which == WON and not only_to_won(rules, chart, words, before[i, 0], before[i, 1], played):
                continue
            if count < len(out):
                out[count] = parent
            count += 1
    return count


@rule
def image(chart: IndexTables, entry: int, turn: int) -> int:
    """The entry of the same board turned, in the same block; -1 if the mask does not stay as it is."""
    block, index = unsigned(entry >> chart.pawns), 0
    if turned_mask(chart.turned, turn, chart.masks[block]) != chart.masks[block]:
        return -1
    for bit in range(chart.pawns):
        if entry >> bit & 1 != 0:
            cell = chart.turned[turn, unsigned(chart.cell[block, bit])]
            index |= 1 << int(chart.bit[block, unsigned(cell)])
    return entry >> chart.pawns << chart.pawns | index


@rule
def add(chart: IndexTables, words: Numbers, which: int, found: Numbers, out: Numbers) -> int:
    """Add entries to the set `which`, images too; write into `out` all that were new, return how many.

    `out` has room for all images of each.
    """
    count, pawns = 0, chart.pawns
    for entry in found:
        turns = TURNS if chart.weights[unsigned(entry >> pawns)] < TURNS else 1
        for turn in range(turns):
            other = image(chart, entry, turn)
            if other >= 0 and add_bit(words, pawns, other, which):
                out[count] = other
                count += 1
    return count
