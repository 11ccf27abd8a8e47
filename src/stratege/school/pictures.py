"""Values of the papers as pictures: boards, bars of chocolate, rows of pixels, each cell where it belongs.

A picture is SVG that needs nothing else. Cells that matter (where two values differ, where an algorithm is)
are marked by a frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

SIDE = 34  # of a cell, in pixels
MOST_CELLS = 1200
GROUND, LINE, INK, MUTED, MARK = "#fbf7f0", "#8a6d4f", "#2b2118", "#665542", "#c02020"
WOOD, WHITE, BLACK = "#e8d3b0", "#f6f1e4", "#26323f"
CHOCOLATE, POISON, GOLD = "#7b4a2b", "#b9d58b", "#f2c14e"


@dataclass(frozen=True)
class Cell:
    """What stands at one place of a value: `key` is its index there, x and y where it is drawn, in cells."""

    key: Hashable
    x: float
    y: float
    text: str = ""
    fill: str = WHITE
    ink: str = INK
    round: bool = False
    label: str = ""


Cells = list[Cell]


def cells_of(module: str, value: Any) -> Cells | None:
    """The cells of a value of this exercise; None where there is nothing to draw."""
    if type(value) is dict and type(value.get("plateau")) is list:
        return cells_of(module, value["plateau"])
    made = next((found for draw in DRAWN.get(module, ()) if (found := draw(value))), None)
    return made if made and len(made) <= MOST_CELLS else None


def picture(module: str, value: Any, unlike: Any = None, name: str = "") -> str:
    """The SVG of a value, what differs from another (`unlike`) marked; "" where there is nothing to draw."""
    cells = cells_of(module, value)
    if cells is None:
        return ""
    other = cells_of(module, unlike) if unlike is not None else None
    looks = {(one.key, one.text, one.fill) for one in other or cells}
    return svg(cells, {one.key for one in cells if (one.key, one.text, one.fill) not in looks}, name)


def svg(cells: Cells, marked: Collection[Hashable] = (), name: str = "", below: Sequence[str] = ()) -> str:
    """The picture of some cells; lines of words may stand below."""
    left, top = min(one.x for one in cells), min(one.y for one in cells)
    margin = 14 if any(one.label for one in cells) else 4
    columns, rows = max(one.x for one in cells) - left + 1, max(one.y for one in cells) - top + 1
    width, height = columns * SIDE + 8, rows * SIDE + 2 * margin + 20 * len(below)
    width = max(width, *(8 * len(line) + 8 for line in below)) if below else width
    placed = [replace(one, x=one.x - left, y=one.y - top) for one in cells]
    last = rows - 1
    parts = [_cell(one, margin, one.key in marked, last) for one in placed]
    parts += [
        f'<text x="4" y="{height - 6 - 20 * place:g}" fill="{INK}" text-anchor="start">{escape(line)}</text>'
        for place, line in enumerate(reversed(below))
    ]
    words = f' role="img" aria-label="{escape(name)}"' if name else ' aria-hidden="true"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
    head += f'height="{height:g}" font-family="sans-serif" font-size="14" text-anchor="middle"{words}>'
    return f'{head}<rect width="100%" height="100%" fill="{GROUND}"/>{"".join(parts)}</svg>'


def _cell(one: Cell, margin: float, marked: bool, last: float) -> str:
    x, y = 4 + one.x * SIDE, margin + one.y * SIDE
    middle, radius = SIDE / 2, SIDE / 2 - 2
    edge = f'stroke="{MARK}" stroke-width="3"' if marked else f'stroke="{LINE}"'
    place = f'x="{x + 1:g}" y="{y + 1:g}" width="{SIDE - 2}" height="{SIDE - 2}" rx="3"'
    if one.round:
        shape = f'<circle cx="{x + middle:g}" cy="{y + middle:g}" r="{radius:g}" fill="{one.fill}" {edge}/>'
    else:
        shape = f'<rect {place} fill="{one.fill}" {edge}/>'
    if one.text:
        shape += f'<text x="{x + middle:g}" y="{y + middle + 5:g}" fill="{one.ink}">{escape(one.text)}</text>'
    if one.label:
        at = y - 3 if one.y == 0 and last > 0 else y + SIDE + 10
        shape += (
            f'<text x="{x + middle:g}" y="{at:g}" fill="{MUTED}" font-size="9">{escape(one.label)}</text>'
        )
    return shape


def _numbers(value: Any, least: int, most: int) -> bool:
    return (
        type(value) is list
        and bool(value)
        and all(type(one) is int and least <= one <= most for one in value)
    )


def _grid(value: Any, least: int, most: int) -> bool:
    """Rows of equal length of numbers within bounds."""
    rows = type(value) is list and bool(value) and all(_numbers(row, least, most) for row in value)
    return rows and len({len(row) for row in value}) == 1


def pits(value: Any) -> Cells | None:
    """An Awalé board, the mover's pits below."""
    if not _numbers(value, 0, 48) or len(value) != 12:
        return None
    places = [(pit, pit, 1) if pit < 6 else (pit, 11 - pit, 0) for pit in range(12)]
    return [Cell(p, x, y, str(value[p]), WOOD, INK, True, str(p)) for p, x, y in places]


