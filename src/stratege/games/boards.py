"""Square boards of two colours, as Quixo and Ming Mang have them: text, grids and bits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stratege.core.compiling import rule
from stratege.core.errors import BadNotation
from stratege.core.game import Span, parse_player
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.words import lowest_index

Grid = list[list[int]]
"""Rows from the top; 0 for an empty cell, 1 and 2 for the players."""

MARKS = ".xo"

TURNS = 8  # the symmetries of a square, by number: 4 exchanges rows and columns first, 2 and 1 reverse them


@rule
def turned(n: int, cell: int, number: int) -> int:
    """Where a symmetry of the n × n board takes a cell."""
    row, column = cell // n, cell % n
    if number & 4 != 0:
        row, column = column, row
    if number & 2 != 0:
        row = n - 1 - row
    if number & 1 != 0:
        column = n - 1 - column
    return row * n + column


@rule
def turned_cells(n: int, cells: int, number: int) -> int:
    """Where it takes a set of cells."""
    image = 0
    while cells != 0:
        image |= 1 << turned(n, lowest_index(cells), number)
        cells &= cells - 1
    return image


@rule
def turn_count(rules: tuple[int, ...]) -> int:
    """Four turns, each mirrored or not: the symmetries of a square board (`core.symmetry.Symmetry.count`)."""
    return TURNS


@rule
def turned_board(rules: tuple[int, ...], state: tuple[int, ...], number: int) -> tuple[int, ...]:
    """A board (mine, theirs) turned (`core.symmetry.Symmetry.image`); the first of the rules is its size."""
    return turned_cells(rules[0], state[0], number), turned_cells(rules[0], state[1], number)


def grid_of(state: State, to_move: int, n: int) -> Grid:
    """The grid of a state (mine, theirs) seen by the player to move."""
    one, two = (state[0], state[1]) if to_move == 1 else (state[1], state[0])
    cells = [(one >> cell & 1) + 2 * (two >> cell & 1) for cell in range(n * n)]
    return [cells[row * n : row * n + n] for row in range(n)]


def grid_text(grid: Grid) -> str:
    """The grid in one line, rows from the top: `xo./...`."""
    return "/".join("".join(MARKS[cell] for cell in row) for row in grid)


def parse_grid(fields: Sequence[str], n: int, title: str) -> tuple[State, int]:
    """The state and player to move of `[board]` or `[board, player]`."""
    if len(fields) > 2:
        raise BadNotation(_("A {game} position has two parts: the board and the player.", game=title))
    rows = fields[0].strip().lower().split("/")
    if len(rows) != n or any(len(row) != n for row in rows):
        raise BadNotation(
            _(
                "The board must have {n} rows of {n} cells with / between them, not {text!r}.",
                n=n,
                text=fields[0],
            )
        )
    strange = set("".join(rows)) - set(MARKS)
    if strange:
        raise BadNotation(_("A cell is x, o or a dot, not {mark!r}.", mark=min(strange)))
    cells = "".join(rows)
    player = parse_player(fields[1]) if len(fields) == 2 else 1
    one, two = (sum(1 << i for i, cell in enumerate(cells) if cell == mark) for mark in "xo")
    return ((one, two) if player == 1 else (two, one)), player


def square_size(text: str) -> str | None:
    """The n of a board text of n rows."""
    return str(text.split(":")[0].count("/") + 1) if "/" in text else None


def parse_two_cells(text: str, example: str) -> tuple[int, ...]:
    """The four numbers of a move such as `4,1-4,6`; spaces or any of ,.-/ may stand between them."""
    match = re.fullmatch(r"\s*(\d{1,4})[\s,.](\d{1,4})(?:[\s,.\-/>]+)(\d{1,4})[\s,.](\d{1,4})\s*", text)
    if match is None:
        raise BadNotation(
            _(
                "{text!r} is not a move: write two cells as row,column, like {example}.",
                text=text,
                example=example,
            )
        )
    return tuple(int(number) for number in match.groups())


def drawn_grid(grid: Grid, first: int) -> list[list[Span]]:
    """The grid as lines of styled text, rows and columns numbered from `first`."""
    n = len(grid)
    wide = len(str(first + n - 1)) + 1
    head: list[Span] = [(" " * (wide + 1), "")]
    head += [(f"{first + column:>{wide}}", "label") for column in range(n)]
    lines = [head]
    for row, cells in enumerate(grid):
        line: list[Span] = [(f"{first + row:>{wide}} ", "label")]
        line += [(f"{MARKS[cell]:>{wide}}", ("empty", "one", "two")[cell]) for cell in cells]
        lines.append(line)
    return lines
