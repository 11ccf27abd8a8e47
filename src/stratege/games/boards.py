"""Square boards of two colours, as Quixo and Ming Mang have them: their texts and grids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stratege.core.errors import BadNotation
from stratege.core.game import Span, parse_player
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.places import Cell, with_board
from stratege.core.position import Position

Grid = list[list[int]]
"""Rows from the top; 0 for an empty cell, 1 and 2 for the players."""

MARKS = ".xo"


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


@dataclass(frozen=True)
class GridPlaces:
    """The cells of a square board (`core.places.Places`), rows and columns numbered from `first`.

    `words` are for an empty cell and for those of players 1 and 2.
    """

    first: int
    words: tuple[str, str, str]

    def cells(self, position: Position) -> dict[str, Cell]:
        """What stands on each cell."""
        return {
            f"{row},{column}": Cell(mark, _(self.words[mark]))
            for row, marks in enumerate(self._grid(position), start=self.first)
            for column, mark in enumerate(marks, start=self.first)
        }

    def edited(self, position: Position, place: str, step: int) -> Position:
        """The next content of a cell, or the one before, round and round."""
        row, column = (int(number) - self.first for number in place.split(","))
        grid = self._grid(position)
        grid[row][column] = (grid[row][column] + step) % len(MARKS)
        return with_board(position, grid_text(grid))

    @staticmethod
    def _grid(position: Position) -> Grid:
        return grid_of(position.state, position.to_move, position.game.rules[0])
