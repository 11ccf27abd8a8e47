"""The compiled machines choose exactly what the papers' own functions choose."""

from __future__ import annotations

import math
import random

import pytest
from tests.engine.test_alphabeta import random_positions
from tests.games.oracle import AwaleCcinp, papers_size

from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.engine.limits import Limits
from stratege.engine.players import player
from stratege.exams import awale_ccinp, quixo
from stratege.games.awale import paper as awale_paper
from stratege.games.boards import grid_of
from stratege.games.quixo import paper as quixo_paper


def papers_awale_choice(position: Position, depth: int) -> int:
    return awale_ccinp.NegaAwale(AwaleCcinp(position).jeu, depth, 0)


def papers_quixo_choice(position: Position, depth: int) -> str:
    grid = grid_of(position.state, position.to_move, int(position.game.size))
    with papers_size(int(position.game.size)):
        _value, move = quixo.alphabeta(grid, position.to_move, -math.inf, math.inf, depth)
    assert move is not None
    return "{},{}-{},{}".format(*move)


@pytest.mark.parametrize(("depth", "count"), [(1, 150), (2, 150), (3, 60), (4, 12)])
def test_awale(depth: int, count: int) -> None:
    out = [0] * 100
    for position in random_positions(game("awale", "ccinp"), count, "paper"):
        chosen = awale_paper.choose(position.game.rules, position.state, depth, out, 0)
        assert chosen == papers_awale_choice(position, depth), position.text()


@pytest.mark.parametrize(("size", "depth", "count"), [(5, 1, 60), (5, 2, 6), (4, 2, 10), (3, 3, 10)])
def test_quixo(size: int, depth: int, count: int) -> None:
    out = [0] * 300
    for position in random_positions(game("quixo", size=size), count, "paper"):
        chosen = quixo_paper.choose(position.game.rules, position.state, depth, out, 0)
        text = position.game.move_text(chosen, position.to_move)
        assert text == papers_quixo_choice(position, depth), position.text()


def test_the_player_called_exam_is_that_machine_at_the_papers_depth() -> None:
    position = game("awale", "ccinp").start()
    expected = awale_paper.choose(position.game.rules, position.state, 6, [0] * 100, 0)
    assert player("exam", position.game).choose(Line(position), Limits()) == expected
    assert (awale_paper.DEPTH, quixo_paper.DEPTH) == (6, 3)


def test_games_without_a_paper_machine_have_no_such_player() -> None:
    random.seed(0)
    with pytest.raises(Exception, match="no player 'exam'"):
        player("exam", game("nimble"))
