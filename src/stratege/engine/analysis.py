"""Every move of a line valued, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.pickling import Picklable
from stratege.core.position import Position
from stratege.core.svg import WOOD
from stratege.core.value import Value


@dataclass(frozen=True)
class ValuedMove(Picklable):
    """A legal move with its value for the player to move.

    `line` is the main line, this move first; `reason` says why, in games that can explain their moves; `book`
    is what the game's opening book says of it, if anything.
    """

    move: str
    value: Value
    line: tuple[str, ...]
    reason: str
    book: Value | None = None

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
            "book": None if self.book is None else self.book.as_json(),
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

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, str]:
        """What notebooks show: a table of the moves, a bar for each, longest for the best."""
        rows = "".join(map(self._row, self.moves))
        head = "".join(f"<th>{word}</th>" for word in ("", _("move"), _("value"), _("kind"), _("main line")))
        plain = "\n".join(f"{one.move}\t{one.verdict}\t{one.kind}" for one in self.moves)
        return {"text/plain": plain, "text/html": f"<table><tr>{head}</tr>{rows}</table>"}

    def _row(self, valued: ValuedMove) -> str:
        scores = [one.value.score for one in self.moves]
        share = (valued.value.score - min(scores)) / ((max(scores) - min(scores)) or 1)
        bar = f'<div style="background:{WOOD};height:0.8em;width:{4 * share + 0.1:.1f}em"></div>'
        cells = (bar, *map(escape, (valued.move, valued.verdict, valued.kind, " ".join(valued.line))))
        return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

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
