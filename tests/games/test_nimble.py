"""Nimble, rule by rule."""

from __future__ import annotations

import pytest

from stratege.core.errors import BadNotation, BadOption, IllegalMove
from stratege.core.registry import game, parse
from stratege.games.nimble.game import Nimble


def test_the_papers_whole_game() -> None:
    position = parse("nimble", "0,0,1,2,0,2")
    for move in ("4-2", "2-1", "4-3", "6-1", "3-1", "6-1", "3-1"):
        position = position.play(move)
    outcome = position.outcome()
    assert position.text() == "5,0,0,0,0,0:2"
    assert outcome is not None
    assert outcome.winner == 1


def test_misere_turns_the_result_round() -> None:
    outcome = parse("nimble", "5,0,0:2", "misere").outcome()
    assert outcome is not None
    assert outcome.winner == 2


@pytest.mark.parametrize(
    ("move", "why"), [("2-1", "no pawn"), ("3-4", "to the left"), ("3-3", "to the left")]
)
def test_a_wrong_move_says_why(move: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        parse("nimble", "0,0,1,2,0,2").play(move)


def test_squares_are_numbered_from_one() -> None:
    with pytest.raises(BadNotation, match="from 1 to 6"):
        parse("nimble", "0,0,1,2,0,2").play("3-0")


def test_a_random_start_is_repeatable_playable_and_within_bounds() -> None:
    one = game("nimble", size="8x2")
    boards = {one.start(seed=seed).state for seed in range(50)}
    assert len(boards) > 40
    assert all(max(board) <= 2 and any(board[1:]) for board in boards)
    assert one.start(seed=3) == one.start(seed=3)


def test_a_given_start() -> None:
    one = game("nimble", size=3)
    assert isinstance(one, Nimble)
    assert one.start(board=[0, 7, 100]).text() == "0,7,100:1"
    with pytest.raises(BadNotation):
        one.start(board=[1, 2])
    with pytest.raises(BadOption):
        game("nimble", size=0)


def test_a_million_squares() -> None:
    counts = ["0"] * 1_000_000
    counts[999_999] = "1"
    assert parse("nimble", ",".join(counts)).state[999_999] == 1
