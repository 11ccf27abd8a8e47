"""Colours are reduced exactly as the paper's functions do it."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.exams import images as exam
from stratege.images.picture import INSTALMENT, Bytes, Picture, read_only
from stratege.images.reduction import (
    BLACK_AND_WHITE,
    EIGHT_COLOURS,
    REDUCTIONS,
    black_and_white,
    eight_colours,
    on_white,
    reduced,
)

LEVELS = st.one_of(st.integers(126, 129), st.integers(0, 255))
ROWS = st.integers(1, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.tuples(LEVELS, LEVELS, LEVELS), min_size=width, max_size=width), min_size=1
    )
)


@given(ROWS)
def test_black_and_white_is_the_papers(rows: list[list[tuple[int, int, int]]]) -> None:
    assert black_and_white(numpy.array(rows, numpy.uint8)).tolist() == exam.passer_en_nb(rows)


@given(ROWS)
def test_eight_colours_are_the_papers(rows: list[list[tuple[int, int, int]]]) -> None:
    found = eight_colours(numpy.array(rows, numpy.uint8))
    as_bits = [[(i >> 2, i >> 1 & 1, i & 1) for i in row] for row in found.tolist()]
    assert as_bits == exam.passer_en_8_couleurs(rows)


def test_large_pictures_are_reduced_in_instalments() -> None:
    rgba = numpy.random.default_rng(1).integers(0, 256, (3, INSTALMENT // 2 + 1, 4), numpy.uint8)
    for how, (reduce, _palette) in REDUCTIONS.items():
        assert numpy.array_equal(reduced(rgba, how).pixels, reduce(on_white(rgba)))


def test_the_palettes_show_what_the_indices_mean() -> None:
    assert BLACK_AND_WHITE.tolist() == [[0, 0, 0, 255], [255, 255, 255, 255]]
    assert EIGHT_COLOURS[5].tolist() == [255, 0, 255, 255]
    rgb: Any = EIGHT_COLOURS[None, :, :3]
    assert eight_colours(rgb).tolist() == [[0, 1, 2, 3, 4, 5, 6, 7]]


@pytest.mark.parametrize(
    ("colour", "seen"),
    [((0, 0, 0, 0), 255), ((0, 0, 0, 255), 0), ((0, 0, 0, 127), 128), ((9, 9, 9, 128), 132)],
)
def test_what_shines_through_is_white(colour: tuple[int, ...], seen: int) -> None:
    picture = numpy.array([[colour]], numpy.uint8)
    assert on_white(picture).tolist() == [[[seen] * 3]]
    assert reduced(picture, "nb").pixels.tolist() == [[int(seen >= 128)]]


def ramp() -> Bytes:
    """A photograph of sorts: opaque, of many colours."""
    row, column = numpy.mgrid[:60, :60]
    levels = [4 * row, 4 * column, 255 - 2 * row - 2 * column, numpy.full_like(row, 255)]
    return read_only(numpy.stack(levels, axis=-1))


def error_of(picture: Picture) -> float:
    return float(((picture.colours().astype(int) - ramp()) ** 2).mean())


def test_chosen_colours_are_near() -> None:
    errors = [error_of(reduced(ramp(), how)) for how in ("2", "4", "8c", "16", "64", "256")]
    assert errors == sorted(errors, reverse=True)
    assert errors[2] < error_of(reduced(ramp(), "8")) / 4
    assert errors[-1] < 20
    for colours in (2, 3, 50, 256):
        assert 2 <= len(reduced(ramp(), str(colours)).palette) <= colours


def test_dithering_keeps_the_mean() -> None:
    for how in ("nb", "8", "4"):
        plain, dithered = reduced(ramp(), how), reduced(ramp(), how, dither=True)
        assert len(dithered.palette) <= len(plain.palette) + 6

        def far(picture: Picture) -> float:
            return float(abs(picture.colours()[..., :3].mean() - ramp()[..., :3].mean()))

        assert far(dithered) <= far(plain) + 1
    assert (reduced(ramp(), "nb", dither=True).pixels != reduced(ramp(), "nb").pixels).any()
