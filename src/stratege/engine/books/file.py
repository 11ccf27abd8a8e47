"""A book's file, sealed (`core.sealed`): whose it is and how it was made (`book.About`), and its positions.

These are JSON packed by zlib: columns, one item for each position. `states`, `depths`, `moves` (each the
difference to the one before), `scores`, `kinds` and `links` (pairs: which move, and what, where not 0 or
nowhere).
"""

from __future__ import annotations

import dataclasses
import json
import zlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from stratege.core import sealed
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.scores import INFINITE
from stratege.engine.books.book import KINDS, NOWHERE, About, Book, Entry

MAGIC = b"stratege book 1\n"
SUFFIX = ".book"
LARGEST_UNPACKED = 1 << 30


class BadBook(StrategeError):
    """A book's file that is not there, not whole, or of another game."""


def write(path: Path, book: Book) -> None:
    """Put a book into a file, which is the old one until the new one is whole."""
    columns = json.dumps(_columns(book), separators=(",", ":")).encode()
    sealed.write(path, MAGIC, dataclasses.asdict(book.about), zlib.compress(columns, 9))


def read(path: Path, game: Game) -> Book:
    """The book of this game in a file; `BadBook` says in a sentence what is wrong with it."""
    try:
        return _understood(*sealed.read(path, MAGIC), game)
    except ValueError as error:
        raise BadBook(_("The book {path} cannot be used: {why}.", path=path, why=error)) from None


def _understood(fields: dict[str, Any], packed: bytes, game: Game) -> Book:
    """`ValueError` says what is wrong with it."""
    try:
        about = _about(fields)
        columns = json.loads(zlib.decompressobj().decompress(packed, LARGEST_UNPACKED))
        entries = [*_entries(columns)]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, zlib.error):
        raise ValueError(_("its content makes no sense")) from None
    if not about.fits(game):
        raise ValueError(_("it is for another board, or other rules"))
    book = Book(game, about)
    for state, entry in entries:
        if len(state) != len(game.start(seed=0).state):
            raise ValueError(_("it is for another board, or other rules"))
        book.add(state, entry)
    if len(book.numbers) != len(entries) or len(book.plies) != len(entries):
        raise ValueError(_("its content makes no sense"))
    return book


def _about(fields: dict[str, Any]) -> About:
    """What the file says about it. Older files say less, or more that means nothing any more."""
    known = {one.name: fields[one.name] for one in dataclasses.fields(About) if one.name in fields}
    known |= {name: tuple(known.get(name, ())) for name in ("rules", "parts")}
    if not all(isinstance(part, str) for part in known["parts"]):
        raise ValueError
    return About(**known)


def _columns(book: Book) -> dict[str, Any]:
    entries = book.entries
    return {
        "states": book.states,
        "depths": [entry.depth for entry in entries],
        "moves": [_differences(entry.moves) for entry in entries],
        "scores": [entry.scores for entry in entries],
        "kinds": [_pairs(entry.kinds, 0) for entry in entries],
        "links": [_pairs(entry.links, NOWHERE) for entry in entries],
    }


def _entries(columns: dict[str, Any]) -> Iterable[tuple[tuple[int, ...], Entry]]:
    """What the columns say; `ValueError` where that cannot be."""
    names = ("states", "depths", "moves", "scores", "kinds", "links")
    count = len(columns["states"])
    for state, depth, steps, scores, kinds, links in zip(*(columns[name] for name in names), strict=True):
        moves = tuple(accumulate(steps))
        _check_numbers([*state, depth, *steps], 0, 1 << 4096)
        _check_numbers(scores, -INFINITE, INFINITE)
        if not moves or len(scores) != len(moves):
            raise ValueError
        yield (
            tuple(state),
            Entry(
                depth,
                moves,
                tuple(scores),
                tuple(_filled(kinds, len(moves), 0, len(KINDS))),
                _filled(links, len(moves), NOWHERE, count),
            ),
        )


def _check_numbers(numbers: Iterable[Any], least: int, most: int) -> None:
    if not all(type(number) is int and least <= number <= most for number in numbers):
        raise ValueError


def _differences(numbers: Sequence[int]) -> list[int]:
    return [later - before for before, later in pairwise((0, *numbers))]


def _pairs(numbers: Sequence[int], usual: int) -> list[int]:
    """Where a number is not the usual one, and what it is there, in a row."""
    return [one for place, number in enumerate(numbers) if number != usual for one in (place, number)]


def _filled(pairs: Sequence[int], length: int, usual: int, count: int) -> list[int]:
    numbers = [usual] * length
    for place, number in zip(pairs[::2], pairs[1::2], strict=True):
        _check_numbers([place], 0, length - 1)
        _check_numbers([number], 0, count - 1)
        numbers[place] = number
    return numbers
