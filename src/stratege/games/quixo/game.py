"""Quixo: sizes, notation, positions."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from stratege.core.errors import BadOption, IllegalMove
from stratege.core.game import Game, Span
from stratege.core.kernel import Rules, State
from stratege.core.language import N_, _
from stratege.core.position import Position
from stratege.core.sizes import parse_side
from stratege.core.variant import Variant
from stratege.games.boards import drawn_grid, grid_of, grid_text, parse_grid, parse_two_cells, square_size
from stratege.games.quixo import drawing, kernel


@dataclass(frozen=True)
class Quixo(Game):
    """Quixo on n × n cubes, n = 3, 4 or 5.

    A position text is the rows from the top, `x` for player 1, `o` for player 2, `.` for blank, and
    the player to move: `x..../...../...../...../....o:1`. A move is the cell of the cube taken and
    the cell where it comes back in, as row,column from 0: `0,0-0,4`.
    """

    n: int = 5

    name: ClassVar[str] = "quixo"
    title: ClassVar[str] = "Quixo"
    variants: ClassVar[Mapping[str, Variant]] = {
        "standard": Variant(N_("standard"), N_("a line of one's own cubes wins"), N_("exam paper 004"))
    }
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {
        kernel.MY_LINE: ("line", N_("player {winner} has a line")),
        kernel.THEIR_LINE: ("line", N_("player {winner} has a line")),
        kernel.BOTH_LINES: ("both-lines", N_("both have a line, and player {other} made the move")),
    }

    @classmethod
    def create(cls, variant: str | None, size: str | None) -> Self:
        n = parse_side(size, cls.title, "5") if size is not None else cls.n
        if n not in kernel.SIZES:
            raise BadOption(_("Quixo has boards of 3, 4 or 5, not {n}.", n=n))
        return cls(cls.choose_variant(variant), n)

    @classmethod
    def size_of(cls, text: str) -> str | None:
        return square_size(text)

    @property
    def rules(self) -> Rules:
        return self.n, kernel.first_move(self.n)

    @property
    def most_moves(self) -> int:
        return kernel.MOST_MOVES

    @property
    def action_count(self) -> int:
        return len(kernel.moves_of(self.n))

    @property
    def ply_limit(self) -> int:
        return 200

    @property
    def size(self) -> str:
        return str(self.n)

    def start(self, seed: int | None = None) -> Position:
        return Position(self, (0, 0))

    def read(self, fields: Sequence[str]) -> tuple[State, int]:
        return parse_grid(fields, self.n, self.title)

    def write(self, position: Position) -> list[str]:
        return [grid_text(grid_of(position.state, position.to_move, self.n)), str(position.to_move)]

    def move_text(self, move: int, player: int) -> str:
        taken, inserted = kernel.moves_of(self.n)[move]
        return "{},{}-{},{}".format(*divmod(taken, self.n), *divmod(inserted, self.n))

    def parse_move(self, text: str, player: int) -> int:
        numbers = parse_two_cells(text, "0,0-0,4")
        row, column, to_row, to_column = numbers
        move = (row * self.n + column, to_row * self.n + to_column)
        if max(numbers) < self.n and move in kernel.moves_of(self.n):
            return kernel.moves_of(self.n).index(move)
        if max(numbers) >= self.n:
            why = _("rows and columns go from 0 to {last}", last=self.n - 1)
        elif not {row, column} & {0, self.n - 1}:
            why = _("the cube is not on the border")
        elif (row, column) == (to_row, to_column):
            why = _("the cube may not go back where it was")
        else:
            why = _("a cube comes back in at an end of its own row or column")
        raise IllegalMove(_("{move} is not legal: {why}.", move=text.strip(), why=why))

    def why_illegal(self, position: Position, move: int) -> str:
        taken, _inserted = kernel.moves_of(self.n)[move]
        return _("the cube is the opponent's") if position.state[1] >> taken & 1 else ""

    def drawn(self, position: Position) -> list[list[Span]]:
        return drawn_grid(grid_of(position.state, position.to_move, self.n), 0)

    def svg(self, position: Position) -> str:
        return drawing.svg(grid_of(position.state, position.to_move, self.n), self.caption(position))

    def decisive(self, position: Position) -> list[str]:
        """The cells of all full lines."""
        full = (
            line for line in kernel.lines_of(self.n) if any(marks & line == line for marks in position.state)
        )
        cells = functools.reduce(operator.or_, full, 0)
        return ["{},{}".format(*divmod(cell, self.n)) for cell in range(self.n * self.n) if cells >> cell & 1]
