"""Ming Mang: variants, sizes, notation, positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from stratege.core.errors import BadNotation
from stratege.core.game import Game, Span
from stratege.core.kernel import Rules, State
from stratege.core.language import N_, _
from stratege.core.position import Position
from stratege.core.sizes import parse_side, within
from stratege.core.variant import Repetition, Variant
from stratege.games.boards import drawn_grid, grid_of, grid_text, parse_grid, parse_two_cells, square_size
from stratege.games.mingmang import drawing, kernel

WIDEST = 999  # far beyond what anybody plays; the kernel would do up to 10,000

VARIANTS = {
    variant.name: variant
    for variant in (
        Variant(N_("free"), N_("boards may come back"), N_("exam paper 003")),
        Variant(
            N_("no-repeat"),
            N_("a move may not bring back a board already seen"),
            N_("exam paper 003, bonus; the traditional rule"),
            repetition=Repetition.FORBIDDEN,
        ),
    )
}


@dataclass(frozen=True)
class MingMang(Game):
    """Ming Mang on n × n cells, any n from 3.

    A position text is the rows from the top, `x` for player 1's pawns, `o` for player 2's, `.` for
    an empty cell, and the player to move: `xoo/x.o/xxo:1`. A move is two cells as row,column from 1:
    `4,1-4,6`.
    """

    n: int = 8

    name: ClassVar[str] = "mingmang"
    title: ClassVar[str] = "Ming Mang"
    variants: ClassVar[Mapping[str, Variant]] = VARIANTS
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {
        kernel.NO_MOVE: ("no-move", N_("player {player} cannot move"))
    }

    @classmethod
    def create(cls, variant: str | None, size: str | None) -> Self:
        n = parse_side(size, cls.title, "8") if size is not None else cls.n
        return cls(cls.choose_variant(variant), within(n, 3, WIDEST, _("The side of a Ming Mang board")))

    @classmethod
    def size_of(cls, text: str) -> str | None:
        return square_size(text)

    @property
    def rules(self) -> Rules:
        first_column = sum(1 << self.n * row for row in range(self.n))
        return self.n, (1 << self.n) - 1, first_column, self._shift, -(-(1 << 40) // self.n)

    @property
    def _shift(self) -> int:
        """How many bits a cell's number takes in a move."""
        return (self.n * self.n - 1).bit_length()

    @property
    def most_moves(self) -> int:
        """Each empty cell can be reached by at most one pawn from each of four sides."""
        return 4 * self.n * self.n

    @property
    def action_count(self) -> int:
        return self.n * self.n << self._shift

    @property
    def ply_limit(self) -> int:
        return 500

    @property
    def size(self) -> str:
        return str(self.n)

    def start(self, seed: int | None = None) -> Position:
        n = self.n
        first_column, last_row = range(0, n * n, n), range(n * (n - 1), n * n - 1)
        first_row, last_column = range(1, n), range(n - 1, n * n, n)
        one = sum(1 << cell for cell in {*first_column, *last_row})
        two = sum(1 << cell for cell in {*first_row, *last_column})
        return Position(self, (one, two))

    def read(self, fields: Sequence[str]) -> tuple[State, int]:
        return parse_grid(fields, self.n, self.title)

    def write(self, position: Position) -> list[str]:
        return [grid_text(grid_of(position.state, position.to_move, self.n)), str(position.to_move)]

    def move_text(self, move: int, player: int) -> str:
        origin, target = self._cells(move)
        row, column = divmod(origin, self.n)
        to_row, to_column = divmod(target, self.n)
        return f"{row + 1},{column + 1}-{to_row + 1},{to_column + 1}"

    def parse_move(self, text: str, player: int) -> int:
        numbers = parse_two_cells(text, "4,1-4,6")
        if not all(1 <= number <= self.n for number in numbers):
            raise BadNotation(
                _("{text!r} leaves the board: rows and columns go from 1 to {n}.", text=text, n=self.n)
            )
        row, column, to_row, to_column = (number - 1 for number in numbers)
        return (row * self.n + column) << self._shift | (to_row * self.n + to_column)

    def _cells(self, move: int) -> tuple[int, int]:
        """The cells that a move leaves and reaches."""
        return move >> self._shift, move & (1 << self._shift) - 1

    def why_illegal(self, position: Position, move: int) -> str:
        origin, target = self._cells(move)
        mine, theirs = position.state
        if not mine >> origin & 1:
            return _("no pawn of yours is there")
        if (mine | theirs) >> target & 1:
            return _("the destination is not empty")
        if origin // self.n != target // self.n and origin % self.n != target % self.n:
            return _("a pawn moves along its row or its column")
        step = 1 if origin // self.n == target // self.n else self.n
        between = range(min(origin, target) + step, max(origin, target), step)
        return _("a pawn stands in the way") if any((mine | theirs) >> cell & 1 for cell in between) else ""

    def drawn(self, position: Position) -> list[list[Span]]:
        return drawn_grid(grid_of(position.state, position.to_move, self.n), 1)

    def svg(self, position: Position) -> str:
        return drawing.svg(grid_of(position.state, position.to_move, self.n), self.caption(position))

    def captured(self, position: Position, move: int) -> int:
        after = self.kernel.play(self.rules, position.state, move)
        return position.state[1].bit_count() - after[0].bit_count()
