"""Boards solved with a turn limit are what the kernel, which counts turns, makes of them."""

from __future__ import annotations

from itertools import islice

import pytest
from benchmarks.tables.turn_limit import by_turns

from stratege.core.kernel import Rules, State
from stratege.core.registry import game
from stratege.games.awale.kernel import MOST_MOVES, finished, moves, play, result
from stratege.games.awale.ranking import board_at, boards

SEEDS = 4
TURNS = 5


@pytest.mark.parametrize("variant", ["standard", "ccinp"])
def test_who_wins_within_the_turns_is_who_the_kernel_says(variant: str) -> None:
    rules = game("awale", variant).rules
    for turns, layers in enumerate(islice(by_turns(rules, SEEDS), TURNS + 1)):
        for index in range(boards(SEEDS)):
            state = (*board_at(SEEDS, index), rules[2] - turns)
            assert sign(int(layers[SEEDS][index]) >> 1) == winner(rules, state), (turns, index)


def winner(rules: Rules, state: State) -> int:
    """1, 0 or -1 for the player to move, by trying everything."""
    room = [0] * MOST_MOVES
    reason = finished(rules, state)
    end = 0 if reason else moves(rules, state, room, 0)
    if end == 0:
        return sign(result(rules, state, reason))
    return max(-winner(rules, play(rules, state, move)) for move in room[:end])


def sign(number: int) -> int:
    return (number > 0) - (number < 0)
