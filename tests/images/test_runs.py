"""Runs are the paper's counts, and painting them gives the image back."""

from __future__ import annotations

import importlib
from typing import Any

import numpy
import pytest
from hypothesis import given
from tests.images.pictures import images

from stratege.exams import images as exam
from stratege.images.picture import BadPicture, Bytes, read_only
from stratege.images.runs import KERNEL, RunPainter, counts_of, runs_of

pytestmark = pytest.mark.bounds


def painted(size: tuple[int, ...], lengths: list[int], colours: list[int]) -> Any:
    height, width = size
    painter = RunPainter(height, width)
    painter.paint([numpy.array(lengths, numpy.int64)], read_only(colours))
    return painter.finished().tolist()


@given(images(colours=2))
def test_counts_are_the_papers(pixels: Bytes) -> None:
    columns, counts = exam.compresse_image(pixels.tolist())
    assert (pixels.shape[1], counts_of(pixels).tolist()) == (columns, counts)


@given(images())
def test_runs_are_maximal_and_give_the_image_back(pixels: Bytes) -> None:
    lengths, colours = runs_of(pixels)
    assert (colours[1:] != colours[:-1]).all()
    assert numpy.repeat(colours, lengths).tolist() == pixels.ravel().tolist()
    assert painted(pixels.shape, lengths.tolist(), colours.tolist()) == pixels.tolist()


@given(images(largest=12))
def test_interpreted_loops_do_the_same(pixels: Bytes) -> None:
    kernel, line = importlib.import_module(KERNEL), pixels.ravel()
    lengths, colours = runs_of(pixels)
    assert kernel.count_runs(line) == len(lengths)
    found = numpy.zeros_like(lengths), numpy.zeros_like(colours)
    kernel.find_runs(line, *found)
    assert (found[0].tolist(), found[1].tolist()) == (lengths.tolist(), colours.tolist())
    again = numpy.zeros_like(line)
    assert kernel.paint_runs(again, 0, lengths, colours) == (len(line), len(lengths))
    assert again.tolist() == line.tolist()


def test_an_image_without_pixels_has_no_runs() -> None:
    assert len(counts_of(numpy.zeros((0, 3)))) == len(exam.compte_0_1([])) == 0


@pytest.mark.parametrize(
    ("lengths", "message"),
    [
        ([3, 2], "nothing for row 1, column 2"),
        ([], "nothing for row 0, column 0"),
        ([3, 4], "Run 1 goes on after"),
        ([6, 1], "Run 1 goes on after"),
        ([2**35 - 1], "Run 0 goes on after"),
        ([3, 0, 3], "Run 1 is empty"),
    ],
)
def test_runs_that_do_not_fill_the_rows(lengths: list[int], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        painted((2, 3), lengths, [0] * len(lengths))


def test_only_the_first_run_may_be_empty() -> None:
    assert painted((1, 2), [0, 2], [0, 1]) == [[1, 1]]
