"""What the learned judgement sees of a board of 5 × 5: thirteen facts, each a row of weights.

LINES   rows, columns and both diagonals, each with its marks: a number in base 3, the first cell the lowest
        digit, 1 for my mark and 2 for theirs
BLANKS  how many cubes are blank
"""

from __future__ import annotations

from stratege.core.compiling import Table, rule
from stratege.core.weights import OWN_ROWS
from stratege.core.words import popcount, unsigned

SIDE = 5
SCALE = 60  # by how much more the odds to win grow e-fold

PATTERNS = 3**SIDE
GROUPS = (PATTERNS,) * (2 * SIDE + 2) + (SIDE * SIDE + 1,)
CELLS = (SIDE,) * (2 * SIDE + 2) + (0,)
LINES = OWN_ROWS
BLANKS = LINES + sum(GROUPS[:-1])
ROWS = OWN_ROWS + sum(GROUPS)

DIGITS = Table(sum(3**place for place in range(SIDE) if cells >> place & 1) for cells in range(1 << SIDE))

ROW = (1 << SIDE) - 1
COLUMN = sum(1 << SIDE * i for i in range(SIDE))
DIAGONAL = sum(1 << (SIDE + 1) * i for i in range(SIDE))
OTHER_DIAGONAL = sum(1 << (SIDE - 1) * (i + 1) for i in range(SIDE))

# Times the cells of such a line, which come together from bit 16 on, or 20; the last one in opposite order.
FROM_COLUMN = sum(1 << 16 - (SIDE - 1) * i for i in range(SIDE))
FROM_DIAGONAL = sum(1 << 20 - SIDE * i for i in range(SIDE))


@rule
def pattern(mine: int, theirs: int) -> int:
    """The number of a line with these marks, five bits each."""
    return DIGITS[unsigned(mine & ROW)] + 2 * DIGITS[unsigned(theirs & ROW)]


@rule
def row_pattern(mine: int, theirs: int, row: int) -> int:
    """The number of a row's marks."""
    return pattern(mine >> SIDE * row, theirs >> SIDE * row)


@rule
def column_pattern(mine: int, theirs: int, column: int) -> int:
    """The number of a column's marks."""
    return pattern(
        (mine >> column & COLUMN) * FROM_COLUMN >> 16, (theirs >> column & COLUMN) * FROM_COLUMN >> 16
    )


@rule
def diagonal_pattern(mine: int, theirs: int) -> int:
    """The number of the marks from the top left on."""
    return pattern((mine & DIAGONAL) * FROM_DIAGONAL >> 20, (theirs & DIAGONAL) * FROM_DIAGONAL >> 20)


@rule
def other_diagonal_pattern(mine: int, theirs: int) -> int:
    """The number of the marks from the bottom left on."""
    return pattern(
        (mine & OTHER_DIAGONAL) * FROM_DIAGONAL >> 20, (theirs & OTHER_DIAGONAL) * FROM_DIAGONAL >> 20
    )


@rule
def inputs(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """The rows of what is so."""
    mine, theirs = state[0], state[1]
    return (
        LINES + row_pattern(mine, theirs, 0),
        LINES + PATTERNS + row_pattern(mine, theirs, 1),
        LINES + 2 * PATTERNS + row_pattern(mine, theirs, 2),
        LINES + 3 * PATTERNS + row_pattern(mine, theirs, 3),
        LINES + 4 * PATTERNS + row_pattern(mine, theirs, 4),
        LINES + 5 * PATTERNS + column_pattern(mine, theirs, 0),
        LINES + 6 * PATTERNS + column_pattern(mine, theirs, 1),
        LINES + 7 * PATTERNS + column_pattern(mine, theirs, 2),
        LINES + 8 * PATTERNS + column_pattern(mine, theirs, 3),
        LINES + 9 * PATTERNS + column_pattern(mine, theirs, 4),
        LINES + 10 * PATTERNS + diagonal_pattern(mine, theirs),
        LINES + 11 * PATTERNS + other_diagonal_pattern(mine, theirs),
        BLANKS + SIDE * SIDE - popcount(mine | theirs),
    )
