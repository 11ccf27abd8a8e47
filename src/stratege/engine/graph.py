"""How a game went, as a graph: the result that player 1 could expect after each move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.svg import ACCENT, INK, MUTED, PLAYER_ONE, PLAYER_TWO, WOOD_DARK, Canvas
from stratege.engine.adviser import Adviser
from stratege.engine.limits import Limits

WIDTH, HEIGHT, EDGE = 720, 300, 44
SWING = 0.15
"""A move after which player 1 can expect so much more or less is marked."""


def expectations(
    line: Line, limits: Limits, told: Callable[[float], None] = lambda fraction: None
) -> list[float]:
    """What player 1 can expect at the start and after each move, from 0 (lost) to 1 (won)."""
    adviser, values = Adviser(line.game), []
    for done, here in enumerate(_prefixes(line)):
        outcome = here.outcome()
        if outcome is not None:
            values.append({1: 1.0, 2: 0.0, None: 0.5}[outcome.winner])
        else:
            best = adviser.advise(here, limits).moves[0].value.expected
            values.append(best if here.to_move == 1 else 1 - best)
        told((done + 1) / (line.plies + 1))
    return values


def graph_svg(line: Line, values: Sequence[float]) -> str:
    """The graph as a picture: light below the curve for player 1, dark above it for player 2."""
    title = _("How the game went: {game}", game=line.game.label())
    canvas = Canvas(WIDTH, HEIGHT, title)
    inner, tall = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE
    step = inner / max(1, len(values) - 1)
    points = [(EDGE + ply * step, EDGE + (1 - value) * tall) for ply, value in enumerate(values)]
    canvas.rectangle(EDGE, EDGE, inner, tall, fill=PLAYER_TWO, fill_opacity=0.25)
    bottom = EDGE + tall
    canvas.polygon([(EDGE, bottom), *points, (points[-1][0], bottom)], fill=PLAYER_ONE)
    for part, words in ((0.0, "1"), (0.5, "½"), (1.0, "0")):
        canvas.line(
            EDGE, EDGE + part * tall, WIDTH - EDGE, EDGE + part * tall, stroke=MUTED, stroke_width=0.7
        )
        canvas.text(EDGE - 18, EDGE + part * tall, words, 14, fill=MUTED)
    for (x, y), (later, lower) in pairwise(points):
        canvas.line(x, y, later, lower, stroke=WOOD_DARK, stroke_width=2.5)
    moves = line.moves_text
    for ply, (before, after) in enumerate(pairwise(values), start=1):
        if abs(after - before) >= SWING:
            x, y = points[ply]
            canvas.circle(x, y, 4.5, fill=ACCENT)
            canvas.text(x, y - 14 if y > EDGE + 24 else y + 16, moves[ply - 1], 11, fill=INK)
    canvas.text(WIDTH / 2, EDGE / 2, title, 16)
    canvas.text(WIDTH / 2, HEIGHT - EDGE / 2, _("{n} moves", n=line.plies), 13, fill=MUTED)
    return str(canvas)


def _prefixes(line: Line) -> list[Line]:
    found = [line]
    while found[-1].before is not None:
        found.append(found[-1].before)
    return found[::-1]
