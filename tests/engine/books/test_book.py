"""What a book says: minimax over its graph, the same for all images of a position, proofs apart."""

from __future__ import annotations

import functools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.books.small import quixo_book, small_book

from stratege.core.kernel import State
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.core.scores import WIN
from stratege.core.value import EXACT, SEARCH, TABLE
from stratege.engine.adviser import Adviser
from stratege.engine.books.book import About, Book, Entry, Worth, concluded
from stratege.engine.books.symmetric import Turning
from stratege.engine.limits import Limits

quixo = functools.cache(quixo_book)


def test_values_are_those_of_minimax_over_the_positions() -> None:
    """Recomputed by playing, without the book's links; turns are counted, so no position comes back."""
    book = small_book(game("awale", "standard"), 60, depth=3)

    def worth(state: State) -> int:
        entry, found = book.entries[book.numbers[state]], []
        for move, score in zip(entry.moves, entry.scores):
            after = Position(book.game, state).replay(move).state
            found.append(-worth(after) if after in book.numbers else score)
        return max(found)

    assert max(book.plies.values()) >= 4
    assert len(book) == 60
    for number, state in enumerate(book.states):
        assert book.worth(number).score == worth(state)
    deepest = book.worth(0).depth
    assert deepest > 4  # it is seen from the farthest search below


def test_what_leads_back_keeps_its_search() -> None:
    """Ming Mang's pawns can go to and fro: values end all the same, and each is one that was searched."""
    book = small_book(game("mingmang", "free", 4), 30)
    back = [
        (entry.scores[place], book.worths(number)[place].score)
        for number, entry in enumerate(book.entries)
        for place, link in enumerate(entry.links)
        if link >= 0 and book.plies[link] <= book.plies[number]
    ]
    assert back
    assert all(searched == said for searched, said in back)


@given(st.integers(0, 10**6), st.integers(0, 7))
def test_images_of_a_position_are_one(seed: int, number: int) -> None:
    book, draw = quixo(), random.Random(seed)
    line = Line(book.game.start())
    for _ply in range(draw.randrange(3)):
        known = [move for move, said in book.moves(line.position).items() if said.followed]
        line = line.play(draw.choice(known or line.legal()))
    here, symmetry = line.position, book.game.declaration.symmetry
    rules = book.game.rules
    image = Position(book.game, symmetry.image(rules, here.state, number), here.to_move)
    said = {symmetry.move_image(rules, move, number): one for move, one in book.moves(here).items()}
    assert book.moves(image) == said


def test_every_legal_move_of_a_position_is_valued_though_few_are_kept() -> None:
    book = quixo()
    start = book.game.start()
    assert sorted(book.moves(start)) == start.legal()
    assert len(book.entries[0].moves) < len(start.legal()) / 4


def test_both_lives_of_the_symmetries_agree() -> None:
    rules = game("mingmang", "free", 8)
    state = rules.start().state
    for move in rules.start().legal()[::9]:
        assert Turning(rules, fast=True).after(state, move) == Turning(rules).after(state, move)


def test_a_proof_is_kept_apart_from_what_was_searched() -> None:
    won, lost, drawn = Worth(WIN - 3, 2, 1), Worth(5 - WIN, 2, 1), Worth(0, 2, 1)
    good, bad = Worth(80, 0, 4), Worth(-80, 0, 4)
    assert concluded([won, good, bad]) == won
    assert concluded([lost, good]) == good
    assert concluded([lost, lost]) == lost
    assert concluded([drawn, bad]).kind == 0  # the other move may yet be better than it looked
    assert concluded([drawn, lost]) == drawn
    assert concluded([drawn, lost._replace(kind=1)]).kind == 1


def test_a_win_that_is_found_is_proven_all_the_way_up() -> None:
    """Quixo 3×3 is won for who begins; a few plies of search from each position of the book prove it."""
    book = small_book(game("quixo", size=3), 40, depth=5)
    value = book.value(book.worth(0))
    truth = Adviser(book.game, book=False).advise(Line(book.game.start()), Limits(depth=11)).moves[0].value
    assert truth.result == 1
    proven = [book.worth(number) for number in range(len(book)) if book.worth(number).kind]
    assert proven
    assert value.kind == EXACT
    assert value.result == 1


def test_where_the_past_may_matter_a_proof_is_not_quite_certain() -> None:
    book = small_book(game("mingmang", "no-repeat", 3), 20, depth=6)
    kinds = {kind for entry in book.entries for kind in entry.kinds}
    assert 1 in kinds
    assert 2 not in kinds
    assert {book.value(worth).kind for worth in book.worths(0)} <= {SEARCH, TABLE}


def test_a_proven_move_is_chosen_though_the_book_does_not_go_on_after_it() -> None:
    rules = game("quixo", size=3)
    book = Book(rules, About(rules.name, rules.variant.name, rules.size, rules.rules, 2, None, None))
    moves = tuple(
        sorted(set(Turning(rules).representatives(rules.start().state, rules.start().legal()).values()))
    )
    scores, kinds = (WIN - 3, *[0] * (len(moves) - 1)), (2, *[0] * (len(moves) - 1))
    book.add(Turning(rules).least(rules.start().state)[0], Entry(2, moves, scores, kinds))
    assert not any(one.followed for one in book.moves(rules.start()).values())
    assert set(book.choices(rules.start(), moves)) == {moves[0]}


@pytest.mark.parametrize(
    ("worths", "followed", "chosen"),
    [
        ((30, 29, -50), (True, True, True), {0, 1}),
        ((30, 29, -50), (True, False, True), {0}),
        ((30, 29, -50), (False, True, True), {1}),
        ((90, 29, -50), (False, True, True), set()),
        ((-50, 29, 30), (True, True, True), {1, 2}),
    ],
)
def test_players_choose_among_the_best_that_the_book_follows(
    worths: tuple[int, ...], followed: tuple[bool, ...], chosen: set[int]
) -> None:
    rules = game("quixo", size=3)
    about = About(rules.name, rules.variant.name, rules.size, rules.rules, 2, None, None)
    book, turning = Book(rules, about), Turning(rules)
    start = turning.least(rules.start().state)[0]
    moves = tuple(sorted(set(turning.representatives(start, rules.start().legal()).values())))[:3]
    book.add(start, Entry(2, moves, worths, (0, 0, 0)))
    for place, move in enumerate(moves):
        if followed[place]:
            score = (-worths[place],)
            book.entries[0].links[place] = book.add(turning.after(start, move), Entry(2, (0,), score, (0,)))
    assert set(book.choices(rules.start(), moves)) == {moves[place] for place in chosen}
