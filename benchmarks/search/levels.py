"""The levels: each against the one below, and the highest against the papers' machines and the greedy one."""

from __future__ import annotations

import argparse
import functools
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import stratege
from benchmarks.report import Report, Table, keep
from stratege.arena import openings
from stratege.arena.match import Terms
from stratege.arena.series import Plan
from stratege.arena.series import run as play
from stratege.arena.statistics import Score, wilson
from stratege.core.files import write_whole
from stratege.core.game import Game
from stratege.core.strength import LEVELS
from stratege.engine.limits import Limits
from stratege.engine.players import player_names

NAME = "levels"

GAMES = 200
SECONDS = 0.1
NAMES = ("awale", "quixo", "mingmang", "chomp", "nimble")
# Of a random opening: more would leave little of so short a game as Chomp; Nimble's boards are random.
PLIES = {"chomp": 2, "nimble": 0}
EXAM, GREEDY = "exam", "greedy"
GOALS = {EXAM: 0.95, GREEDY: 0.99}

SUMMARY = (
    "{games} games each, sides swapped, {seconds:g} s a move, from random openings of {plies} plies (Chomp: "
    "2; Nimble: none, its boards are random); a draw is half a point, intervals are Wilson's at 95 %. Goals: "
    "the highest level scores at least 95 % against `exam` and 99 % against `greedy`; each level beats the "
    "one below: of the games that somebody won, more than half are its own, the whole interval above 50 %."
)


class Kept:
    """Rows as they are found, in a file if there is one: hours of games may be stopped, and go on."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._rows: dict[str, list[str]] = json.loads(path.read_text()) if path and path.exists() else {}

    def row(self, name: str, find: Callable[[], list[str]]) -> list[str]:
        """The row of that name, found now if it was not."""
        if name not in self._rows:
            self._rows[name] = find()
            if self._path is not None:
                write_whole(self._path, json.dumps(self._rows, indent=1).encode())
        return self._rows[name]


def run(games: int = GAMES, names: Sequence[str] = NAMES, kept: Kept | None = None) -> Report:
    tables = [table_of(stratege.game(name), games, kept or Kept()) for name in names]
    return Report(SUMMARY.format(games=games, seconds=SECONDS, plies=openings.PLIES), tables)


def pairs_of(game: Game) -> list[tuple[str, str]]:
    """Who plays whom: the stronger, it is hoped, first."""
    steps = [(f"level:{n}", f"level:{n - 1}") for n in range(2, LEVELS + 1)]
    others = [name for name in (EXAM, GREEDY) if name in player_names(game)]
    return [*steps, *((f"level:{LEVELS}", name) for name in others)]


def table_of(game: Game, games: int, kept: Kept) -> Table:
    rows = [
        kept.row(f"{game.label()}, {pair}, {games}", functools.partial(row_of, game, pair, games, SECONDS))
        for pair in pairs_of(game)
    ]
    columns = (
        "players",
        "won",
        "drawn",
        "lost",
        "faults",
        "different",
        "score",
        "95 %",
        "of those decided",
        "goal",
    )
    return Table(game.label(), columns, rows)


def row_of(game: Game, pair: tuple[str, str], games: int, seconds: float) -> list[str]:
    terms = Terms(Limits(seconds=seconds))
    plan = Plan(game, pair, games, terms, plies=PLIES.get(game.name, openings.PLIES))
    plan.rehearse()
    standing = play(plan)
    score = standing.score
    decided = wilson(Score(score.wins, 0, score.losses))
    reached = score.rate >= GOALS[pair[1]] if pair[1] in GOALS else decided[0] > 0.5
    counts = (score.wins, score.draws, score.losses, len(standing.faults), standing.different)
    intervals = (f"{low:.1%} – {high:.1%}" for low, high in (wilson(score), decided))
    return [" – ".join(pair), *map(str, counts), f"{score.rate:.1%}", *intervals, "yes" if reached else "no"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.levels", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many for each pair")
    parser.add_argument(
        "--kept", type=Path, metavar="FILE", help="rows found; those in it are not found again"
    )
    parser.add_argument("names", nargs="*", default=NAMES, help=f"which games (default: {', '.join(NAMES)})")
    options = parser.parse_args()
    keep(NAME, run(options.games, options.names, Kept(options.kept)))


if __name__ == "__main__":
    main()
