"""PettingZoo's own conformance suite, and what it does not ask."""

from __future__ import annotations

import functools
import importlib
import warnings
from typing import Any

import numpy
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from tests.games.catalogue import every_game, identify, usual_games

import stratege
from stratege.core.errors import BadOption, IllegalMove
from stratege.core.game import Game
from stratege.envs import awale_v0

FEWER = 20_000
"""Actions: the suite writes all of them down at every step."""


def constructor(rules: Game) -> Any:
    module = importlib.import_module(f"stratege.envs.{rules.name}_v0")
    return functools.partial(module.env, variant=rules.variant.name, size=rules.size)


def suite(rules: Game, cycles: int) -> None:
    with warnings.catch_warnings():  # it would rather have no masks in observations, as its own games have
        warnings.simplefilter("ignore")
        api_test(constructor(rules)(), num_cycles=cycles)
        seed_test(constructor(rules), num_cycles=cycles)


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_the_suite(rules: Game) -> None:
    suite(rules, 30)


@pytest.mark.soak
@pytest.mark.parametrize("rules", [one for one in every_game() if one.action_count < FEWER], ids=identify)
def test_the_whole_suite_on_every_size(rules: Game) -> None:
    suite(rules, 1000)
    render_test(constructor(rules), {"svg": lambda shown: shown.startswith("<svg")})


def test_every_way_of_showing(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(awale_v0.env, {"svg": lambda shown: shown.startswith("<svg")})
    assert "4   4   4" in capsys.readouterr().out
    with pytest.raises(BadOption, match="rgb_array"):
        awale_v0.env(render_mode="colour")


def test_the_winner_gets_one() -> None:
    env = constructor(stratege.game("chomp", size=(2, 1)))()
    env.reset()
    env.step(1)  # eats all but the poison
    assert env.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert env.terminations == {"player_1": True, "player_2": True}
    observation, reward, terminated, truncated, _info = env.last()
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert not observation["action_mask"].any()


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_a_game_is_cut_at_its_limit(rules: Game) -> None:
    """What PettingZoo's `max_cycles_test` is for, which is not for games in which players move in turn."""
    env = constructor(rules)(max_cycles=4)
    env.reset(seed=1)
    plies = 0
    for agent in env.agent_iter():
        observation, _reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            plies += 1
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    by_rule = env.unwrapped.line.position.outcome() is not None
    assert plies <= 4 if by_rule else plies == 4
    for limit in (0, -3):
        with pytest.raises(BadOption, match="1 ply at the earliest"):
            constructor(rules)(max_cycles=limit)


def test_an_illegal_move_loses_and_the_raw_environment_refuses_it() -> None:
    env = awale_v0.env()
    env.reset()
    env.step(0)
    env.step(0)
    env.step(0)  # an empty pit
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards["player_1"] == -1
    raw = awale_v0.raw_env()
    raw.reset()
    raw.step(0)
    raw.step(0)
    with pytest.raises(IllegalMove):
        raw.step(0)
    with pytest.raises(TypeError):
        raw.step(1.5)


def test_a_board_without_moves_is_refused() -> None:
    for rules in (stratege.game("chomp", size="1x1"), stratege.game("nimble", size="1")):
        with pytest.raises(BadOption, match="over before anybody has moved"):
            constructor(rules)()


def test_no_board_has_more_than_its_space_allows() -> None:
    """However many pawns the seed gives, and were they all on one square in the end."""
    env = stratege.envs.nimble_v0.raw_env(size="2x3")
    highest = env.observation_space("player_1")["observation"].high.max()
    most = max(sum(env.game.start(seed).state) for seed in range(300))
    assert most == 6 <= highest


def test_modules_are_found_by_name() -> None:
    by_statement: dict[str, Any] = {}
    exec("import stratege.envs.quixo_v0 as found", by_statement)  # mypy knows no module that is made
    found = by_statement["found"]

    assert stratege.envs.quixo_v0 is found
    assert found.raw_env(size=3).game == stratege.game("quixo", size=3)
    assert {f"{name}_v0" for name in stratege.GAMES} <= set(vars(stratege.envs))


def test_random_starts_follow_the_seed() -> None:
    env = stratege.envs.nimble_v0.env()
    boards = []
    for seed in (4, 4, None, None):
        env.reset(seed=seed)
        boards.append(env.observe("player_1")["observation"])
    assert numpy.array_equal(boards[0], boards[1])
    assert not numpy.array_equal(boards[1], boards[2]) or not numpy.array_equal(boards[2], boards[3])
