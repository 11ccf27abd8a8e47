"""What tables hold, counted: from whatever their files count."""

from __future__ import annotations

from typing import Any

import pytest

from stratege.core.charts import Bar
from stratege.tables.histogram import histogram


@pytest.mark.parametrize(
    ("layers", "by", "expected"),
    [
        (
            [{"values": {"-2": 3, "0": 1}}, {"values": {"-2": 1, "4": 5}}],
            "margin",
            [Bar("−2", 4, -1), Bar("0", 1, 0), Bar("4", 5, 1)],
        ),
        ([{"by_distance": {"1": 7, "2": 3}}], "plies", [Bar("1", 7, 1), Bar("2", 3, -1)]),
        (
            [{"plies": {"won": {"1": 7}, "lost": {"0": 2, "1": 1}}}],
            "plies",
            [Bar("0", 2, -1), Bar("1", 1, -1), Bar("1", 7, 1)],
        ),
        (
            [{"shapes": 9, "lost": 2, "lost_by_squares": {"1": 1, "3": 1}}],
            "squares",
            [Bar("1", 1, -1), Bar("3", 1, -1)],
        ),
        (
            [{"win": 5, "loss": 3, "draw": 1}, {"win": 1, "loss": 0, "draw": 0}],
            "result",
            [Bar("won", 6, 1), Bar("drawn", 1, 0), Bar("lost", 3, -1)],
        ),
    ],
)
def test_every_kind_of_statistics_is_read(layers: list[dict[str, Any]], by: str, expected: list[Bar]) -> None:
    found = histogram(layers)
    assert found is not None
    assert (found.by, list(found.bars)) == (by, expected)
    assert found.svg("x").startswith("<svg")


@pytest.mark.parametrize("layers", [[], [{}], [{"values": 3}], [{"plies": {"won": {"x": 1}}}], [{"win": 1}]])
def test_what_is_not_counted_is_not_drawn(layers: list[dict[str, Any]]) -> None:
    assert histogram(layers) is None
