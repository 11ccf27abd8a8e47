"""`python -m tuning fit|play GAME`: find the weights to write into games/GAME/evaluate.py."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Iterator
from contextlib import contextmanager

from stratege.arena.workers import do_all
from stratege.core.pieces import Doing
from tuning import fitting, matches


def main() -> None:
    """Tune one game in one of the two ways."""
    parser = argparse.ArgumentParser(prog="python -m tuning", description=__doc__)
    ways = parser.add_subparsers(dest="way", required=True)
    fit = ways.add_parser("fit", help=(fitting.__doc__ or "").splitlines()[0])
    fit.add_argument("game")
    fit.add_argument("--games", type=int, default=2000)
    play = ways.add_parser("play", help=(matches.__doc__ or "").splitlines()[0])
    play.add_argument("game")
    play.add_argument("--weights", help="where to begin, separated by commas; else where the game is now")
    play.add_argument("--nodes", type=int, default=2000, help="nodes a move")
    play.add_argument("--blindness", type=int, default=0, help="moves of 256 that both overlook")
    play.add_argument("--pairs", type=int, default=200, help="most pairs of games for one change")
    play.add_argument("--minutes", type=float, default=30)
    for way in (fit, play):
        way.add_argument("--workers", type=int, default=2, help="how many processes play here")
        way.add_argument("--cluster", metavar="ADDRESS", help="play on this Dask cluster, not here")
    options = parser.parse_args()
    with at_work(options.workers, options.cluster) as doing:
        if options.way == "fit":
            fitting.run(options.game, options.games, doing)
        else:
            begin = tuple(map(int, options.weights.split(","))) if options.weights else None
            manner = matches.Manner(options.nodes, options.blindness)
            matches.run(options.game, begin, manner, options.pairs, options.minutes, doing)


@contextmanager
def at_work(workers: int, cluster: str | None) -> Iterator[Doing]:
    """Who does pieces of work: processes here, or a cluster whose workers find this package too."""
    if cluster is None:
        yield functools.partial(do_all, workers=workers)
        return
    from stratege.cluster.pieces import connected

    with connected(cluster) as found:
        found.awaited()
        yield found.do
        print("pieces by worker:", dict(found.done))


if __name__ == "__main__":
    main()
