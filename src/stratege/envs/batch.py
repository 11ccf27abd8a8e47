"""Thousands of boards of a game at once: arrays in, arrays out, the rules compiled.

>>> from stratege.envs.batch import BatchEnv
>>> import stratege
>>> boards = BatchEnv(stratege.game("awale"), 1000, seed=1)
>>> mask = boards.mask
>>> rewards, ends = boards.step(boards.sample())
>>> mask.shape, rewards.shape, int(boards.to_move[0])
((1000, 6), (1000,), 2)
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple, Protocol, cast

import numpy
from numpy.typing import ArrayLike, NDArray

from stratege.core.compiling import compiled
from stratege.core.errors import BadOption, IllegalMove
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.repetition import ALLOWED, MODES
from stratege.core.wordsize import as_state, as_words, from_words
from stratege.envs.batch_kernel import ON, TERMINATED, TRUNCATED
from stratege.envs.sight import first_of, ply_limit_of

__all__ = ["ON", "TERMINATED", "TRUNCATED", "Ahead", "BatchEnv"]

KERNEL = "stratege.envs.batch_kernel"
FIRST_MEMORY = 32  # boards of the past that are kept at first, where the rules look at it

Integers = NDArray[numpy.int64]


class Ahead(NamedTuple):
    """Every legal move of every board, tried: row r is `actions[r]` on board `boards[r]`, in that order.

    `seen` is what the other player would see, `rewards` the reward of who would have moved, `ends` what would
    become of the game.
    """

    boards: Integers
    actions: Integers
    seen: NDArray[Any]
    rewards: NDArray[numpy.int8]
    ends: NDArray[numpy.int8]


class BatchKernel(Protocol):
    """The template `envs.batch_kernel` over a game's rules, compiled."""

    step: Callable[..., None]
    look_ahead: Callable[..., None]
    begin: Callable[..., None]
    sample: Callable[..., None]
    observe_all: Callable[..., None]
    first_illegal: Callable[..., int]


