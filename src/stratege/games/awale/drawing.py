"""Awalé on screen: player 2's row above, right to left, player 1's below, as they sit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stratege.core.game import Span
from stratege.core.language import _
from stratege.core.svg import ACCENT, INK, MUTED, WOOD, WOOD_DARK, Canvas

CELL = 92
SEED = "#4b5d3a"


def drawn(pits: Sequence[int], stores: Sequence[int], to_move: int) -> list[list[Span]]:
    """The board as lines of styled text."""
    above: list[Span] = [("    ", ""), *((f"{letter:>4}", "label") for letter in "lkjihg")]
    below: list[Span] = [("    ", ""), *((f"{letter:>4}", "label") for letter in "abcdef")]
    return [above, _row(2, pits[:5:-1], stores[1], to_move), _row(1, pits[:6], stores[0], to_move), below]


def _row(player: int, pits: Sequence[int], store: int, to_move: int) -> list[Span]:
    style = "one" if player == 1 else "two"
    mark = "▶" if player == to_move else " "
    cells: list[Span] = [(f"{seeds:>4}", style if seeds else "empty") for seeds in pits]
    return [(f"{mark} {player} ", "turn"), *cells, ("  │ ", "label"), (f"{store:>2}", style)]


def svg(pits: Sequence[int], stores: Sequence[int], caption: str) -> str:
    """The wooden board with its seeds, a store at each end."""
    canvas = Canvas(8 * CELL + 20, 2 * CELL + 120, _("Awalé board: {caption}", caption=caption))
    canvas.rectangle(10, 40, 8 * CELL, 2 * CELL + 20, rx=40, fill=WOOD, stroke=WOOD_DARK, stroke_width=3)
    for index, seeds in enumerate(pits):
        column, lower = (index, True) if index < 6 else (11 - index, False)
        x = 10 + CELL * (column + 1.5)
        y = 50 + CELL * (1.5 if lower else 0.5)
        canvas.stamp("abcdefghijkl"[index], _pit, x, y, seeds)
        canvas.text(x, y + CELL * 0.78 if lower else y - CELL * 0.74, "abcdefghijkl"[index], 17, fill=MUTED)
    for player, x in ((2, 10 + CELL * 0.5), (1, 10 + CELL * 7.5)):
        canvas.rectangle(x - 30, 62, 60, 2 * CELL - 24, rx=30, fill=WOOD_DARK, fill_opacity="0.55")
        canvas.text(x, 50 + CELL, stores[player - 1], 28, fill="#fff8ec", font_weight="bold")
    for player, x, y in ((2, 0.5, 22), (1, 7.5, 2 * CELL + 78)):
        canvas.text(10 + CELL * x, y, _("player {n}", n=player), 14, fill=MUTED, class_="aside")
    canvas.text(4 * CELL + 10, 2 * CELL + 103, caption, 15, fill=ACCENT)
    return str(canvas)


def _pit(canvas: Canvas, x: float, y: float, seeds: int) -> None:
    canvas.circle(x, y, CELL * 0.43, fill=WOOD_DARK, fill_opacity="0.45", stroke=WOOD_DARK, stroke_width=2)
    # A sunflower spiral keeps any number of seeds apart; past a score they are only hinted at.
    shown = min(seeds, 24)
    for k in range(shown):
        radius = CELL * 0.335 * math.sqrt((k + 0.5) / max(shown, 4))
        angle = k * 2.39996 + 0.6
        canvas.circle(
            x + radius * math.cos(angle),
            y + radius * math.sin(angle),
            6.2,
            fill=SEED,
            stroke=INK,
            stroke_width=1,
        )
    badge = CELL * 0.33
    canvas.circle(x + badge, y + badge, 14, fill="#fff8ec", stroke=WOOD_DARK)
    canvas.text(x + badge, y + badge, seeds, 17, font_weight="bold")
