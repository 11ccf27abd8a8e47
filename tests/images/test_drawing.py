"""Layers to lay over a picture: lines where rectangles begin, tints that change where runs do."""

from __future__ import annotations

import io

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from stratege.images import drawing, peers
from stratege.images.picture import Picture, greys
from stratege.images.rectangles import cover
from stratege.images.runs import runs_of


def rows_of(width: int) -> st.SearchStrategy[list[list[int]]]:
    row = st.lists(st.integers(0, 2), min_size=width, max_size=width)
    return st.lists(row, min_size=1, max_size=6)


PIXELS = st.integers(1, 6).flatmap(rows_of)


@given(PIXELS)
def test_tints_change_exactly_where_runs_do(rows: list[list[int]]) -> None:
    image = numpy.array(rows, numpy.uint8)
    tints = drawing.tinted(len(rows), len(rows[0]), runs_of(image)).pixels
    assert tints.shape == image.shape
    steps = (numpy.diff(line.ravel().astype(int)) != 0 for line in (tints, image))
    assert numpy.array_equal(*steps)


@given(PIXELS, st.integers(2, 4))
def test_the_outlines_laid_over_a_picture_are_the_drawing(rows: list[list[int]], scale: int) -> None:
    picture = Picture.of(rows, greys(3))
    rectangles = cover(picture.pixels)
    whole = Image.open(io.BytesIO(drawing.png(picture, rectangles, scale))).convert("RGBA")
    lines = drawing.outlines(picture.height, picture.width, rectangles, scale)
    large = picture.colours().repeat(scale, axis=0).repeat(scale, axis=1)
    laid = Image.fromarray(large)
    laid.alpha_composite(Image.open(io.BytesIO(peers.png(lines))).convert("RGBA"))
    assert (numpy.asarray(laid) == numpy.asarray(whole)).all()


@given(PIXELS, st.integers(1, 3), st.integers(0, 4))
def test_strokes_are_the_same_drawn_together_or_one_by_one(
    rows: list[list[int]], scale: int, short: int
) -> None:
    pixels = numpy.array(rows, numpy.uint8)
    rectangles = cover(pixels)
    expected = numpy.zeros((scale * len(rows), scale * len(rows[0])), numpy.uint8)
    for top, left, high, wide in (scale * rectangles[:, :4]).tolist():
        expected[top, left : left + wide] = expected[top : top + high, left] = 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "SHORT", short)
        patch.setattr(drawing, "TOGETHER", 3)
        lines = drawing.outlines(len(rows), len(rows[0]), rectangles, scale).pixels
    assert numpy.array_equal(lines, expected)
