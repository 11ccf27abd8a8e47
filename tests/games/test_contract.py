"""Every registered game, variant and size keeps the contract; compiled rules equal interpreted ones."""

from __future__ import annotations

import random

import numpy
import pytest
from tests.games.catalogue import every_game, identify
from tests.games.contract import check, playout

from stratege.core.compiling import compiled
from stratege.core.game import Game
from stratege.core.wordsize import as_words, fit_words, from_words


@pytest.mark.parametrize("game", every_game(), ids=identify)
def test_game_keeps_the_contract(game: Game) -> None:
    check(game, games=2)


@pytest.mark.parametrize("game", [one for one in every_game() if fit_words(one.rules)], ids=identify)
def test_compiled_rules_equal_interpreted_rules(game: Game) -> None:
    fast = compiled(game.kernel_name)
    rules = as_words(game.rules)
    out = numpy.zeros(game.most_moves + 1, numpy.int64)
    for seed in range(10):
        draw = random.Random(seed)
        for position in playout(game, draw):
            state = as_words(position.state)
            slow = [0] * game.most_moves
            end = game.kernel.moves(game.rules, position.state, slow, 0)
            assert fast.moves(rules, state, out, 0) == end
            assert list(out[:end]) == slow[:end]
            reason = game.kernel.finished(game.rules, position.state)
            assert fast.finished(rules, state) == reason
            assert fast.result(rules, state, reason) == game.kernel.result(game.rules, position.state, reason)
            for move in slow[:end]:
                after = game.kernel.play(game.rules, position.state, move)
                assert from_words(fast.play(rules, state, move)) == after
            trace = game.kernel.trace(game.rules, position.state, position.to_move)
            assert from_words(fast.trace(rules, state, position.to_move)) == trace
