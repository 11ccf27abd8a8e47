"""Every game as a PettingZoo environment: two agents who move in turn."""

from __future__ import annotations

import operator
import random
from typing import Any

import numpy
from numpy.typing import NDArray

from stratege.core.errors import BadOption
from stratege.core.extras import require
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import PLY_LIMIT, Line
from stratege.core.position import Position
from stratege.core.registry import game as game_of
from stratege.envs.sight import Sight, ply_limit_of

require("rl")

from gymnasium import spaces  # noqa: E402 - its absence is said above
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

AGENTS = ("player_1", "player_2")
RENDER_MODES = ("human", "ansi", "rgb_array", "svg")


def env(name: str, **options: Any) -> Any:
    """The environment with PettingZoo's usual guards: an illegal move loses, misuse is an error."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(name, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def raw_env(
    name: str,
    variant: str | None = None,
    size: Any = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> BoardEnv:
    """The environment itself, for a game with its variant and size."""
    return BoardEnv(game_of(name, variant, size), render_mode, max_cycles)


def spaces_of(sight: Sight) -> tuple[spaces.Discrete[Any], spaces.Dict]:
    """What can be done, and what is seen."""
    count = sight.game.action_count
    seen: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, sight.highest, sight.shape, numpy.int32),
        "action_mask": spaces.Box(0, 1, (count,), numpy.int8),
    }
    return spaces.Discrete(count), spaces.Dict(seen)


def check_render_mode(mode: str | None) -> None:
    """Refuse a way of showing that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(
            _(
                "There is no render mode {mode!r}; there are: {known}.",
                mode=mode,
                known=", ".join(RENDER_MODES),
            )
        )


def rendered(position: Position, mode: str | None) -> Any:
    """The board in one of the `RENDER_MODES`; `human` prints it."""
    if mode == "human":
        print(f"{position}\n")
        return None
    if mode == "ansi":
        return f"{position}\n"
    if mode == "svg":
        return position.svg()
    if mode == "rgb_array":
        return _pixels(position)
    return None


def _pixels(position: Position) -> NDArray[numpy.uint8]:
    import io

    from PIL import Image

    from stratege.core.svg import png

    with Image.open(io.BytesIO(png(position.svg(), None))) as picture:
        return numpy.array(picture.convert("RGB"))


class BoardEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game for two agents, `player_1` and `player_2`; the winner gets 1 and the loser -1.

    What an agent sees is the board as the player to move sees it, and which moves, by their numbers, are
    legal; who is not to move has none. A game that reaches `max_cycles` plies (the game's own limit, if not
    given) is truncated. `line` is the game so far.
    """

    def __init__(self, game: Game, render_mode: str | None = None, max_cycles: int | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": f"{game.name}_v0",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.game, self.render_mode = game, render_mode
        self.max_cycles = ply_limit_of(game, max_cycles)
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        self._sight = Sight(game)
        self._draw = random.Random()
        actions, observations = spaces_of(self._sight)
        self.observation_spaces = dict.fromkeys(AGENTS, observations)
        self.action_spaces = dict.fromkeys(AGENTS, actions)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._draw.seed(seed)
        self.line = Line(self.game.start(self._draw.getrandbits(32)), ply_limit=self.max_cycles)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.line.to_move - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        moving = agent == self.agent_selection and self.line.outcome() is None
        mask = self._sight.mask(self.line.legal() if moving else [])
        return {"observation": self._sight.board(self.line.position), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.line = self.line.play(operator.index(action))
        self._cumulative_rewards[agent] = 0.0
        outcome = self.line.outcome()
        if outcome is not None:
            for number, name in enumerate(AGENTS, start=1):
                self.rewards[name] = (
                    0.0 if outcome.winner is None else 1.0 if outcome.winner == number else -1.0
                )
            ended = self.truncations if outcome.code == PLY_LIMIT else self.terminations
            ended.update(dict.fromkeys(AGENTS, True))
        self.agent_selection = AGENTS[self.line.to_move - 1]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return rendered(self.line.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
