"""The tournament rule of Awalé (`abapa`) is OpenSpiel's oware: moves, boards, scores and ends."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

from stratege.core.registry import game
from stratege.games.awale.game import seeds_of

GAMES = 1000


def observed(state: Any) -> tuple[list[int], list[int]]:
    """The pits and the scores in OpenSpiel's `player | s0 s1 | h0 … h11`."""
    _player, scores, houses = state.observation_string(0).split("|")
    return [int(seeds) for seeds in houses.split()], [int(score) for score in scores.split()]


@pytest.mark.parametrize("seeds", range(1, 7))
def test_abapa_is_openspiels_oware(seeds: int) -> None:
    ours = game("awale", "abapa", seeds)
    theirs = pyspiel.load_game(f"oware(num_seeds_per_house={seeds})")
    ends = set()
    for number in range(-(-GAMES // 6)):
        draw = random.Random(f"{seeds} {number}")
        position, state = ours.start(), theirs.new_initial_state()
        while not state.is_terminal():
            assert position.outcome() is None, position.text()
            assert seeds_of(position) == observed(state)
            assert position.legal() == state.legal_actions()
            assert position.to_move == state.current_player() + 1
            move = draw.choice(position.legal())
            position = position.play(move)
            state.apply_action(move)
        outcome = position.outcome()
        assert outcome is not None, position.text()
        assert outcome.score is not None
        assert list(outcome.score) == observed(state)[1]
        sign = {1: 1, 2: -1, None: 0}[outcome.winner]
        assert [sign, -sign] == state.returns()
        ends.add(outcome.code)
    assert ends == {"majority", "no-move", "repetition"}
