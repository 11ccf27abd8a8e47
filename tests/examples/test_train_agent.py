"""The example that trains agents: its slopes, what it keeps plays the same, and it plays by the rules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy
import pytest

import stratege
from stratege.core.line import Line
from stratege.engine.limits import Limits

SCRIPT = Path(__file__).parents[2] / "examples" / "train_agent.py"


@pytest.fixture(scope="module")
def training() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_agent", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_agent"] = module  # its dataclasses look themselves up
    spec.loader.exec_module(module)
    return module


def test_an_agent_practises_and_is_kept(training: ModuleType, tmp_path: Path) -> None:
    game = stratege.game("quixo", size=3)
    agent, curve = training.trained(game, 4_096)
    assert curve[-1][0] >= 4_096
    assert all(0 <= score <= 1 for _made, score in curve)
    agent.save(tmp_path / "agent.npz")
    again = training.Agent.load(game, tmp_path / "agent.npz")
    line = Line(game.start(), ply_limit=30)
    while line.outcome() is None:
        move = agent.choose(line, Limits())
        assert move in line.legal()
        assert again.choose(line, Limits()) == move
        line = line.play(move)
    assert 0 <= training.against(agent, "random", games=2) <= 1


def test_the_slopes_are_those_of_the_loss(training: ModuleType) -> None:
    """Learning from a move that turned out well makes it likelier, and the value goes to what came of it."""
    network = training.Network(6, 4, seed=1)
    seen = numpy.eye(6, dtype=numpy.float32)[:4]
    mask = numpy.ones((4, 4), bool)
    mask[:, 3] = False
    actions, returns = numpy.array([0, 1, 2, 0]), numpy.array([1, 1, -1, -1], numpy.float32)
    for _time in range(60):
        network.learn(seen, mask, actions, numpy.ones(4, numpy.float32), returns)
    _hidden, likely, value = network.forward(seen, mask)
    assert (likely[[0, 1], [0, 1]] > 0.5).all()
    assert (likely[[2, 3], [2, 0]] < 0.2).all()
    assert (likely[:, 3] == 0).all()
    assert (numpy.sign(value) == returns).all()
