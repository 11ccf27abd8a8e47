"""A line of play: where it starts and the moves made, with all that the rules say about games."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any, NoReturn

from stratege.core.errors import BadOption, IllegalMove
from stratege.core.language import _
from stratege.core.outcome import Outcome
from stratege.core.pickling import packed
from stratege.core.position import Position

if TYPE_CHECKING:
    from stratege.core.game import Game
    from stratege.engine.analysis import Analysis

RESIGNED, PLY_LIMIT = "resigned", "ply-limit"
"""The endings that the rules of no game know."""


class Line:
    """A start and the moves made from it: a value, as a position is.

    Where a `Position` knows what the rules need of the past, a line knows the past itself. After `ply_limit`
    plies, if there is such a limit, the game is a draw. Each line knows the one `before` its last `move`, so
    playing on takes the same time after a thousand moves as after one.

    >>> import stratege
    >>> line = Line(stratege.game("awale").start(), ["e", "g"])
    >>> line.play("a").moves_text
    ('e', 'g', 'a')
    >>> line.back().position.to_move
    2
    """

    __slots__ = ("_hash", "before", "move", "plies", "ply_limit", "position", "resigned", "start")

    _hash: int
    start: Position
    position: Position
    """Where the line leads."""
    before: Line | None
    move: int | None
    """The last move, and the line before it; None at the start."""
    plies: int
    ply_limit: int | None
    resigned: int | None
    """The player who gave the game up."""

    def __init__(
        self,
        start: Position,
        moves: Iterable[str | int] = (),
        ply_limit: int | None = None,
        resigned: int | None = None,
    ) -> None:
        """Play the moves, as text or as the integers of `legal()`; `IllegalMove` or `BadNotation` if they
        cannot be."""
        if ply_limit is not None and ply_limit < 0:
            raise BadOption(_("A limit of plies is at least 0, not {n}.", n=ply_limit))
        _check_player(resigned)
        _fill(self, start, start, None, None, ply_limit, None)
        end = self
        for move in moves:
            if end is self:  # who is to be the last line cannot be the first one too
                end = Line.__new__(Line)
                _fill(end, start, start, None, None, ply_limit, None)
            end = end.play(move)
        _fill(self, start, end.position, end.before, end.move, ply_limit, resigned)

    @property
    def game(self) -> Game:
        """The game with its variant and size."""
        return self.start.game

    @property
    def to_move(self) -> int:
        """Whose turn it is."""
        return self.position.to_move

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves made, as the integers that kernels use."""
        return tuple(line.move for line in self._lines() if line.move is not None)

    @property
    def moves_text(self) -> tuple[str, ...]:
        """The moves made, as their players write them."""
        return tuple(line.move_text for line in self._lines()[1:])

    @property
    def move_text(self) -> str:
        """The last move, as its player writes it; empty at the start."""
        return "" if self.move is None else self.game.move_text(self.move, 3 - self.to_move)

    def positions(self) -> Iterator[Position]:
        """Every position in turn, the first and the last one included."""
        return (line.position for line in self._lines())

    @property
    def history(self) -> tuple[Position, ...]:
        """The positions before the last one."""
        return tuple(self.positions())[:-1]

    @property
    def times_before(self) -> int:
        """How often the board, with the same player to move, has stood before."""
        here, line, times = self.position, self.before, 0
        while line is not None:
            times += line.position.state == here.state and line.to_move == here.to_move
            line = line.before
        return times

    def legal(self) -> list[int]:
        """The legal moves as the integers that kernels use, ascending; none when the game is over."""
        return [] if self.outcome() is not None else self.position.legal()

    def play(self, move: str | int) -> Line:
        """The line one move longer, the move given as text or as an integer of `legal()`.

        Raises `BadNotation` for a text that is no move of this game, `IllegalMove` for a move that
        the rules forbid here, saying why.
        """
        number = self.game.parse_move(move, self.to_move) if isinstance(move, str) else move
        after = self.position.play(number)
        if self.outcome() is not None:
            text = self.game.move_text(number, self.to_move)
            raise IllegalMove(_("{move} is not legal: {why}.", move=text, why=_("the game is over")))
        return self._longer(number, after)

    def replay(self, move: str | int) -> Line:
        """The line after a move that is known to be legal: what `play` gives, without looking again."""
        number = self.game.parse_move(move, self.to_move) if isinstance(move, str) else move
        return self._longer(number, self.position.replay(number))

    def back(self, plies: int = 1) -> Line:
        """The line without its last moves, and without a resignation; at most the start."""
        line = self if self.before is not None or plies == 0 else Line(self.start, ply_limit=self.ply_limit)
        for _ply in range(plies):
            line = line.before or line
        return line

    def resign(self, player: int | None = None) -> Line:
        """The line whose game this player, or the one to move, has given up."""
        _check_player(player)
        given_up = Line.__new__(Line)
        resigned = self.to_move if player is None else player
        _fill(given_up, self.start, self.position, self.before, self.move, self.ply_limit, resigned)
        return given_up

    def outcome(self) -> Outcome | None:
        """How the game ended: by its rules, by resigning, or at the ply limit; None if it goes on."""
        by_rule = self.position.outcome()
        if by_rule is not None:
            return by_rule
        if self.resigned is not None:
            reason = _("player {player} resigns", player=self.resigned)
            return Outcome(3 - self.resigned, None, RESIGNED, reason)
        if self.ply_limit is not None and self.plies >= self.ply_limit:
            return Outcome(None, None, PLY_LIMIT, _("the limit of {n} moves is reached", n=self.ply_limit))
        return None

    def analyse(self, **limits: Any) -> Analysis:
        """Every legal move valued, best first, as this line's past has it; see `engine.adviser.analyse`."""
        # By name: lines stand below the engine, and do not load it until they are asked.
        analysis: Analysis = importlib.import_module("stratege.engine.adviser").analyse(self, **limits)
        return analysis

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        return self is other or (
            self._hash == other._hash
            and (self.start, self.ply_limit, self.resigned) == (other.start, other.ply_limit, other.resigned)
            and self.moves == other.moves
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        moves = " ".join(self.moves_text)
        return f"<{self.game.label()} {self.start.text()}{' ' if moves else ''}{moves}>"

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, str]:
        """What notebooks show: the last board, with the moves and how the game ended below it."""
        outcome = self.outcome()
        words = " ".join([*self.moves_text, *([str(outcome)] if outcome else [])])
        return {"text/plain": repr(self), "text/html": f"{self.position.svg()}<p>{escape(words)}</p>"}

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Line never changes: {name} cannot be set")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        fields = ("start", "moves", "ply_limit", "resigned")
        return packed(Line, {name: getattr(self, name) for name in fields})

    def _longer(self, move: int, after: Position) -> Line:
        line = Line.__new__(Line)
        _fill(line, self.start, after, self, move, self.ply_limit, None)
        return line

    def _lines(self) -> list[Line]:
        """All lines that this one grew from, the shortest first, and itself."""
        lines, line = [], self
        while line.before is not None:
            lines.append(line)
            line = line.before
        lines.append(line)
        return lines[::-1]


def _check_player(player: int | None) -> None:
    if player not in (None, 1, 2):
        raise BadOption(_("The players are 1 and 2, not {player}.", player=player))


def _fill(
    line: Line,
    start: Position,
    position: Position,
    before: Line | None,
    move: int | None,
    ply_limit: int | None,
    resigned: int | None,
) -> None:
    """Set the fields of a line, which nobody else may."""
    first = hash((start, ply_limit)) if before is None else before._hash
    values = {
        "start": start,
        "position": position,
        "before": before,
        "move": move,
        "plies": 0 if before is None else before.plies + 1,
        "ply_limit": ply_limit,
        "resigned": resigned,
        "_hash": hash((first, move, resigned)),
    }
    for name, value in values.items():
        object.__setattr__(line, name, value)