class BatchEnv:
    """`count` boards of a game that move together; one whose game ends begins anew at once.

    `mask[b, a]` is 1 where action `a`, a move's number, is legal on board `b`; `to_move` and `plies` say
    whose turn it is and how many moves were made. These arrays are the boards' own and change with each step.
    Games longer than `ply_limit` (the game's own, if not given) are truncated. `seed` fixes the starts, where
    they are drawn, and what `sample` gives.
    """

    def __init__(self, game: Game, count: int, seed: int | None = None, ply_limit: int | None = None) -> None:
        if not game.compilable:
            raise BadOption(_("This board is too large for compiled code: {game}.", game=game.label()))
        if count < 1:
            raise BadOption(_("There must be at least one board."))
        first_of(game)
        self.game, self.count, self.action_count = game, count, game.action_count
        self.ply_limit = ply_limit_of(game, ply_limit)
        holes = {"observation": game.declaration.observation.__name__}
        self._code = cast(BatchKernel, compiled(KERNEL, game.kernel.__name__, **holes))
        self._rules = as_words(game.rules)
        self._repetition = MODES[game.variant.repetition]
        draw = random.Random(seed)
        starts = [as_state(game.start(draw.getrandbits(32)).state) for _board in range(count)]
        self._shape, self._starts = starts[0], numpy.array(starts, numpy.int64).ravel()
        seen = game.declaration.observation.shape(game.rules, self._shape)
        self.observation_shape: tuple[int, ...] = (count, *seen)
        self._seeds = numpy.array([draw.getrandbits(62) | 1 for _board in range(count)], numpy.int64)
        self._states = self._starts.copy()
        self.to_move, self.plies, self._choices = (numpy.ones(count, numpy.int64) for _array in range(3))
        self._listed = numpy.zeros(count * game.most_moves, numpy.int32)
        self._spare = numpy.zeros(game.most_moves, numpy.int32)
        self.mask: NDArray[numpy.int8] = numpy.zeros((count, self.action_count), numpy.int8)
        self._rewards = numpy.zeros(count, numpy.int8)
        self._ends = numpy.zeros(count, numpy.int8)
        self._trace = len(game.kernel.trace(self._rules, self._shape, 1))
        self._memory = 0 if self._repetition == ALLOWED else FIRST_MEMORY
        self._past = numpy.zeros((count, self._memory, self._trace), numpy.int64)
        self.reset()

    def reset(self) -> None:
        """Put every board at its start."""
        self.mask[:] = 0
        self._code.begin(self._rules, self._shape, *self._boards, self._starts, *self._moves)

    def step(self, actions: ArrayLike) -> tuple[NDArray[numpy.int8], NDArray[numpy.int8]]:
        """Make a move on every board.

        Gives, for each board, the reward of the player who moved (1 won, -1 lost, else 0) and what became of
        the game (`ON`, `TERMINATED`, `TRUNCATED`): arrays that the next step overwrites. `IllegalMove`, and
        nothing is changed, if one of the actions is not legal.
        """
        given = _array(actions)
        if given.shape != (self.count,):
            raise BadOption(_("There must be one action for each of the {n} boards.", n=self.count))
        if given.dtype.kind not in "iu":
            raise BadOption(_("Actions are whole numbers, not {kind}.", kind=given.dtype))
        chosen = numpy.ascontiguousarray(given, numpy.int64)
        wrong = self._code.first_illegal(chosen, self.mask.reshape(-1), self.action_count)
        if wrong >= 0:
            raise IllegalMove(
                _("Action {action} is not legal on board {board}.", action=int(chosen[wrong]), board=wrong)
            )
        self._make_room()
        arrays = (*self._boards, self._starts, *self._history, *self._moves, self._rewards, self._ends)
        self._code.step(self._rules, self._shape, chosen, *arrays)
        return self._rewards, self._ends

    def look_ahead(self, kind: Any = numpy.int32) -> Ahead:
        """Try every legal move of every board and take it back; what is seen is of that kind of numbers."""
        _check_kind(numpy.dtype(kind))
        self._make_room()
        total, size = int(self._choices.sum()), prod(self.observation_shape[1:])
        rewards, ends = numpy.empty(total, numpy.int8), numpy.empty(total, numpy.int8)
        seen = numpy.empty((total, *self.observation_shape[1:]), kind)
        listed = (self._listed, self.game.most_moves, self._choices, self._spare)
        arrays = (*self._boards, *self._history, *listed, rewards, ends, seen.reshape(-1), size)
        self._code.look_ahead(self._rules, self._shape, *arrays)
        room = numpy.arange(self.game.most_moves) < self._choices[:, None]
        boards = numpy.repeat(numpy.arange(self.count), self._choices)
        return Ahead(
            boards, self._listed.reshape(self.count, -1)[room].astype(numpy.int64), seen, rewards, ends
        )

    def sample(self) -> Integers:
        """A random legal action for every board."""
        out = numpy.empty(self.count, numpy.int64)
        self._code.sample(self._seeds, self._listed, self.game.most_moves, self._choices, out)
        return out

    def observe(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """What the players to move see (`core.parts.Observation`), into an array of any kind of numbers."""
        if out is None:
            out = numpy.empty(self.observation_shape, numpy.int32)
        _check_kind(out.dtype)
        if out.shape != self.observation_shape or not out.flags.carray:
            shape = self.observation_shape
            raise BadOption(_("What is seen goes into an array of shape {shape}, in one piece.", shape=shape))
        size = prod(self.observation_shape[1:])
        self._code.observe_all(self._rules, self._shape, self._states, self.count, out.reshape(-1), size)
        return out

    def position(self, board: int) -> Position:
        """A board as a position, without its past."""
        board, width = range(self.count)[board], len(self._shape)
        words = tuple(self._states[board * width : (board + 1) * width])
        state = from_words(words)[: len(self.game.start(0).state)]
        return Position(self.game, state, int(self.to_move[board]))

    @property
    def _boards(self) -> tuple[Integers, Integers, Integers]:
        return self._states, self.to_move, self.plies

    @property
    def _history(self) -> tuple[Any, ...]:
        limit = -1 if self.ply_limit is None else self.ply_limit
        return self._repetition, limit, self._past.reshape(-1), self._memory * self._trace

    @property
    def _moves(self) -> tuple[Any, ...]:
        listed = (self._listed, self.game.most_moves, self._choices)
        return (*listed, self.mask.reshape(-1), self.action_count)

    def _make_room(self) -> None:
        """Have twice as much room for the past when the longest game has filled it."""
        if self._memory and int(self.plies.max()) >= self._memory:
            self._past = numpy.concatenate([self._past, numpy.zeros_like(self._past)], axis=1)
            self._memory *= 2


def _array(actions: ArrayLike) -> NDArray[Any]:
    """The actions as an array; a row of rows of several lengths is none."""
    try:
        return numpy.asarray(actions)
    except ValueError:
        return numpy.empty(0)


def _check_kind(kind: numpy.dtype[Any]) -> None:
    """Refuse numbers that compiled code does not write."""
    if kind.kind not in "iuf" or kind.itemsize not in ((4, 8) if kind.kind == "f" else (1, 2, 4, 8)):
        raise BadOption(_("What is seen is whole numbers, float32 or float64, not {kind}.", kind=kind))
