"""The rules of Ming Mang on n × n boards, any n ≥ 3 (paper 003).

A state is (mine, theirs): the cells of my pawns and of theirs, row after row from the top left.

     0      1     …   n-1         Interpreted, a board is one Python integer of n² bits, whatever n.
     n      n+1   …   2n-1        Compiled, it is a 64-bit word: n up to 8, where the last cell is
     …                            the sign bit and must be treated as any other (see `core.words`).
     n²-n         …   n²-1

A move is from << shift | to. Rules are (n, first_row, first_column, shift, inverse): the first row and column
as cells, and what dividing by n takes without a division: row = cell · inverse >> 40.
The repetition rule looks at the game's past and is not the kernel's: see `core.position`.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.words import highest_index, lowest_index, shift_right

GOES_ON, NO_MOVE = 0, 1


@rule
def up_to_highest(cells: int) -> int:
    """All cells up to the last of these."""
    return (1 << highest_index(cells) + 1) - 1


@rule
def reach_up(line: int, cell: int, blockers: int) -> int:
    """The cells of the line after `cell` (a bit), before the first blocker."""
    beyond = line & ~(cell | cell - 1)
    first = beyond & blockers
    return beyond & ((first & -first) - 1)


@rule
def reach_down(line: int, cell: int, blockers: int) -> int:
    """The cells of the line before `cell` (a bit), after the last blocker."""
    before = line & cell - 1
    return before & ~up_to_highest(before & blockers)


@rule
def flipped(line: int, cell: int, mine: int, theirs: int) -> int:
    """Their pawns on this line that a pawn of mine arriving at `cell` closes in, on both sides.

    Each way, the unbroken run of theirs next to `cell`, if a pawn of mine stands right behind it.
    """
    beyond = line & ~(cell | cell - 1)
    behind = beyond & ~theirs
    behind &= -behind
    turned = beyond & behind - 1 if behind & mine != 0 else 0
    before = line & cell - 1
    within = up_to_highest(before & ~theirs)
    if mine & (within ^ within >> 1) != 0:  # one condition, which costs less than a wrong guess at two
        turned |= before & ~within
    return turned


@rule
def closed_in(rules: tuple[int, ...], target: int, mine: int, theirs: int) -> int:
    """Their pawns that a pawn of mine closes in by arriving at the cell of that number."""
    row = target * rules[4] >> 40
    column = target - rules[0] * row
    cell = 1 << target
    across = flipped(rules[1] << rules[0] * row, cell, mine, theirs)
    return across | flipped(rules[2] << column, cell, mine, theirs)


@rule
def closing_cells(rules: tuple[int, ...], mine: int, theirs: int) -> int:
    """The empty cells where a pawn of mine would close some of theirs in, if none of mine had to leave.

    From my pawns on, each way, the unbroken runs of theirs grow by a cell a step.
    """
    n, everything = rules[0], rules[1] * rules[2]
    after_first, before_last = everything & ~rules[2], everything & ~(rules[2] << n - 1)
    right, left = mine << 1 & theirs & after_first, shift_right(mine, 1) & theirs & before_last
    down, up = mine << n & theirs, shift_right(mine, n) & theirs
    for _step in range(n - 3):
        right |= right << 1 & theirs & after_first
        left |= shift_right(left, 1) & theirs & before_last
        down |= down << n & theirs
        up |= shift_right(up, n) & theirs
    across = right << 1 & after_first | shift_right(left, 1) & before_last
    return (across | down << n | shift_right(up, n)) & everything & ~(mine | theirs)


@rule
def moves(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> int:
    """Write the legal moves into `out` from `start` on, ascending; return where they end."""
    return moves_to(rules, state, -1, out, start)


@rule
def moves_to(
    rules: tuple[int, ...], state: tuple[int, ...], wanted: int, out: MutableSequence[int], start: int
) -> int:
    """`moves`, of those only that go to wanted cells."""
    n = rules[0]
    mine = state[0]
    occupied = mine | state[1]
    for row in range(n):
        line = rules[1] << n * row
        pawns = shift_right(mine & line, n * row)
        while pawns != 0:
            column = lowest_index(pawns)
            pawns &= pawns - 1
            origin = n * row + column
            cell = 1 << origin
            across = rules[2] << column
            targets = (
                reach_up(line, cell, occupied)
                | reach_down(line, cell, occupied)
                | reach_up(across, cell, occupied)
                | reach_down(across, cell, occupied)
            ) & wanted
            while targets != 0:
                out[start] = origin << rules[3] | lowest_index(targets)
                start += 1
                targets &= targets - 1
    return start


@rule
def play(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> tuple[int, ...]:
    """The state after a legal move, seen by the other player."""
    target = move & (1 << rules[3]) - 1
    mine = state[0] & ~(1 << (move >> rules[3]))
    turned = closed_in(rules, target, mine, state[1])
    return state[1] & ~turned, mine | turned | 1 << target


@rule
def finished(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Nothing ends the game but having no move."""
    return GOES_ON


@rule
def result(rules: tuple[int, ...], state: tuple[int, ...], reason: int) -> int:
    """Who cannot move loses."""
    return -1


@rule
def trace(rules: tuple[int, ...], state: tuple[int, ...], player: int) -> tuple[int, ...]:
    """The board alone repeats, whoever is to move: player 1's pawns, then player 2's."""
    if player == 1:
        return state[0], state[1]
    return state[1], state[0]
