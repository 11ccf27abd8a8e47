"""One learner against a player, in Gymnasium's way."""

from __future__ import annotations

import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from tests.games.catalogue import identify, usual_games

import stratege
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.engine.limits import Limits
from stratege.envs.single import AgainstPlayer


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_gymnasiums_own_checks(rules: Game) -> None:
    env = AgainstPlayer(rules, "random")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            assert seen["action_mask"].any()
            assert (seen["action_mask"] == info["action_mask"]).all()
            action = env.action_space.sample(seen["action_mask"])
            seen, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            outcome = env.line.outcome()
            assert over == (outcome is not None)
            won = outcome is not None and outcome.winner == env.side
            assert reward == (1 if won else -1 if outcome and outcome.winner else 0)


def test_an_illegal_action_loses() -> None:
    env = AgainstPlayer(stratege.game("awale"), side=1)
    env.reset(seed=1)
    while 0 in env.line.legal():
        env.step(0)
    _seen, reward, terminated, _truncated, info = env.step(0)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)


def test_sides_are_taken_in_turn_and_a_player_of_ones_own_answers() -> None:
    class First:
        name = "first"

        def choose(self, line: Line, limits: Limits) -> int:
            return line.legal()[0]

    env = AgainstPlayer(stratege.game("quixo", size=3), First())
    assert [env.reset()[1]["side"] for _game in range(4)] == [1, 2, 1, 2]
    assert env.line.moves == (0,)


def test_it_is_made_by_name() -> None:
    import stratege.envs.single

    env = gymnasium.make("stratege/nimble-v0", opponent="level:1", variant="misere", render_mode="ansi")
    env.reset(seed=3)
    assert "█" in str(env.render()) or str(env.render())
    assert env.unwrapped.game == stratege.game("nimble", "misere")  # type: ignore[attr-defined]
