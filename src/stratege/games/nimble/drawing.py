"""Nimble on screen: the squares in a row, numbered from 1 as in the paper."""

from __future__ import annotations

from stratege.core.game import Span
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.svg import ACCENT, INK, MUTED, WOOD, WOOD_DARK, Canvas

CELL = 84
EDGE = 30
PAWN = "#c2410c"
MOST_STACKED = 6


def drawn(counts: State) -> list[list[Span]]:
    """The pawns on each square, and below them the squares' numbers."""
    wide = max(len(str(len(counts))), max(len(str(count)) for count in counts)) + 1
    pawns: list[Span] = []
    numbers: list[Span] = []
    for square, count in enumerate(counts, start=1):
        pawns += [(f"{count:>{wide}}", "one" if count else "empty"), (" │", "label")]
        numbers += [(f"{square:>{wide}}", "label"), (" │", "label")]
    return [pawns, [("─" * ((wide + 2) * len(counts)), "label")], numbers]


def svg(counts: State, caption: str) -> str:
    """The squares with their pawns piled up; a tall pile shows its number."""
    width = len(counts) * CELL
    canvas = Canvas(width + 2 * EDGE, 276, _("Nimble board: {caption}", caption=caption))
    for square, count in enumerate(counts):
        x = EDGE + square * CELL
        canvas.stamp(str(square + 1), _square, x, square, count)
        canvas.text(x + CELL / 2, 218, square + 1, 15, fill=MUTED)
    canvas.line(EDGE, 200, EDGE + width, 200, stroke=WOOD, stroke_width=4)
    canvas.text(EDGE + width / 2, 250, caption, 15, fill=ACCENT)
    return str(canvas)


def _square(canvas: Canvas, x: float, square: int, count: int) -> None:
    fill = "#f1dcb8" if square % 2 else "#e9c993"
    canvas.rectangle(x, 40, CELL, 160, fill=fill, stroke=WOOD_DARK, stroke_width=2)
    for level in range(min(count, MOST_STACKED)):
        canvas.rectangle(x + 18, 180 - 21 * level, CELL - 36, 17, rx=8, fill=PAWN, stroke=INK)
    if count:
        canvas.text(x + CELL / 2, 57, count, 18, font_weight="bold")
