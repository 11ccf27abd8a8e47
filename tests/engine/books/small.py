"""Small books, made in a moment."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from stratege.core.game import Game
from stratege.core.pieces import Doing, Piece
from stratege.core.registry import game
from stratege.engine.books.book import Book
from stratege.engine.books.expansion import Expansion, begun
from stratege.engine.limits import Limits

COMMAND = "stratege book build …"


def one_by_one(pieces: Iterable[Piece[Any] | None]) -> Generator[tuple[int, Any]]:
    """Pieces done here, in their order."""
    for piece in pieces:
        if piece is not None:
            yield piece.number, piece.do()


def last_first(pieces: Iterable[Piece[Any] | None]) -> Generator[tuple[int, Any]]:
    """Pieces done when no more are to be had, the last one first, as others might."""
    waiting: list[Piece[Any]] = []
    for piece in pieces:
        if piece is not None:
            waiting.append(piece)
        elif waiting:
            done = waiting.pop()
            yield done.number, done.do()


def small_book(rules: Game, positions: int, depth: int = 2, doing: Doing = one_by_one) -> Book:
    """A book of so many positions."""
    book = begun(rules, Limits(depth=depth), COMMAND)
    Expansion(book).grow(positions, doing)
    return book


def quixo_book(positions: int = 40) -> Book:
    return small_book(game("quixo", size=4), positions)
