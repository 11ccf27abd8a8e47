"""Learned judgements, of every game that has one: their two lives, and what happens without their weights."""

from __future__ import annotations

import importlib
import logging
import random
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from stratege.core.compiling import compiled
from stratege.core.position import Position
from stratege.core.registry import GAMES, game
from stratege.core.wordsize import as_state, as_words

LEARNED = [name for name in GAMES.own if hasattr(GAMES[name].evaluation, "LEARNED")]
OTHER_SIZES = {"awale": (1, 3, 21), "quixo": (3, 4), "mingmang": (4, 5)}


def part(name: str, which: str) -> Any:
    """The game's module of that name."""
    return importlib.import_module(f"{GAMES[name].kernel.__name__.rpartition('.')[0]}.{which}")


def positions(name: str, count: int, size: int | None = None) -> Iterator[Position]:
    """Positions of random games of all variants, at every stage."""
    draw = random.Random(7)
    variants = list(game(name).variants)
    while count:
        position = game(name, draw.choice(variants), size).start()
        for _ply in range(draw.randrange(80)):
            if position.legal():
                position = position.play(draw.choice(position.legal()))
        if position.legal():
            count -= 1
            yield position


def judged(code: ModuleType, position: Position) -> int:
    return int(code.evaluate(as_words(position.game.rules), as_state(position.state)))


@pytest.mark.parametrize("name", LEARNED)
def test_both_lives_judge_alike(name: str) -> None:
    network = part(name, "network")
    assert GAMES[name].evaluation.__name__ == network.__name__
    assert network.LEARNED.about["command"].startswith(f"python -m tuning train {name} ")
    code = compiled(network.__name__)
    for position in positions(name, 1000 if name == "awale" else 300):
        assert judged(code, position) == network.evaluate(position.game.rules, position.state)


@pytest.mark.parametrize(("name", "size"), [(name, size) for name in LEARNED for size in OTHER_SIZES[name]])
def test_boards_of_other_sizes_are_judged_by_the_linear_terms(name: str, size: int) -> None:
    network, linear = part(name, "network"), part(name, "evaluate")
    code = compiled(network.__name__)
    for position in positions(name, 100, size):
        expected = linear.evaluate(position.game.rules, position.state)
        assert network.evaluate(position.game.rules, position.state) == expected
        assert judged(code, position) == expected


@pytest.mark.parametrize("name", LEARNED)
def test_without_its_weights_the_linear_terms_judge_and_the_log_says_so(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    network = part(name, "network")
    monkeypatch.setattr("stratege.core.weights.DATA", ".nothing")
    monkeypatch.delitem(sys.modules, network.__name__)
    monkeypatch.delattr(sys.modules[network.__name__.rpartition(".")[0]], "network")
    with caplog.at_level(logging.WARNING):
        assert GAMES[name].load_evaluation() is part(name, "evaluate")
    (message,) = (record.getMessage() for record in caplog.records)
    assert "network.nothing cannot be used: there is no such file" in message
