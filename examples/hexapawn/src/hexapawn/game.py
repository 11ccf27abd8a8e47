"""Hexapawn: sizes, notation, positions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from hexapawn import drawing, kernel
from stratege.core.errors import BadNotation
from stratege.core.game import Game, Span, parse_player
from stratege.core.kernel import Rules, State
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.sizes import parse_sizes, within
from stratege.core.variant import Variant

LETTERS = "abcdefgh"
MARKS = ".xo"


@dataclass(frozen=True)
class Hexapawn(Game):
    """Hexapawn on `columns` × `rows` cells.

    A position text is the rows from the top, `x` for player 1's pawns, who go up, `o` for player 2's, and the
    player to move: `ooo/.../xxx:1`. A move is two cells, columns being letters and rows numbers from below:
    `a1-a2`.
    """

    columns: int = 3
    rows: int = 3

    name: ClassVar[str] = "hexapawn"
    title: ClassVar[str] = "Hexapawn"
    variants: ClassVar[Mapping[str, Variant]] = {
        "standard": Variant("standard", "who gets through or leaves no move wins", "M. Gardner, 1962")
    }
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {
        kernel.NO_MOVE: ("no-move", "player {player} cannot move"),
        kernel.THROUGH: ("through", "a pawn of player {winner} has come through"),
    }

    @classmethod
    def create(cls, variant: str | None, size: str | None) -> Self:
        columns, rows = (parse_sizes(size, cls.title, "4x4") * 2)[:2] if size else (cls.columns, cls.rows)
        within(columns, 2, 7, _("The number of columns"))
        return cls(cls.choose_variant(variant), columns, within(rows, 3, 8, _("The number of rows")))

    @classmethod
    def size_of(cls, text: str) -> str | None:
        rows = text.split(":")[0].split("/")
        return f"{len(rows[0])}x{len(rows)}" if len(rows) > 1 else None

    @property
    def rules(self) -> Rules:
        return self.columns, self.rows

    @property
    def most_moves(self) -> int:
        """Each pawn has three ways; a player never has more pawns than there are columns."""
        return 3 * self.columns * self.rows

    @property
    def longest(self) -> int:
        """Every move brings a pawn a row nearer."""
        return 2 * self.columns * self.rows

    @property
    def size(self) -> str:
        return f"{self.columns}x{self.rows}"

    @property
    def size_label(self) -> str:
        return f"{self.columns}×{self.rows}"

    def start(self, seed: int | None = None) -> Position:
        row = (1 << self.columns) - 1
        return Position(self, (row, row << self.columns * (self.rows - 1)))

    def read(self, fields: Sequence[str]) -> tuple[State, int]:
        rows = fields[0].strip().lower().split("/")
        cells = "".join(reversed(rows))
        if len(fields) > 2 or len(rows) != self.rows or any(len(row) != self.columns for row in rows):
            raise BadNotation(_("A board has {n} rows of {m} cells.", n=self.rows, m=self.columns))
        if set(cells) - set(MARKS) or ("x" in rows[0] and "o" in rows[-1]):
            raise BadNotation(_("A cell is x, o or a dot, and not both players are through."))
        one, two = (sum(1 << i for i, cell in enumerate(cells) if cell == mark) for mark in "xo")
        player = parse_player(fields[1]) if len(fields) == 2 else 1
        return self._seen_by(player, one, two), player

    def write(self, position: Position) -> list[str]:
        return ["/".join("".join(row) for row in self._rows(position)), str(position.to_move)]

    def move_text(self, move: int, player: int) -> str:
        return f"{self._place(move // 3, player)}-{self._place(kernel.target(self.rules, move), player)}"

    def parse_move(self, text: str, player: int) -> int:
        match = re.fullmatch(r"\s*([a-h])([1-8])[\s\-x>]*([a-h])([1-8])\s*", text.lower())
        if match is None:
            raise BadNotation(_("{text!r} is not a move: write two cells like a1-a2.", text=text))
        column, row = LETTERS.index(match[1]), int(match[2]) - 1
        to_column, to_row = LETTERS.index(match[3]), int(match[4]) - 1
        ahead = 1 if player == 1 else -1
        if max(column, to_column) >= self.columns or max(row, to_row) >= self.rows:
            raise BadNotation(_("{text!r} leaves the board.", text=text))
        if to_row - row != ahead or abs(to_column - column) > 1:
            raise BadNotation(_("{text!r} is no step of a pawn: it goes one row ahead.", text=text))
        return 3 * self._cell(column, row, player) + to_column - column + kernel.STRAIGHT

    def why_illegal(self, position: Position, move: int) -> str:
        mine, theirs = position.state
        to = kernel.target(self.rules, move)
        if not mine >> move // 3 & 1:
            return _("no pawn of yours is there")
        if to < 0:
            return _("it leaves the board")
        if move % 3 == kernel.STRAIGHT:
            return _("the cell ahead is not empty") if (mine | theirs) >> to & 1 else ""
        return "" if theirs >> to & 1 else _("there is nothing to take")

    def drawn(self, position: Position) -> list[list[Span]]:
        return drawing.drawn(self._rows(position))

    def svg(self, position: Position) -> str:
        return drawing.svg(self._rows(position), self.caption(position))

    def _seen_by(self, player: int, one: int, two: int) -> State:
        """The boards of players 1 and 2 as the player sees them."""
        if player == 1:
            return one, two
        return kernel.turned_over(self.rules, two), kernel.turned_over(self.rules, one)

    def _rows(self, position: Position) -> list[list[str]]:
        """The marks, rows from the top, as player 1 sits."""
        mine, theirs = position.state
        one, two = self._seen_by(position.to_move, mine, theirs)
        marks = [MARKS[(one >> cell & 1) + 2 * (two >> cell & 1)] for cell in range(self.columns * self.rows)]
        return [marks[self.columns * row : self.columns * (row + 1)] for row in reversed(range(self.rows))]

    def _cell(self, column: int, row: int, player: int) -> int:
        """The number that the player gives to a cell."""
        return self.columns * (row if player == 1 else self.rows - 1 - row) + column

    def _place(self, cell: int, player: int) -> str:
        """The name of a cell that the player numbers so."""
        row, column = divmod(cell, self.columns)
        return f"{LETTERS[column]}{(row if player == 1 else self.rows - 1 - row) + 1}"
