"""A board in a notebook: shows a line with a slider, plays by clicking, marks what an analysis found.

    board = Board(stratege.game("awale").start(), on_move=lambda line: print(line.moves_text))

It knows no game: what is clicked is a place of the picture, and a move is written as the places it touches.
All is decided here; `board.js` shows it and says what was clicked.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from stratege.core.line import Line
from stratege.core.position import Position
from stratege.engine.analysis import Analysis

BEST, SELECTED, TARGET = "best", "selected", "target"


class Board(anywidget.AnyWidget):
    """A board that shows `line` up to `ply`; a click plays on from there, and `on_move` is told the line.

    `playable=False` only shows. `board.line = …` shows another line, `board.show(analysis)` the values of the
    moves, whose best one is marked on the board until the next move.
    """

    _esm = Path(__file__).with_name("board.js")
    _css = Path(__file__).with_name("board.css")

    svg = traitlets.Unicode().tag(sync=True)
    caption = traitlets.Unicode().tag(sync=True)
    ply = traitlets.Int(0).tag(sync=True)
    plies = traitlets.Int(0).tag(sync=True)
    marks = traitlets.Dict().tag(sync=True)
    """For places of the board: `best`, `selected` or `target`."""
    values: Any = traitlets.List().tag(sync=True)
    """Moves with their values, best first, as the analysis has them: [move, verdict, share from 0 to 1]."""

    def __init__(
        self,
        start: Line | Position,
        on_move: Callable[[Line], None] | None = None,
        playable: bool = True,
    ) -> None:
        super().__init__()
        self._on_move, self._playable, self._selected = on_move, playable, ""
        self._lines: list[Line] = []
        self.observe(lambda change: self._draw(), "ply")
        self.line = Line(start) if isinstance(start, Position) else start
        self.on_msg(lambda widget, message, buffers: self._hear(message))

    @property
    def line(self) -> Line:
        """The line shown, up to the ply that the slider is at."""
        return self._lines[self.ply]

    @line.setter
    def line(self, line: Line) -> None:
        lines = [line]
        while lines[-1].before is not None:
            lines.append(lines[-1].before)
        self._lines = lines[::-1]
        self.plies = line.plies
        self._forget()
        if self.ply == line.plies:
            self._draw()
        self.ply = line.plies

    def show(self, analysis: Analysis) -> None:
        """Show what the moves are worth."""
        scores = [one.value.score for one in analysis.moves]
        low, high = min(scores, default=0), max(scores, default=0)
        span = (high - low) or 1
        self.values = [[one.move, one.verdict, (one.value.score - low) / span] for one in analysis.moves]
        self.marks = dict.fromkeys(analysis.moves[0].move.split("-"), BEST) if analysis.moves else {}

    def click(self, place: str) -> None:
        """What a click on a place does: plays the move that it is or completes, or begins one."""
        if not self._playable:
            return
        moves = self.line.position.moves() if self.line.outcome() is None else []
        wanted = f"{self._selected}-{place}" if self._selected else place
        if wanted in moves or place in moves:
            self._play(wanted if wanted in moves else place)
        elif place != self._selected and any(move.startswith(f"{place}-") for move in moves):
            self._selected = place
            targets = [move.removeprefix(f"{place}-") for move in moves if move.startswith(f"{place}-")]
            self.marks = {**dict.fromkeys(targets, TARGET), place: SELECTED}
        else:
            self._forget()

    def _play(self, move: str) -> None:
        self.line = self.line.play(move)
        if self._on_move is not None:
            self._on_move(self.line)

    def _forget(self) -> None:
        self._selected, self.marks, self.values = "", {}, []

    def _draw(self) -> None:
        self._forget()
        position = self.line.position
        self.svg, self.caption = position.svg(), position.game.caption(position)

    def _hear(self, message: Any) -> None:
        if isinstance(message, dict) and message.get("type") == "click":
            self.click(str(message.get("place")))
