"""The search by itself: against the same in C, how deep, with which orderings, with two threads."""

from __future__ import annotations

import tempfile
import time
from itertools import islice
from pathlib import Path

import stratege
from benchmarks.perft.twins import FLAGS
from benchmarks.report import Report, Table, compiler
from benchmarks.search.twins import (
    Searched,
    build,
    evaluate_here,
    evaluate_in_c,
    search_here,
    search_in_c,
    words_of,
)
from stratege.arena.openings import random_openings
from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.registry import parse
from stratege.engine.alphabeta import EVERYTHING, Searcher
from stratege.engine.alphabeta_kernel.work import (
    USE_HISTORY,
    USE_KILLERS,
    USE_NULL_WINDOW,
    USE_PROMISE,
    USE_TABLE,
)
from stratege.engine.bench import work
from stratege.engine.limits import Limits

NAME = "search"

ROUNDS = 5
RACES = {"awale": 18, "quixo": 9}
JUDGED, PLIES, JUDGED_ROUNDS = 4096, 16, 1000  # positions, each after so many random plies, so many times
GAMES = ("awale", "chomp", "mingmang", "nimble", "quixo")
DEPTHS = {"awale": 12, "quixo": 8, "mingmang": 6}
ORDERINGS = {
    "table": USE_TABLE,
    "killers": USE_KILLERS,
    "history": USE_HISTORY,
    "promise": USE_PROMISE,
    "null window": USE_NULL_WINDOW,
}
MOST_NODES = 500_000_000
THREADED = {"awale": 18, "quixo": 9, "mingmang": 6}
THREAD_ROUNDS = 3

SUMMARY = (
    "Processor time, best of {rounds} turns taken alternately, each from an empty table of 16 MiB. C is the "
    "same search, `cc {flags}`; values and node counts must agree at every depth before a speed counts. "
    "Goal: a ratio of at least 0.9. The positions are the start, then those of `stratege bench`. The "
    "evaluation alone is asked for {judged:,} positions after {plies} random plies, {times:,} times; the "
    "sums of its values must agree. Goal: 0.85."
)


def run() -> Report:
    asked = {"judged": JUDGED, "plies": PLIES, "times": JUDGED_ROUNDS}
    summary = SUMMARY.format(rounds=ROUNDS, flags=" ".join(FLAGS), **asked)
    return Report(summary, [against_c(), evaluations(), in_one_second(), orderings(), two_threads()])


def positions_of(name: str) -> list[Position]:
    """The start and a few fixed positions of the middle game."""
    return [parse(name, text) for text in work()[name].positions]


def against_c(rounds: int = ROUNDS) -> Table:
    columns = ("position", "depth", "nodes", "Numba M/s", "C M/s", "ratio")
    if compiler() is None:
        return Table("Against C (there is no C compiler here)", columns, [])
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, depth in RACES.items():
            positions = positions_of(name)[:2]
            program = build(positions[0].game, Path(folder))
            for number, position in enumerate(positions):
                rows.append([label(position, number), *race(program, position, depth, rounds)])
    return Table("Against C", columns, rows)


def race(program: Path, position: Position, depth: int, rounds: int) -> list[str]:
    """Both searches in turns, so that other work on the machine slows both."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(search_here(position, depth))
        theirs.append(search_in_c(program, position, depth))
        check_same(ours[-1], theirs[-1])
    reached, _value, nodes = ours[0].depths[-1]
    best, best_in_c = min(one.seconds for one in ours), min(one.seconds for one in theirs)
    speeds = (f"{nodes / seconds / 1e6:.2f}" for seconds in (best, best_in_c))
    return [str(reached), f"{nodes:,}", *speeds, f"{best_in_c / best:.2f}"]


def check_same(ours: Searched, theirs: Searched) -> None:
    """Raise unless both visited as many nodes and found the same values, depth by depth."""
    if ours.depths != theirs.depths:
        raise RuntimeError(f"{ours.depths} here, {theirs.depths} in C: the speeds mean nothing")


def evaluations(rounds: int = ROUNDS, times: int = JUDGED_ROUNDS) -> Table:
    """What the games' own evaluations cost, against the same in C."""
    columns = ("game", "positions", "Numba ns", "C ns", "ratio")
    if compiler() is None:
        return Table("The evaluation against C (there is no C compiler here)", columns, [])
    with tempfile.TemporaryDirectory() as folder:
        rows = [evaluated(stratege.game(name), Path(folder), rounds, times) for name in RACES]
    return Table("The evaluation against C", columns, rows)


