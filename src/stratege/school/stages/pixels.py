"""Runs being counted and rectangles being found, pixel by pixel."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from stratege.core.language import _
from stratege.exams.images import dim_largeur_max
from stratege.school import pictures
from stratege.school.frames import Frame
from stratege.school.pictures import Cell, svg
from stratege.school.stages import sense


def runs(ligne01: list[int]) -> list[Frame]:
    """`compte_0_1`, pixel by pixel."""
    sense.line(ligne01)
    counts, colour, n = list[int](), 0, 0
    frames = [Frame(_("Zeros are counted first; there are none yet."), _line(ligne01, (), counts, n))]
    for place, pixel in enumerate(ligne01):
        words = _("Another {colour}.", colour=pixel)
        if pixel != colour:
            counts.append(n)
            words = _("The colour changes: {n} is noted, and {colour} is counted.", n=n, colour=pixel)
            colour, n = pixel, 0
        n += 1
        frames.append(Frame(words, _line(ligne01, range(place - n + 1, place + 1), counts, n)))
    counts.append(n)
    words = _("The line is over, and no change notes the last run: {n} is noted now.", n=n)
    return [*frames, Frame(words, _line(ligne01, (), counts, None))]


def _line(pixels: list[int], marked: Collection[int], counts: list[int], n: int | None) -> str:
    cells = pictures.pixels(pixels)
    assert cells is not None
    below = [f"{counts}" + ("" if n is None else f"   + {n}")]
    return svg(cells, {(0, place) for place in marked}, below=below)


def rectangles(img: list[list[int]]) -> list[Frame]:
    """`compression_rectangle`, and in it `rectangle_max`, row by row."""
    sense.image(img)
    rest: list[list[int | None]] = [list(row) for row in img]
    frames = [Frame(_("The picture; no pixel is covered yet."), _drawn(img, rest, ()))]
    found = 0
    for i, row in enumerate(rest):
        for j, pixel in enumerate(row):
            if pixel is None:
                continue
            found += 1
            height, width = _largest(img, rest, i, j, frames)
            spot = _spot(i, j, height, width)
            for r, c in spot:
                rest[r][c] = None
            words = _(
                "Rectangle {n}: {height} × {width}. Its pixels are covered.",
                n=found,
                height=height,
                width=width,
            )
            frames.append(Frame(words, _drawn(img, rest, spot)))
    words = _("Every pixel is covered: {n} rectangles.", n=found)
    return [*frames, Frame(words, _drawn(img, rest, ()))]


def _largest(
    img: list[list[int]], rest: list[list[int | None]], i: int, j: int, frames: list[Frame]
) -> tuple[int, int]:
    """The largest rectangle at a corner; every height that is tried is a frame."""
    best, last, r = (0, 0), len(img[0]) - 1, i
    while r < len(img) and rest[r][j] == rest[i][j]:
        width = dim_largeur_max(rest, (r, j), last)
        height = r - i + 1
        values = {"height": height, "width": width, "area": height * width}
        words = _(
            "From ({i}, {j}), height {height}: the narrowest row is {width} wide, area {area}.",
            i=i,
            j=j,
            **values,
        )
        if height * width > best[0] * best[1]:
            best = (height, width)
            words += " " + _("The largest so far.")
        frames.append(Frame(words, _drawn(img, rest, _spot(i, j, height, width))))
        last, r = j + width - 1, r + 1
    return best


def _spot(i: int, j: int, height: int, width: int) -> list[tuple[int, int]]:
    return [(r, c) for r in range(i, i + height) for c in range(j, j + width)]


def _drawn(img: list[list[int]], rest: Sequence[Sequence[int | None]], marked: Collection[Hashable]) -> str:
    """The picture, covered pixels struck out."""
    cells = pictures.pixels(img)
    assert cells is not None
    look = [
        one if rest[int(one.y)][int(one.x)] is not None else Cell(one.key, one.x, one.y, "·", "#d9ead3")
        for one in cells
    ]
    return svg(look, marked)
