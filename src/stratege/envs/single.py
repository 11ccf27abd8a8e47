"""Every game for one learner, in Gymnasium's way: the other side is any player of the house, or one's own.

Importing this registers the games, `gymnasium.make("stratege/NAME-v0", opponent="level:3")`.
"""

from __future__ import annotations

import operator
import random
from typing import Any

from stratege.arena.contestants import contestant, dismiss
from stratege.arena.match import Terms
from stratege.core.errors import BadOption
from stratege.core.extras import require
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import PLY_LIMIT, Line
from stratege.core.registry import GAMES
from stratege.core.registry import game as game_of
from stratege.engine.limits import Limits
from stratege.engine.players import Player
from stratege.envs.aec import RENDER_MODES, check_render_mode, rendered, spaces_of
from stratege.envs.sight import Sight

require("rl")

import gymnasium  # noqa: E402 - its absence is said above

QUICK = Limits(nodes=2000)  # and no time: the same seed is the same game on every machine


class AgainstPlayer(gymnasium.Env[dict[str, Any], Any]):
    """A game in which the agent is `side` 1 or 2, or by turns both (0), against an opponent.

    The opponent is a `Player` or the name of one (`random`, `level:3`, `engine:COMMAND`, …; see
    `arena.contestants`). Observations are those of PettingZoo's environment, with the mask of legal actions
    also in the info; the reward is 1 for a win, -1 for a loss. An action that is not legal loses at once, and
    the info says so. Where the opponent's first move was the last one, any action ends the game.
    """

    def __init__(
        self,
        game: Game,
        opponent: str | Player = "random",
        side: int = 0,
        render_mode: str | None = None,
        limits: Limits = QUICK,
    ) -> None:
        check_render_mode(render_mode)
        if side not in (0, 1, 2):
            raise BadOption(_("A side is 1 or 2, or 0 for both in turn, not {side}.", side=side))
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.game, self.render_mode = game, render_mode
        self._opponent, self._side, self._limits = opponent, side, limits
        self._sight = Sight(game)
        self.action_space, self.observation_space = spaces_of(self._sight)
        self._draw, self._games, self._player = random.Random(), 0, self._made(None)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.close()
            self._draw, self._games, self._player = random.Random(seed), 0, self._made(seed)
        self.side = self._side or 1 + self._games % 2
        self._games += 1
        self.line = Line(self.game.start(self._draw.getrandbits(32)), ply_limit=self.game.ply_limit)
        self._answer()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self.line.outcome() is None:
            if operator.index(action) not in self.line.legal():
                self.line = self.line.resign()
                return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
            self.line = self.line.play(operator.index(action))
            self._answer()
        outcome = self.line.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.side else -1.0
        truncated = outcome is not None and outcome.code == PLY_LIMIT
        return self._seen(), reward, outcome is not None and not truncated, truncated, self._info()

    def render(self) -> Any:
        return rendered(self.line.position, self.render_mode)

    def close(self) -> None:
        """Let the opponent go, if it is a program."""
        if isinstance(self._opponent, str):
            dismiss(self._player)

    def _made(self, seed: int | None) -> Player:
        if not isinstance(self._opponent, str):
            return self._opponent
        return contestant(self._opponent, self.game, seed, Terms(self._limits))

    def _answer(self) -> None:
        """The opponent's move, if it is to move."""
        if self.line.outcome() is None and self.line.to_move != self.side:
            self.line = self.line.play(self._player.choose(self.line, self._limits))
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> dict[str, Any]:
        moves = self.line.legal() if self.line.outcome() is None else []
        return {"observation": self._sight.board(self.line.position), "action_mask": self._sight.mask(moves)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._seen()["action_mask"], "side": self.side}


def make(name: str, variant: str | None = None, size: Any = None, **options: Any) -> AgainstPlayer:
    """The environment of the game of that name; `options` are those of `AgainstPlayer`."""
    return AgainstPlayer(game_of(name, variant, size), **options)


for _name in GAMES:
    gymnasium.register(f"stratege/{_name}-v0", f"{__name__}:make", kwargs={"name": _name})
