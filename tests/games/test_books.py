"""The books that come with the games."""

from __future__ import annotations

import pytest

from stratege.core.registry import GAMES, game
from stratege.engine.books.checking import faults, repeatable
from stratege.engine.books.finding import book_of

BOOKS = [(name, *board) for name in GAMES.own for board in GAMES[name].books]
LARGEST = 300_000
SEARCHED_AGAIN = 1
"""Positions of each book: a few seconds of searching, and enough to see that a game is judged otherwise."""


def test_which_games_have_one() -> None:
    assert {f"{name} {variant} {size}" for name, variant, size in BOOKS} == {
        "awale abapa 4",
        "awale ccinp 4",
        "awale standard 4",
        "mingmang free 8",
        "quixo standard 5",
    }


@pytest.mark.parametrize(("name", "variant", "size"), BOOKS)
def test_it_is_small_whole_and_true_to_the_rules_and_to_the_search(
    name: str, variant: str, size: str
) -> None:
    rules = game(name, variant, size)
    assert rules.declaration.books[variant, size].stat().st_size <= LARGEST
    book = book_of(rules)
    assert book is not None
    assert repeatable(book, SEARCHED_AGAIN) == SEARCHED_AGAIN
    assert list(faults(book, SEARCHED_AGAIN, 0, lambda share: None)) == []
    assert book.about.command.startswith(f"stratege book build {name} --variant {variant} --size {size} ")
    assert set(book.moves(rules.start())) == set(rules.start().legal())
