"""`python -m tuning WAY GAME`: find the weights of a game's evaluation.

`fit` and `play` find those of the linear terms, to be written into the game's evaluate.py; `generate`,
`train` and `judge` make a network's file of weights, to be put beside its network.py.
"""

from __future__ import annotations

import argparse
import functools
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from stratege.arena.workers import do_all
from stratege.core.errors import StrategeError
from stratege.core.files import reason_of
from stratege.core.pieces import Doing
from stratege.core.registry import GAMES, game
from stratege.engine.limits import Limits
from tuning import fitting, generating, judging, matches, training
from tuning.lessons import DECAY, OF_SEARCH


def main() -> None:
    """Tune one game in one of these ways."""
    options = parser().parse_args()
    try:
        with at_work(options.workers, options.cluster) as doing:
            options.run(options, doing)
    except StrategeError as error:
        raise SystemExit(str(error)) from None
    except OSError as error:
        raise SystemExit(f"{error.filename}: {reason_of(error)}." if error.filename else str(error)) from None


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    found = argparse.ArgumentParser(prog="python -m tuning", description=__doc__)
    ways = found.add_subparsers(dest="way", required=True)
    fit = _way(ways, "fit", fitting.__doc__, lambda given, doing: fitting.run(given.game, given.games, doing))
    fit.add_argument("--games", type=int, default=2000)
    play = _way(ways, "play", matches.__doc__, _play)
    play.add_argument("--weights", help="where to begin, separated by commas; else where the game is now")
    play.add_argument("--nodes", type=int, default=2000, help="nodes a move")
    play.add_argument("--blindness", type=int, default=0, help="moves of 256 that both overlook")
    play.add_argument("--pairs", type=int, default=200, help="most pairs of games for one change")
    play.add_argument("--minutes", type=float, default=30)
    generate = _way(ways, "generate", generating.__doc__, _generate)
    generate.add_argument("folder", type=Path, help="where they go; what is there stays")
    generate.add_argument("--parts", type=int, default=120, help=f"of {generating.GAMES} games each")
    generate.add_argument("--nodes", type=int, default=6000, help="nodes a position")
    generate.add_argument("--seed", type=int, default=1)
    generate.add_argument("--judge", default="own", help="`own`, `linear`, or a file of weights")
    generate.add_argument("--variants", help="separated by commas; else all of the game")
    generate.add_argument("--random-moves", type=float, default=0.04, help="how many of a game's moves")
    generate.add_argument("--longest", type=int, default=200, help="plies of a game")
    generate.add_argument("--returns", type=int, default=1, help="boards that come back until a game is left")
    generate.add_argument("--tables", action="store_true", help="search with the tables that are here")
    generate.add_argument("--selective", action="store_true", help="search as the game's players do")
    train = _way(ways, "train", training.__doc__, _train)
    train.add_argument("weights", type=Path, help="the file to write")
    train.add_argument("folders", type=Path, nargs="+", help="where `generate` put positions")
    train.add_argument("--epochs", type=int, default=30)
    train.add_argument("--rate", type=float, default=2e-3)
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--tries", type=int, default=2)
    train.add_argument("--tables", action="store_true", help="tables of patterns only, nothing hidden")
    train.add_argument(
        "--of-search", type=float, default=OF_SEARCH, help="how much the search's values count"
    )
    later = "how much less what was found a ply later counts; 1: only how the game ended"
    train.add_argument("--decay", type=float, default=DECAY, help=later)
    judge = _way(ways, "judge", judging.__doc__, _judge)
    judge.add_argument(
        "judges",
        nargs=2,
        help="two of these: `own`, `linear`, a file of weights, a module .py; +selective, +patient",
    )
    judge.add_argument("--games", type=int, default=200)
    judge.add_argument("--nodes", type=int, help="nodes a move; without, and without --time, 20000")
    judge.add_argument("--time", type=float, help="seconds a move")
    judge.add_argument("--seed", type=int, default=1)
    judge.add_argument("--variants", help="separated by commas; else all of the game")
    return found


def _way(
    ways: Any, name: str, about: str | None, run: Callable[[Any, Doing], None]
) -> argparse.ArgumentParser:
    lines = (about or "").splitlines()
    way: argparse.ArgumentParser = ways.add_parser(name, help=lines[0], description=about)
    way.add_argument("game", choices=[*GAMES])
    way.add_argument("--workers", type=int, default=2, help="how many processes work here")
    way.add_argument("--cluster", metavar="ADDRESS", help="work on this Dask cluster, not here")
    way.set_defaults(run=run)
    return way


def _play(given: Any, doing: Doing) -> None:
    begin = tuple(map(int, given.weights.split(","))) if given.weights else None
    manner = matches.Manner(given.nodes, given.blindness)
    matches.run(given.game, begin, manner, given.pairs, given.minutes, doing)


def _generate(given: Any, doing: Doing) -> None:
    plan = generating.Plan(given.game, _variants(given), given.judge, given.nodes, given.seed)
    more = ("random_moves", "longest", "returns", "tables", "selective")
    plan = replace(plan, **{option: getattr(given, option) for option in more})
    generating.run(plan, given.folder, given.parts, doing)


def _train(given: Any, doing: Doing) -> None:
    course = training.Course(given.epochs, given.rate, given.seed, given.tries, not given.tables)
    course = replace(course, of_search=given.of_search, decay=given.decay)
    command = shlex.join(["python", "-m", "tuning", *sys.argv[1:]])
    training.run(given.game, given.folders, course, given.weights, command, doing)


def _judge(given: Any, doing: Doing) -> None:
    unlimited = given.nodes is None and given.time is None
    limits = Limits(nodes=20_000 if unlimited else given.nodes, seconds=given.time)
    judging.run(given.game, tuple(given.judges), _variants(given), given.games, limits, given.seed, doing)


def _variants(given: Any) -> tuple[str, ...]:
    """Those that are asked for, which there are, or all."""
    names = given.variants.split(",") if given.variants else game(given.game).variants
    return tuple(game(given.game, name).variant.name for name in names)


@contextmanager
def at_work(workers: int, cluster: str | None) -> Iterator[Doing]:
    """Who does pieces of work: processes here, or a cluster whose workers find this package too."""
    if cluster is None:
        yield functools.partial(do_all, workers=workers)
        return
    from stratege.cluster.local import address_of
    from stratege.cluster.pieces import connected

    with connected(address_of(cluster)) as found:
        found.awaited()
        yield found.do
        print("pieces by worker:", dict(found.done))


if __name__ == "__main__":
    main()
