"""Who plays from the book, when, and how to leave it shut."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.conversation import Conversation

from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.registry import game
from stratege.engine.adaptive import AdaptivePlayer
from stratege.engine.adviser import Adviser, Choice
from stratege.engine.books import file, finding
from stratege.engine.books.book import About, Book, Entry
from stratege.engine.books.symmetric import Turning
from stratege.engine.limits import Limits
from stratege.engine.players import player, without_book

RULES = game("awale", "abapa")
FIRST = (300, 299, -50, -50, -50, -50)
"""What the book says of the first moves: two are nearly the same, and better than any search would find."""
AN_HOUR = Limits(seconds=3600)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """One's own book: the start, and the positions after each move."""
    made = Book(RULES, About(RULES.name, RULES.variant.name, RULES.size, RULES.rules, 9, None, None))
    turning, start = Turning(RULES), RULES.start().state
    made.add(start, Entry(9, tuple(range(6)), FIRST, (0,) * 6))
    for place, score in enumerate(FIRST):
        after = turning.after(start, place)
        made.entries[0].links[place] = made.add(after, Entry(9, (0,), (-score,), (0,)))
    monkeypatch.setenv("STRATEGE_BOOKS", str(tmp_path))
    file.write(finding.own_path(RULES), made)
    return made


def chosen(name: str, limits: Limits, seed: int, rules: Game = RULES) -> str:
    return rules.move_text(player(name, rules, seed).choose(Line(rules.start()), limits), 1)


def test_the_best_player_takes_now_one_and_now_another_of_the_best(book: Book) -> None:
    moves = [chosen("level:10", AN_HOUR, seed) for seed in range(12)]
    assert set(moves) == {"a", "b"}
    assert [chosen("level:10", AN_HOUR, seed) for seed in range(3)] == moves[:3]


def test_who_asks_for_a_search_gets_one_and_the_book_can_be_shut(book: Book) -> None:
    adviser, start = Adviser(RULES), Line(RULES.start())
    told: list[Choice] = []
    assert adviser.choose(start, AN_HOUR, told.append).nodes == 0
    assert [choice.value.estimate for choice in told] == [300]
    for limits in (Limits(nodes=500), Limits(depth=2), Limits(seconds=3600, depth=2)):
        assert adviser.choose(start, limits).nodes > 0
    assert Adviser(RULES, book=False)._from_book(start, start.legal(), AN_HOUR) == {}
    assert without_book("level:10", RULES) == "level:10:no-book"
    assert without_book("level:3", RULES) == "level:3"
    assert without_book("level:10:no-book", RULES) == "level:10:no-book"
    assert chosen("level:10:no-book", Limits(depth=2), 1) in RULES.start().moves()
    low = player("level:9", RULES)
    assert low._adviser._book is None  # type: ignore[attr-defined]


def test_an_adaptive_player_leaves_it_shut_too(book: Book) -> None:
    """Behind, and at the highest levels, it is the best player, who has a book."""
    assert without_book("adaptive", RULES) == "adaptive:no-book"
    assert without_book("adaptive:9", RULES) == "adaptive:9:no-book"
    assert without_book("adaptive:9:no-book", RULES) == "adaptive:9:no-book"
    for name, opened in (("adaptive:9", True), ("adaptive:9:no-book", False), ("adaptive:no-book", False)):
        machine = player(name, RULES)
        assert isinstance(machine, AdaptivePlayer)
        assert (machine._level_player(10)._adviser._book is not None) is opened


def test_a_game_that_goes_round_leaves_the_book(book: Book) -> None:
    adviser = Adviser(RULES)
    here = Line(RULES.start())
    assert adviser._from_book(here, here.legal(), AN_HOUR)
    quixo = Line(game("quixo").start())
    assert adviser._from_book(here.play("a"), [], AN_HOUR) == {}
    assert not quixo.times_before


def test_analysis_shows_it_beside_and_changes_nothing_else(book: Book) -> None:
    start = Line(RULES.start())
    with_it = Adviser(RULES).advise(start, Limits(depth=3)).moves
    without = Adviser(RULES, book=False).advise(start, Limits(depth=3)).moves
    assert [(one.move, one.value, one.line) for one in with_it] == [
        (one.move, one.value, one.line) for one in without
    ]
    assert {one.move: one.book.estimate for one in with_it if one.book} == dict(zip("abcdef", FIRST))
    assert all(one.book is None for one in without)
    assert with_it[0].as_json()["book"]["kind"] == "search"  # type: ignore[index]


def test_the_line_protocol_has_a_switch(book: Book) -> None:
    talk = Conversation(RULES)
    said = talk.search("analyse depth 1")[0]
    assert " book " in said
    assert talk.search("go movetime 3600000")[-1] in ("bestmove a", "bestmove b")
    assert talk("option book 0") == []
    assert " book " not in talk.search("analyse depth 1")[0]
    assert "option book 0 0 1" in talk("protocol")
