"""Awalé: variants, notation, positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from stratege.core.errors import BadNotation
from stratege.core.game import Game, Span, parse_counts, parse_player
from stratege.core.kernel import Rules, State
from stratege.core.language import N_, _
from stratege.core.position import Position
from stratege.core.sizes import parse_side, within
from stratege.core.variant import Repetition, Variant
from stratege.games.awale import drawing, kernel

PITS = "abcdefghijkl"


@dataclass(frozen=True)
class AwaleVariant(Variant):
    """What the Awalé variants differ in; see the kernel for the meaning of each parameter."""

    famine: int = kernel.FORBIDDEN
    few_seeds: int = -1
    turn_limit: int = 0


VARIANTS = {
    variant.name: variant
    for variant in (
        AwaleVariant(
            N_("standard"),
            N_("starving the opponent is illegal; ends with 2 seeds or fewer, or after 100 turns"),
            N_("exam paper 000, exercise 2"),
            few_seeds=2,
            turn_limit=100,
        ),
        AwaleVariant(
            N_("ccinp"),
            N_("starving the opponent is illegal; ends with 3 seeds or fewer, or after 100 turns"),
            N_("exam paper 001 (CCINP)"),
            few_seeds=3,
            turn_limit=100,
        ),
        AwaleVariant(
            N_("abapa"),
            N_("a capture of all seeds takes nothing; feeding is mandatory; ends when a position repeats"),
            N_("tournament rule; OpenSpiel's oware"),
            repetition=Repetition.ENDS,
            famine=kernel.CANCELLED,
        ),
        AwaleVariant(
            N_("awari"),
            N_(
                "starving the opponent is legal only where nothing else is; a position that repeats ends "
                "the game, and the seeds on the board are shared alike"
            ),
            N_("Romein and Bal's solution of 2002"),
            repetition=Repetition.ENDS,
            famine=kernel.LAST_RESORT,
        ),
    )
}


@dataclass(frozen=True)
class Awale(Game):
    """Awalé, with `seeds` seeds in each pit at the start.

    A position text is the twelve pits a … l, the stores of players 1 and 2, the player to move and
    the turns played: `4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0`. What is left out at the end is 0,0:1:0.
    A move is the letter of a pit: a–f for player 1, g–l for player 2.
    """

    variant: AwaleVariant
    seeds: int = 4

    name: ClassVar[str] = "awale"
    title: ClassVar[str] = "Awalé"
    player_field: ClassVar[int] = 2
    variants: ClassVar[Mapping[str, Variant]] = VARIANTS
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {
        kernel.NO_MOVE: ("no-move", N_("player {player} has no legal move")),
        kernel.MAJORITY: ("majority", N_("player {winner} holds more than half of the seeds")),
        kernel.FEW_SEEDS: ("few-seeds", N_("too few seeds are left on the board")),
        kernel.TURN_LIMIT: ("turn-limit", N_("the limit of turns is reached")),
    }

    @classmethod
    def create(cls, variant: str | None, size: str | None) -> Self:
        chosen = cls.choose_variant(variant)
        assert isinstance(chosen, AwaleVariant)
        seeds = parse_side(size, cls.title, "4") if size is not None else cls.seeds
        return cls(chosen, within(seeds, 1, kernel.MAX_SEEDS // 12, _("The number of seeds in a pit")))

    @classmethod
    def size_of(cls, text: str) -> None:
        return None

    @property
    def rules(self) -> Rules:
        return self.variant.famine, self.variant.few_seeds, self.variant.turn_limit

    @property
    def most_moves(self) -> int:
        return kernel.MOST_MOVES

    @property
    def longest(self) -> int | None:
        return self.variant.turn_limit or None

    @property
    def ply_limit(self) -> int | None:
        return None if self.variant.turn_limit else 1000

    @property
    def size(self) -> str:
        return str(self.seeds)

    @property
    def size_label(self) -> str:
        return "" if self.seeds == Awale.seeds else f"{self.seeds}×12"

    def start(self, seed: int | None = None) -> Position:
        return Position(self, (self.seeds * kernel.ONES, self.seeds * kernel.ONES, 0))

    def read(self, fields: Sequence[str]) -> tuple[State, int]:
        if len(fields) > 4:
            raise BadNotation(_("An Awalé position has at most four parts: pits, stores, player, turns."))
        board, stores, player, turns = [*fields, *["", "0,0", "1", ""][len(fields) :]]
        pits = parse_counts(board, _("The pits"))
        held = parse_counts(stores, _("The stores"))
        if len(pits) != 12 or len(held) != 2:
            raise BadNotation(_("An Awalé position needs 12 pits and 2 stores."))
        if not 1 <= sum(pits) + sum(held) <= kernel.MAX_SEEDS:
            raise BadNotation(_("There must be between 1 and {most} seeds in all.", most=kernel.MAX_SEEDS))
        mover = parse_player(player)
        played = parse_counts(turns, _("The turns"))[0] if turns else mover - 1
        words = [_pack(pits[:6], held[0]), _pack(pits[6:], held[1])]
        clock = played if self.variant.turn_limit else 0
        return (words[mover - 1], words[2 - mover], clock), mover

    def write(self, position: Position) -> list[str]:
        pits, stores = seeds_of(position)
        numbers = [",".join(map(str, pits)), ",".join(map(str, stores))]
        return [*numbers, str(position.to_move), str(position.state[2])]

    def move_text(self, move: int, player: int) -> str:
        return PITS[(move + 6 * (player - 1)) % 12]

    def parse_move(self, text: str, player: int) -> int:
        letter = text.strip().lower()
        if len(letter) != 1 or letter not in PITS:
            raise BadNotation(_("{text!r} is not a pit: write a letter from a to l.", text=text))
        return (PITS.index(letter) + 6 * (player - 1)) % 12

    def why_illegal(self, position: Position, move: int) -> str:
        if not 0 <= move < 6:
            return _("the pit is the opponent's")
        if not position.state[0] >> 8 * move & 255:
            return _("the pit is empty")
        after = kernel.play(self.rules, position.state, move)
        return _("it would leave the opponent no seed") if after[0] & kernel.ROW == 0 else ""

    def score(self, position: Position, reason: int) -> tuple[int, int]:
        mine, theirs = ((word >> kernel.STORE) + kernel.seeds_in(word) for word in position.state[:2])
        margin = kernel.result(self.rules, position.state, reason)
        if margin != mine - theirs:  # shared alike: an odd seed is nobody's
            mine, theirs = (mine + theirs + margin) // 2, (mine + theirs - margin) // 2
        return (mine, theirs) if position.to_move == 1 else (theirs, mine)

    def captured(self, position: Position, move: int) -> int:
        after = kernel.play(self.rules, position.state, move)
        return (after[1] >> kernel.STORE) - (position.state[0] >> kernel.STORE)

    def irreversible(self, before: State, after: State) -> bool:
        return after[1] >> kernel.STORE != before[0] >> kernel.STORE  # seeds have left the board

    def drawn(self, position: Position) -> list[list[Span]]:
        return drawing.drawn(*seeds_of(position), position.to_move)

    def svg(self, position: Position) -> str:
        return drawing.svg(*seeds_of(position), self.caption(position))


def seeds_of(position: Position) -> tuple[list[int], list[int]]:
    """The twelve pits a … l, and the stores of players 1 and 2."""
    words = position.state[:2] if position.to_move == 1 else position.state[1::-1]
    pits = [word >> 8 * pit & 255 for word in words for pit in range(6)]
    return pits, [word >> kernel.STORE for word in words]


def _pack(pits: Sequence[int], store: int) -> int:
    return sum(seeds << 8 * pit for pit, seeds in enumerate(pits)) | store << kernel.STORE
