"""Every game's first lesson can be played, and says what is right; why a move is refused."""

from __future__ import annotations

import pytest

from stratege.core import language
from stratege.core.errors import BadNotation
from stratege.core.lesson import Step, why_not
from stratege.core.registry import GAMES, game, position_of

OWN = [name for name in GAMES if name in GAMES.own]


@pytest.mark.parametrize("name", OWN)
def test_a_lesson_has_examples_and_questions(name: str) -> None:
    lesson = GAMES[name].lesson
    assert any(step.shown for step in lesson)
    assert sum(bool(step.right) for step in lesson) >= 3


@pytest.mark.parametrize(("name", "step"), [(name, step) for name in OWN for step in GAMES[name].lesson])
def test_every_step_can_be_played_and_is_told_in_french(name: str, step: Step) -> None:
    position = position_of(name, step.position)
    assert bool(step.shown) != bool(step.right)
    after = position
    for move in step.shown:
        after = after.play(move)
    for move in step.right:
        position.play(move)
    assert not step.right or step.praise
    # Where more can be played, there is something to say to what is wrong.
    assert not step.right or step.hint or set(position.moves()) == set(step.right)
    language.use("fr")
    for words in (step.words, step.praise, step.hint):
        assert language._(words) != words or not words


def test_questions_that_ask_to_win_take_every_winning_move() -> None:
    for name in OWN:
        for step in GAMES[name].lesson:
            position = position_of(name, step.position)
            won = {
                move
                for move in position.moves()
                if (end := position.play(move).outcome()) and end.winner == 1
            }
            if won & set(step.right):
                assert won == set(step.right)


def test_a_place_that_nothing_moves_from_says_why_in_the_rules_words() -> None:
    awale = position_of("awale", "2,0,1,0,0,1,0,0,0,0,0,0:24,20:1:50")
    assert why_not(awale, "a") == "a is not legal: it would leave the opponent no seed."
    assert why_not(awale, "b") == "b is not legal: the pit is empty."
    assert why_not(awale, "f") == ""
    quixo = position_of("quixo", "o.../..../..../....:1")
    assert why_not(quixo, "0,0") == "0,0 is not legal: the cube is the opponent's."
    mingmang = game("mingmang", size="4").start()
    assert why_not(mingmang, "1,1-2,2") == "1,1-2,2 is not legal: a pawn moves along its row or its column."
    assert "no pawn of yours is there" in why_not(mingmang, "2,2")
    shut_in = position_of("mingmang", "xo../o.../..../...x:1")
    assert why_not(shut_in, "1,1") == "1,1 is not legal: there is nowhere to go from there."
    assert "border" in why_not(quixo, "1,1")
    assert why_not(quixo, "0,1") == ""
    with pytest.raises(BadNotation):
        why_not(mingmang, "9,9")
