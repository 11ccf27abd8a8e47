"""How good a Quixo position looks: who owns how much of each line."""

from __future__ import annotations

from stratege.core.compiling import Table, rule
from stratege.core.words import popcount
from stratege.games.quixo.kernel import SIZES, TAKEN


def lines_of(n: int) -> list[int]:
    """The rows, columns and diagonals of an n × n board, as cells."""
    rows = [((1 << n) - 1) << n * row for row in range(n)]
    columns = [sum(1 << n * row + column for row in range(n)) for column in range(n)]
    diagonals = [sum(1 << (n + 1) * i for i in range(n)), sum(1 << (n - 1) * (i + 1) for i in range(n))]
    return rows + columns + diagonals


LINES = Table(line for n in SIZES for line in lines_of(n))
FIRST_LINE = Table([0, 0, 0, 0, 8, 18])

# By my marks in a line: what holding them is worth, less for each mark of theirs among them.
WORTH = Table([0, 8, 20, 44, 90, 0])
SPOILED = Table([0, 6, 12, 24, 44, 0])


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Every line counts for who has marks in it, a line that both share for less."""
    n, value = rules[0], 0
    first = FIRST_LINE[n]
    for i in range(first, first + 2 * n + 2):
        mine, theirs = popcount(state[0] & LINES[i]), popcount(state[1] & LINES[i])
        if theirs == 0:
            value += WORTH[mine]
        elif mine == 0:
            value -= WORTH[theirs]
        else:
            value += SPOILED[mine] - SPOILED[theirs]
    return value


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> int:
    """Turning a blank cube to one's own mark gains one; moving one's own gains none."""
    return 1 if state[0] & TAKEN[rules[1] + move] == 0 else 0
