"""Weights by matches: one weight is changed at a time, and what wins is kept.

A change plays the weights so far, both with the same nodes a move, in pairs of games from one random opening
with the sides swapped, until a sequential test (`arena.statistics.Sprt`) has seen enough or the pairs are
used up. After a round in which nothing was kept, the changes become half as large. Where equals hold each
other to a draw (Ming Mang), both are made to overlook a move now and then, so that games are decided.
"""

from __future__ import annotations

import re
import time
import zlib
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from stratege.arena.match import Terms
from stratege.arena.statistics import Sprt, Verdict
from stratege.core.pieces import Doing, Piece, in_order
from stratege.core.registry import game
from stratege.engine.limits import Limits
from tuning.pairs import Tuned, Way, play_both_ways
from tuning.weights import weighted, written

Weights = tuple[int, ...]

TOGETHER = 10  # pairs between two looks at the test
AHEAD = 64  # such parts at most that are played before they are looked at
TEST = Sprt(0, 25)
PLY_LIMIT = 200
FIRST_STEP, LAST_STEP = 0.5, 0.12  # of a weight
LEAST_STEP = 4


@dataclass(frozen=True)
class Manner:
    """How both play: so many nodes a move, overlooking so many moves of 256."""

    nodes: int
    blindness: int


def run(name: str, begin: Weights | None, manner: Manner, pairs: int, minutes: float, doing: Doing) -> None:
    """Climb until the steps are small or the time is over; every kept change is printed."""
    best = begin or tuple(weighted(name).WEIGHTS)
    until, step = time.monotonic() + 60 * minutes, FIRST_STEP
    print(f"{name}: from {list(best)}", flush=True)
    while step >= LAST_STEP:
        kept = 0
        for place, sign in [(place, sign) for place in range(1, len(best)) for sign in (1, -1)]:
            if time.monotonic() > until:
                return
            change = sign * max(LEAST_STEP, round(step * abs(best[place])))
            tried = (*best[:place], best[place] + change, *best[place + 1 :])
            verdict, counts = compare(doing, name, tried, best, manner, pairs)
            if verdict == Verdict.ACCEPT:
                best, kept = tried, kept + 1
            print(f"{list(tried)}: {verdict}, pairs {counts}", flush=True)
        if not kept:
            step /= 2


def compare(
    doing: Doing, name: str, one: Weights, two: Weights, manner: Manner, pairs: int
) -> tuple[Verdict, list[int]]:
    """What the test says of the first weights against the second, and the pairs by their half points.

    It looks at them in the order of their numbers, so that it says the same however many play.
    """
    counts, seed = [0] * 5, zlib.crc32(repr((one, two)).encode()) % 1000
    pieces = (
        Piece(number, play_pairs, (name, one, two, manner, seed, range(first, first + TOGETHER)))
        for number, first in enumerate(range(0, pairs, TOGETHER))
    )
    with closing(in_order(doing, pieces, AHEAD)) as results:
        for halves in results:
            for half in halves:
                counts[half] += 1
            verdict = TEST.verdict(counts)
            if verdict != Verdict.CONTINUE:
                return verdict, counts
    return Verdict.CONTINUE, counts


def play_pairs(name: str, one: Weights, two: Weights, manner: Manner, seed: int, numbers: range) -> list[int]:
    """The half points of the first weights in the pairs of these numbers."""
    rules = game(name)
    players = [Tuned(rules, _module(name, weights), Way(manner.blindness)) for weights in (one, two)]
    terms = Terms(Limits(nodes=manner.nodes), PLY_LIMIT)
    played = play_both_ways(rules, players, terms, seed, numbers)
    return [one.points + other.points for one, other in played]


def _module(name: str, weights: Weights) -> str:
    """The game's evaluation with other weights as a module of its own."""
    source = Path(weighted(name).__file__).read_text()
    source = re.sub(r"^WEIGHTS = .*$", f"WEIGHTS = Table({list(weights)})", source, flags=re.M)
    module = f"{name}_" + "_".join(str(weight).replace("-", "m") for weight in weights)
    return written(module, {".py": source.encode()})
