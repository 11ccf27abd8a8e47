"""How promptly a search ends: time limits and `stop` at random instants."""

from __future__ import annotations

import gc
import random
import threading
import time

from benchmarks.report import Report, Table
from stratege.core.registry import game
from stratege.engine.alphabeta import Searcher
from stratege.engine.limits import Limits

NAME = "timing"

SEARCHES = 1000
GAMES = ("awale", "quixo", "mingmang", "chomp", "nimble")
LONGEST = 0.06

SUMMARY = (
    f"{SEARCHES} searches from positions of random games, each with a random time limit up to {LONGEST} s; "
    "half are stopped from another thread at a random instant before. Every search gave a legal move. "
    "The overrun is from the instant it should have ended to its return. Goal: p99 at most 20 ms."
)


def run() -> Report:
    for name in GAMES:
        _searchers[name] = Searcher(game(name))
    gc.freeze()  # as the line protocol does
    overruns = {
        name: sorted(_overrun(name, number) for number in range(SEARCHES // len(GAMES))) for name in GAMES
    }
    everything = sorted(overrun for one in overruns.values() for overrun in one)
    rows = [_row(name, values) for name, values in [*overruns.items(), ("all", everything)]]
    return Report(SUMMARY, [Table("Overrun", ("game", "searches", "p50 ms", "p99 ms", "most ms"), rows)])


_searchers: dict[str, Searcher] = {}


def _overrun(name: str, number: int) -> float:
    """Seconds between when a search should have ended and when it did."""
    rules, searcher = game(name), _searchers[name]
    draw = random.Random(f"{name} {number}")
    position = rules.start(seed=number)
    for _ply in range(draw.randrange(12)):
        after = position.play(draw.choice(position.legal()))
        if not after.legal():
            break
        position = after
    limit = draw.uniform(0.001, LONGEST)
    stop_at = draw.uniform(0, limit) if number % 2 else None
    timer = threading.Timer(stop_at, searcher.stop) if stop_at is not None else None
    begun = time.perf_counter()
    if timer is not None:
        timer.start()
    found = searcher.search(position, Limits(seconds=limit))
    ended = time.perf_counter()
    if timer is not None:
        timer.join()
        searcher.search(position, Limits(depth=1))  # a stop that came too late is for this one
    assert found.move in position.legal()
    return max(0.0, ended - begun - (limit if stop_at is None else stop_at))


def _row(name: str, values: list[float]) -> list[str]:
    def at(share: float) -> str:
        return f"{1000 * values[min(len(values) - 1, int(share * len(values)))]:.1f}"

    return [name, str(len(values)), at(0.5), at(0.99), f"{1000 * values[-1]:.1f}"]