def evaluated(game: Game, folder: Path, rounds: int, times: int) -> list[str]:
    """Both evaluations in turns over the same positions."""
    words = words_of([opening.line().position for opening in islice(random_openings(game, PLIES), JUDGED)])
    program, ours, theirs = build(game, folder), [], []
    for _ in range(rounds):
        (sum_here, here), (sum_in_c, in_c) = (
            evaluate_here(game, words, times),
            evaluate_in_c(program, game, words, times),
        )
        if sum_here != sum_in_c:
            raise RuntimeError(f"{sum_here} here, {sum_in_c} in C: the speeds mean nothing")
        ours.append(here)
        theirs.append(in_c)
    each = (f"{1e9 * min(seconds) / JUDGED / times:.1f}" for seconds in (ours, theirs))
    return [game.label(), f"{JUDGED:,}", *each, f"{min(theirs) / min(ours):.2f}"]


def in_one_second(seconds: float = 1.0) -> Table:
    rows = []
    for name in GAMES:
        start = stratege.game(name).start(seed=0)
        found = Searcher(start.game).search(start, Limits(seconds=seconds))
        certain = found.plies_to_end
        value = f"decided in {certain}" if certain is not None else str(found.value)
        speed = f"{found.nodes / found.seconds / 1e6:.2f}"
        rows.append([start.game.label(), str(found.depth), f"{found.nodes:,}", speed, value])
    columns = ("game", "depth", "nodes", "M/s", "value")
    return Table(f"From the start in {seconds:g} s, one thread", columns, rows)


def orderings(most: int = MOST_NODES) -> Table:
    rows = []
    for name, depth in DEPTHS.items():
        for number, position in enumerate(positions_of(name)):
            whole = nodes_to(position, depth, EVERYTHING, most)
            without = [EVERYTHING & ~bit for bit in (*ORDERINGS.values(), sum(ORDERINGS.values()))]
            counts = [_count(nodes_to(position, depth, features, most), whole) for features in without]
            rows.append([label(position, number), str(depth), _count(whole), *counts])
    columns = ("position", "depth", "all on", *(f"no {name}" for name in ORDERINGS), "all off")
    return Table("Nodes to a depth, with each means of ordering off", columns, rows)


def nodes_to(position: Position, depth: int, features: int, most: int) -> int | None:
    """How many nodes it takes to search that deep from an empty table; None for more than `most`."""
    searcher = Searcher(position.game, features=features)
    found = searcher.search(position, Limits(depth=depth, nodes=most))
    return None if searcher.stopped else found.nodes


def _count(nodes: int | None, whole: int | None = None) -> str:
    if nodes is None:
        return "too many"
    return f"{nodes:,}" + (f" (×{nodes / whole:.2f})" if whole else "")


def two_threads(rounds: int = THREAD_ROUNDS) -> Table:
    rows = []
    for name, depth in THREADED.items():
        for number, position in enumerate(positions_of(name)[:2]):
            one, two = [], []
            for _ in range(rounds):
                one.append(_seconds_to(position, depth, 1))
                two.append(_seconds_to(position, depth, 2))
            times = (f"{min(one):.3f}", f"{min(two):.3f}")
            rows.append([label(position, number), str(depth), *times, f"{min(one) / min(two):.2f}"])
    columns = ("position", "depth", "one thread, s", "two threads, s", "gain")
    return Table("Time to a depth with two threads", columns, rows)


def _seconds_to(position: Position, depth: int, threads: int) -> float:
    """By the clock on the wall: processor time would count both threads."""
    searcher = Searcher(position.game, threads=threads)
    begun = time.perf_counter()
    searcher.search(position, Limits(depth=depth))
    return time.perf_counter() - begun


def label(position: Position, number: int) -> str:
    """The game and which of its positions."""
    return f"{position.game.label()}, {'start' if number == 0 else f'position {number}'}"
