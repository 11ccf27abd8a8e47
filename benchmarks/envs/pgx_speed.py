"""Moves a second of pgx's batches on one core, as JSON: `python pgx_speed.py BOARDS SECONDS GAME …`.

Stands alone, so that a Python that has pgx and jax, and nothing of ours, can run it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from importlib import import_module
from typing import Any


def moves_a_second(name: str, boards: int, seconds: float) -> float:
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(name)
    wrapped: Any = import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)
    step, init = jax.jit(jax.vmap(wrapped)), jax.jit(jax.vmap(env.init))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=1)
    )
    split = jax.jit(lambda key: jax.random.split(key, boards))  # what games that begin anew begin with
    key = jax.random.PRNGKey(1)
    state = init(split(key))
    made, begun = 0, 0.0
    while True:
        key, one, two = jax.random.split(key, 3)
        state = step(state, choose(one, state.legal_action_mask), split(two))
        state.current_player.block_until_ready()
        if not begun:  # the first turn was for compiling
            begun = time.perf_counter()
            continue
        made += boards
        if (passed := time.perf_counter() - begun) >= seconds:
            return made / passed


def main() -> None:
    boards, seconds = int(sys.argv[1]), float(sys.argv[2])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ["JAX_PLATFORMS"] = "cpu"
    print(json.dumps({name: moves_a_second(name, boards, seconds) for name in sys.argv[3:]}))


if __name__ == "__main__":
    main()