def bar(value: Any) -> Cells | None:
    """A Chomp position, the poison below left."""
    if not _numbers(value, 1, 40):
        return None
    return [
        Cell((i, j), j, -i, *(("†", POISON) if i == j == 0 else ("", CHOCOLATE)))
        for i, length in enumerate(value)
        for j in range(length)
    ]


def bar_map(value: Any) -> Cells | None:
    """What every first move is worth: a star wins."""
    if not _grid(value, 0, 2):
        return None
    look = (("†", POISON, INK), ("", CHOCOLATE, INK), ("★", GOLD, INK))
    return [Cell((i, j), j, -i, *look[mark]) for i, row in enumerate(value) for j, mark in enumerate(row)]


def squares(value: Any) -> Cells | None:
    """A Nimble board over the numbers of its squares."""
    if not _numbers(value, 0, 999):
        return None
    return [
        Cell(n, n, 0, str(one) if one else "", WOOD if one else WHITE, INK, False, str(n + 1))
        for n, one in enumerate(value)
    ]


def board_of(signs: str, pawns: bool) -> Callable[[Any], Cells | None]:
    """Boards with the marks of two players: pawns, or letters on cubes."""

    def draw(value: Any) -> Cells | None:
        if not _grid(value, 0, 2):
            return None
        fills, inks = (WOOD, WHITE, BLACK), (INK, INK, WHITE)
        return [
            Cell((i, j), j, i, signs[mark], fills[mark], inks[mark], pawns and mark > 0)
            for i, row in enumerate(value)
            for j, mark in enumerate(row)
        ]

    return draw


def pixels(value: Any) -> Cells | None:
    """A picture in black and white, in greys or in colours; a line of black and white pixels."""
    if type(value) is tuple and len(value) == 2 and type(value[0]) is int:
        value = value[1]  # the number of columns, and what was asked for
    if _numbers(value, 0, 1):
        value = [value]
    if type(value) is not list or not value or any(type(row) is not list or not row for row in value):
        return None
    flat = [one for row in value for one in row]
    colours = dict(zip(map(repr, flat), map(_colours(flat), flat)))
    if None in colours.values():
        return None
    return [
        Cell((i, j), j, i, str(one) if type(one) is int else "", *colours[repr(one)])  # type: ignore[misc]
        for i, row in enumerate(value)
        for j, one in enumerate(row)
    ]


def _colours(flat: list[Any]) -> Callable[[Any], tuple[str, str] | None]:
    """How pixels of a picture are painted, and what is written on them."""
    triples = all(type(one) is tuple and len(one) == 3 for one in flat)
    if triples and all(type(level) is int and 0 <= level <= 255 for one in flat for level in one):
        most = max(level for one in flat for level in one)
        factor = 255 if most <= 1 else 1
        return lambda one: ("#" + "".join(f"{level * factor:02x}" for level in one), INK)
    if any(type(one) is not int or not 0 <= one <= 7 for one in flat):
        return lambda one: None
    top = 1 if max(flat) <= 1 else 7

    def grey(one: int) -> tuple[str, str]:
        level = round(40 + 205 * one / top)
        return f"#{level:02x}{level:02x}{level:02x}", "#fff" if level < 128 else "#222"

    return grey


def rectangles(value: Any) -> Cells | None:
    """A picture cut into rectangles: each has its number."""
    if type(value) is not tuple or len(value) != 3 or type(value[2]) is not list:
        return None
    made: Cells = []
    for number, one in enumerate(value[2]):
        if type(one) is not dict or not {"pos", "coul", "ha", "la"} <= one.keys() or len(made) > MOST_CELLS:
            return None
        sizes = (*one["pos"], one["ha"], one["la"]) if type(one["pos"]) is tuple else ()
        if len(sizes) != 4 or any(type(size) is not int or not 0 <= size <= 60 for size in sizes):
            return None
        i, j, height, width = sizes
        fill = f"hsl({math.fmod(number * 137.5, 360):.0f} 55% 78%)"
        made += [
            Cell((r, c), c, r, str(number + 1), fill)
            for r in range(i, i + height)
            for c in range(j, j + width)
        ]
    return made


DRAWN: dict[str, tuple[Callable[[Any], Cells | None], ...]] = {
    "images": (rectangles, pixels),
    "awale": (pits,),
    "awale_ccinp": (pits,),
    "chomp": (bar_map, bar),
    "nimble": (squares,),
    "mingMang": (board_of(("   "), True),),
    "quixo": (board_of(" XO", False),),
}
"""For each exercise, what its values may be, the more special first."""
