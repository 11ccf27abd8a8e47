"""A book grows best lines first, and is the same whoever does the work and whenever it is stopped."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.engine.books.small import COMMAND, last_first, one_by_one, small_book

from stratege.core.errors import BadOption
from stratege.core.pieces import Piece
from stratege.core.registry import game
from stratege.engine.books import file
from stratege.engine.books.book import Book
from stratege.engine.books.checking import faults, repeatable
from stratege.engine.books.expansion import Expansion, begun, check_game
from stratege.engine.limits import Limits

POSITIONS = 14
RULES = game("awale", "abapa", 2)


def built(path: Path, positions: int = POSITIONS, stops: int | None = None) -> None:
    """Build a book in a file, or go on with it, until so many positions were searched in this attempt."""

    def stopped(pieces: Iterable[Piece[Any] | None]) -> Generator[tuple[int, Any]]:
        yield from islice(one_by_one(pieces), stops)

    book = file.read(path, RULES) if path.exists() else begun(RULES, Limits(depth=3), COMMAND)
    Expansion(book, keep=lambda grown: file.write(path, grown)).grow(positions, stopped)


def test_stopped_anywhere_it_goes_on_to_the_same_book(tmp_path: Path) -> None:
    built(tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    for stops in (4, 5, 7):
        path = tmp_path / f"stopped {stops}"
        for _attempt in range(40):
            built(path, stops=stops)
            if path.exists() and path.read_bytes() == whole:
                break
        assert path.read_bytes() == whole


def test_the_book_does_not_depend_on_who_is_first(tmp_path: Path) -> None:
    for name, doing in (("one", one_by_one), ("other", last_first)):
        file.write(tmp_path / name, small_book(RULES, POSITIONS, 3, doing))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_it_grows_from_the_start_by_the_best_move() -> None:
    book = begun(RULES, Limits(depth=3), COMMAND)
    growing = Expansion(book)
    growing.grow(1, one_by_one)
    best = max(range(6), key=lambda place: book.entries[0].scores[place])
    (ahead,) = growing.frontier(1)
    assert ahead == RULES.start().replay(book.entries[0].moves[best]).state
    told: list[int] = []
    growing = Expansion(book, told=told.append)
    growing.grow(5, one_by_one)
    assert told == [2, 3, 4, 5]
    assert book.states[1] == ahead


def test_a_move_that_gives_much_away_comes_later() -> None:
    book = small_book(game("awale", "standard"), 50, 4)
    near = [link for link in book.entries[0].links if link >= 0]
    assert 0 < len(near) < 6  # some first moves are not worth a look yet, though the book is deeper than that
    assert max(book.plies.values()) >= 3


def test_a_game_without_use_for_a_book_is_refused() -> None:
    with pytest.raises(BadOption, match="solved"):
        check_game(game("nimble"))


def test_a_good_book_is_found_good_and_a_wrong_one_is_not() -> None:
    book = small_book(RULES, 8, 3)
    assert list(faults(book, 8, 0, lambda share: None)) == []
    book.entries[2].scores = (*book.entries[2].scores[:-1], book.entries[2].scores[-1] + 1)
    (wrong,) = faults(book, 8, 0, lambda share: None)
    assert "finds something else" in wrong
    book = small_book(RULES, 8, 3)
    _unlink(book)
    (wrong,) = faults(book, 0, 0, lambda share: None)
    assert "not those of the rules" in wrong


def test_a_book_is_searched_again_as_it_was_built() -> None:
    """It says how, whatever players do by now: plainly, or selectively with some parts."""
    rules = game("quixo", size=4)
    kinds = []
    for parts in ((), ("deeper", "reductions")):
        book = begun(rules, Limits(nodes=30_000), COMMAND)
        book.about = replace(book.about, parts=parts)
        Expansion(book).grow(3, one_by_one)
        assert list(faults(book, 3, 0, lambda share: None)) == []
        kinds.append(book.value(book.worth(0)).selective)
        book.about = replace(book.about, parts=("reductions",) if not parts else ())
        assert len(list(faults(book, 3, 0, lambda share: None))) == 3
    assert kinds == [False, True]


def test_a_book_is_built_as_players_search() -> None:
    """Selectively where the game declares it, and never to a fixed depth, which means minimax."""
    quixo, nodes = game("quixo"), Limits(nodes=9)
    assert begun(quixo, nodes, COMMAND).about.parts == quixo.declaration.selective != ()
    assert begun(quixo, Limits(depth=3), COMMAND).about.parts == ()
    assert begun(RULES, nodes, COMMAND).about.parts == RULES.declaration.selective
    assert begun(RULES, nodes, COMMAND).about.unit == "seed"


def test_a_book_that_time_limited_cannot_be_searched_again() -> None:
    book = begun(RULES, Limits(seconds=0.05), COMMAND)
    Expansion(book).grow(2, one_by_one)
    assert repeatable(book, 2) == 0
    book.entries[1].scores = tuple(score + 1 for score in book.entries[1].scores)
    assert list(faults(book, 2, 0, lambda share: None)) == []


def _unlink(book: Book) -> None:
    number = next(number for number, entry in enumerate(book.entries) if max(entry.links) >= 0)
    entry = book.entries[number]
    entry.moves, entry.scores = entry.moves[:-1], entry.scores[:-1]
    entry.kinds, entry.links = entry.kinds[:-1], entry.links[:-1]
