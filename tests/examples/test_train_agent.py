"""The example that trains agents: it learns, what it keeps plays the same, and it plays by the rules."""

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
from stratege.envs.batch import BatchEnv

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
    agent, curve = training.trained(game, 4_096, points=1, games=4)
    assert [point.moves for point in curve] == [0, 4_096]
    assert all(0 <= score <= 1 for point in curve for score in point[1:])
    agent.save(tmp_path / "agent.npz")
    again = training.Agent.load(game, tmp_path / "agent.npz")
    line = Line(game.start(), ply_limit=30)
    while line.outcome() is None:
        move = agent.choose(line, Limits())
        assert move in line.legal()
        assert again.choose(line, Limits()) == move
        line = line.play(move)
    assert training.drawn({"a": curve}).startswith("<svg")


def test_boards_of_a_batch_get_the_move_that_a_line_gets(training: ModuleType) -> None:
    game = stratege.game("awale")
    agent, boards = training.Agent.new(game, seed=3), BatchEnv(game, 20, seed=5)
    for _step in range(30):
        boards.step(boards.sample())
    best, worth = agent.best(boards)
    chosen = [agent.choose(Line(boards.position(board)), Limits()) for board in range(20)]
    assert best.tolist() == chosen
    assert (abs(worth) <= 1).all()


def test_what_is_learned_is_what_boards_are_worth(training: ModuleType) -> None:
    network = training.Network(6, seed=1)
    seen, truth = numpy.eye(6, dtype=numpy.float32), numpy.array([1, 1, -1, -1, 0, 0], numpy.float32)
    for _time in range(200):
        network.learn(seen, truth, rate=0.02)
    assert (abs(network.forward(seen)[1] - truth) < 0.2).all()


def test_numbers_are_told_apart(training: ModuleType) -> None:
    """Two and three seeds are as different as none and many."""
    game = stratege.game("awale")
    seen = numpy.zeros((3, 14), numpy.float32)
    seen[:, 0] = 0, 2, 3
    none, two, three = training.encoded(game, seen)
    assert [float((one - none).astype(bool).sum()) for one in (two, three)] == [3, 4]
