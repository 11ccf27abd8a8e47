"""Times that do not depend on who else uses the machine."""

from __future__ import annotations

import os
import time
from types import SimpleNamespace

import pytest

from stratege.confined import clocks
from stratege.confined.boundary import Limits
from stratege.confined.runner import Call, Runner

SLEEPING = "import time\n\ndef f():\n    time.sleep(0.8)\n    return 1\n"
IMPATIENT = Limits(clock=0.4)


def test_own_time_is_what_went_by_less_what_was_spent_in_queues(monkeypatch: pytest.MonkeyPatch) -> None:
    now = SimpleNamespace(clock=100.0, used=5.0, queued=0.0)
    monkeypatch.setattr(clocks, "time", SimpleNamespace(monotonic=lambda: now.clock))
    monkeypatch.setattr(clocks, "processor", lambda pid: now.used)
    monkeypatch.setattr(clocks, "queued", lambda pid: now.queued if pid == 1 else 0.0)
    watch = clocks.Stopwatch(1)
    now.clock, now.used = 103.0, 5.5
    assert (watch.used, watch.own) == (0.5, 0.5)  # nobody has looked at the queues yet
    watch.look()
    now.clock, now.queued = 113.0, 9.0
    assert (watch.used, watch.own) == (0.5, 1.5)
    now.queued = 90.0  # of many threads
    assert watch.own == 0.5
    now.used = 0.0  # the process is gone
    assert watch.used == 0.0


def test_the_system_tells_what_a_process_has_taken() -> None:
    assert 0 < clocks.processor(os.getpid()) < 1e6
    assert 0 < clocks.queued(os.getpid()) < 1e6
    assert (clocks.processor(1 << 22), clocks.queued(1 << 22)) == (0.0, 0.0)  # there is no such process


def test_who_sleeps_is_ended_and_who_is_kept_waiting_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with Runner(SLEEPING, ["f"], limits=IMPATIENT) as runner:
        assert runner.call(Call("f", ())).ended == "clock"
        monkeypatch.setattr(clocks, "queued", lambda pid: time.monotonic())  # for all this time
        runner.start()
        assert runner.call(Call("f", ())).result == 1


def test_many_calls_together_have_a_limit() -> None:
    source = "def f(n):\n    for _ in range(n):\n        pass\n    return n\n"
    with Runner(source, ["f"]) as runner:
        runner.left = 0.05
        assert runner.call(Call("f", (1,))).result == 1
        while runner.left > 0:
            reply = runner.call(Call("f", (300_000,)))
        assert reply.ended in ("", "processor")
        runner.start()  # which is not counted
        assert runner.present == ("f",)
        assert runner.call(Call("f", (1,))).ended == "processor"
