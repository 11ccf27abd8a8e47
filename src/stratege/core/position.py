"""A position of any game: a value that never changes."""

from __future__ import annotations

import importlib
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from stratege.core.errors import IllegalMove
from stratege.core.kernel import GOES_ON, State
from stratege.core.language import _
from stratege.core.outcome import Outcome
from stratege.core.pickling import Picklable
from stratege.core.repetition import (
    MODES,
    REPEATED,
    REPETITION_ENDS,
    may_end,
    may_forbid,
    reason_to_end,
    remembers,
)
from stratege.core.seen import NOTHING_SEEN, Seen

if TYPE_CHECKING:
    from stratege.core.game import Game
    from stratege.engine.analysis import Analysis


@dataclass(frozen=True)
class Position(Picklable):
    """A position: the board, whose turn it is, and what the rules need of the past.

    >>> import stratege
    >>> position = stratege.game("awale").start()
    >>> position.moves()
    ['a', 'b', 'c', 'd', 'e', 'f']
    >>> position.play("e").play("g").to_move
    1
    """

    game: Game
    state: State
    to_move: int = 1
    past: Set[State] = NOTHING_SEEN
    """The boards seen before, where the variant has a rule about repetition; else empty."""

    def __post_init__(self) -> None:
        if not isinstance(self.past, Seen):
            object.__setattr__(self, "past", Seen(self.past))

    def moves(self) -> list[str]:
        """The legal moves as text, in the game's order; none when the game is over."""
        return [self.game.move_text(move, self.to_move) for move in self.legal()]

    def legal(self) -> list[int]:
        """The legal moves as the integers that kernels use, ascending."""
        return list(self._allowed) if self._over == GOES_ON else []

    def play(self, move: str | int) -> Position:
        """The position after a move, given as text or as an integer of `legal()`.

        Raises `BadNotation` for a text that is no move of this game, `IllegalMove` for a move that
        the rules forbid here, saying why.
        """
        number = self.game.parse_move(move, self.to_move) if isinstance(move, str) else move
        if number not in self.legal():
            raise IllegalMove(self._why_illegal(number))
        return self._after(number)

    def replay(self, move: str | int) -> Position:
        """The position after a move that is known to be legal: what `play` gives, without looking again."""
        return self._after(self.game.parse_move(move, self.to_move) if isinstance(move, str) else move)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it goes on."""
        reason = self._over
        if reason == GOES_ON:
            return None
        margin = self.game.kernel.result(self.game.rules, self.state, reason)
        winner = None if margin == 0 else self.to_move if margin > 0 else 3 - self.to_move
        code, words = REPETITION_ENDS if reason == REPEATED else self.game.reasons[reason]
        values = {"player": self.to_move, "other": 3 - self.to_move, "winner": winner}
        return Outcome(winner, self.game.score(self, reason), code, _(words, **values))

    def analyse(self, **limits: Any) -> Analysis:
        """Every legal move valued, best first; `depth`, `nodes` and `seconds` limit the search.

        The past is what the position knows of it; `Line.analyse` knows it all. See
        `stratege.engine.adviser.analyse`, which this calls.
        """
        # By name: positions stand below the engine, and do not load it until they are asked.
        analysis: Analysis = importlib.import_module("stratege.engine.adviser").analyse(self, **limits)
        return analysis

    def text(self) -> str:
        """The position in one line; `game.parse` reads it back."""
        return self.game.text(self)

    def svg(self) -> str:
        """The board as an SVG picture."""
        return self.game.svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, str]:
        """What notebooks show: the board, drawn and as text."""
        return {"text/plain": str(self), "image/svg+xml": self.svg()}

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _style in line).rstrip() for line in self.game.drawn(self))

    def __repr__(self) -> str:
        return f"<{self.game.label()} {self.text()}>"

    @cached_property
    def trace(self) -> State:
        """The board as rules about repetition compare it."""
        return self.game.kernel.trace(self.game.rules, self.state, self.to_move)

    @cached_property
    def _over(self) -> int:
        """The reason why the game is over, or `GOES_ON`."""
        finished = self.game.kernel.finished(self.game.rules, self.state)
        back = may_end(self._repetition) and self.trace in self.past
        return reason_to_end(finished, back, bool(self._allowed))

    @cached_property
    def _allowed(self) -> list[int]:
        """The moves that the rules allow, were the game not over."""
        out = [0] * self.game.most_moves
        kernel, rules, state = self.game.kernel, self.game.rules, self.state
        moves = out[: kernel.moves(rules, state, out, 0)]
        if not may_forbid(self._repetition) or not self.past:
            return moves
        play, trace, past, other = kernel.play, kernel.trace, self.past, 3 - self.to_move
        return [move for move in moves if trace(rules, play(rules, state, move), other) not in past]

    @property
    def _repetition(self) -> int:
        return MODES[self.game.variant.repetition]

    def _after(self, move: int) -> Position:
        state = self.game.kernel.play(self.game.rules, self.state, move)
        keeps = remembers(self._repetition) and not self.game.irreversible(self.state, state)
        return Position(self.game, state, 3 - self.to_move, self._seen if keeps else NOTHING_SEEN)

    @cached_property
    def _seen(self) -> Seen:
        """The past of all positions that follow."""
        assert isinstance(self.past, Seen)
        return self.past.plus(self.trace)

    def _why_illegal(self, move: int) -> str:
        try:
            text = self.game.move_text(move, self.to_move)
            why = self.game.why_illegal(self, move) if move >= 0 else _("no move has that number")
        except IndexError:
            text, why = str(move), _("no move has that number")
        if self.outcome() is not None:
            why = _("the game is over")
        why = why or _("the board it makes has been seen before")
        return _("{move} is not legal: {why}.", move=text, why=why)
