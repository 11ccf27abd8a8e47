"""The rules of Hexapawn (M. Gardner, Scientific American, March 1962).

A state is (mine, theirs): the cells of my pawns and of theirs, numbered from my left on the row nearest to
me. Whoever is to move sees their own pawns below, so playing a move turns the board over:

    6 7 8        A pawn goes one row up: straight to an empty cell, or slantwise to take one of theirs.
    3 4 5        A move is 3 · cell + direction: 0 takes to the left, 1 goes straight, 2 takes to the right.
    0 1 2

Rules are (columns, rows). Who has a pawn on the last row has won; who cannot move has lost.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.words import lowest_index

NO_MOVE = 1  # every kernel's reason 1
THROUGH = 2  # the opponent has a pawn on my first row

STRAIGHT = 1


@rule
def target(rules: tuple[int, ...], move: int) -> int:
    """The cell that a move leads to, or -1 if it leaves the board."""
    columns, rows = rules[0], rules[1]
    cell, step = move // 3, move % 3 - STRAIGHT
    column = cell % columns + step
    if column < 0 or column >= columns or cell // columns == rows - 1:
        return -1
    return cell + columns + step


@rule
def turned_over(rules: tuple[int, ...], cells: int) -> int:
    """The same cells as the other player numbers them: from their own first row."""
    columns, rows = rules[0], rules[1]
    row, turned = (1 << columns) - 1, 0
    for number in range(rows):
        turned |= (cells >> columns * number & row) << columns * (rows - 1 - number)
    return turned


@rule
def moves(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> int:
    """Pawn by pawn: taking to the left, straight on, taking to the right."""
    mine, theirs = state[0], state[1]
    pawns = mine
    while pawns != 0:
        cell = lowest_index(pawns)
        pawns &= pawns - 1
        for direction in range(3):
            to = target(rules, 3 * cell + direction)
            if to >= 0:
                taken = theirs >> to & 1 == 1
                free = (mine | theirs) >> to & 1 == 0
                if free if direction == STRAIGHT else taken:
                    out[start] = 3 * cell + direction
                    start += 1
    return start


@rule
def play(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> tuple[int, ...]:
    """Move the pawn, take what stands there, and turn the board over."""
    to = 1 << target(rules, move)
    mine = state[0] & ~(1 << move // 3) | to
    return turned_over(rules, state[1] & ~to), turned_over(rules, mine)


@rule
def finished(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Over when the opponent's last move brought a pawn through."""
    return THROUGH if state[1] & ((1 << rules[0]) - 1) != 0 else 0


@rule
def result(rules: tuple[int, ...], state: tuple[int, ...], reason: int) -> int:
    """However it ends, it is lost for who is to move."""
    return -1


@rule
def trace(rules: tuple[int, ...], state: tuple[int, ...], player: int) -> tuple[int, ...]:
    """The board as it stands; it never comes back."""
    return state
