"""Hostile files gain nothing, harm nothing, and leave nothing running."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.school.hostile import HOSTILE

from stratege.confined.boundary import Boundary, Limits, boundary
from stratege.school import marking
from stratege.school.marking import mark

# "Listening" answers right when the socket is given to it, which it must not be.
SAMPLE = [
    "endless loop",
    "one huge list",
    "fork while loading",
    "subprocess",
    "output flood past print",
    "importing our answers",
    "patched builtins",
    "numbers always equal",
    "os._exit(0)",
    "signals to the parent",
    "listening",
    "writing files",
    "changing sys.modules",
    "printing a forged report",
]
PLACES = ["/tmp", "/var/tmp", ".", "/dev/shm", os.path.expanduser("~")]


def agents() -> set[str]:
    """The processes that this one keeps, and what they may have started, by number."""
    keeper = f"keeper={os.getpid()}".encode()
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if keeper in words or words == b"/bin/sleep\x001000\0":
            found.add(folder.name)
    return found


def test_there_are_at_least_forty() -> None:
    assert len(HOSTILE) >= 40
    assert set(SAMPLE) <= set(HOSTILE)


def attack(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marking, "LIMITS", Limits(processor=0.3, clock=3))
    before = agents()
    begun = time.monotonic()
    found = mark("002", [HOSTILE[name]], "Q3")
    took = time.monotonic() - begun
    assert found.earned == 0, found.questions[0].parts
    assert all(part.fault is not None for part in found.questions[0].parts)
    assert agents() <= before
    assert not any(os.path.exists(os.path.join(place, "stratege-was-here")) for place in PLACES)
    assert took < PATIENCE  # the longest of them sleeps for 1000 s


@pytest.mark.parametrize("name", SAMPLE)
def test_a_hostile_file_gains_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attack(name, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(set(HOSTILE) - set(SAMPLE)))
def test_any_hostile_file_gains_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attack(name, monkeypatch)


def test_something_confines_here() -> None:
    assert boundary() is not Boundary.NONE


def test_many_short_waits_are_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marking, "QUESTION_TIME", 0.6)
    code = "import time\n\ndef tablette(m, n):\n    time.sleep(0.25)\n    return [m] * n\n"
    (slow,) = mark("002", [code], "Q3").questions
    assert slow.earned == 0
    assert [part.fault.kind for part in slow.parts if part.fault] == ["waiting"]
    (late,) = mark("002", [code.replace("0.25", "0")], "Q3", seconds=0).questions
    assert [part.fault.kind for part in late.parts if part.fault] == ["late"]
