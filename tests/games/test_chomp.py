"""Chomp, rule by rule."""

from __future__ import annotations

import pytest

from stratege.core.errors import BadNotation, BadOption, IllegalMove
from stratege.core.registry import game, parse


def test_the_papers_game() -> None:
    position = game("chomp", size="5x3").start()
    texts = []
    for move in ("1,3", "2,1", "0,1"):
        position = position.play(move)
        texts.append(position.text())
    assert texts == ["5,3,3:2", "5,3,1:1", "1,1,1:2"]


def test_the_poison_alone_loses_and_is_never_a_move() -> None:
    position = parse("chomp", "2")
    assert position.moves() == ["0,1"]
    outcome = position.play("0,1").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.code) == (1, "poison")
    with pytest.raises(IllegalMove, match="poison"):
        position.play("0,0")


def test_an_eaten_square_is_gone() -> None:
    with pytest.raises(IllegalMove, match="eaten"):
        parse("chomp", "4,2,1").play("1,2")


def test_any_shape_is_a_start_in_a_box_that_holds_it() -> None:
    assert parse("chomp", "9,9,2").game.size == "9x3"
    assert game("chomp", size="7x5").parse("3,1").text() == "3,1:1"
    with pytest.raises(BadNotation, match="larger size"):
        game("chomp", size="7x5").parse("8")
    for text in ("1,2", "0", "0,0", "3,,1"):
        with pytest.raises(BadNotation):
            parse("chomp", text)


def test_long_bars() -> None:
    assert game("chomp", size=(10000, 3)).start().play("1,5000").text() == "10000,5000,5000:2"
    with pytest.raises(BadOption):
        game("chomp", size="0x3")


def test_squares_may_be_written_like_the_papers_couples() -> None:
    start = game("chomp").start()
    assert start.play("(1, 2)") == start.play("1,2") == start.play("1 2")
