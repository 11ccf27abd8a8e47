"""The first time at the terminal: something is said at once, and a machine moves at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Self

import pytest
from rich.text import Text

from stratege.cli import first_use
from stratege.cli.console import err
from stratege.cli.first_use import glance_until_ready, playing_at_once
from stratege.cli.play import play_match
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.readiness import only_ready_code
from stratege.core.record import Record
from stratege.core.registry import game
from stratege.engine.analysis import Analysis
from stratege.engine.players import SearchPlayer, player

QUIXO = game("quixo", None, "3")
WORDS = "Preparing the engine for Quixo 3×3 (only the first time)…"


class Compiler:
    """One that has compiled as soon as it is asked to wait."""

    def __init__(self, chosen: Game) -> None:
        self.fraction, self.ended = 0.4, False
        self._then: list[Callable[[], None]] = []
        made.append(chosen)

    def afterwards(self, call: Callable[[], None]) -> None:
        self._then.append(call)

    def wait(self) -> None:
        self.ended = True

    def come(self) -> None:
        for call in self._then:
            call()

    def __enter__(self) -> Self:
        present.append(self)
        return self

    def __exit__(self, *exception: object) -> None:
        present.remove(self)


made: list[Game] = []
present: list[Compiler] = []


@pytest.fixture(autouse=True)
def fresh(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine that has never compiled anything."""
    monkeypatch.setenv("STRATEGE_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setattr(first_use, "Background", Compiler)
    made.clear()
    yield
    assert present == []


def drawn(analysis: Analysis) -> Text:
    depths.append(analysis.depth)
    if analysis.depth >= 3:
        present[0].come()
    return Text(f"{len(analysis.moves)} moves at depth {analysis.depth}")


depths: list[int] = []


@pytest.mark.parametrize("quiet", [True, False])
def test_without_a_terminal_one_line_is_said(quiet: bool, capsys: pytest.CaptureFixture[str]) -> None:
    glance_until_ready(Line(QUIXO.start()), drawn, quiet)
    said = capsys.readouterr()
    assert said.err.strip() == WORDS
    assert said.out == ""
    assert made == [QUIXO]


def test_in_a_terminal_one_sees_values_until_the_engine_is_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(err, "_force_terminal", True)
    monkeypatch.setattr(err, "is_interactive", True)
    monkeypatch.setenv("TERM", "xterm")
    depths.clear()
    glance_until_ready(Line(QUIXO.start()), drawn, quiet=False)
    said = capsys.readouterr().err
    assert WORDS[:40] in said
    assert "40%" in said
    assert "20 moves at depth" in said
    assert depths[-1] >= 3


def test_an_engine_that_is_there_is_not_prepared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(first_use, "missing", lambda chosen: False)
    glance_until_ready(Line(QUIXO.start()), drawn, quiet=False)
    with playing_at_once(QUIXO):
        assert not only_ready_code()
    assert made == []
    assert capsys.readouterr().err == ""


def test_a_machine_plays_at_once_while_its_engine_comes(capsys: pytest.CaptureFixture[str]) -> None:
    with playing_at_once(QUIXO):
        assert present
        machine = player("level:5", QUIXO, seed=1)
        assert isinstance(machine, SearchPlayer)
        assert machine.interpreted
    assert capsys.readouterr().err.strip() == WORDS
    assert made == [QUIXO]


def test_a_wrong_name_is_refused_before_anything_is_prepared(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(StrategeError, match="no player 'nobody'"):
        play_match(Record(QUIXO.start()), ("human", "nobody"))
    assert (made, capsys.readouterr().err) == ([], "")
