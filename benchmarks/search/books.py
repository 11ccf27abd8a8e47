"""The opening books: the highest level with its book against itself without, from the usual start.

Games are kept by the score: stopped, it goes on where it was.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import stratege
from benchmarks.report import Report, Table, keep
from benchmarks.search.figures import Kept
from stratege.arena.match import Terms
from stratege.arena.series import WORKERS, Plan
from stratege.arena.series import run as play
from stratege.arena.statistics import Score, elo, wilson
from stratege.core.game import Game
from stratege.core.registry import GAMES
from stratege.core.strength import LEVELS
from stratege.engine.adaptive import NO_BOOK
from stratege.engine.books.finding import book_of, paths_of
from stratege.engine.limits import Limits

NAME = "books"

GAMES_EACH, CHUNK = 200, 20
SECONDS = 0.05
OPEN = f"level:{LEVELS}"
SHUT = OPEN + NO_BOOK

SUMMARY = (
    "`{one}` against `{two}`, {games} games each, sides swapped, {seconds:g} s a move, from the usual start; "
    "a draw is half a point, intervals are at 95 %. `different` counts games unlike all others."
)
COLUMNS = ("positions", "won", "drawn", "lost", "different", "score", "95 %", "Elo")


def run(
    games: int = GAMES_EACH,
    names: Sequence[str] = (),
    seconds: float = SECONDS,
    kept: Kept | None = None,
    workers: int = WORKERS,
) -> Report:
    kept = kept or Kept()
    tables = [
        Table(game.label(), COLUMNS, [row_of(game, games, seconds, kept, workers)]) for game in booked(names)
    ]
    said = {"one": OPEN, "two": SHUT, "games": games, "seconds": seconds}
    return Report(SUMMARY.format(**said), tables)


def booked(names: Sequence[str]) -> Iterator[Game]:
    """The games that come with a book."""
    for name in names or GAMES:
        for variant, size in GAMES[name].books:
            yield stratege.game(name, variant, size)


def row_of(game: Game, games: int, seconds: float, kept: Kept, workers: int) -> list[str]:
    book = book_of(game)
    assert book is not None
    stamp = hashlib.sha256(next(filter(Path.exists, paths_of(game))).read_bytes()).hexdigest()[:8]
    score, different = Score(), 0
    for chunk, first in enumerate(range(0, games, CHUNK)):
        count = min(CHUNK, games - first)
        ask = functools.partial(counts_of, game, count, seconds, chunk, workers)
        found = kept.row(game.name, f"book {stamp} of {game.label()}, {chunk}, {count}, {seconds}", ask)
        score, different = score + Score(*found[:3]), different + found[3]
    low, high = wilson(score)
    ahead = elo(score)
    between = f"{ahead.low:+.0f} – {ahead.high:+.0f}"
    counts = (len(book), score.wins, score.draws, score.losses, different)
    return [*map(str, counts), f"{score.rate:.1%}", f"{low:.1%} – {high:.1%}", between]


def counts_of(game: Game, games: int, seconds: float, seed: int, workers: int) -> list[int]:
    """Won, drawn and lost by who has the book, and how many games differ."""
    plan = Plan(game, (OPEN, SHUT), games, Terms(Limits(seconds=seconds)), plies=0, seed=seed)
    plan.rehearse()
    standing = play(plan, workers)
    return [standing.score.wins, standing.score.draws, standing.score.losses, standing.different]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.books", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES_EACH, help="how many for each book")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each move")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was found; it is not found again")
    parser.add_argument("--workers", type=int, default=WORKERS, help="games at a time")
    parser.add_argument("names", nargs="*", help="which games (default: all that have books)")
    options = parser.parse_args()
    report = run(options.games, options.names, options.seconds, Kept(options.kept), options.workers)
    keep(NAME, report, part=bool(options.names))


if __name__ == "__main__":
    main()
