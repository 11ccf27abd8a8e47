"""Moves a second: a batch of compiled boards, PettingZoo's way, OpenSpiel, and pgx if it is installed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pyspiel

import stratege
from benchmarks.report import Report, Table
from stratege.core.registry import GAMES
from stratege.envs.batch import BatchEnv

NAME = "environments"

BOARDS = 4096
SECONDS = 2.0
SUMMARY = (
    f"Random legal moves on one core for {SECONDS:.0f} s, choosing included; a batch is {BOARDS} boards. "
    "Awalé (abapa) is OpenSpiel's oware, move for move. pgx (`pip install pgx`) has none of our games; its "
    "connect_four and othello, on the processor, say what batches of its kind reach."
)


def run() -> Report:
    rows = [[f"{name}, batch", millions(batch(name))] for name in GAMES]
    rows.append(["awale (abapa), batch", millions(batch("awale", "abapa"))])
    rows.append(["awale (abapa), PettingZoo", millions(pettingzoo())])
    rows.append(["oware, OpenSpiel (C++ from Python)", millions(openspiel("oware"))])
    rows.append(
        ["awale (abapa) in OpenSpiel (Python game)", millions(openspiel("stratege_awale(variant=abapa)"))]
    )
    if find_spec("pgx"):
        rows += [[f"{name}, pgx batch", millions(pgx_batch(name))] for name in ("connect_four", "othello")]
    return Report(SUMMARY, [Table("Moves a second", ("environment", "million"), rows)])


def millions(speed: float) -> str:
    return f"{speed / 1e6:.3f}" if speed < 1e6 else f"{speed / 1e6:.1f}"


def per_second(turn: Callable[[], int]) -> float:
    """How many moves a second; a turn says how many it made."""
    turn()
    made, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        made += turn()
    return made / (time.perf_counter() - begun)


def batch(name: str, variant: str | None = None) -> float:
    boards = BatchEnv(stratege.game(name, variant), BOARDS, seed=1)

    def turn() -> int:
        boards.step(boards.sample())
        return BOARDS

    return per_second(turn)


def pettingzoo() -> float:
    env = import_module("stratege.envs.awale_v0").env(variant="abapa")

    def turn() -> int:
        env.reset(seed=1)
        made = 0
        for agent in env.agent_iter():
            seen, _reward, terminated, truncated, _info = env.last()
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
            made += not over
        return made

    return per_second(turn)


def openspiel(name: str) -> float:
    import_module("stratege.envs.openspiel")
    game, draw = pyspiel.load_game(name), random.Random(1)

    def turn() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            made += 1
        return made

    return per_second(turn)


def pgx_batch(name: str) -> float:
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(name)
    wrapped: Any = import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)
    step, init = jax.jit(jax.vmap(wrapped)), jax.jit(jax.vmap(env.init))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=1)
    )
    key = jax.random.PRNGKey(1)
    state = init(jax.random.split(key, BOARDS))

    def turn() -> int:
        nonlocal state, key
        key, one = jax.random.split(key)
        state = step(state, choose(one, state.legal_action_mask))
        state.current_player.block_until_ready()
        return BOARDS

    return per_second(turn)
