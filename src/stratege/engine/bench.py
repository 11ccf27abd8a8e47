"""A fixed amount of search on fixed positions: its node count is the fingerprint of the search.

A change that only makes the search faster leaves the count as it is; one that changes it changes what the
search does, and says so. The count in `SIGNATURE` is checked by the tests.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from stratege.core.registry import parse
from stratege.engine.alphabeta import Searcher
from stratege.engine.limits import Limits

# (game, depth, positions): openings, middle games and endings of games between levels.
WORK: dict[str, tuple[int, tuple[str, ...]]] = {
    "awale": (
        14,
        (
            "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0",
            "1,2,1,5,7,2,1,9,3,1,0,4:12,0:1:30",
            "0,0,3,1,0,8,2,1,0,7,1,1:11,13:2:41",
            "2,0,1,0,3,0,0,1,2,0,0,1:20,18:1:60",
        ),
    ),
    "quixo": (
        7,
        (
            "...../...../...../...../.....:1",
            "xo.../...../..x../...../o....:1",
            "xoxx./..xoo/oo.x./o..xo/xoo.o:2",
            "xoxox/oxoxo/xoxo./oxo.x/.oxxo:1",
        ),
    ),
    "mingmang": (
        5,
        (
            "xooooooo/x......o/x......o/x......o/x......o/x......o/x......o/xxxxxxxo:1",
            "xo..oooo/xxo...../x.o.o.../...o..oo/x.xxxx.o/...x.x../.x....../x...xx.o:1",
            "x......o/......../...xo.../..x.o.../......../......../.o....../x......o:2",
        ),
    ),
}

SIGNATURE = 3003311


@dataclass(frozen=True)
class Measure:
    """One game's part of the bench."""

    game: str
    nodes: int
    seconds: float


def bench(games: tuple[str, ...] = tuple(WORK)) -> list[Measure]:
    """Search the fixed positions of these games, each from an empty table."""
    return [_measure(name) for name in games]


def warm_up() -> None:
    """Have everything compiled, so that the bench measures searching only."""
    for name, (_depth, texts) in WORK.items():
        Searcher(parse(name, texts[0]).game, table_mib=1)


def _measure(name: str) -> Measure:
    depth, texts = WORK[name]
    nodes, seconds = 0, 0.0
    for text in texts:
        position = parse(name, text)
        searcher = Searcher(position.game)
        begun = time.perf_counter()
        nodes += searcher.search(position, Limits(depth=depth)).nodes
        seconds += time.perf_counter() - begun
    return Measure(name, nodes, seconds)
