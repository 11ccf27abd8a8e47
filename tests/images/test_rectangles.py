"""The cover is the paper's, rectangle for rectangle; the check names the condition that fails and where."""

from __future__ import annotations

import importlib
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.images.pictures import images, random_pictures

from stratege.exams import images as exam
from stratege.images.picture import BadPicture, Bytes, read_only
from stratege.images.rectangles import KERNEL, RectanglePainter, check, cover, paint


def as_exam(table: Any) -> list[exam.Rectangle]:
    """Rectangles as the paper writes them."""
    return [
        {"pos": (top, left), "coul": colour, "ha": high, "la": wide}
        for top, left, high, wide, colour in numpy.asarray(table).tolist()
    ]


def as_table(rectangles: list[exam.Rectangle]) -> list[tuple[int, ...]]:
    return [(*one["pos"], one["ha"], one["la"], one["coul"]) for one in rectangles]


def painted(height: int, width: int, sizes: list[tuple[int, int]]) -> Any:
    """The image of rectangles without positions, all of one colour."""
    painter = RectanglePainter(height, width)
    both = [numpy.array(side, numpy.int64) for side in zip(*sizes)]
    painter.paint(both, read_only([1] * len(sizes)))
    return painter.finished().tolist()


@pytest.mark.bounds
@given(images(largest=24))
def test_the_cover_is_the_papers(pixels: Bytes) -> None:
    high, wide, expected = exam.compression_rectangle(pixels.tolist())
    assert (high, wide) == pixels.shape
    assert as_exam(cover(pixels)) == expected


def test_the_cover_is_the_papers_on_many_pictures() -> None:
    for picture in random_pictures(400, seed=1):
        assert as_exam(cover(picture.pixels)) == exam.compression_rectangle(picture.pixels.tolist())[2]


def test_among_equal_areas_the_least_high() -> None:
    assert cover([[1, 1], [1, 0]]).tolist()[0] == [0, 0, 1, 2, 1]
    assert cover([[3, 3, 3], [3, 3, 6], [3, 4, 6]]).tolist()[0] == [0, 0, 2, 2, 3]


@pytest.mark.bounds
@given(images(largest=12))
def test_interpreted_loops_do_the_same(pixels: Bytes) -> None:
    kernel, found = importlib.import_module(KERNEL), cover(pixels)
    assert kernel.cover(pixels).tolist() == found.tolist()
    again, (bottom, span) = numpy.zeros_like(pixels), numpy.zeros((2, pixels.shape[1]), int)
    sizes, colours = found[:, 2:4].T, found[:, 4]
    end = kernel.paint_rectangles(again, bottom, span, 0, 0, sizes, colours)
    assert end == (len(pixels), 0, len(found))
    assert again.tolist() == pixels.tolist()


@pytest.mark.bounds
def test_more_rectangles_than_the_first_room() -> None:
    noise = numpy.random.default_rng(2).integers(0, 256, (90, 90), numpy.uint8)
    found = cover(noise)
    assert len(found) > 4 * importlib.import_module(KERNEL).FIRST_ROOM
    assert paint(90, 90, found).tolist() == noise.tolist()


def test_the_papers_two_ways_to_cut_its_image() -> None:
    for high, wide, rectangles in (exam.ic1, exam.ic2):
        check(high, wide, as_table(rectangles))
        assert paint(high, wide, as_table(rectangles)).tolist() == exam.img1


@given(images(largest=8, colours=3), st.data())
def test_the_check_agrees_with_the_papers_conditions(pixels: Bytes, data: st.DataObject) -> None:
    """On covers with one rectangle dropped, repeated, or moved and resized a little."""
    table, (height, width) = cover(pixels).tolist(), pixels.shape
    index = data.draw(st.integers(0, len(table) - 1))
    how = data.draw(st.sampled_from(["drop", "repeat", "change", "shuffle"]))
    if how == "drop":
        del table[index]
    elif how == "repeat":
        table.append(table[index])
    elif how == "change":
        table[index][data.draw(st.integers(0, 3))] += data.draw(st.integers(-2, 2))
    else:
        table.reverse()
    valid = exam.image_compressee_valide(height, width, as_exam(numpy.reshape(table, (-1, 5))))
    if valid:
        check(height, width, table)
    else:
        with pytest.raises(BadPicture):
            check(height, width, table)


@pytest.mark.bounds
@pytest.mark.parametrize(
    ("rectangles", "message"),
    [
        ([(0, 0, 2, 3, 1), (1, 1, 1, 3, 1)], "Rectangle 1, 1 × 3 at row 1, column 1, is not inside"),
        ([(0, 0, 2, 3, 1), (-1, 0, 1, 1, 1)], "Rectangle 1, 1 × 1 at row -1, column 0, is not inside"),
        ([(0, 0, 2, 0, 1)], "Rectangle 0, 2 × 0"),
        ([(2**31, 0, 1, 1, 1)], "Rectangle 0"),
        (
            [(0, 0, 1, 3, 1), (1, 0, 1, 3, 1), (0, 2, 2, 1, 1)],
            "Rectangles 0 and 2 overlap at row 0, column 2",
        ),
        ([(0, 0, 1, 3, 1), (1, 0, 1, 2, 1)], "covers the pixel at row 1, column 2"),
        ([], "covers the pixel at row 0, column 0"),
    ],
)
def test_the_first_condition_that_fails_is_named(rectangles: list[tuple[int, ...]], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        check(2, 3, rectangles)


@pytest.mark.bounds
@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([(2, 1), (1, 2), (1, 1)], "covers the pixel at row 1, column 2"),
        ([(2, 3), (1, 1)], "Rectangle 1 comes when every pixel is covered"),
        ([(3, 1)], "Rectangle 0, 3 × 1 at row 0, column 0, is not inside"),
        ([(1, 2), (1, 2)], "Rectangle 1, 1 × 2 at row 0, column 2, is not inside"),
        ([(1, 3), (0, 1)], "Rectangle 1, 0 × 1"),
        ([(1, 1), (2, 1), (1, 1), (1, 2)], "Rectangle 3 overlaps one before it at row 1, column 1"),
        ([(1, 3), (2**35 - 1, 2**35 - 1)], "is not inside"),
    ],
)
def test_sizes_that_make_no_cover(sizes: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        painted(2, 3, sizes)
