"""How good a Quixo position looks: who owns how much of each line.

The weights come from games of the engine against itself: `python -m tuning fit quixo --games 6000`.
"""

from __future__ import annotations

from stratege.core.compiling import Table, rule
from stratege.core.words import popcount, unsigned
from stratege.games.quixo.kernel import SIZES, TAKEN


def lines_of(n: int) -> list[int]:
    """The lines of an n × n board, as cells: those of the border, other rows and columns, the diagonals."""
    rows = [((1 << n) - 1) << n * row for row in range(n)]
    columns = [sum(1 << n * row + column for row in range(n)) for column in range(n)]
    diagonals = [sum(1 << (n + 1) * i for i in range(n)), sum(1 << (n - 1) * (i + 1) for i in range(n))]
    return [rows[0], rows[-1], columns[0], columns[-1], *rows[1:-1], *columns[1:-1], *diagonals]


LINES = Table(line for n in SIZES for line in lines_of(n))
FIRST_LINE = Table([0, 0, 0, 0, 8, 18])
OUTER = 4

# By a player's marks in a row or column, 1 to 4: first in one of the border, then in one within.
WEIGHTS = Table([13, 26, 44, 80, 13, 28, 46, 68])
EXCHANGES = 0
CONTEMPT = 40


@rule
def worth(within: int, marks: int) -> int:
    """What so many marks in a row or column are worth; a full one ends the game."""
    return WEIGHTS[unsigned(4 * within + marks - 1)] if 0 < marks < 5 else 0


WORTH = Table(worth(within, m) - worth(within, t) for within in (0, 1) for m in range(8) for t in range(8))


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Every row and column counts for who has marks in it. Diagonals hardly tell who wins."""
    n, value = rules[0], 0
    first = FIRST_LINE[unsigned(n)]
    for i in range(2 * n):
        line = LINES[unsigned(first + i)]
        mine, theirs = popcount(state[0] & line), popcount(state[1] & line)
        value += WORTH[unsigned((i >= OUTER) << 6 | mine << 3 | theirs)]
    return value


def features(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """What counts, mine less theirs, in the order of the weights."""
    counts = [0] * len(WEIGHTS)
    for i, line in enumerate(lines_of(rules[0])[:-2]):
        for sign, cells in ((1, state[0]), (-1, state[1])):
            marks = (cells & line).bit_count()
            if 0 < marks < 5:
                counts[4 * (i >= OUTER) + marks - 1] += sign
    return tuple(counts)


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> int:
    """Turning a blank cube to one's own mark gains one; moving one's own gains none."""
    return 1 if state[0] & TAKEN[unsigned(rules[1] + move)] == 0 else 0
