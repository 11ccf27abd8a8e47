"""Chomp on screen: the bar with its poisoned square at the bottom left, numbered from 0 as in the paper."""

from __future__ import annotations

from collections.abc import Sequence

from stratege.core.game import Span
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.svg import ACCENT, MUTED, Canvas

EDGE = 44
STAR = "#f5c542"


def drawn(lengths: State, columns: int) -> list[list[Span]]:
    """The bar as lines of styled text, top row first."""
    wide = len(str(columns - 1)) + 1
    lines: list[list[Span]] = []
    for row in reversed(range(len(lengths))):
        line: list[Span] = [(f"{row:>3} ", "label")]
        for column in range(columns):
            mark, style = _square(row, column, lengths[row])
            line.append((f"{mark:>{wide}}", style))
        lines.append(line)
    lines.append([("    ", ""), *((f"{column:>{wide}}", "label") for column in range(columns))])
    return lines


def _square(row: int, column: int, length: int) -> tuple[str, str]:
    if column >= length:
        return "·", "empty"
    return ("□", "poison") if row == column == 0 else ("■", "one")


def svg(lengths: State, columns: int, caption: str) -> str:
    """The chocolate bar, eaten squares left as traces."""
    styles = [
        [_square(row, column, length)[1] for column in range(columns)] for row, length in enumerate(lengths)
    ]
    return bar(styles, _("Chomp bar: {caption}", caption=caption), caption)


def bar(styles: Sequence[Sequence[str]], title: str, caption: str) -> str:
    """A bar of squares, each in the look of its style, row by row from the bottom."""
    rows, columns = len(styles), max(map(len, styles))
    cell = max(14, min(64, 720 // max(rows, columns)))
    width, height = columns * cell, rows * cell
    canvas = Canvas(width + 2 * EDGE, height + 2 * EDGE + 24, title)
    numbers = min(14.0, 0.6 * cell)  # two digits are not wider than a square
    for row, line in enumerate(styles):
        y = EDGE + height - (row + 1) * cell
        canvas.text(EDGE / 2, y + cell / 2, row, numbers, fill=MUTED)
        for column, style in enumerate(line):
            canvas.stamp(f"{row},{column}", _draw_square, EDGE + column * cell, y, cell, style)
    for column in range(columns):
        canvas.text(EDGE + cell * (column + 0.5), EDGE + height + 18, column, numbers, fill=MUTED)
    canvas.text(EDGE + width / 2, height + 2 * EDGE + 6, caption, 15, fill=ACCENT)
    return str(canvas)


def _draw_square(canvas: Canvas, x: float, y: float, cell: float, style: str) -> None:
    if style == "empty":
        canvas.rectangle(
            x + 2, y + 2, cell - 4, cell - 4, rx=5, fill="none", stroke="#d8c9b4", stroke_dasharray="4 4"
        )
        return
    fill, light = ("#5b7f3a", "#86ab5f") if style == "poison" else ("#6b4226", "#8a5a36")
    canvas.rectangle(x + 1, y + 1, cell - 2, cell - 2, rx=6, fill=fill)
    canvas.rectangle(x + cell * 0.16, y + cell * 0.16, cell * 0.68, cell * 0.68, rx=5, fill=light)
    if style == "poison":
        canvas.text(x + cell / 2, y + cell / 2, "☠", cell * 0.5, fill="#fbf7f0")
    elif style == "star":
        canvas.text(x + cell / 2, y + cell / 2, "★", cell * 0.6, fill=STAR)
