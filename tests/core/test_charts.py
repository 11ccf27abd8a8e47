"""Charts: what is drawn is what was counted, in its place and proportion."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.core.charts import APART, Bar, Curve, bars, curves, heat_map, spread, ticks
from stratege.core.sunburst import Branch, sunburst


@given(st.floats(-1e6, 1e6), st.floats(0.01, 1e6))
def test_ticks_are_round_few_and_inside(low: float, span: float) -> None:
    marks = ticks(low, low + span)
    assert 1 <= len(marks) <= 9
    assert all(low - 1e-6 * span <= mark <= low + span + 1e-6 * span for mark in marks)
    steps = [two - one for one, two in pairwise(marks)]
    assert max(steps, default=0) - min(steps, default=0) <= 1e-6 * span


@given(st.lists(st.floats(0, 400), max_size=12))
def test_names_stand_apart_in_their_order(places: list[float]) -> None:
    moved = spread(sorted(places))
    assert len(moved) == len(places)
    assert all(two - one >= APART - 1e-6 for one, two in pairwise(moved))
    if len(places) == 1:
        assert moved == pytest.approx(places)


def test_bars_are_as_high_as_their_counts() -> None:
    picture = bars("t", [Bar("a", 10, 1), Bar("b", 5, -1), Bar("c", 0, 0)], "x", "y")
    heights = [float(height) for height in re.findall(r'<rect [^>]*height="([\d.]+)"', picture)][1:]
    assert heights[0] == pytest.approx(2 * heights[1])
    assert heights[2] == 0
    assert "logarithmic" not in picture
    assert "logarithmic" in bars("t", [Bar("a", 100_000), Bar("b", 1)], "x", "y")


def test_curves_are_named_at_their_ends_and_may_be_empty() -> None:
    picture = curves(
        "t", [Curve("one", [(1, 0.0), (2, 10.0)]), Curve("two <3", []), Curve("x", [(2, 1)])], "", ""
    )
    assert ">one</text>" in picture
    assert "two" not in picture
    assert curves("t", [], "", "").startswith("<svg")


def test_the_hottest_square_has_its_number() -> None:
    picture = heat_map("t", [[0, 1], [9, 0]], "column", "row")
    assert [int(number) for number in re.findall(r">(\d)</text>", picture)].count(9) == 1


def test_a_sunburst_shares_the_circle_out_and_names_each_place_by_its_moves() -> None:
    tree = Branch("", 4, 0.5, [Branch("e", 3, 1.0, [Branch("g", 3, 0.0)]), Branch("c", 1, 0.5)])
    picture = sunburst(tree, "t", "l")
    assert re.findall(r'data-spot="([^"]+)"', picture) == ["e", "e g", "c"]
    # three quarters is more than half of the circle: the long way round
    large = re.findall(r"A [\d.]+ [\d.]+ 0 (\d) 1", picture)
    assert large == ["1", "1", "0"]
    assert sunburst(Branch("", 0, 0.5), "t", "l").startswith("<svg")
    assert "nan" not in sunburst(Branch("", 1, 0.5, [Branch("a", 1, 1.0)]), "t", "l")


@pytest.mark.parametrize("count", [5, 12, 24, 40])
def test_names_in_a_sunburst_do_not_run_into_each_other(count: int) -> None:
    """They are level, whichever way their segment stands."""
    answers = [Branch(f"0,{number % 10}-2,0", 1, 0.5) for number in range(count)]
    picture = sunburst(Branch("all", 4, 0.5, [Branch("0,0-0,2", 1, 0.5, answers)] * 4), "t", "l")
    found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\d,\d-\d,\d)<', picture)
    boxes = [(float(x), float(y)) for x, y, _name in found]
    assert boxes
    for place, (x, y) in enumerate(boxes):
        for other_x, other_y in boxes[:place]:
            assert abs(x - other_x) >= 7 * 6 or abs(y - other_y) >= 10
