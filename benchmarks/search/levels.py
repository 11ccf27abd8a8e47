"""The levels: each against the one below, Elo of all, and the highest against the papers' machines.

Rows are kept as they are found: stopped, it goes on where it was.
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Sequence
from pathlib import Path

import stratege
from benchmarks.report import Report, Table, keep
from benchmarks.search.figures import Kept, keep_figures
from stratege.arena import openings
from stratege.arena.bradley_terry import ratings
from stratege.arena.match import Terms
from stratege.arena.series import WORKERS, Plan
from stratege.arena.series import run as play
from stratege.arena.statistics import Score, wilson
from stratege.core.game import Game
from stratege.core.level_figures import ELO
from stratege.core.strength import LEVELS
from stratege.engine.limits import Limits
from stratege.engine.players import player_names

NAME = "levels"

GAMES, TOP_GAMES = 100, 40
SECONDS = 0.05
NAMES = ("awale", "quixo", "mingmang", "chomp", "nimble")
# Of a random opening: more would leave little of so short a game as Chomp; Nimble's boards are random.
PLIES = {"chomp": 2, "nimble": 0}
TOP, EXAM, GREEDY = f"level:{LEVELS}", "exam", "greedy"
GOALS = {EXAM: 0.95, GREEDY: 0.99}

SUMMARY = (
    "{games} games each ({top} of the highest level), sides swapped, at most {seconds:g} s a move, from "
    "random openings of {plies} plies (Chomp: 2; Nimble: none, its boards are random); a draw is half a "
    "point, intervals are at 95 %. Elo is that of Bradley and Terry over the games between levels, the "
    "lowest level being 0, its interval that against the mean of all. Goals: the highest level scores at "
    "least 95 % against `exam` and 99 % against `greedy`; each level beats the one below: of the games that "
    "somebody won, more than half are its own, the whole interval above 50 %."
)


def run(
    games: int = GAMES,
    top: int = TOP_GAMES,
    names: Sequence[str] = NAMES,
    kept: Kept | None = None,
    workers: int = WORKERS,
) -> Report:
    kept = kept or Kept()
    tables = [table for name in names for table in tables_of(stratege.game(name), games, top, kept, workers)]
    said = {"games": games, "top": top, "seconds": SECONDS, "plies": openings.PLIES}
    return Report(SUMMARY.format(**said), tables)


def pairs_of(game: Game) -> list[tuple[str, str]]:
    """Who plays whom: the stronger, it is hoped, first."""
    steps = [(f"level:{n}", f"level:{n - 1}") for n in range(2, LEVELS + 1)]
    others = [name for name in (EXAM, GREEDY) if name in player_names(game)]
    return [*steps, *((TOP, name) for name in others)]


def tables_of(game: Game, games: int, top: int, kept: Kept, workers: int) -> list[Table]:
    """Score by score, and the Elo that follows, which goes into the game's own figures too."""
    found = {}
    for pair in pairs_of(game):
        count = top if TOP in pair else games
        ask = functools.partial(counts_of, game, pair, count, SECONDS, workers)
        found[pair] = kept.row(game.name, f"{game.label()}, {pair}, {count}, {SECONDS}", ask)
    columns = ("players", "won", "drawn", "lost", "faults", "different", "score", "95 %", "of those decided")
    scores = Table(game.label(), (*columns, "goal"), [row_of(*one) for one in found.items()])
    names = [f"level:{n}" for n in range(1, LEVELS + 1)]
    rows = elo_rows(names, {pair: Score(*one[:3]) for pair, one in found.items() if pair[1] in names})
    conditions = f"{games} games a step, {SECONDS:g} s a move"
    keep_figures(game.name, ELO, game.label(), conditions, rows)
    elo = [[name, *(f"{one:.0f}" for one in row)] for name, row in zip(names, rows)]
    return [scores, Table(f"{game.label()}: Elo", ("level", "Elo", "from", "to"), elo)]


def elo_rows(names: Sequence[str], scores: dict[tuple[str, str], Score]) -> list[list[float]]:
    """Elo of each, from and to; the first one's is 0."""
    found = ratings(names, scores)
    zero = found[names[0]].elo
    return [
        [round(one.elo - zero + side * one.error) for side in (0, -1, 1)]
        for one in (found[name] for name in names)
    ]


def counts_of(game: Game, pair: tuple[str, str], games: int, seconds: float, workers: int) -> list[int]:
    """Won, drawn and lost by the first, faults, and how many games differ."""
    terms = Terms(Limits(seconds=seconds))
    plan = Plan(game, pair, games, terms, plies=PLIES.get(game.name, openings.PLIES))
    plan.rehearse()
    standing = play(plan, workers)
    score = standing.score
    return [score.wins, score.draws, score.losses, len(standing.faults), standing.different]


def row_of(pair: tuple[str, str], counts: Sequence[int]) -> list[str]:
    score = Score(*counts[:3])
    decided = wilson(Score(score.wins, 0, score.losses))
    reached = score.rate >= GOALS[pair[1]] if pair[1] in GOALS else decided[0] > 0.5
    intervals = (f"{low:.1%} – {high:.1%}" for low, high in (wilson(score), decided))
    return [" – ".join(pair), *map(str, counts), f"{score.rate:.1%}", *intervals, "yes" if reached else "no"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.levels", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many for each pair")
    parser.add_argument(
        "--top", type=int, default=TOP_GAMES, help="how many for pairs with the highest level"
    )
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was found; it is not found again")
    parser.add_argument("--workers", type=int, default=WORKERS, help="how many games at a time")
    parser.add_argument("names", nargs="*", default=NAMES, help=f"which games (default: {', '.join(NAMES)})")
    options = parser.parse_args()
    report = run(options.games, options.top, options.names, Kept(options.kept), options.workers)
    keep(NAME, report, part=True)


if __name__ == "__main__":
    main()
