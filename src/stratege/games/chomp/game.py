"""Chomp: sizes, notation, positions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from stratege.core.errors import BadNotation
from stratege.core.game import Game, Span, parse_counts, parse_player
from stratege.core.kernel import Rules, State
from stratege.core.language import N_, _
from stratege.core.position import Position
from stratege.core.sizes import parse_sizes, within
from stratege.core.variant import Variant
from stratege.core.wordsize import LEAST
from stratege.games.chomp import drawing, kernel

LONGEST_SIDE = 100_000


@dataclass(frozen=True)
class Chomp(Game):
    """Chomp in a box of `columns` × `rows` squares, the start being the full box.

    A position text is the row lengths from the bottom and the player to move: `5,3,1:1`. A move is
    the eaten square as row,column from 0: `1,2`.
    """

    columns: int = 7
    rows: int = 5

    name: ClassVar[str] = "chomp"
    title: ClassVar[str] = "Chomp"
    least_words: ClassVar[int] = LEAST
    variants: ClassVar[Mapping[str, Variant]] = {
        "standard": Variant(N_("standard"), N_("who is left with the poison loses"), N_("exam paper 002"))
    }
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {
        kernel.NO_MOVE: ("poison", N_("player {player} is left with the poison"))
    }

    @classmethod
    def create(cls, variant: str | None, size: str | None) -> Self:
        chosen = cls.choose_variant(variant)
        if size is None:
            return cls(chosen)
        columns, rows = (parse_sizes(size, cls.title, "7x5") * 2)[:2]
        for side in (columns, rows):
            within(side, 1, LONGEST_SIDE, _("The side of a Chomp bar"))
        return cls(chosen, columns, rows)

    @classmethod
    def size_of(cls, text: str) -> str | None:
        lengths = text.split(":")[0].split(",")
        longest = lengths[0].strip()
        return f"{longest}x{len(lengths)}" if re.fullmatch("[1-9][0-9]{0,6}", longest) else None

    @property
    def rules(self) -> Rules:
        return self.columns, self.rows

    @property
    def most_moves(self) -> int:
        return self.columns * self.rows - 1

    @property
    def action_count(self) -> int:
        return self.columns * self.rows

    @property
    def longest(self) -> int:
        """Every move eats at least one square, and the poison is never eaten."""
        return self.columns * self.rows - 1

    @property
    def size(self) -> str:
        return f"{self.columns}x{self.rows}"

    @property
    def size_label(self) -> str:
        return f"{self.columns}×{self.rows}"

    def start(self, seed: int | None = None) -> Position:
        return Position(self, (self.columns,) * self.rows)

    def read(self, fields: Sequence[str]) -> tuple[State, int]:
        if len(fields) > 2:
            raise BadNotation(
                _("A {game} position has two parts: the board and the player.", game=self.title)
            )
        lengths = parse_counts(fields[0], _("The row lengths"))
        if sorted(lengths, reverse=True) != lengths or lengths[0] == 0:
            raise BadNotation(_("Row lengths go from the bottom up, never growing, and the first is not 0."))
        if lengths[0] > self.columns or len(lengths) > self.rows:
            raise BadNotation(
                _("This shape does not fit into {size}: give a larger size.", size=self.size_label)
            )
        state = (*lengths, *[0] * (self.rows - len(lengths)))
        return state, parse_player(fields[1]) if len(fields) == 2 else 1

    def write(self, position: Position) -> list[str]:
        return [",".join(str(length) for length in position.state if length), str(position.to_move)]

    def move_text(self, move: int, player: int) -> str:
        return "{},{}".format(*divmod(move, self.columns))

    def parse_move(self, text: str, player: int) -> int:
        match = re.fullmatch(r"\s*\(?\s*(\d{1,6})\s*[\s,.]\s*(\d{1,6})\s*\)?\s*", text)
        if match is None:
            raise BadNotation(_("{text!r} is not a square: write row,column like 1,2.", text=text))
        row, column = map(int, match.groups())
        if row >= self.rows or column >= self.columns:
            raise BadNotation(
                _(
                    "{text!r} is outside the bar: rows go from 0 to {row}, columns from 0 to {column}.",
                    text=text,
                    row=self.rows - 1,
                    column=self.columns - 1,
                )
            )
        return row * self.columns + column

    def why_illegal(self, position: Position, move: int) -> str:
        row, column = divmod(move, self.columns)
        if move == 0:
            return _("that is the poison")
        return _("that square has been eaten") if column >= position.state[row] else ""

    def drawn(self, position: Position) -> list[list[Span]]:
        return drawing.drawn(position.state, self.columns)

    def svg(self, position: Position) -> str:
        return drawing.svg(position.state, self.columns, self.caption(position))
