"""Nimble: variants, sizes, notation, positions."""

from __future__ import annotations

import random
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
from stratege.games.nimble import drawing, kernel

MOST_SQUARES = 1_000_000


@dataclass(frozen=True)
class NimbleVariant(Variant):
    """What the Nimble variants differ in: whether who cannot move loses or wins."""

    misere: bool = False


VARIANTS = {
    variant.name: variant
    for variant in (
        NimbleVariant(N_("standard"), N_("who cannot move loses"), N_("exam paper 003")),
        NimbleVariant(N_("misere"), N_("who cannot move wins"), N_("the misère form of Nim"), misere=True),
    )
}


@dataclass(frozen=True)
class Nimble(Game):
    """Nimble on `squares` squares, a random start having up to `pawns` pawns on each.

    A position text is the pawns on each square from the left and the player to move: `0,0,1,2,0,2:1`.
    A move is the square that a pawn leaves and the one it goes to, counted from 1: `4-2`.
    """

    variant: NimbleVariant
    squares: int = 6
    pawns: int = 3

    name: ClassVar[str] = "nimble"
    title: ClassVar[str] = "Nimble"
    least_words: ClassVar[int] = LEAST
    variants: ClassVar[Mapping[str, Variant]] = VARIANTS
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {
        kernel.NO_MOVE: ("no-move", N_("player {player} has no pawn to move"))
    }

    @classmethod
    def create(cls, variant: str | None, size: str | None) -> Self:
        chosen = cls.choose_variant(variant)
        assert isinstance(chosen, NimbleVariant)
        if size is None:
            return cls(chosen)
        squares, pawns = (*parse_sizes(size, cls.title, "6 / 6x3"), cls.pawns)[:2]
        return cls(
            chosen,
            within(squares, 1, MOST_SQUARES, _("The number of squares")),
            within(pawns, 1, MOST_SQUARES, _("The number of pawns")),
        )

    @classmethod
    def size_of(cls, text: str) -> str:
        return str(text.split(":")[0].count(",") + 1)

    @property
    def rules(self) -> Rules:
        return self.squares, int(self.variant.misere)

    @property
    def most_moves(self) -> int:
        return self.squares * (self.squares - 1) // 2

    @property
    def action_count(self) -> int:
        return self.squares * self.squares

    @property
    def longest(self) -> int:
        """Every move brings a pawn of the fullest start at least one square nearer to the left."""
        return self.pawns * self.squares * (self.squares - 1) // 2

    @property
    def size(self) -> str:
        return f"{self.squares}x{self.pawns}"

    @property
    def size_label(self) -> str:
        return str(self.squares)

    def start(self, seed: int | None = None, board: Sequence[int] | None = None) -> Position:
        """A random board, the same for the same seed, on which a pawn can move; or the given one."""
        if board is not None:
            return self.parse(",".join(map(str, board)))
        draw = random.Random(seed)
        counts = [0] * self.squares
        while self.squares > 1 and not any(counts[1:]):
            counts = [draw.randint(0, self.pawns) for _square in range(self.squares)]
        return Position(self, tuple(counts))

    def fullest(self) -> Position:
        return Position(self, (self.pawns,) * self.squares)

    def read(self, fields: Sequence[str]) -> tuple[State, int]:
        if len(fields) > 2:
            raise BadNotation(
                _("A {game} position has two parts: the board and the player.", game=self.title)
            )
        counts = parse_counts(fields[0], _("The pawns"))
        if len(counts) != self.squares:
            raise BadNotation(
                _("This board has {squares} squares, not {count}.", squares=self.squares, count=len(counts))
            )
        return tuple(counts), parse_player(fields[1]) if len(fields) == 2 else 1

    def write(self, position: Position) -> list[str]:
        return [",".join(map(str, position.state)), str(position.to_move)]

    def move_text(self, move: int, player: int) -> str:
        origin, target = divmod(move, self.squares)
        return f"{origin + 1}-{target + 1}"

    def parse_move(self, text: str, player: int) -> int:
        match = re.fullmatch(r"\s*(\d{1,7})[\s,.\->]+(\d{1,7})\s*", text)
        if match is None:
            raise BadNotation(_("{text!r} is not a move: write two squares like 4-2.", text=text))
        origin, target = map(int, match.groups())
        if not 1 <= min(origin, target) <= max(origin, target) <= self.squares:
            raise BadNotation(
                _("{text!r} leaves the board: squares go from 1 to {n}.", text=text, n=self.squares)
            )
        return (origin - 1) * self.squares + target - 1

    def why_illegal(self, position: Position, move: int) -> str:
        origin, target = divmod(move, self.squares)
        if position.state[origin] == 0:
            return _("no pawn is on that square")
        return _("a pawn moves to the left") if target >= origin else ""

    def drawn(self, position: Position) -> list[list[Span]]:
        return drawing.drawn(position.state)

    def svg(self, position: Position) -> str:
        return drawing.svg(position.state, self.caption(position))
