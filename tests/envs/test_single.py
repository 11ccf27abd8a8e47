"""One learner against a player, in Gymnasium's way."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from tests.games.catalogue import identify, usual_games

import stratege
from stratege.core.errors import BadOption, StrategeError
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.engine.limits import Limits
from stratege.engine.players import player_names
from stratege.envs.single import AgainstPlayer

ENGINE = """
import sys
for line in sys.stdin:
    if line.startswith("go"):
        print("bestmove 2,2", flush=True)
"""


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
    assert not env.step(1)[0]["action_mask"].any()  # the game is over
    env.reset()
    with pytest.raises(TypeError):
        env.step(1.5)


def test_a_game_that_the_opponent_has_ended_is_lost_and_stays_so() -> None:
    """Nobody has done anything illegal; and after the end nothing changes any more."""
    env = AgainstPlayer(stratege.game("nimble", size="2x1"), side=2)
    for seed in range(20):
        seen, _info = env.reset(seed=seed)
        assert not seen["action_mask"].any()  # one pawn can move once
        for _again in range(2):
            _seen, reward, terminated, truncated, info = env.step(0)
            assert (reward, terminated, truncated, "illegal" in info) == (-1.0, True, False, False)


@pytest.mark.parametrize("opponent", player_names(stratege.game("quixo", size=3)))
def test_any_player_of_the_house_is_an_opponent(opponent: str) -> None:
    env = AgainstPlayer(stratege.game("quixo", size=3), opponent)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)


def test_programs_of_other_people_are_opponents_too(tmp_path: Path) -> None:
    program = tmp_path / "first.py"
    program.write_text(ENGINE, encoding="utf-8")
    env = AgainstPlayer(stratege.game("chomp", size="3x3"), f"engine:{sys.executable} {program}", side=2)
    for seed in (1, None):
        env.reset(seed=seed)
        assert env.line.moves_text == ("2,2",)
    env.close()
    with pytest.raises(BadOption, match="no program"):
        AgainstPlayer(stratege.game("awale"), "engine:/no/such")
    with pytest.raises(StrategeError, match="nobody"):
        AgainstPlayer(stratege.game("awale"), "nobody")
    with pytest.raises(BadOption, match="A side is"):
        AgainstPlayer(stratege.game("awale"), side=3)


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
