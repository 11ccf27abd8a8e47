"""Every game in OpenSpiel, so that its algorithms run on them.

Importing this registers them: `pyspiel.load_game("stratege_NAME(variant=…,size=…,ply_limit=…)")`. A size is a
number or a text, as the usual size of the game is: `size=4`, `size=7x5`. A game that begins at random begins
as with seed 0; one that can go on for ever is a draw at its ply limit.
"""

from __future__ import annotations

from typing import Any

import numpy

from stratege.core.extras import require
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.registry import GAMES
from stratege.core.registry import game as game_of
from stratege.envs.sight import Sight, first_of, ply_limit_of

require("openspiel")

import pyspiel  # noqa: E402 - its absence is said above

PLAYERS = 2


def _type_of(name: str) -> Any:
    kinds, usual = pyspiel.GameType, game_of(name)
    size = int(usual.size) if usual.size.isdecimal() else usual.size  # OpenSpiel reads a number as such
    return kinds(
        short_name=f"stratege_{name}",
        long_name=f"Stratège's {GAMES[name].game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"variant": usual.variant.name, "size": size, "ply_limit": 0},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the house, as OpenSpiel knows games."""

    def __init__(self, kind: Any, name: str, parameters: dict[str, Any] | None) -> None:
        given = parameters or {}
        self.rules: Game = game_of(name, given.get("variant") or None, given.get("size") or None)
        first_of(self.rules)
        self.limit = ply_limit_of(self.rules, given.get("ply_limit") or None)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_count,
            max_chance_outcomes=0,
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit or self.rules.longest or 0,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> SpielState:
        """The start."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Who sees the board as numbers and as text."""
        return Observer(self.rules, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A line of play, as OpenSpiel knows states."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.line = Line(game.rules.start(seed=0), ply_limit=game.limit)

    def current_player(self) -> Any:
        """Who is to move: 0 or 1, or that the game is over."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.line.to_move - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.line.legal()

    def _apply_action(self, action: int) -> None:
        self.line = self.line.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.line.game.move_text(action, player + 1)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.line.outcome() is not None

    def returns(self) -> list[float]:
        """1 and -1 for who has won and lost."""
        outcome = self.line.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 1 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.line.position.text()


class Observer:
    """The board as numbers, as the player to move sees it, and as its text, or, who recalls, as the moves."""

    def __init__(self, rules: Game, recalls: bool = False) -> None:
        self._sight, self._recalls = Sight(rules), recalls
        board = self._sight.board(rules.start(seed=0))
        self.tensor = numpy.zeros(board.size, numpy.float32)
        self.dict = {"observation": self.tensor.reshape(board.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """See this state."""
        self.dict["observation"][:] = self._sight.board(state.line.position)

    def string_from(self, state: SpielState, player: int) -> str:
        """The state as text, or the moves that led there."""
        return " ".join(state.line.moves_text) if self._recalls else state.line.position.text()


def _loaded(text: str) -> Any:
    """The game that a text names: what a pickle holds."""
    return pyspiel.load_game(text)


def _register(name: str) -> None:
    kind = _type_of(name)

    class Registered(SpielGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(kind, name, parameters)

    pyspiel.register_game(kind, Registered)


for _name in GAMES:
    _register(_name)
