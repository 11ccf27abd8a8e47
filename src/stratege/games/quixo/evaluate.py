"""How good a Quixo position looks: who owns how much of each row and column.

The weights come from games of the engine against itself: `python -m tuning fit quixo --games 6000`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from itertools import accumulate

from stratege.core.compiling import Table, rule
from stratege.core.neutral.evaluation import OPTIMISM as OPTIMISM
from stratege.core.neutral.evaluation import PASSES as PASSES
from stratege.core.neutral.evaluation import liked as liked
from stratege.core.neutral.evaluation import matters as matters
from stratege.core.neutral.evaluation import passed as passed
from stratege.core.words import lowest_index, unsigned
from stratege.games.quixo.kernel import SIZES, TAKEN, THEIR_LINE, finished, lines_of, moves_of, play

# By a player's marks in a row or column, 1 to 4: first in one of the border, then in one within.
WEIGHTS = Table([13, 26, 44, 80, 13, 28, 46, 68])
UNIT = ""
EXCHANGES = 0
CONTEMPT = 40
MARGIN = 30


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


def between(taken: int, inserted: int) -> range:
    """The cells of a 5 × 5 board that a move changes."""
    low, high = sorted((taken, inserted))
    return range(low, high + 1, 1 if low // 5 == high // 5 else 5)


_BY_SIZE = [rows_of(n) if n in SIZES else [] for n in range(max(SIZES) + 1)]
ROWS = Table(entry for entries in _BY_SIZE for entry in entries)
FIRST_ROWS = Table(accumulate(map(len, _BY_SIZE[:-1]), initial=0))
COLUMNS = Table(entry for n in SIZES for part in (range(3), range(3, 5)) for entry in columns_of(n, part))

# Of 5 × 5: a row, a column and the diagonals as cells, and for each cell the moves that change it, as bits.
ROW, COLUMN, DIAGONAL, OTHER_DIAGONAL = (lines_of(5)[line] for line in (0, 5, 10, 11))
CHANGING = Table(
    sum(1 << move for move, ends in enumerate(moves_of(5)) if cell in between(*ends)) for cell in range(25)
)


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
def lacking_one(cells: int, step: int, starts: int) -> int:
    """The cells among `starts` from which of five, each a `step` after the other, all but one are set."""
    gaps = ~cells
    next_gaps = gaps >> step
    two, one = gaps & next_gaps, gaps | next_gaps
    for place in range(2, 5):
        next_gaps = gaps >> step * place
        two |= one & next_gaps
        one |= next_gaps
    return one & ~two & starts


@rule
def prospects(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """The cells where a line of mine lacks its last mark, on boards of 5 × 5."""
    if rules[0] != 5:
        return 0
    mine = state[0]
    found = lacking_one(mine, 1, COLUMN) * ROW | lacking_one(mine, 5, ROW) * COLUMN
    found |= lacking_one(mine, 6, 1) * DIAGONAL | lacking_one(mine >> 4, 4, 1) * OTHER_DIAGONAL
    return found & ~mine


@rule
def captures(
    rules: tuple[int, ...], state: tuple[int, ...], prospects: int, out: MutableSequence[int], start: int
) -> int:
    """A move that wins at once, if there is one: it has to change a cell where a line lacks its last mark."""
    trying = 0
    while prospects != 0:
        trying |= CHANGING[unsigned(lowest_index(prospects))]
        prospects &= prospects - 1
    while trying != 0:
        move = lowest_index(trying)
        trying &= trying - 1
        if TAKEN[unsigned(rules[1] + move)] & state[1] == 0:
            after = play(rules, state, move)
            if finished(rules, after) == THEIR_LINE:
                out[start] = move
                return start + 1
    return start


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int, prospects: int) -> int:
    """Turning a blank cube to one's own mark gains one; moving one's own gains none."""
    return 1 if state[0] & TAKEN[unsigned(rules[1] + move)] == 0 else 0
