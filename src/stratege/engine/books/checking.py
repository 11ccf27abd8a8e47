"""Is a book right? Its moves and links by the rules, and its values by searching again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from stratege.core.language import _
from stratege.core.position import Position
from stratege.engine.books.book import NOWHERE, Book
from stratege.engine.books.expansion import features_of, limits_of, searched
from stratege.engine.books.symmetric import Turning


def faults(book: Book, sample: int, seed: int, told: Callable[[float], None]) -> Iterator[str]:
    """What is wrong with it, a sentence each: by the rules of all positions, by searching of a sample."""
    turning = Turning(book.game, fast=True)
    if book.states[:1] != [turning.least(book.game.start(seed=0).state)[0]]:
        yield _("it does not begin at the start")
    for number in range(len(book)):
        told(number / len(book))
        if not _by_the_rules(book, turning, number):
            yield _("the moves of {position} are not those of the rules", position=_text(book, number))
    drawn = random.Random(f"book {seed}").sample(range(len(book)), repeatable(book, sample))
    for done, number in enumerate(drawn):
        told(done / len(drawn))
        here, entry = Position(book.game, book.states[number]), book.entries[number]
        again = searched(here, limits_of(book), features_of(book))
        if (again.depth, again.scores, again.kinds) != (entry.depth, entry.scores, entry.kinds):
            yield _("a search of {position} finds something else", position=_text(book, number))


def repeatable(book: Book, sample: int) -> int:
    """Of how many positions of a sample the search can be repeated: of none if time ended it."""
    return min(sample, len(book)) if book.about.seconds is None else 0


def _by_the_rules(book: Book, turning: Turning, number: int) -> bool:
    state, entry = book.states[number], book.entries[number]
    legal = Position(book.game, state).legal()
    kept = sorted(set(turning.representatives(state, legal).values()))
    if turning.least(state)[0] != state or kept != list(entry.moves):
        return False
    there = [book.numbers.get(turning.after(state, move), NOWHERE) for move in entry.moves]
    return there == entry.links


def _text(book: Book, number: int) -> str:
    return Position(book.game, book.states[number]).text()
