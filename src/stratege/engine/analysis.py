"""Every move of a line valued, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from stratege.core.line import Line
from stratege.core.pickling import Picklable
from stratege.core.position import Position
from stratege.core.value import Value


@dataclass(frozen=True)
class ValuedMove(Picklable):
    """A legal move with its value for the player to move.

    `line` is the main line, this move first; `reason` says why, in games that can explain their moves.
    """

    move: str
    value: Value
    line: tuple[str, ...]
    reason: str

    @property
    def kind(self) -> str:
        """How the value is known: `exact`, `table` or `search`."""
        return self.value.kind

    @property
    def verdict(self) -> str:
        """The value in words or figures: `won in 7`, `+0.35`."""
        return str(self.value)

    def as_json(self) -> dict[str, object]:
        """The move for programs."""
        return {
            "move": self.move,
            **self.value.as_json(),
            "line": list(self.line),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Analysis(Picklable):
    """What is known of a line's end: all its moves, best first, and what finding it took."""

    of: Line
    moves: tuple[ValuedMove, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def position(self) -> Position:
        """The position whose moves are valued."""
        return self.of.position

    def as_json(self) -> dict[str, object]:
        """The analysis for programs."""
        rules = self.position.game
        return {
            "game": rules.name,
            "variant": rules.variant.name,
            "size": rules.size,
            "position": self.position.text(),
            "to_move": self.position.to_move,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "moves": [valued.as_json() for valued in self.moves],
        }
