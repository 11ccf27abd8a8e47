"""The engine is compiled once for all who share a cache: by one who attends, what somebody missed first."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stratege.core.compiling import _compiled, compiled
from stratege.core.readiness import only_ready_code, ready_code_only
from stratege.core.registry import game
from stratege.core.wanted import want, wanted
from stratege.engine import preparing
from stratege.engine.alphabeta import Searcher
from stratege.engine.preparing import Attendant, at_once, attended, prepare, prepared, wish_for, wishes

NIMBLE = game("nimble", None, "6x2")  # what compiles soonest


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine that has never compiled anything, as a process sees it that has just started."""
    monkeypatch.setenv("STRATEGE_CACHE", str(tmp_path))
    preparing.keeps_code.cache_clear()
    _compiled.cache_clear()
    yield tmp_path
    preparing.keeps_code.cache_clear()
    _compiled.cache_clear()


KILLED = """
import os
from stratege.core.registry import game
from stratege.engine.preparing import prepare

def die(fraction):
    if fraction > 0.3:
        os.kill(os.getpid(), 9)

prepare(game("nimble", None, "6x2"), die)
"""


def test_an_engine_is_prepared_once_with_progress_that_moves(fresh: Path) -> None:
    """Who compiles may be killed: another goes on."""
    with ready_code_only():
        assert Searcher(NIMBLE).interpreted
    assert wishes() == [NIMBLE]
    assert not prepared(NIMBLE)
    killed = subprocess.run([sys.executable, "-c", KILLED], check=False)
    assert killed.returncode == -9
    assert len(list(fresh.glob("compiled/*/*.code"))) > 0
    with ready_code_only():
        assert Searcher(NIMBLE).interpreted  # what there is does not suffice, and does no harm
    told: list[float] = []
    prepare(NIMBLE, told.append)
    assert told == sorted(told)
    assert len(set(told)) > 10
    assert told[-1] == 1.0
    assert prepared(NIMBLE)
    assert wanted() == []
    _compiled.cache_clear()
    with ready_code_only():
        assert not Searcher(NIMBLE).interpreted
    again: list[float] = []
    prepare(NIMBLE, again.append)
    assert again == [1.0]  # nothing was left to compile
    wide = game("nimble", None, "20x3")  # but for boards of another width
    with ready_code_only():
        assert Searcher(wide).interpreted
    assert wishes() == [wide]


def test_a_wish_that_no_game_can_grant_is_forgotten() -> None:
    for words in (
        ("game", "nosuch", "standard", "4"),
        ("game", "nimble"),
        ("picture", "a", "b", "c"),
        ("x",),
    ):
        want(*words)
    want(*wish_for(NIMBLE))
    assert wishes() == [NIMBLE]
    assert wanted() == [wish_for(NIMBLE)]


def test_nobody_waits_for_the_compiler_while_somebody_attends() -> None:
    assert not attended()
    with at_once():
        assert not only_ready_code()
    attendant, second = Attendant(), Attendant()
    assert attendant.present()
    assert attendant.present()
    assert not second.present()
    assert attended()
    with at_once():
        assert only_ready_code()
    attendant.leave()
    attendant.leave()
    assert not attended()
    assert second.present()
    second.leave()


def test_who_attends_and_dies_attends_no_longer(fresh: Path) -> None:
    code = """
from stratege.engine.preparing import Attendant
attendant = Attendant()
print(attendant.present(), flush=True)
input()
"""
    words = [sys.executable, "-c", code]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        assert attended()
    finally:
        process.kill()
        process.communicate()
    assert not attended()


def test_where_no_code_can_be_kept_it_is_compiled_on_the_spot(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (fresh / "file").write_text("")
    monkeypatch.setenv("STRATEGE_CACHE", str(fresh / "file"))
    assert not Attendant().present()
    assert not attended()
    assert not preparing.keeps_code()
    with at_once():
        assert compiled(NIMBLE.kernel.__name__).finished(NIMBLE.rules, NIMBLE.start(seed=0).state) == 0
    assert wishes() == []
