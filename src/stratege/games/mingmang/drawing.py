"""Ming Mang as a picture: light and dark pawns on a lined board, numbered from 1 as in the paper."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.svg import ACCENT, INK, MUTED, PLAYER_ONE, PLAYER_TWO, WOOD, WOOD_DARK, Canvas
from stratege.games.boards import Grid

EDGE = 44


def svg(grid: Grid, caption: str) -> str:
    """The board with its pawns; player 1's are light, player 2's dark."""
    n = len(grid)
    cell = max(28, min(64, 560 // n))
    side = n * cell
    canvas = Canvas(side + 2 * EDGE, side + 2 * EDGE + 24, _("Ming Mang board: {caption}", caption=caption))
    canvas.rectangle(EDGE, EDGE, side, side, fill="#e9c993", stroke=WOOD_DARK, stroke_width=3)
    for row, cells in enumerate(grid):
        at = EDGE + cell * (row + 0.5)
        canvas.text(EDGE / 2, at, row + 1, 14, fill=MUTED)
        canvas.text(at, EDGE / 2, row + 1, 14, fill=MUTED)
        for column, pawn in enumerate(cells):
            place = f"{row + 1},{column + 1}"
            canvas.stamp(place, _square, EDGE + column * cell, EDGE + row * cell, cell, pawn)
    canvas.text(EDGE + side / 2, side + 2 * EDGE + 4, caption, 15, fill=ACCENT)
    return str(canvas)


def _square(canvas: Canvas, x: float, y: float, cell: float, pawn: int) -> None:
    canvas.rectangle(x, y, cell, cell, fill="#e9c993", stroke=WOOD, stroke_width=1.5)
    if pawn:
        fill, ring = ((PLAYER_ONE, WOOD_DARK), (PLAYER_TWO, "#8ea3b7"))[pawn - 1]
        canvas.circle(x + cell / 2, y + cell / 2, cell * 0.38, fill=fill, stroke=INK, stroke_width=1.5)
        canvas.circle(x + cell / 2, y + cell / 2, cell * 0.24, fill="none", stroke=ring, stroke_width=1.5)
