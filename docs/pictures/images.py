"""Draw the pictures of docs/images.md: the contexts' template, and one board as each codec sees it."""

from __future__ import annotations

import io
from pathlib import Path

import numpy
from PIL import Image

import stratege
from stratege.core.svg import Canvas, png
from stratege.images import drawing, heat
from stratege.images.rectangles import cover
from stratege.images.reduction import reduced
from stratege.images.runs import runs_of
from stratege.images.twocolours import FIELDS

FOLDER = Path(__file__).parent
SQUARE = 40
DISCS = (4, 5, 9, 13, 18, 25)
TINTS = ("#b2182b", "#ef8a62", "#fddbc7", "#d1e5f0", "#67a9cf", "#2166ac")
WIDTH = 360


def template() -> str:
    """X and the forty pixels that it is predicted from, each with the first context that sees it."""
    canvas = Canvas(11 * SQUARE, 6 * SQUARE, "the six contexts of a pixel")
    for row, (_lowest, count, column) in enumerate(FIELDS):
        for k in range(count):
            away = (column - k) ** 2 + row**2
            number = sum(away > disc for disc in DISCS)
            _square(canvas, 5 - row, 5 + column - k, str(number + 1), TINTS[number])
    _square(canvas, 5, 5, "X", "#ffffff")
    return str(canvas) + "\n"


def _square(canvas: Canvas, row: int, column: int, words: str, fill: str) -> None:
    x, y = column * SQUARE, row * SQUARE
    canvas.rectangle(x, y, SQUARE, SQUARE, fill=fill, stroke="#444444")
    canvas.text(x + SQUARE / 2, y + SQUARE / 2, words, size=20)


def side_by_side() -> Image.Image:
    """A board in eight colours: its runs, its rectangles, how likely each pixel was, and what it costs."""
    image = Image.open(io.BytesIO(png(stratege.game("awale").start().svg(), WIDTH))).convert("RGBA")
    picture = reduced(numpy.asarray(image), "8").canonical
    size, bits = (picture.height, picture.width), heat.spent(picture)
    rectangles = Image.fromarray(picture.colours())
    rectangles.alpha_composite(Image.fromarray(drawing.outlines(*size, cover(picture.pixels), 1).colours()))
    runs = Image.fromarray(drawing.tinted(*size, runs_of(picture.pixels)).colours())
    maps = [Image.fromarray(made.colours()) for made in (heat.of_probabilities(bits), heat.of_bits(bits))]
    sheet = Image.new("RGB", (2 * size[1] + 8, 2 * size[0] + 8), "white")
    for number, one in enumerate([runs, rectangles, *maps]):
        sheet.paste(one.convert("RGB"), (number % 2 * (size[1] + 8), number // 2 * (size[0] + 8)))
    return sheet


if __name__ == "__main__":
    (FOLDER / "images-template.svg").write_text(template(), encoding="utf-8")
    side_by_side().save(FOLDER / "images-codecs.png", optimize=True)
