"""Openings: random ones leave a game to play, given ones are checked."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from tests.games.catalogue import every_game, identify

from stratege.arena.openings import (
    given_openings,
    parse_openings,
    random_opening,
    random_openings,
    records_in,
)
from stratege.core.errors import BadNotation, BadOption, IllegalMove
from stratege.core.game import Game
from stratege.core.record import Record
from stratege.core.registry import game


def last_of(record: Record) -> object:
    return list(record.positions())[-1].outcome()


@pytest.mark.parametrize("rules", every_game(), ids=identify)
def test_random_openings_leave_a_game_to_play(rules: Game) -> None:
    if not rules.start(seed=0).legal():
        with pytest.raises(BadOption, match="over before"):
            next(random_openings(rules, 2, 1))
        return
    some = list(islice(random_openings(rules, 4, seed=1), 5))
    assert some == list(islice(random_openings(rules, 4, seed=1), 5))
    for opening in some:
        assert len(opening.moves) <= 4
        assert last_of(opening) is None


def test_they_are_as_long_as_asked_where_games_are_long() -> None:
    assert all(len(one.moves) == 6 for one in islice(random_openings(game("quixo"), 6, 3), 10))
    assert next(random_openings(game("awale"), 0)).moves == ()


def test_they_differ_as_long_as_they_can() -> None:
    awale = [one.moves for one in islice(random_openings(game("awale"), 2, 7), 25)]
    assert len(set(awale)) == 25
    only_one = [one.moves for one in islice(random_openings(game("chomp", size="2x1"), 3, 7), 3)]
    assert only_one == [(), (), ()]
    assert [one.moves for one in islice(random_openings(game("awale"), 2, 8), 25)] != awale


def test_short_games_get_short_openings() -> None:
    draw = random.Random(5)
    assert all(len(random_opening(game("chomp", size="4x1"), 9, draw).moves) <= 2 for _ in range(20))


def test_given_moves_and_records() -> None:
    awale = game("awale")
    record = Record(awale.start(), ("e", "g"), "1-0", {"Player1": "Ada"})
    assert given_openings(awale, [["A", "h"], record]) == [
        Record(awale.start(), ("a", "h")),
        Record(awale.start(), ("e", "g")),
    ]


def test_a_file_of_moves() -> None:
    awale = game("awale")
    text = "# two openings\n1. e g 2. a\n\nb k   # the other\n"
    assert [one.moves for one in parse_openings(awale, text)] == [("e", "g", "a"), ("b", "k")]


def test_a_file_of_records() -> None:
    awale = game("awale")
    written = [Record(awale.start(), moves, "*") for moves in (("e", "g"), (), ("b",))]
    text = "\n".join(record.text() for record in written)
    assert list(records_in(text)) == written
    assert list(records_in(text.replace("\n\n", "\n\n\n"))) == written
    assert [one.moves for one in parse_openings(awale, text)] == [("e", "g"), (), ("b",)]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("e g\ne zz", BadNotation, "Opening 2"),
        ("e g e", BadNotation, "Opening 1.*empty"),
        ("", BadOption, "no opening"),
        ("# nothing\n", BadOption, "no opening"),
        ('[Game "quixo"]\n\n*\n', BadOption, "Opening 1 is one of Quixo"),
        ('[Game "awale"]\n[Variant "ccinp"]\n\n*\n', BadOption, "Opening 1 is one of"),
        ('[Game "awale"]\n\n1. e e *\n', IllegalMove, "Move 2"),
    ],
)
def test_a_wrong_opening_is_named(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parse_openings(game("awale"), text)


def test_an_opening_must_leave_a_game() -> None:
    with pytest.raises(BadOption, match="Opening 1 leaves nothing"):
        parse_openings(game("chomp", size="2x1"), "0,1")
