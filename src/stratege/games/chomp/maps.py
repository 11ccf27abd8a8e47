"""The map of winning first moves (paper 002, Q14 and Q15), and the gallery of the maps of all small boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stratege.core.charts import heat_map
from stratege.core.errors import BadOption
from stratege.core.game import Span
from stratege.core.language import _
from stratege.core.svg import INK, MUTED, Canvas
from stratege.games.chomp.drawing import STAR, bar
from stratege.games.chomp.numbering import Box
from stratege.games.chomp.solver import Move, Probe, check_size, solved, unknown, winning_moves

POISON, LOSES, WINS = 0, 1, 2
MARKS = {POISON: ("□", "poison"), LOSES: ("■", "one"), WINS: ("★", "two")}
LOOKS = {POISON: "poison", LOSES: "one", WINS: "star"}

Map = list[list[int]]
"""For each row from the bottom, for each of its squares, what eating it is worth."""

LONGEST_SIDE = 100
GALLERY_SIDE = 14
SQUARE, PITCH, MARGIN = 4, 64, 40  # of the gallery's little bars, in pixels

CHOCOLATE, TWO_WAYS = "#8a5a36", "#3b5b7a"


def winning_map(shape: Sequence[int], probe: Probe = unknown) -> Map:
    """2 for a square that wins, 1 for one that loses, 0 for the poison: the paper's `carte_gagnante`.

    `probe` asks tables.

    >>> winning_map((3, 3))
    [[0, 1, 1], [1, 1, 2]]
    """
    lengths = [length for length in shape if length]
    _check_sides((lengths[0], len(lengths)))
    return marked(lengths, winning_moves(lengths, probe))


def marked(shape: Sequence[int], winning: Sequence[Move]) -> Map:
    """The map of a shape whose winning moves are known."""
    found = [[LOSES] * length for length in shape if length]
    found[0][0] = POISON
    for row, column in winning:
        found[row][column] = WINS
    return found


def check_bar(box: Box) -> None:
    """Refuse a bar of which no map can be drawn, because it is too long or has too many shapes."""
    _check_sides(box)
    check_size(box)


def _check_sides(box: Box) -> None:
    if max(box) > LONGEST_SIDE:
        raise BadOption(_("A map is drawn for sides of up to {most} squares.", most=LONGEST_SIDE))


def drawn(values: Map) -> list[list[Span]]:
    """The map as lines of styled text, top row first: ★ wins, ■ loses, □ is the poison."""
    wide = len(str(len(values[0]) - 1)) + 1
    lines: list[list[Span]] = []
    for row in reversed(range(len(values))):
        marks = [MARKS[value] for value in values[row]]
        lines.append([(f"{row:>3} ", "label"), *((f"{mark:>{wide}}", style) for mark, style in marks)])
    lines.append([("    ", ""), *((f"{column:>{wide}}", "label") for column in range(len(values[0])))])
    return lines


def svg(values: Map, caption: str) -> str:
    """The map as a picture: the bar with a star on every winning square."""
    styles = [[LOOKS[value] for value in line] for line in values]
    return bar(styles, _("Chomp map: {caption}", caption=caption), caption)


def gallery(side: int = GALLERY_SIDE) -> dict[Box, list[Move]]:
    """The winning first moves of every bar up to side × side, by (columns, rows), all from one sweep."""
    box = solved((side, side))
    sides = range(1, side + 1)
    return {(columns, rows): box.winning_moves((columns,) * rows) for columns in sides for rows in sides}


def gallery_svg(side: int = GALLERY_SIDE) -> str:
    """The winning first moves of every bar up to side × side in one picture."""
    return drawn_gallery(gallery(side))


def heat(bars: Mapping[Box, Sequence[Move]]) -> list[list[int]]:
    """On how many of these bars each square is a winning first move, row by row from the bottom."""
    found = [[0] * max(columns for columns, _rows in bars) for _row in range(max(rows for _c, rows in bars))]
    for moves in bars.values():
        for row, column in moves:
            found[row][column] += 1
    return found


def heat_svg(counts: Sequence[Sequence[int]]) -> str:
    """Where the winning first moves of all small bars lie, as a picture."""
    title = _("Where winning first moves lie: bars up to {side}×{side}", side=len(counts))
    return heat_map(title, counts, _("column"), _("row"))


def heat_of_all() -> list[list[int]]:
    """`heat` of the bars of the gallery."""
    return heat(gallery())


def drawn_gallery(bars: Mapping[Box, Sequence[Move]]) -> str:
    """All bars in one picture, each at its place, the winning squares lit; bars with two stand out."""
    side = max(max(box) for box in bars)
    extent = side * PITCH
    title = _("Winning first moves of Chomp up to {side}×{side}", side=side)
    canvas = Canvas(extent + 2 * MARGIN, extent + 2 * MARGIN + 20, title)
    canvas.text(MARGIN + extent / 2, MARGIN / 2, title, 16, fill=INK)
    for (columns, rows), moves in bars.items():
        with canvas.spot(f"{columns}x{rows}"):
            _draw_bar(canvas, columns, rows, MARGIN + extent, moves)
    for number in range(1, side + 1):
        middle = MARGIN + PITCH * (number - 1) + SQUARE * number / 2
        canvas.text(middle, MARGIN + extent + 14, number, 12, fill=MUTED)
        canvas.text(MARGIN / 2, 2 * MARGIN + extent - middle, number, 12, fill=MUTED)
    legend = _(
        "columns to the right, rows upwards, the poison at the bottom left; blue bars have two winning moves"
    )
    canvas.text(MARGIN + extent / 2, extent + 2 * MARGIN, legend, 12, fill=MUTED)
    return str(canvas)


def _draw_bar(canvas: Canvas, columns: int, rows: int, floor: int, moves: Sequence[Move]) -> None:
    x, y = MARGIN + PITCH * (columns - 1), floor - PITCH * (rows - 1)
    canvas.rectangle(x - SQUARE, y + SQUARE - PITCH, PITCH, PITCH, fill="none")  # where to point at it
    fill = TWO_WAYS if len(moves) > 1 else CHOCOLATE
    canvas.rectangle(x, y - SQUARE * rows, SQUARE * columns, SQUARE * rows, fill=fill)
    for row, column in moves:
        place = x + SQUARE * column, y - SQUARE * (row + 1)
        canvas.rectangle(*place, SQUARE, SQUARE, fill=STAR)
