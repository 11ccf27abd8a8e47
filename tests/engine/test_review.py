"""A game reviewed: expected results, accuracy, and reasons for every game."""

from __future__ import annotations

import pytest
from tests.games.catalogue import every_engine

import stratege
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.value import EXACT, SEARCH, Value
from stratege.engine.adviser import Adviser
from stratege.engine.limits import Limits
from stratege.engine.review import accuracy, why


def test_expected_results_are_ordered_as_values_are() -> None:
    values = [Value(EXACT, -1, 3), *(Value(SEARCH, estimate=e) for e in (-90000, -120, 0, 120, 90000))]
    chances = [value.expected for value in values]
    assert chances == sorted(chances)
    assert (chances[0], chances[3]) == (0.0, 0.5)
    assert all(value.expected == pytest.approx(1 - (-value).expected) for value in values)


def test_accuracy_is_a_mean() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100.0
    assert accuracy([1.0]) == 0.0
    assert accuracy([0.0, 0.1]) > accuracy([0.05, 0.2])  # type: ignore[operator]


def told(game: str, text: str, move: str) -> str:
    line = Line(stratege.parse(game, text))
    adviser = Adviser(line.game)
    found = adviser.advise(line, Limits(depth=2))
    return why(adviser, found, next(valued for valued in found.moves if valued.move == move))


@pytest.mark.parametrize(
    ("game", "text", "move", "words"),
    [
        ("chomp", "3,3,3", "1,1", "leaves two arms of the same length; the only move that wins"),
        ("chomp", "4,4,4", "0,3", "then 1,1: leaves two arms of the same length"),
        ("nimble", "0,0,1,2,0,2", "6-5", "then "),
        ("quixo", "xx.../...../ooo../o..../o....:1", "0,4-4,4", "then "),
        ("quixo", "xxx../...../oo.../...../o....:1", "0,3-0,4", "makes 4 in line"),
        ("awale", "0,0,0,0,0,2,1,2,0,0,0,4:20,19", "f", "takes "),
        ("mingmang", "x.../.o../..../...o:1", "1,1-1,2", "then "),
    ],
)
def test_reasons_say_what_a_move_does_or_allows(game: str, text: str, move: str, words: str) -> None:
    assert words in told(game, text, move)


@pytest.mark.parametrize("rules", every_engine())
def test_something_is_said_of_the_best_move(rules: Game) -> None:
    """For every game, whether it explains itself or not."""
    if not rules.compilable or rules.most_moves > 400:
        return
    line = Line(rules.start(seed=3))
    adviser = Adviser(rules, building=None)
    found = adviser.advise(line, Limits(depth=2))
    assert why(adviser, found, found.moves[0]) or found.moves[0].value.proven
