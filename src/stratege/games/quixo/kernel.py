"""The rules of Quixo on n × n boards, n = 3, 4, 5 (paper 004).

A state is (mine, theirs): the cells that show my mark and theirs, row after row from the top left,
blank where neither has a bit. For n = 5:

     0  1  2  3  4        A move takes a border cube that is blank or mine at cell `taken` and
     5  6  7  8  9        pushes it back in at `inserted`, another end of that row or column: the
    10 11 12 13 14        cubes between the two slide one step towards the hole.
    15 16 17 18 19
    20 21 22 23 24

Moves are numbered by (taken, inserted), ascending, which is the order of the paper's
[i_d, j_d, i_n, j_n]: 20, 32 and 44 of them for n = 3, 4, 5.

Rules are (n, first): the tables below hold the moves of all sizes, those of this one from `first` on.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import cache

from stratege.core.compiling import Table, rule
from stratege.core.words import unsigned

GOES_ON, NO_MOVE, MY_LINE, THEIR_LINE, BOTH_LINES = 0, 1, 2, 3, 4

SIZES = (3, 4, 5)
MOST_MOVES = 44


@cache
def moves_of(n: int) -> tuple[tuple[int, int], ...]:
    """(taken, inserted) of every move of an n × n board, in order."""
    found: list[tuple[int, int]] = []
    for taken in range(n * n):
        row, column = divmod(taken, n)
        if {row, column} & {0, n - 1}:
            ends = {row * n, row * n + n - 1, column, (n - 1) * n + column}
            found += [(taken, inserted) for inserted in sorted(ends - {taken})]
    return tuple(found)


def lines_of(n: int) -> list[int]:
    """The lines of an n × n board, as cells: rows, columns, diagonals."""
    rows = [((1 << n) - 1) << n * row for row in range(n)]
    columns = [sum(1 << n * row + column for row in range(n)) for column in range(n)]
    diagonals = [sum(1 << (n + 1) * i for i in range(n)), sum(1 << (n - 1) * (i + 1) for i in range(n))]
    return [*rows, *columns, *diagonals]


def _tables() -> tuple[Table, ...]:
    """Per move, all sizes in a row: the taken and inserted cells as bits, the sliding cells, the shifts."""
    taken_bits, inserted_bits, sliding, down, up = [], [], [], [], []
    for n in SIZES:
        for taken, inserted in moves_of(n):
            step = 1 if taken // n == inserted // n else n
            low, high = min(taken, inserted), max(taken, inserted)
            cells = sum(1 << cell for cell in range(low, high + 1, step))
            taken_bits.append(1 << taken)
            inserted_bits.append(1 << inserted)
            sliding.append(cells & ~(1 << taken))
            down.append(step if inserted > taken else 0)
            up.append(step if inserted < taken else 0)
    return Table(taken_bits), Table(inserted_bits), Table(sliding), Table(down), Table(up)


def first_move(n: int) -> int:
    """Where the moves of an n × n board begin in the tables."""
    return sum(len(moves_of(size)) for size in SIZES if size < n)


TAKEN, INSERTED, SLIDING, DOWN, UP = _tables()


def _by_size(bits: dict[int, int]) -> Table:
    return Table(bits.get(n, 0) for n in range(max(SIZES) + 1))


MINE = (1 << 32) - 1
BOTH = 1 << 32 | 1
FIRST_ROW = _by_size({n: BOTH * ((1 << n) - 1) for n in SIZES})
FIRST_COLUMN = _by_size({n: BOTH * sum(1 << n * i for i in range(n)) for n in SIZES})
MOVE_COUNT = _by_size({n: len(moves_of(n)) for n in SIZES})


@rule
def lines(n: int, cells: int, step: int, starts: int) -> int:
    """The cells among `starts` from which n cells, each a `step` after the other, are all set.

    Pairs of neighbours at 0 and n - 3 and the last cell cover a line of 3, 4 or 5.
    """
    pairs = cells & cells >> step
    return pairs & pairs >> step * (n - 3) & cells >> step * (n - 1) & starts


@rule
def moves(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> int:
    """Write the legal moves into `out` from `start` on, ascending; return where they end."""
    first = rules[1]
    theirs = state[1]
    for move in range(MOVE_COUNT[unsigned(rules[0])]):
        out[start] = move  # write it down, keep it if the cube may be taken: no branch to guess
        start += TAKEN[unsigned(first + move)] & theirs == 0
    return start


@rule
def play(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> tuple[int, ...]:
    """The state after a legal move, seen by the other player."""
    entry = unsigned(rules[1] + move)
    sliding = SLIDING[entry]
    still = ~(sliding | TAKEN[entry])
    mine = state[0] & still | (state[0] & sliding) >> DOWN[entry] << UP[entry] | INSERTED[entry]
    theirs = state[1] & still | (state[1] & sliding) >> DOWN[entry] << UP[entry]
    return theirs, mine


@rule
def finished(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Who has a line. I did not make the last move, so with both lines the win is mine.

    Both boards are looked at together, theirs in the upper half of a word.
    """
    n = rules[0]
    cells = state[0] | state[1] << 32
    found = lines(n, cells, 1, FIRST_COLUMN[unsigned(n)]) | lines(n, cells, n, FIRST_ROW[unsigned(n)])
    found |= lines(n, cells, n + 1, BOTH) | lines(n, cells, n - 1, BOTH << n - 1)
    if found == 0:
        return GOES_ON
    if found >> 32 == 0:
        return MY_LINE
    return THEIR_LINE if found & MINE == 0 else BOTH_LINES


@rule
def result(rules: tuple[int, ...], state: tuple[int, ...], reason: int) -> int:
    """1 if I have won, -1 if I have lost."""
    return -1 if reason == THEIR_LINE else 1


@rule
def trace(rules: tuple[int, ...], state: tuple[int, ...], player: int) -> tuple[int, ...]:
    """Boards repeat with the same player to move."""
    return state[0], state[1], player
