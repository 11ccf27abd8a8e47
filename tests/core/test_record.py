"""Records: what is written is read back; what is wrong is named."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.catalogue import every_game, identify

from stratege.core.errors import BadNotation, IllegalMove, StrategeError
from stratege.core.game import Game
from stratege.core.record import Record, parse_record
from stratege.core.registry import game, parse


@pytest.mark.parametrize("rules", every_game(), ids=identify)
def test_a_record_reads_back(rules: Game) -> None:
    draw = random.Random(1)
    position = start = rules.start(seed=5)
    moves: list[str] = []
    while position.moves() and len(moves) < 30:
        moves.append(draw.choice(position.moves()))
        position = position.play(moves[-1])
    record = Record(start, tuple(moves), "*", {"Player1": "Ada"})
    again = parse_record(record.text())
    assert again == record
    assert list(again.positions())[-1] == position
    assert all(len(line) <= 80 or line.startswith("[") for line in record.text().splitlines())


def test_a_record_is_written_like_this() -> None:
    record = Record(game("awale").start(), ("e", "g", "a"), "1-0", {"Player1": 'An "Ace"'})
    assert record.text() == (
        '[Game "awale"]\n[Variant "standard"]\n[Size "4"]\n'
        '[Start "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0"]\n'
        '[Player1 "An \\"Ace\\""]\n[Result "1-0"]\n\n1. e g 2. a 1-0\n'
    )


def test_a_game_that_player_two_begins_is_numbered_so() -> None:
    record = Record(parse("nimble", "0,2,2:2"), ("3-1", "2-1"))
    assert record.text().splitlines()[-1] == "1... 3-1 2. 2-1 *"
    assert parse_record(record.text()) == record


@given(
    st.text(
        alphabet=st.characters(codec="utf-8", exclude_characters="\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
    )
)
def test_any_name_survives(name: str) -> None:
    record = Record(game("quixo").start(), (), "*", {"Player1": name})
    assert parse_record(record.text()).tags["Player1"] == name


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("1. e g *", BadNotation, "Game"),
        ('[Game "go"]', StrategeError, "no game 'go'"),
        ('[Game "awale"]\n\n1. e zz *', BadNotation, "Move 2"),
        ('[Game "awale"]\n\n1. e g 2. e *', IllegalMove, "Move 3.*empty"),
        ('[Game "awale"\n', BadNotation, "Line 1"),
        ('[Game "awale"]\n[Result "won"]\n', BadNotation, "not a result"),
        ('[Game "quixo"]\n[Start "xx"]\n', BadNotation, "5 rows"),
    ],
)
def test_a_wrong_record_says_where(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parse_record(text)


@given(st.text())
def test_no_text_crashes_the_reader(text: str) -> None:
    for prefix in ("", '[Game "chomp"]\n'):
        try:
            parse_record(prefix + text)
        except StrategeError as error:
            assert "\n" not in str(error)
