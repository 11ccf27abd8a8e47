"""What every game offers, and what a game must say about itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from stratege.core.errors import BadNotation, UnknownVariant
from stratege.core.kernel import Kernel, Rules, State
from stratege.core.language import _
from stratege.core.pickling import Picklable
from stratege.core.position import Position
from stratege.core.seen import Seen
from stratege.core.variant import Repetition, Variant
from stratege.core.wordsize import fit_words

if TYPE_CHECKING:
    from stratege.core.declaration import Declaration

Span = tuple[str, str]
"""A piece of a drawn line: the text, and the name of its style (`""` for plain)."""

SEEN = "seen="
MOST_DIGITS = 16
WORD = 64  # bits
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Game(Picklable, ABC):
    """A game with its variant and size chosen: makes positions, reads and writes them.

    A game is a frozen dataclass whose fields are its options. A subclass fills in the class
    variables and the abstract methods; the rules themselves are in its kernel.
    """

    variant: Variant

    name: ClassVar[str]
    title: ClassVar[str]
    variants: ClassVar[Mapping[str, Variant]]
    reasons: ClassVar[Mapping[int, tuple[str, str]]]
    """For each reason of the kernel: its code for programs and its words, with {player} (the one
    to move), {other} and {winner}."""
    declaration: ClassVar[Declaration]
    """Its parts and what the doors say of it; set by the declaration itself."""
    least_words: ClassVar[int] = 0
    """Where larger boards have longer states: all have as many words, and small ones no code of their own."""
    player_field: ClassVar[int] = 1
    """Which field of a position's text says who is to move."""

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The variant and size as the kernel wants them."""

    @property
    def compilable(self) -> bool:
        """Whether compiled code can work on its rules and states."""
        return fit_words(self.rules, self.start(seed=0).state)

    @property
    @abstractmethod
    def most_moves(self) -> int:
        """No position of this game has more legal moves than this."""

    @property
    def action_count(self) -> int:
        """Every move is a number below this; as many as there can be moves, where they are counted from 0."""
        return self.most_moves

    @property
    def longest(self) -> int | None:
        """No game from the start is longer than this many plies; None if there is no bound."""
        return None

    @property
    def ply_limit(self) -> int | None:
        """Where boards can come back: after how many plies a match is stopped and called a draw."""
        return None

    @property
    @abstractmethod
    def size(self) -> str:
        """The size as `stratege.game(…, size=…)` takes it."""

    @property
    def size_label(self) -> str:
        """The size as people write it; empty where it says nothing."""
        return f"{self.size}×{self.size}"

    @classmethod
    @abstractmethod
    def create(cls, variant: str | None, size: str | None) -> Self:
        """The game with this variant and size, or the usual ones; errors say what there is."""

    @classmethod
    @abstractmethod
    def size_of(cls, text: str) -> str | None:
        """The size of board that a position text is for; None if every size reads it or none does."""

    @abstractmethod
    def start(self, seed: int | None = None) -> Position:
        """The first position. `seed` fixes the draw in games that begin at random."""

    def fullest(self) -> Position:
        """A first position with as much on the board as any has, where games begin at random."""
        return self.start(seed=0)

    @abstractmethod
    def read(self, fields: Sequence[str]) -> tuple[State, int]:
        """The state and the player to move that the `:`-separated fields of a position text say."""

    @abstractmethod
    def write(self, position: Position) -> list[str]:
        """The fields of a position's text."""

    @abstractmethod
    def move_text(self, move: int, player: int) -> str:
        """How the player writes this move."""

    @abstractmethod
    def parse_move(self, text: str, player: int) -> int:
        """The move that the player wrote; `BadNotation` if it is none."""

    @abstractmethod
    def why_illegal(self, position: Position, move: int) -> str:
        """Why the kernel does not list the move here, as a clause; empty if it does."""

    @abstractmethod
    def drawn(self, position: Position) -> list[list[Span]]:
        """The board as lines of styled text."""

    @abstractmethod
    def svg(self, position: Position) -> str:
        """The board as an SVG picture."""

    def score(self, position: Position, reason: int) -> tuple[int, int] | None:
        """What each player holds at the end, in games that count; `reason` is why the game is over."""
        return None

    def captured(self, position: Position, move: int) -> int:
        """How much a legal move takes from the opponent, in games where moves do."""
        return 0

    def decisive(self, position: Position) -> list[str]:
        """The places that ended the game, in games where one can point at them."""
        return []

    def irreversible(self, before: State, after: State) -> bool:
        """Whether the move between them makes it impossible for any board until now to come back."""
        return False

    def parse(self, text: str) -> Position:
        """The position that `text` describes; `BadNotation` if it describes none."""
        fields = text.strip().split(":")
        seen = fields.pop() if fields[-1].startswith(SEEN) else SEEN
        state, player = self.read(fields)
        alike = self.kernel.trace(self.rules, state, player)
        return Position(self, state, player, self._parse_past(seen.removeprefix(SEEN), len(alike)))

    def text(self, position: Position) -> str:
        """The position in one line."""
        fields = self.write(position)
        if position.past:
            boards = sorted(position.past)
            fields.append(SEEN + ".".join("-".join(map(_base36, board)) for board in boards))
        return ":".join(fields)

    def caption(self, position: Position) -> str:
        """Whose turn it is, or how the game ended."""
        outcome = position.outcome()
        return _("player {n} to move", n=position.to_move) if outcome is None else str(outcome)

    def label(self) -> str:
        """The game with its options, for people: `Quixo 4×4`, `Awalé (ccinp)`."""
        words = [self.title]
        if self.size_label:
            words.append(self.size_label)
        if len(self.variants) > 1:
            words.append(f"({_(self.variant.name)})")
        return " ".join(words)

    @property
    def kernel(self) -> Kernel:
        """The rules as plain Python; `core.compiling.compiled` gives them compiled."""
        return self.declaration.kernel

    @classmethod
    def choose_variant(cls, name: str | None) -> Variant:
        """The variant of that name; the first one for None."""
        if name is None:
            return next(iter(cls.variants.values()))
        if name not in cls.variants:
            known = ", ".join(cls.variants)
            raise UnknownVariant(
                _("{game} has no variant {name!r}; it has: {known}.", game=cls.title, name=name, known=known)
            )
        return cls.variants[name]

    def _parse_past(self, text: str, width: int) -> Seen:
        """The boards seen before, each of so many numbers, none larger than a word or a board takes."""
        if not text:
            return Seen()
        if self.variant.repetition is Repetition.ALLOWED:
            raise BadNotation(_("This variant keeps no past, but the position gives one."))
        most = max(WORD, *(number.bit_length() for number in self.start(0).state))
        try:
            boards = [tuple(int(number, 36) for number in board.split("-")) for board in text.split(".")]
        except ValueError:
            boards = [()]
        if any(len(board) != width or max(board).bit_length() > most for board in boards):
            raise BadNotation(_("The boards seen, after {seen!r}, are damaged.", seen=SEEN))
        return Seen(boards)


def parse_player(text: str) -> int:
    """1 or 2."""
    if text not in ("1", "2"):
        raise BadNotation(_("The player to move must be 1 or 2, not {text!r}.", text=text))
    return int(text)


def parse_counts(text: str, what: str) -> list[int]:
    """Comma-separated numbers, none negative."""
    items = [item.strip() for item in text.split(",")]
    if not all(item.isascii() and item.isdigit() and len(item) < MOST_DIGITS for item in items):
        raise BadNotation(_("{what} must be numbers with commas, not {text!r}.", what=what, text=text))
    return [int(item) for item in items]


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits or "0"
