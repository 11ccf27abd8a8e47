"""Finding one's mistakes."""

from __future__ import annotations

import stratege
from stratege.core.line import Line
from stratege.engine.adviser import Adviser
from stratege.training.mistakes import mistakes


def line() -> Line:
    # 6 squares, pawns on 3 and 5 (from 1): the nim-sum 2 ^ 4 is not 0, so player 1 wins by 5-3 only.
    return Line(stratege.parse("nimble", "0,0,1,0,1,0"))


def test_a_move_that_gives_the_win_away_is_a_mistake_and_the_right_one_is_none() -> None:
    rules = line().game
    (found,) = mistakes(line().play("5-4"), {1}, Adviser(rules))
    assert found is not None
    assert (found.ply, found.played, found.right) == (0, "5-4", ("5-3",))
    assert [*mistakes(line().play("5-3"), {1}, Adviser(rules))] == [None]


def test_only_the_moves_of_these_players_are_looked_at() -> None:
    played = line().play("5-4").play("4-3").play("3-1")
    assert len([*mistakes(played, {2}, Adviser(played.game))]) == 1
    assert len([*mistakes(played, {1, 2}, Adviser(played.game))]) == 3
