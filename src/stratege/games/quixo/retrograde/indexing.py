"""Where a table keeps a board: a block for its blanks, up to symmetry, and an index for its colours.

All boards with the same blank cells are one *block*, and of the up to eight sets of blanks that turning and
mirroring make of each other only one has a block. A block holds one entry for each way to colour its cubes:

- *places* are cells in the tables' order: the inner cells first, then the border. Most moves leave the inner
  cells alone, so they do not change the low bits of an index;
- the *index* of a board has one bit for each cube, in the order of places, set for a cube of the player who
  is not to move. It is the colouring itself: nothing is ranked or hashed.

The block of a set of blanks is the turn of it whose inner blanks come first in order: a move that leaves
the inner cells alone then mostly leads to a block that lies the same way round.
"""

from __future__ import annotations

import functools
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from stratege.core.compiling import compiled, rule
from stratege.core.words import highest_index, lowest_index, popcount, unsigned
from stratege.games.colourings.symmetric_sets import block_count, turns_of
from stratege.games.quixo import kernel
from stratege.games.square_symmetry import TURNS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Numbers = NDArray[numpy.int64]

CHUNK = 9  # cells looked up at once: three chunks hold a board


class IndexTables(NamedTuple):
    """A board's geometry as arrays, for compiled code. Sets of cells are bits, as in the kernel."""

    cells: int
    inner: int
    order: Numbers
    """The cell of each place."""
    into: Numbers
    """By turn and chunk: cells, turned, as places; see `moved`."""
    out_of: Numbers
    """The way back."""
    taken: Numbers
    """By move: the cell of the cube that is taken."""
    goes: Numbers
    """By turn, move and cell: the place, turned, where the cube of that cell is after the move."""
    lines: Numbers
    """The places of each line."""
    entry: Numbers
    """By blank cells: the number of their block and the turn that leads to it, as block * 8 + turn."""


def place_order(n: int) -> list[int]:
    """The cells in the order of places: the inner ones, top and bottom row, the two sides."""
    inner = [row * n + column for row in range(1, n - 1) for column in range(1, n - 1)]
    sides = [row * n + column for column in (0, n - 1) for row in range(1, n - 1)]
    return inner + list(range(n)) + list(range(n * (n - 1), n * n)) + sides


def destinations(n: int, move: int) -> list[int]:
    """Where the cube of each cell is after a move, asked of the kernel with one cube at a time."""
    rules = (n, kernel.first_move(n))
    taken, inserted = kernel.moves_of(n)[move]
    found = [kernel.play(rules, (0, 1 << cell), move)[0].bit_length() - 1 for cell in range(n * n)]
    found[taken] = inserted
    return found


def _chunks(permutation: list[int]) -> list[list[int]]:
    """For each chunk of cells, each set of them permuted."""
    tables = []
    for first in range(0, 3 * CHUNK, CHUNK):
        table = [0] * (1 << CHUNK)
        for chosen in range(1, 1 << CHUNK):
            low = (chosen & -chosen).bit_length() - 1
            bit = 1 << permutation[first + low] if first + low < len(permutation) else 0
            table[chosen] = table[chosen & chosen - 1] | bit
        tables.append(table)
    return tables


@functools.cache
def index_tables(n: int) -> IndexTables:
    """The geometry of an n × n board; `entry` is filled by `blocks`."""
    import numpy

    order = place_order(n)
    place = [order.index(cell) for cell in range(n * n)]
    into = [[place[cell] for cell in turn] for turn in turns_of(n)]
    back = [[turn.index(i) for i in range(n * n)] for turn in into]
    slides = [destinations(n, move) for move in range(len(kernel.moves_of(n)))]
    lines = [[place[cell] for cell in range(n * n) if line >> cell & 1] for line in kernel.lines_of(n)]
    array = functools.partial(numpy.array, dtype=numpy.int64)
    return IndexTables(
        n * n,
        (n - 2) ** 2,
        array(order),
        array([_chunks(turn) for turn in into]),
        array([_chunks(turn) for turn in back]),
        array([taken for taken, _inserted in kernel.moves_of(n)]),
        array([[[turn[cell] for cell in slide] for slide in slides] for turn in into]),
        array(lines),
        numpy.zeros(1 << n * n, numpy.int32),  # pages that are never touched cost nothing
    )


