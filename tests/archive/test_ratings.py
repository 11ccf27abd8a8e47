"""Ratings follow Glickman's formulas and never get wild."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.archive.ratings import LEAST, Rating, _weight, expected, rate


@pytest.mark.parametrize(
    ("rating", "deviation", "weight", "chance"),
    [(1400, 30, 0.9955, 0.639), (1550, 100, 0.9531, 0.432), (1700, 300, 0.7242, 0.303)],
)
def test_the_example_of_glickmans_paper(
    rating: float, deviation: float, weight: float, chance: float
) -> None:
    assert _weight(deviation) == pytest.approx(weight, abs=1e-4)
    assert expected(1500, rating, deviation) == pytest.approx(chance, abs=1e-3)


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=60))
def test_laws(results: list[float]) -> None:
    one, two = Rating(), Rating()
    for points in results:
        before = one.deviation
        rate(one, two, points)
        assert LEAST <= one.deviation <= before
        assert one.value + two.value == pytest.approx(3000)  # both are equally uncertain here
        assert one.highest >= round(one.value)
    assert one.games == len(results)


def test_the_winner_gains_and_the_sure_move_less() -> None:
    sure, unsure, rival = Rating(deviation=50), Rating(), Rating(deviation=50)
    rate(sure, rival, 1)
    rate(unsure, Rating(deviation=50), 1)
    assert 1500 < sure.value < unsure.value
    assert unsure.highest == round(unsure.value)
