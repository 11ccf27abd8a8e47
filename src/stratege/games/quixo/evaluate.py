"""How good a Quixo position looks: who owns how much of each line.

The weights come from games of the engine against itself: `python -m tuning`.
"""

from __future__ import annotations

from stratege.core.compiling import Table, rule
from stratege.core.words import popcount, unsigned
from stratege.games.quixo.kernel import SIZES, TAKEN


def lines_of(n: int) -> list[int]:
    """The rows, columns and diagonals of an n × n board, as cells."""
    rows = [((1 << n) - 1) << n * row for row in range(n)]
    columns = [sum(1 << n * row + column for row in range(n)) for column in range(n)]
    diagonals = [sum(1 << (n + 1) * i for i in range(n)), sum(1 << (n - 1) * (i + 1) for i in range(n))]
    return rows + columns + diagonals


LINES = Table(line for n in SIZES for line in lines_of(n))
FIRST_LINE = Table([0, 0, 0, 0, 8, 18])

# By the marks that one player has in a line and the other has not, 1 to 4; then in a line that both share.
WEIGHTS = Table([8, 20, 44, 45, 6, 12, 24, 44])
EXCHANGES = 0


@rule
def worth(mine: int, theirs: int) -> int:
    """What so many marks of mine in a line are worth beside so many of theirs; a full line ends the game."""
    if mine == 0 or mine == 5:
        return 0
    return WEIGHTS[unsigned(mine - 1)] if theirs == 0 else WEIGHTS[unsigned(mine + 3)]


WORTH = Table(worth(m, t) - worth(t, m) if m + t <= 5 else 0 for m in range(6) for t in range(8))


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Every line counts for who has marks in it."""
    n, value = rules[0], 0
    first = FIRST_LINE[unsigned(n)]
    for i in range(first, first + 2 * n + 2):
        line = LINES[unsigned(i)]
        mine, theirs = popcount(state[0] & line), popcount(state[1] & line)
        value += WORTH[unsigned(mine << 3 | theirs)]
    return value


def features(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """What counts, mine less theirs, in the order of the weights."""
    counts = [0] * len(WEIGHTS)
    for line in lines_of(rules[0]):
        mine, theirs = (state[0] & line).bit_count(), (state[1] & line).bit_count()
        for sign, own, other in ((1, mine, theirs), (-1, theirs, mine)):
            if 0 < own < 5:
                counts[own - 1 if other == 0 else own + 3] += sign
    return tuple(counts)


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> int:
    """Turning a blank cube to one's own mark gains one; moving one's own gains none."""
    return 1 if state[0] & TAKEN[unsigned(rules[1] + move)] == 0 else 0
