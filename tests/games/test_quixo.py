"""Quixo, rule by rule."""

from __future__ import annotations

import random

import numpy
import pytest

from stratege.core.compiling import compiled
from stratege.core.errors import BadNotation, BadOption, IllegalMove
from stratege.core.registry import game, parse
from stratege.core.wordsize import as_state, as_words
from stratege.games.quixo import kernel
from stratege.games.quixo.evaluate import WEIGHTS, captures, evaluate, features, prospects


def test_the_cubes_between_slide_towards_the_hole() -> None:
    position = parse("quixo", "x.o.x/...../...../...../.....:1")
    assert position.play("0,0-0,4").text() == ".o.xx/...../...../...../.....:2"
    assert position.play("0,4-0,0").text() == "xx.o./...../...../...../.....:2"
    assert position.play("0,0-4,0").text() == "..o.x/...../...../...../x....:2"
    assert position.play("0,1-0,4").text() == "xo.xx/...../...../...../.....:2"


def test_player_two_marks_with_o() -> None:
    assert parse("quixo", ".../.../...:2").play("0,0-2,0").text() == ".../.../o..:1"


@pytest.mark.parametrize("row", ["xxxxx", "ooooo"])
def test_a_line_wins(row: str) -> None:
    for board in (f"{row}/...../...../...../.....", "/".join(f"{mark}...." for mark in row)):
        outcome = parse("quixo", f"{board}:2").outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.code) == (1 if "x" in row else 2, "line")


@pytest.mark.parametrize("board", ["x../.x./..x", "..x/.x./x.."])
def test_diagonals_count(board: str) -> None:
    outcome = parse("quixo", f"{board}:2").outcome()
    assert outcome is not None
    assert outcome.winner == 1


@pytest.mark.parametrize("n", [3, 4, 5])
def test_cells_that_wrap_around_the_edge_are_no_line(n: int) -> None:
    rows = ["." * n for _row in range(n)]
    rows[0] = "." + "x" * (n - 1)
    rows[1] = "x" + "." * (n - 1)
    assert parse("quixo", "/".join(rows) + ":2").outcome() is None


@pytest.mark.parametrize(("to_move", "winner"), [(1, 1), (2, 2)])
def test_with_two_lines_who_did_not_move_wins(to_move: int, winner: int) -> None:
    outcome = parse("quixo", f"xxx/.../ooo:{to_move}").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.code) == (winner, "both-lines")


def test_a_move_that_completes_both_lines_loses() -> None:
    position = parse("quixo", "oox/oxo/xxo:1")
    made = [position.play(move).outcome() for move in position.moves()]
    both = [outcome for outcome in made if outcome is not None and outcome.code == "both-lines"]
    assert all(outcome.winner == 2 for outcome in both)
    assert parse("quixo", "xo./xo./.xo:1").play("2,1-0,1").outcome() is None


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("2,2-2,4", "not on the border"),
        ("0,0-0,0", "back where it was"),
        ("0,0-3,3", "its own row or column"),
        ("0,1-0,2", "its own row or column"),
        ("0,4-0,0", "opponent's"),
        ("0,0-0,5", "from 0 to 4"),
    ],
)
def test_a_wrong_move_says_why(move: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        parse("quixo", "x...o/...../...../...../.....:1").play(move)


def test_notation_is_forgiving_but_not_guessing() -> None:
    start = game("quixo").start()
    assert start.play("0 0 0 4") == start.play("0,0-0,4") == start.play(" 0.0 - 0.4 ")
    for text in ("0,0", "a1", "0,0-0,4-1", "00-04"):
        with pytest.raises(BadNotation):
            start.play(text)


@pytest.mark.parametrize("size", [2, 6, "4x5x6", "big"])
def test_impossible_sizes_are_refused(size: int | str) -> None:
    with pytest.raises(BadOption):
        game("quixo", size=size)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_what_is_looked_up_is_the_weighted_sum_of_the_features(n: int) -> None:
    """`features`, by which the weights are tuned, counts line by line; `evaluate` adds up table entries."""
    draw, rules = random.Random(n), game("quixo", size=n).rules
    for _board in range(500):
        mine = draw.getrandbits(n * n)
        state = (mine, draw.getrandbits(n * n) & ~mine)
        counted = zip(WEIGHTS, features(rules, state))
        assert evaluate(rules, state) == sum(weight * count for weight, count in counted)


def test_a_move_that_wins_at_once_is_found_wherever_there_is_one() -> None:
    """On boards of any marks, most of them mine, in both lives; that a line for both loses counts too."""
    rules, draw, found = game("quixo").rules, random.Random("wins"), [0, 0]
    code, room = compiled("stratege.games.quixo.evaluate"), numpy.zeros(1, numpy.int64)
    for _board in range(1200):
        marks = draw.choices((0, 1, 2), (2, 5, 4), k=25)
        state = tuple(sum(1 << cell for cell in range(25) if marks[cell] == who) for who in (1, 2))
        if kernel.finished(rules, state) != kernel.GOES_ON:
            continue
        moves = [0] * kernel.MOST_MOVES
        del moves[kernel.moves(rules, state, moves, 0) :]
        wins = [
            move
            for move in moves
            if kernel.finished(rules, kernel.play(rules, state, move)) == kernel.THEIR_LINE
        ]
        out, words = [-1], (as_words(rules), as_state(state))
        assert captures(rules, state, prospects(rules, state), out, 0) == bool(wins)
        assert code.captures(*words, code.prospects(*words), room, 0) == bool(wins)
        assert not wins or (out[0] in wins and room[0] == out[0])
        found[bool(wins)] += 1
    assert min(found) > 200
