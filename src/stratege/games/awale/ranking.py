"""Numbers for Awalé boards: every board with n seeds has an index from 0 to C(n + 11, 11) - 1.

A row of six pits is known by its running sums s0 ≤ s1 ≤ … ≤ s4, the sixth being all its seeds. Its *rank*
is their place in the combinatorial number system, C(s0, 1) + C(s1 + 1, 2) + … + C(s4 + 4, 5), from 0 to
C(k + 5, 5) - 1 for the rows of k seeds. One multiplication gives all the sums (Knuth, TAOCP 7.2.1.3).

    index = boards whose mover has fewer seeds in their row
          + rank of the mover's row × number of rows that the other seeds can form
          + rank of the other row
"""

from __future__ import annotations

from math import comb

from stratege.core.compiling import Table, rule
from stratege.core.words import unsigned
from stratege.games.awale.kernel import ONES, ROW, seeds_in

MOST = 48
"""Boards with more seeds have no index."""

SHIFT = 6  # tables of two dimensions: the first index is shifted by this

ROWS = Table(comb(seeds + 5, 5) for seeds in range(MOST + 1))
"""How many rows hold so many seeds."""

PLACES = Table(comb(total + pit, pit + 1) for pit in range(5) for total in range(1 << SHIFT))
"""At [pit, sum]: what a running sum adds to the rank."""


def boards(seeds: int) -> int:
    """How many boards hold so many seeds."""
    return comb(seeds + 11, 11)


def _before() -> Table:
    numbers = []
    for seeds in range(MOST + 1):
        sizes = [ROWS[mine] * ROWS[seeds - mine] for mine in range(seeds + 1)]
        numbers += [sum(sizes[:mine]) for mine in range(1 << SHIFT)]
    return Table(numbers)


BEFORE = _before()
"""At [seeds, mine]: boards of so many seeds of which the mover has fewer than `mine`."""


@rule
def row_rank(word: int) -> int:
    """The rank of a row among those with as many seeds."""
    sums = (word & ROW) * ONES
    return (
        PLACES[unsigned(sums & 255)]
        + PLACES[unsigned(1 << SHIFT | sums >> 8 & 255)]
        + PLACES[unsigned(2 << SHIFT | sums >> 16 & 255)]
        + PLACES[unsigned(3 << SHIFT | sums >> 24 & 255)]
        + PLACES[unsigned(4 << SHIFT | sums >> 32 & 255)]
    )


@rule
def row_of(seeds: int, rank: int) -> int:
    """The row of so many seeds that has this rank."""
    word, total = 0, seeds
    for pit in range(4, -1, -1):
        above = total
        while PLACES[pit << SHIFT | total] > rank:
            total -= 1
        rank -= PLACES[pit << SHIFT | total]
        word |= above - total << 8 * (pit + 1)
    return word | total


@rule
def index_of(mine: int, theirs: int) -> int:
    """The index of a board of at most `MOST` seeds, the mover's row first; stores do not count."""
    held, others = seeds_in(mine), seeds_in(theirs)
    before = BEFORE[unsigned(held + others << SHIFT | held)]
    return before + row_rank(mine) * ROWS[unsigned(others)] + row_rank(theirs)


@rule
def board_at(seeds: int, index: int) -> tuple[int, int]:
    """The rows, the mover's first, of the board of so many seeds that has this index."""
    held = 0
    while index >= BEFORE[seeds << SHIFT | held + 1]:
        held += 1
    rest = index - BEFORE[seeds << SHIFT | held]
    others = ROWS[seeds - held]
    return row_of(held, rest // others), row_of(seeds - held, rest % others)
