"""A fixed amount of search on fixed positions: its node count is the fingerprint of the search.

A change that only makes the search faster leaves the count as it is; one that changes it changes what the
search does, and says so. The count in `SIGNATURE` is checked by the tests.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from stratege.core.declaration import Bench
from stratege.core.registry import GAMES, parse
from stratege.engine.alphabeta import Searcher
from stratege.engine.limits import Limits

SIGNATURE = 3371322


@dataclass(frozen=True)
class Measure:
    """One game's part of the bench."""

    game: str
    nodes: int
    seconds: float


def work() -> dict[str, Bench]:
    """What is searched, by game: openings, middle games and endings of games between levels.

    Only of the games of the house: those of other packages would change the fingerprint.
    """
    benches = {name: GAMES[name].bench for name in GAMES.own}
    return {name: bench for name, bench in benches.items() if bench is not None}


def bench(games: Iterable[str] | None = None) -> list[Measure]:
    """Search the fixed positions of these games, or of all, each from an empty table."""
    chosen = work()
    return [_measure(name, chosen[name]) for name in games or chosen]


def warm_up() -> None:
    """Have everything compiled, so that the bench measures searching only."""
    for name, one in work().items():
        Searcher(parse(name, one.positions[0]).game, table_mib=1)


def _measure(name: str, work: Bench) -> Measure:
    nodes, seconds = 0, 0.0
    for text in work.positions:
        position = parse(name, text)
        searcher = Searcher(position.game)
        begun = time.perf_counter()
        nodes += searcher.search(position, Limits(depth=work.depth)).nodes
        seconds += time.perf_counter() - begun
    return Measure(name, nodes, seconds)
