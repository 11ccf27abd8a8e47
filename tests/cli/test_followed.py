"""The terminal remembers how strong to begin."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.stratege_command import stratege

import stratege as house
from stratege.cli import followed
from stratege.core.line import Line


def test_a_game_against_adaptive_is_told_and_remembered(tmp_path: Path) -> None:
    memory = {"STRATEGE_ADAPTIVE": str(tmp_path / "folder" / "levels.json")}
    words = ("play", "chomp", "--size", "2x2", "--player2", "adaptive", "--time", "0.05")
    for level in (2, 1, 1):
        done = stratege(*words, typed="resign\n", **memory)
        assert done.returncode == 0, done.stderr
        assert "Follows you" in done.stdout
        assert f"The next game begins at level {level}." in done.stdout
        assert '[Player2 "adaptive:' in done.stdout
    left = stratege(*words, typed="quit\n", **memory)
    assert "The next game" not in left.stdout


@pytest.mark.parametrize("content", [None, "", "[]", '{"chomp": 99}', '{"chomp": "x"}', "\0"])
def test_a_memory_that_makes_no_sense_is_none(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        followed.path().write_text(content)
    assert followed.begun("adaptive", house.game("chomp")) == "adaptive:3"
    assert followed.begun("level:4", house.game("chomp")) == "level:4"


def test_only_finished_games_of_a_person_count() -> None:
    line = Line(house.game("chomp", size="2x2").start())
    assert followed.note(line, ("human", "adaptive:4")) is None
    lost = line.resign(1)
    assert followed.note(lost, ("level:3", "adaptive:4")) is None
    assert followed.note(lost, ("human", "level:4")) is None
    assert followed.note(lost, ("human", "adaptive:4")) == 3
    assert followed.note(lost, ("adaptive:4", "human")) == 5
    assert followed.begun("adaptive", line.game) == "adaptive:5"
    assert followed.begun("adaptive:no-book", line.game) == "adaptive:5:no-book"
    assert followed.note(lost, ("human", "adaptive:4:no-book")) == 3
