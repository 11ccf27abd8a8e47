"""Ming Mang solved backwards: from the boards where nobody can move to all that lead there.

A template over the rules (see `core.compiling`). A board's number is written in base 3, a digit for each
cell: 0 empty, 1 mine, 2 theirs. Its entry in the table is

    0        not decided: in the end, a draw by endless play
    1 + d    decided in d plies: lost if d is even, won if it is odd

Level d is made from level d - 1 alone by taking moves back, so entries are final and their order within a
level does not matter: any number of threads, and any number of tries, write the same bytes.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from stratege.core.compiling import rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.words import lowest_index

kernel: Kernel = UNBOUND


@rule
def number_of(ternary: Sequence[int], mine: int, theirs: int) -> int:
    """The number of a board; `ternary` reads bits as digits of base 3."""
    return ternary[mine] + 2 * ternary[theirs]


@rule
def board_of(number: int) -> tuple[int, int]:
    """The board of that number."""
    mine = 0
    theirs = 0
    cell = 1
    while number != 0:
        rest = number // 3
        digit = number - 3 * rest
        if digit == 1:
            mine |= cell
        elif digit == 2:
            theirs |= cell
        cell <<= 1
        number = rest
    return mine, theirs


@rule
def judged(
    rules: tuple[int, ...],
    ternary: Sequence[int],
    table: Sequence[int],
    mine: int,
    theirs: int,
    latest: int,
    out: MutableSequence[int],
) -> int:
    """The entry that follows from the successors' entries up to `latest`; 0 if none does yet."""
    count = kernel.moves(rules, (mine, theirs), out, 0)
    quickest_win = 0
    slowest_loss = 1
    for i in range(count):
        after = kernel.play(rules, (mine, theirs), out[i])
        entry = int(table[number_of(ternary, after[0], after[1])])
        if entry > latest or entry == 0:
            slowest_loss = 0
        elif entry & 1 != 0:
            slowest_loss = 0
            if quickest_win == 0 or entry + 1 < quickest_win:
                quickest_win = entry + 1
        elif slowest_loss != 0 and entry + 1 > slowest_loss:
            slowest_loss = entry + 1
    return quickest_win if quickest_win != 0 else slowest_loss


@rule
def mark_stuck(
    rules: tuple[int, ...], table: MutableSequence[int], begin: int, end: int, out: MutableSequence[int]
) -> None:
    """Level 0: who cannot move has lost."""
    for number in range(begin, end):
        if table[number] == 0 and kernel.moves(rules, board_of(number), out, 0) == 0:
            table[number] = 1


@rule
def run_length(n: int, pawns: int, row: int, column: int, down: int, right: int) -> int:
    """How many of these pawns stand in an unbroken row next to a cell, in that direction."""
    length = 0
    row += down
    column += right
    while 0 <= row < n and 0 <= column < n and pawns >> n * row + column & 1 != 0:
        length += 1
        row += down
        column += right
    return length


@rule
def row_of_cells(cell: int, step: int, count: int) -> int:
    """The next `count` cells after one, `step` apart."""
    cells = 0
    for i in range(count):
        cells |= 1 << cell + (i + 1) * step
    return cells


@rule
def origins(n: int, occupied: int, row: int, column: int) -> int:
    """The empty cells from which a pawn can have come to this one."""
    empty = ~occupied
    cell = n * row + column
    return (
        row_of_cells(cell, 1, run_length(n, empty, row, column, 0, 1))
        | row_of_cells(cell, -1, run_length(n, empty, row, column, 0, -1))
        | row_of_cells(cell, n, run_length(n, empty, row, column, 1, 0))
        | row_of_cells(cell, -n, run_length(n, empty, row, column, -1, 0))
    )


@rule
def spread(
    rules: tuple[int, ...],
    ternary: Sequence[int],
    table: MutableSequence[int],
    level: int,
    begin: int,
    end: int,
    out: MutableSequence[int],
) -> int:
    """Decide what one move before the boards of a level is decided by them; how many boards it has."""
    found = 0
    for number in range(begin, end):
        if table[number] == level + 1:
            found += 1
            mine, theirs = board_of(number)
            spread_back(rules, ternary, table, level, mine, theirs, out)
    return found


@rule
def spread_back(
    rules: tuple[int, ...],
    ternary: Sequence[int],
    table: MutableSequence[int],
    level: int,
    mine: int,
    theirs: int,
    out: MutableSequence[int],
) -> None:
    """Take back every move that can have led here: a pawn of theirs, and the runs that it flipped.

    A run it flipped lies next to it and has another pawn of theirs right behind. Which runs it must have
    flipped, the rules themselves say: what they would not flip again is no move.
    """
    n = rules[0]
    pawns = theirs
    while pawns != 0:
        target = lowest_index(pawns)
        pawns &= pawns - 1
        row = target // n
        column = target - n * row
        sources = origins(n, mine | theirs, row, column)
        if sources != 0:
            for east in range(max(1, run_length(n, theirs, row, column, 0, 1))):
                for west in range(max(1, run_length(n, theirs, row, column, 0, -1))):
                    for south in range(max(1, run_length(n, theirs, row, column, 1, 0))):
                        for north in range(max(1, run_length(n, theirs, row, column, -1, 0))):
                            turned = (
                                row_of_cells(target, 1, east)
                                | row_of_cells(target, -1, west)
                                | row_of_cells(target, n, south)
                                | row_of_cells(target, -n, north)
                            )
                            movers = theirs & ~turned & ~(1 << target)
                            others = mine | turned
                            if kernel.closed_in(rules, target, movers, others) == turned:  # type: ignore[attr-defined]
                                decide_all(rules, ternary, table, level, movers, others, sources, out)


@rule
def decide_all(
    rules: tuple[int, ...],
    ternary: Sequence[int],
    table: MutableSequence[int],
    level: int,
    movers: int,
    others: int,
    sources: int,
    out: MutableSequence[int],
) -> None:
    """Decide the boards with the moving pawn back on each of its possible origins."""
    while sources != 0:
        origin = sources & -sources
        sources ^= origin
        number = number_of(ternary, movers | origin, others)
        if table[number] == 0:
            won = level & 1 == 0  # one move reaches a board that is lost for the other
            if won or judged(rules, ternary, table, movers | origin, others, level + 1, out) == level + 2:
                table[number] = level + 2


@rule
def first_wrong(
    rules: tuple[int, ...],
    ternary: Sequence[int],
    table: Sequence[int],
    numbers: Sequence[int],
    begin: int,
    end: int,
    out: MutableSequence[int],
) -> int:
    """The first of these boards whose entry does not follow from its successors; -1 if all do."""
    for i in range(begin, end):
        mine, theirs = board_of(numbers[i])
        if judged(rules, ternary, table, mine, theirs, 255, out) != table[numbers[i]]:
            return numbers[i]
    return -1
