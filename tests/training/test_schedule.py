"""When mistakes come again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stratege.training.schedule import DAY, INTERVALS, KNOWN, due, next_box


def test_what_is_known_comes_later_each_time_and_then_no_more() -> None:
    box, asked, now = 0, [], 0
    while (when := due(box, now)) is not None:
        asked.append((when - now) // DAY)
        now, box = when, next_box(box, knew=True)
    assert asked == [0, 1, 3, 7, 16, 35]
    assert box == KNOWN


@given(st.integers(0, KNOWN - 1), st.integers(0, 10**10))
def test_what_was_forgotten_comes_the_same_day(box: int, now: int) -> None:
    assert due(next_box(box, knew=False), now) == now
    assert list(INTERVALS) == sorted(INTERVALS)