@functools.cache
def blocks(n: int, blanks: int) -> tuple[Numbers, Numbers]:
    """The blanks of each block, as places, and how many sets of blanks the block stands for."""
    import numpy

    chart, twin = index_tables(n), _compiled()
    found = numpy.zeros(block_count(n, blanks), numpy.int64)
    weights = numpy.zeros(len(found), numpy.int64)
    assert twin.list_blocks(chart, blanks, found, weights) == len(found)
    assert weights.sum() == comb(n * n, blanks)
    twin.enter(chart, found)
    return found, weights


def _compiled() -> Any:
    return compiled("stratege.games.quixo.retrograde.indexing")


@rule
def moved(tables: Numbers, turn: int, cells: int) -> int:
    """A set of cells as places, turned (`into`), or the way back (`out_of`)."""
    row = unsigned(turn)
    low = tables[row, 0, unsigned(cells & 511)] | tables[row, 1, unsigned(cells >> 9 & 511)]
    return int(low | tables[row, 2, unsigned(cells >> 18)])


@rule
def rank(chart: IndexTables, places: int) -> int:
    """A set of places as a number in whose order inner places come before the border."""
    return (places & (1 << chart.inner) - 1) << chart.cells - chart.inner | places >> chart.inner


@rule
def of_rank(chart: IndexTables, number: int) -> int:
    """The way back from `rank`."""
    border = chart.cells - chart.inner
    return (number & (1 << border) - 1) << chart.inner | number >> border


@rule
def weight(chart: IndexTables, number: int) -> int:
    """How many sets the turns of this one are, if it comes first among them by `rank`; otherwise 0."""
    cells, same = moved(chart.out_of, 0, of_rank(chart, number)), 0
    for turn in range(TURNS):
        other = rank(chart, moved(chart.into, turn, cells))
        if other < number:
            return 0
        same += other == number
    return TURNS // same


@rule
def list_blocks(chart: IndexTables, blanks: int, found: Numbers, weights: Numbers) -> int:
    """Write down all sets of so many places that come first among their turns; return how many."""
    count, number = 0, (1 << blanks) - 1
    while number < 1 << chart.cells:
        sets = weight(chart, number)
        if sets != 0:
            found[count], weights[count] = of_rank(chart, number), sets
            count += 1
        if number == 0:
            break
        step = number & -number  # the next number with as many bits (Gosper)
        carried = number + step
        number = carried | (carried ^ number) >> lowest_index(step) + 2
    return count


@rule
def enter(chart: IndexTables, found: Numbers) -> None:
    """Fill `entry` for all turns of these blocks; of several turns that lead to a block the first is kept."""
    for block in range(len(found)):
        for back in range(TURNS):
            turn = TURNS - 1 - back
            chart.entry[moved(chart.out_of, turn, found[block])] = block << 3 | turn


@rule
def squeezed(places: int, blanks: int) -> int:
    """The bits of the places that are no blanks, side by side."""
    while blanks != 0:
        low = (1 << highest_index(blanks)) - 1
        places = places & low | places >> 1 & ~low
        blanks &= low
    return places


@rule
def stretched(index: int, blanks: int) -> int:
    """The way back from `squeezed`."""
    while blanks != 0:
        low = (blanks & -blanks) - 1
        index = index & low | (index & ~low) << 1
        blanks &= blanks - 1
    return index


@rule
def locate(chart: IndexTables, mine: int, theirs: int) -> int:
    """The entry of a board in its layer: its block, then its index."""
    blanks = (1 << chart.cells) - 1 & ~(mine | theirs)
    entry = int(chart.entry[unsigned(blanks)])
    turn = entry & 7
    index = squeezed(moved(chart.into, turn, theirs), moved(chart.into, turn, blanks))
    return (entry >> 3) << popcount(mine | theirs) | index


@rule
def board(chart: IndexTables, blanks: int, index: int) -> tuple[int, int]:
    """The state with these blanks (as places) and this index."""
    theirs = stretched(index, blanks)
    mine = (1 << chart.cells) - 1 & ~(theirs | blanks)
    return moved(chart.out_of, 0, mine), moved(chart.out_of, 0, theirs)
