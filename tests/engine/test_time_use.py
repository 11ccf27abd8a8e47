"""Time that a move leaves and later ones use, by a clock that the tests turn."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from stratege.core.registry import game
from stratege.engine import alarm, alphabeta
from stratege.engine.alphabeta import Searcher
from stratege.engine.limits import Limits
from stratege.engine.time_use import EARLY, LONGEST, SHARE, STEADY, USUAL, TimeUse


def use(saved: float | None, seconds: float | None = 1.0, fall: int = 30) -> TimeUse:
    return TimeUse(Limits(seconds=seconds, saved=saved), fall)


def test_where_nothing_is_kept_all_the_time_is_used_and_no_more() -> None:
    one = use(saved=None)
    for value in (0, -500, -500, -500, -500, -500, -500):
        one.note(7, value)
        assert one.seconds == 1
        assert not one.enough(0.99)
    assert use(None, None).seconds is None
    assert not use(5.0, None).enough(1e9)


def test_a_move_that_stays_the_best_is_played_early() -> None:
    one = use(saved=0.0)
    one.note(7, 10)
    assert not one.enough(USUAL - 0.01)
    assert one.enough(USUAL)
    for _depth in range(STEADY):
        assert not one.enough(EARLY)
        one.note(7, 10)
    assert one.enough(EARLY)
    one.note(8, 12)  # another one is better
    assert not one.enough(EARLY)


def test_while_the_value_falls_what_was_saved_is_used() -> None:
    one = use(saved=2.0)
    assert one.seconds == pytest.approx(1 + SHARE * 2)
    one.note(7, 0)
    one.note(7, -30)
    assert one.seconds == 3
    assert not one.enough(2.9)
    one.note(7, -35)  # as bad as it was
    assert one.seconds == pytest.approx(1 + SHARE * 2)
    one.note(7, -500)
    one.limits = Limits(seconds=1.0, saved=100.0)
    assert one.seconds == LONGEST
    calm = use(saved=2.0, fall=0)  # where values say nothing
    calm.note(7, 0)
    calm.note(7, -500)
    assert calm.seconds == pytest.approx(1 + SHARE * 2)


def test_no_move_takes_more_than_it_may() -> None:
    for saved in (0.0, 0.3, 5.0):
        for value in (0, -1000):
            one = use(saved)
            one.note(1, 0)
            one.note(1, value)
            assert one.seconds is not None
            assert one.seconds <= 1 + saved


def test_a_search_ends_before_its_time_if_what_is_left_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 100.0
        return now

    for module in (alphabeta, alarm):
        monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=clock))
    start = game("chomp", size="3x2").start()
    monkeypatch.setattr(alphabeta, "_decided", lambda found: False)
    searcher, deepest = Searcher(start.game, table_mib=1), 12
    kept = searcher.search(start, Limits(depth=deepest, seconds=1000, saved=0.0))
    assert kept.seconds < 1000
    assert kept.depth < searcher.search(start, Limits(depth=deepest, seconds=1e6)).depth == deepest
