"""Quixo as a picture: cubes in a tray, numbered from 0 as in the paper."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.svg import ACCENT, INK, MUTED, WOOD, WOOD_DARK, Canvas
from stratege.games.boards import Grid

CELL = 84
EDGE = 44
CUBE = "#ecd6ae"
CROSS, RING = "#26323f", "#b3391b"


def svg(grid: Grid, caption: str) -> str:
    """The tray with its cubes; crosses are player 1's, rings player 2's."""
    n = len(grid)
    side = n * CELL
    canvas = Canvas(side + 2 * EDGE, side + 2 * EDGE + 24, _("Quixo board: {caption}", caption=caption))
    canvas.rectangle(
        EDGE - 10, EDGE - 10, side + 20, side + 20, rx=14, fill=WOOD, stroke=WOOD_DARK, stroke_width=3
    )
    for row, cells in enumerate(grid):
        canvas.text(EDGE / 2 - 4, EDGE + CELL * (row + 0.5), row, 15, fill=MUTED)
        canvas.text(EDGE + CELL * (row + 0.5), EDGE / 2 - 4, row, 15, fill=MUTED)
        for column, cell in enumerate(cells):
            canvas.stamp(f"{row},{column}", _cube, EDGE + column * CELL, EDGE + row * CELL, cell)
    canvas.text(EDGE + side / 2, side + 2 * EDGE + 4, caption, 15, fill=ACCENT)
    return str(canvas)


def _cube(canvas: Canvas, x: float, y: float, cell: int) -> None:
    canvas.rectangle(x + 4, y + 4, CELL - 8, CELL - 8, rx=9, fill=CUBE, stroke=WOOD_DARK, stroke_width=2)
    canvas.rectangle(x + 9, y + 8, CELL - 18, 4, rx=2, fill="#fff8ec", fill_opacity="0.8")
    if cell == 1:
        near, far = 0.29 * CELL, 0.71 * CELL
        style = {"stroke": CROSS, "stroke_width": 9, "stroke_linecap": "round"}
        canvas.line(x + near, y + near, x + far, y + far, **style)
        canvas.line(x + far, y + near, x + near, y + far, **style)
    elif cell == 2:
        canvas.circle(x + CELL / 2, y + CELL / 2, 0.22 * CELL, fill="none", stroke=RING, stroke_width=9)
    else:
        canvas.circle(x + CELL / 2, y + CELL / 2, 3, fill=INK, fill_opacity="0.18")
