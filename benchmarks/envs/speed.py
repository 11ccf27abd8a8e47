"""Moves a second: a batch of compiled boards, PettingZoo's way, OpenSpiel, and pgx if there is one.

pgx brings jax, and is wanted for nothing else: `PGX_PYTHON` names the Python of an environment that has it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pyspiel

import stratege
from benchmarks.report import Report, Table
from stratege.core.registry import GAMES
from stratege.envs.batch import BatchEnv

NAME = "environments"

BOARDS = 4096
SECONDS = 2.0
PGX_PYTHON = "PGX_PYTHON"
PGX_GAMES = ("connect_four", "othello")
SUMMARY = (
    f"Random legal moves on one core for {SECONDS:.0f} s, choosing included; a batch is {BOARDS} boards. "
    "Awalé (abapa) is OpenSpiel's oware, move for move. pgx (a Python that has it: `PGX_PYTHON`) has none of "
    "our games; its connect_four and othello, on one core in the same run, say what its batches reach."
)


def run() -> Report:
    rows = [[f"{name}, batch", millions(batch(name))] for name in GAMES]
    rows.append(["awale (abapa), batch", millions(batch("awale", "abapa"))])
    rows.append(["awale (abapa), PettingZoo", millions(pettingzoo())])
    rows.append(["oware, OpenSpiel (C++ from Python)", millions(openspiel("oware"))])
    rows.append(
        ["awale (abapa) in OpenSpiel (Python game)", millions(openspiel("stratege_awale(variant=abapa)"))]
    )
    rows.append([f"{PGX_GAMES[0]}, OpenSpiel (C++ from Python)", millions(openspiel(PGX_GAMES[0]))])
    rows += [[f"{name}, pgx batch", millions(speed)] for name, speed in pgx_batches().items()]
    turns = [[f"{name}_v0", f"{benchmark_of_pettingzoo(name):,.0f}"] for name in GAMES]
    return Report(
        SUMMARY,
        [
            Table("Moves a second", ("environment", "million"), rows),
            Table("PettingZoo's `performance_benchmark`", ("environment", "turns a second"), turns),
        ],
    )


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


def benchmark_of_pettingzoo(name: str) -> float:
    """Turns a second by PettingZoo's own `performance_benchmark`, which prints them."""
    from pettingzoo.test import performance_benchmark

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        performance_benchmark(import_module(f"stratege.envs.{name}_v0").env())
    return float(said.getvalue().partition(" turns per second")[0].split()[-1])


def pgx_batches() -> dict[str, float]:
    """Moves a second of pgx's games, by a Python that has it; none if there is no such Python."""
    python = os.environ.get(PGX_PYTHON, sys.executable)
    if python == sys.executable and find_spec("pgx") is None:
        return {}
    words = [python, str(Path(__file__).with_name("pgx_speed.py")), str(BOARDS), str(SECONDS), *PGX_GAMES]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found
