"""Every registered game, variant and size keeps the contract; compiled rules equal interpreted ones."""

from __future__ import annotations

import random
from itertools import islice

import numpy
import pytest
from tests.games.catalogue import every_game, identify
from tests.games.contract import check, playout
from tests.games.oracle import random_positions

from stratege.core.compiling import compiled
from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.wordsize import as_state, as_words, fit_words


@pytest.mark.parametrize("game", every_game(), ids=identify)
def test_game_keeps_the_contract(game: Game) -> None:
    check(game, games=2)


@pytest.mark.bounds
@pytest.mark.parametrize("game", [one for one in every_game() if fit_words(one.rules)], ids=identify)
def test_compiled_rules_equal_interpreted_rules(game: Game) -> None:
    draw = random.Random("compiled")
    for _game in range(8):
        for position in playout(game, draw):
            compare_lives(position)
    for position in islice(random_positions(game, draw), 200):
        compare_lives(position)


def compare_lives(position: Position) -> None:
    """Every function of the kernel gives the same, interpreted and compiled."""
    game, player = position.game, position.to_move
    slow, fast = game.kernel, compiled(game.kernel.__name__)
    rules, state = as_words(game.rules), as_state(position.state)
    expected, found = [0] * game.most_moves, numpy.zeros(game.most_moves, numpy.int64)
    end = slow.moves(game.rules, position.state, expected, 0)
    assert fast.moves(rules, state, found, 0) == end
    assert list(found[:end]) == expected[:end]
    for move in expected[:end]:
        after = slow.play(game.rules, position.state, move)
        assert tuple(fast.play(rules, state, move)) == as_state(after)
    reason = slow.finished(game.rules, position.state)
    assert fast.finished(rules, state) == reason
    assert fast.result(rules, state, reason) == slow.result(game.rules, position.state, reason)
    trace = slow.trace(game.rules, position.state, player)
    assert tuple(fast.trace(rules, state, player)) == as_state(trace)
