"""Awalé's learned judgement: what it sees, its two lives, and what happens without its weights."""

from __future__ import annotations

import logging
import random
import sys
from collections.abc import Iterator
from typing import cast

import pytest

import stratege
from stratege.core.compiling import compiled
from stratege.core.parts import Evaluation
from stratege.core.position import Position
from stratege.core.registry import GAMES, game
from stratege.core.wordsize import as_state, as_words
from stratege.games import awale
from stratege.games.awale import evaluate as linear
from stratege.games.awale import network
from stratege.games.awale.game import seeds_of
from stratege.games.awale.inputs import GROUPS, HARVESTS, PITS, ROWS, STORES, inputs


def positions(count: int, size: int = 4) -> Iterator[Position]:
    """Positions of random games of all variants, at every stage."""
    draw = random.Random(7)
    names = list(stratege.game("awale").variants)
    while count:
        position = game("awale", draw.choice(names), size).start()
        for _ply in range(draw.randrange(80)):
            if position.legal():
                position = position.play(draw.choice(position.legal()))
        if position.legal():
            count -= 1
            yield position


def test_the_game_is_judged_by_the_network() -> None:
    assert GAMES["awale"].evaluation is cast(Evaluation, network)
    assert network.LEARNED.about["command"].startswith("python -m tuning train awale ")


def test_both_lives_judge_alike() -> None:
    code = compiled(network.__name__)
    for position in positions(1000):
        rules, state = position.game.rules, position.state
        assert code.evaluate(as_words(rules), as_state(state)) == network.evaluate(rules, state)


def test_boards_of_other_sizes_are_judged_by_the_linear_terms() -> None:
    code = compiled(network.__name__)
    for size in (1, 3, 5, 21):
        for position in positions(100, size):
            rules, state = position.game.rules, position.state
            expected = linear.evaluate(rules, state)
            assert network.evaluate(rules, state) == expected
            assert code.evaluate(as_words(rules), as_state(state)) == expected


def harvestable(position: Position) -> set[int]:
    """The other side's pits, from 0, that one sowing of fewer than twelve seeds ends in with 2 or 3."""
    pits, _stores = seeds_of(position)
    mine = 6 * (position.to_move - 1)
    found = set()
    for pit in range(mine, mine + 6):
        last = (pit + pits[pit]) % 12
        if 0 < pits[pit] < 12 and last // 6 != mine // 6 and pits[last] in (1, 2):
            found.add(last % 6)
    return found


def test_what_is_seen_is_so() -> None:
    for position in positions(500):
        seen = inputs(position.game.rules, position.state)
        pits, stores = seeds_of(position)
        mine = 6 * (position.to_move - 1)
        turned = pits[mine:] + pits[:mine]
        ends = [PITS + sum(GROUPS[:group]) for group in range(len(GROUPS) + 1)]
        assert all(start <= row < end for start, row, end in zip(ends, seen, ends[1:]))
        assert [row - start for start, row in zip(ends, seen)][:12] == [min(23, seeds) for seeds in turned]
        held = stores if position.to_move == 1 else stores[::-1]
        assert [seen[12] - STORES, seen[13] - STORES - 25] == held
        other = Position(position.game, (position.state[1], position.state[0], 0), 3 - position.to_move)
        for row, first, seat in ((seen[14], HARVESTS, position), (seen[15], HARVESTS + 64, other)):
            assert row - first == sum(1 << pit for pit in harvestable(seat))
        assert max(seen) < ROWS


@pytest.fixture
def no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """The weights are not there, and nobody has read them yet."""
    monkeypatch.setattr("stratege.core.weights.DATA", ".nothing")
    monkeypatch.delitem(sys.modules, network.__name__)
    monkeypatch.delattr(awale, "network")
    monkeypatch.setitem(vars(GAMES["awale"]), "evaluation", awale._evaluation())


def test_without_its_weights_the_linear_terms_judge_and_the_log_says_so(
    caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> None:
    with caplog.at_level(logging.WARNING):
        request.getfixturevalue("no_weights")
    assert GAMES["awale"].evaluation is cast(Evaluation, linear)
    assert [record.getMessage() for record in caplog.records] == [caplog.records[0].getMessage()]
    assert "network.nothing cannot be used: there is no such file" in caplog.text
