"""Hexapawn on screen and as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from stratege.core.game import Span
from stratege.core.language import _
from stratege.core.svg import ACCENT, CAPTION, INK, MUTED, PLAYER_ONE, PLAYER_TWO, WOOD_DARK, Canvas

CELL, EDGE = 84, 40
GROUND = ("#e9d3a8", "#d2ae78")
STYLES = {".": "empty", "x": "one", "o": "two"}


def drawn(rows: Sequence[Sequence[str]]) -> list[list[Span]]:
    """The board as lines of styled text, with the names of rows and columns."""
    lines: list[list[Span]] = [
        [(f"{len(rows) - number} ", "label"), *((f" {mark}", STYLES[mark]) for mark in row)]
        for number, row in enumerate(rows)
    ]
    return [*lines, [("   " + " ".join("abcdefgh"[: len(rows[0])]), "label")]]


def svg(rows: Sequence[Sequence[str]], caption: str) -> str:
    """The board; player 1's pawns are light and go up."""
    width, height = len(rows[0]) * CELL, len(rows) * CELL
    title = _("Hexapawn board: {caption}", caption=caption)
    canvas = Canvas(width + 2 * EDGE, height + 2 * EDGE + CAPTION, title)
    for number, row in enumerate(rows):
        name = len(rows) - number
        canvas.text(EDGE / 2, EDGE + CELL * (number + 0.5), name, 15, fill=MUTED)
        for column, mark in enumerate(row):
            x, y = EDGE + column * CELL, EDGE + number * CELL
            canvas.stamp(f"{'abcdefgh'[column]}{name}", _cell, x, y, (number + column) % 2, mark)
    for column in range(len(rows[0])):
        canvas.text(EDGE + CELL * (column + 0.5), height + 1.5 * EDGE, "abcdefgh"[column], 15, fill=MUTED)
    canvas.text(EDGE + width / 2, height + 2 * EDGE + 4, caption, 15, fill=ACCENT)
    return str(canvas)


def _cell(canvas: Canvas, x: float, y: float, shade: int, mark: str) -> None:
    """The first shape of a place is its ground: pages put rings around it."""
    canvas.rectangle(x, y, CELL, CELL, fill=GROUND[shade], stroke=WOOD_DARK, stroke_width=1.5)
    if mark != ".":
        fill = PLAYER_ONE if mark == "x" else PLAYER_TWO
        middle, foot = x + CELL / 2, y + 0.78 * CELL
        style = {"fill": fill, "stroke": INK, "stroke_width": 2}
        canvas.rectangle(middle - 0.24 * CELL, foot - 0.13 * CELL, 0.48 * CELL, 0.13 * CELL, rx=5, **style)
        canvas.rectangle(middle - 0.13 * CELL, y + 0.4 * CELL, 0.26 * CELL, 0.28 * CELL, rx=7, **style)
        canvas.circle(middle, y + 0.31 * CELL, 0.16 * CELL, **style)
