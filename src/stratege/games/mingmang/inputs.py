"""What the learned judgement sees of a board of 8 × 8: thirty-four facts, each a row of weights.

ACROSS  each half of a row with its pawns: a number in base 3, the first cell the lowest digit, 1 for my
        pawn and 2 for theirs
DOWN    each half of a column
ROOM    how many empty cells are beside my pawns, and beside theirs; more than 31 count as 31
"""

from __future__ import annotations

from stratege.core.compiling import Table, rule
from stratege.core.weights import OWN_ROWS
from stratege.core.words import popcount, shift_right, unsigned
from stratege.games.mingmang.evaluate import neighbours

SIDE = 8
SCALE = 400  # hundredths of a pawn by which the odds to win grow e-fold

HALF, HALVES, MOST_ROOM = 4, 16, 31
PATTERNS = 81  # 3 to the fourth
GROUPS = (PATTERNS,) * (2 * HALVES) + (MOST_ROOM + 1,) * 2
CELLS = (HALF,) * (2 * HALVES) + (0,) * 2
ACROSS = OWN_ROWS
DOWN = ACROSS + HALVES * PATTERNS
ROOM = DOWN + HALVES * PATTERNS
ROWS = OWN_ROWS + sum(GROUPS)


def _digits(cells: int) -> int:
    return sum(3**place for place in range(HALF) if cells >> place & 1)


PATTERN = Table(_digits(mine) + 2 * _digits(theirs) for theirs in range(16) for mine in range(16))


@rule
def columns_first(cells: int) -> int:
    """The board of 8 × 8 with rows and columns exchanged: blocks of 1, of 2 and of 4 cells change places."""
    other = (cells ^ shift_right(cells, 7)) & 0x00AA00AA00AA00AA
    cells ^= other ^ other << 7
    other = (cells ^ shift_right(cells, 14)) & 0x0000CCCC0000CCCC
    cells ^= other ^ other << 14
    other = (cells ^ shift_right(cells, 28)) & 0x00000000F0F0F0F0
    return cells ^ other ^ other << 28


@rule
def half(mine: int, theirs: int, place: int) -> int:
    """The row, less the first, of the four cells at that place, in order."""
    pawns = shift_right(mine, HALF * place) & 15 | (shift_right(theirs, HALF * place) & 15) << HALF
    return PATTERNS * place + PATTERN[unsigned(pawns)]


@rule
def halves(mine: int, theirs: int, first: int) -> tuple[int, ...]:
    """The rows of all groups of four cells, where the first one's begin at `first`."""
    return (
        first + half(mine, theirs, 0),
        first + half(mine, theirs, 1),
        first + half(mine, theirs, 2),
        first + half(mine, theirs, 3),
        first + half(mine, theirs, 4),
        first + half(mine, theirs, 5),
        first + half(mine, theirs, 6),
        first + half(mine, theirs, 7),
        first + half(mine, theirs, 8),
        first + half(mine, theirs, 9),
        first + half(mine, theirs, 10),
        first + half(mine, theirs, 11),
        first + half(mine, theirs, 12),
        first + half(mine, theirs, 13),
        first + half(mine, theirs, 14),
        first + half(mine, theirs, 15),
    )


@rule
def room(rules: tuple[int, ...], cells: int, empty: int) -> int:
    """How many empty cells are beside these, as far as they count."""
    everything = rules[1] * rules[2]
    return min(popcount(neighbours(SIDE, rules[2], everything, cells) & empty), MOST_ROOM)


@rule
def inputs(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """The rows of what is so."""
    mine, theirs = state[0], state[1]
    empty = ~(mine | theirs)
    beside = ROOM + room(rules, mine, empty), ROOM + MOST_ROOM + 1 + room(rules, theirs, empty)
    down = halves(columns_first(mine), columns_first(theirs), DOWN)
    return halves(mine, theirs, ACROSS) + down + beside
