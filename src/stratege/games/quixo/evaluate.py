"""How good a Quixo position looks: who owns how much of each row and column.

The weights come from games of the engine against itself: `python -m tuning fit quixo --games 6000`.
"""

from __future__ import annotations

from itertools import accumulate

from stratege.core.compiling import Table, rule
from stratege.core.neutral.evaluation import captures as captures
from stratege.core.neutral.evaluation import prospects as prospects
from stratege.core.words import unsigned
from stratege.games.quixo.kernel import SIZES, TAKEN, lines_of

# By a player's marks in a row or column, 1 to 4: first in one of the border, then in one within.
WEIGHTS = Table([13, 26, 44, 80, 13, 28, 46, 68])
UNIT = ""
EXCHANGES = 0
CONTEMPT = 40
MARGIN = 50
PASSES = 1


def worth(within: bool, marks: int) -> int:
    """What so many marks in a row or column are worth; a full one ends the game."""
    return WEIGHTS[4 * within + marks - 1] if 0 < marks < 5 else 0


# A look-up of two rows gives what they are worth and, below it, a field for each column: their marks there.
# The sums of the fields are looked up in turn: three columns together, then the other two.
FIELD = 3
LEFT, RIGHT = 3 * FIELD, 2 * FIELD
BELOW = LEFT + RIGHT


def row_entry(n: int, row: int, cells: int) -> int:
    """What to add up for one row with these cells."""
    fields = sum(1 << FIELD * column for column in range(n) if cells >> column & 1)
    return worth(0 < row < n - 1, cells.bit_count()) << BELOW | fields


def rows_of(n: int) -> list[int]:
    """The entries of all pairs of rows, the highest pair first; below the last row there is nothing."""
    row = range(1 << n)
    return [
        row_entry(n, top, upper) + row_entry(n, top + 1, lower)
        for top in range(0, n, 2)
        for lower in row
        for upper in row
    ]


def columns_of(n: int, columns: range) -> list[int]:
    """What these columns are worth together, by the fields of their marks."""
    return [
        sum(
            worth(0 < column < n - 1, fields >> FIELD * place & (1 << FIELD) - 1)
            for place, column in enumerate(columns)
            if column < n
        )
        for fields in range(1 << FIELD * len(columns))
    ]


_BY_SIZE = [rows_of(n) if n in SIZES else [] for n in range(max(SIZES) + 1)]
ROWS = Table(entry for entries in _BY_SIZE for entry in entries)
FIRST_ROWS = Table(accumulate(map(len, _BY_SIZE[:-1]), initial=0))
COLUMNS = Table(entry for n in SIZES for part in (range(3), range(3, 5)) for entry in columns_of(n, part))


@rule
def worth_of(n: int, cells: int) -> int:
    """What the rows and columns of one player are worth."""
    entry, total = FIRST_ROWS[unsigned(n)], 0
    for _pair in range(n + 1 >> 1):
        total += ROWS[unsigned(entry + (cells & (1 << 2 * n) - 1))]
        entry += 1 << 2 * n
        cells >>= 2 * n
    left = (n - SIZES[0]) * ((1 << LEFT) + (1 << RIGHT))
    right = left + (1 << LEFT)
    columns = COLUMNS[unsigned(left + (total & (1 << LEFT) - 1))]
    columns += COLUMNS[unsigned(right + (total >> LEFT & (1 << RIGHT) - 1))]
    return (total >> BELOW) + columns


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Every row and column counts for who has marks in it. Diagonals hardly tell who wins."""
    return worth_of(rules[0], state[0]) - worth_of(rules[0], state[1])


def features(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """What counts, mine less theirs, in the order of the weights."""
    n, counts = rules[0], [0] * len(WEIGHTS)
    for i, line in enumerate(lines_of(n)[: 2 * n]):
        within = 0 < i % n < n - 1
        for sign, cells in ((1, state[0]), (-1, state[1])):
            marks = (cells & line).bit_count()
            if 0 < marks < 5:
                counts[4 * within + marks - 1] += sign
    return tuple(counts)


@rule
def passed(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """The same board, the other's turn."""
    return state[1], state[0]


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int, prospects: int) -> int:
    """Turning a blank cube to one's own mark gains one; moving one's own gains none."""
    return 1 if state[0] & TAKEN[unsigned(rules[1] + move)] == 0 else 0
