"""Nimble solved: as naive play has it on every small board, and at once on a million squares."""

from __future__ import annotations

import functools
from itertools import product

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.games.nimble.explain import explanation
from stratege.games.nimble.solver import is_lost, nim_sum, winning_moves

Board = tuple[int, ...]


def moved(board: Board) -> list[tuple[tuple[int, int], Board]]:
    """Every move with what it leaves, written apart from the kernel."""
    found = []
    for origin in range(1, len(board)):
        for target in range(origin) if board[origin] else ():
            after = list(board)
            after[origin] -= 1
            after[target] += 1
            found.append(((origin, target), tuple(after)))
    return found


@functools.cache
def loses(board: Board, misere: bool) -> bool:
    afters = moved(board)
    return not misere if not afters else all(not loses(after, misere) for _move, after in afters)


@pytest.mark.parametrize("misere", [False, True])
def test_every_small_board(misere: bool) -> None:
    boards = [*product(range(3), repeat=4), *product(range(2), repeat=6), *product(range(9), repeat=2), (3,)]
    for board in boards:
        assert is_lost(board, misere) == loses(board, misere), board
        winning = [move for move, after in moved(board) if loses(after, misere)]
        assert winning_moves(board, misere) == winning, board


@given(st.lists(st.integers(0, 10**14), min_size=1, max_size=40), st.booleans())
def test_winning_moves_leave_lost_boards_and_exist_exactly_where_none_is_lost(
    board: list[int], misere: bool
) -> None:
    found = winning_moves(board, misere)
    movable = any(board[1:])
    assert bool(found) == (not is_lost(board, misere) and movable)
    for origin, target in found:
        assert origin > target
        assert board[origin] > 0
        after = list(board)
        after[origin] -= 1
        after[target] += 1
        assert is_lost(after, misere)


@pytest.mark.parametrize("misere", [False, True])
def test_a_million_squares_at_once(misere: bool) -> None:
    draw = numpy.random.default_rng(11)
    board: list[int] = draw.integers(0, 4, 1_000_000).tolist()
    total = nim_sum(board)
    expected = 0
    for square in numpy.flatnonzero(numpy.array(board) % 2).tolist():
        expected ^= square
    assert total == expected > 0
    found = winning_moves(board, misere)
    assert found == [(i, i ^ total) for i in range(1, 1_000_000) if board[i] and i ^ total < i]
    assert str(total) in explanation(tuple(board), misere)


@pytest.mark.parametrize(
    ("board", "misere", "words"),
    [
        ((0, 0, 1, 2, 0, 2), False, "is 2. Who leaves 0 wins"),
        ((5, 2, 2), False, "is 0. Who finds 0 loses"),
        ((0, 0, 2), True, "is 0. Who finds 0 loses"),
        ((0, 3), True, "3 of them: who finds an odd number loses"),
        ((0, 3, 0, 1), True, "leaves an odd number of single steps"),
    ],
)
def test_the_explanation_fits_the_board(board: Board, misere: bool, words: str) -> None:
    assert words in explanation(board, misere)
