"""Today's highest level against that of an earlier commit, which plays as a program behind the line protocol.

The commit's sources are taken out of the repository's history into a folder of their own; both play without
tables, or today's level with those that are here. Finished games are kept in a file for each match and each
state of today's sources, so that what was stopped goes on.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import stratege
from benchmarks.report import Report, Table, keep
from benchmarks.search.earlier import COMMIT, earlier_folder, sources_of
from benchmarks.search.state import state_of
from stratege.arena.journal import ENDING, FileJournal
from stratege.arena.match import FAULTS, Terms
from stratege.arena.statistics import Score, elo, wilson
from stratege.arena.tournament import Tournament, play_tournament, seen_by
from stratege.arena.workers import play_all
from stratege.core.game import Game
from stratege.engine.limits import Limits

NAME = "old level"

START = "from stratege.cli.main import main; main()"  # as the installed command does
NEW = "level:10"
NO_TABLES = f"STRATEGE_TABLES={os.devnull}"
TODAY = Path(stratege.__file__).parents[1]
WORKERS = 2
COLUMNS = ("games", "won", "drawn", "lost", "faults", "score", "95 %", "Elo", "95 % of Elo", "goal")

SUMMARY = (
    "`level:10` of today against the same of commit `{commit}`, which plays through the line protocol "
    "(`stratege engine`); sides swapped, openings of random plies, no tables. A draw is half a point; the "
    "interval of the score is Wilson's at 95 %. The goals are for equal time. Speed is that of the plain "
    "search on the positions of `stratege bench`, the best of {times} runs in turn."
)


@dataclass(frozen=True)
class Match:
    """A board, and the score that is the goal there."""

    name: str
    variant: str | None
    goal: float

    @property
    def game(self) -> Game:
        """What is played."""
        return stratege.game(self.name, self.variant)


MATCHES = (
    Match("awale", "abapa", 0.92),
    Match("awale", "standard", 0.92),
    Match("awale", "ccinp", 0.92),
    Match("quixo", None, 0.75),
    Match("mingmang", None, 0.85),
)
TERMS = ((200, Limits(seconds=0.1)), (40, Limits(seconds=1.0)), (200, Limits(nodes=50_000)))
"""How many games, and what a move may take."""
TIMES = 3


def run(
    matches: Sequence[Match] = MATCHES,
    terms: Sequence[tuple[int, Limits]] = TERMS,
    commit: str = COMMIT,
    folder: Path | None = None,
    workers: int = WORKERS,
    tables: bool = False,
) -> Report:
    """Play what is not played yet, or nothing without workers, and tell that and what was played before on
    the usual terms; finished games are in the folder."""
    source = sources_of(commit, folder or earlier_folder())
    told = [*terms, *(usual for usual in TERMS if usual[1] not in (limits for _games, limits in terms))]
    found = [
        Table(f"{match.game.label()}, {said(one[1])} a move", COLUMNS, [row])
        for match in matches
        for one in told
        if (row := row_of(match, *one, source, workers if one in terms else 0, tables))
    ]
    return Report(SUMMARY.format(commit=commit, times=TIMES), [*found, speeds(source)])


def speeds(source: Path) -> Table:
    """Nodes, and nodes a second, of the plain search then and now."""
    before: list[dict[str, dict[str, int]]] = []
    now: list[dict[str, dict[str, int]]] = []
    for _time in range(TIMES):
        for runs, place in ((before, source), (now, TODAY)):
            asked = subprocess.run(
                [*started(place), "bench", "--json"], stdout=subprocess.PIPE, check=True, text=True
            )
            runs.append({one["game"]: one for one in json.loads(asked.stdout)["games"]})
    rows = []
    for name in now[0]:
        fastest = [max(run[name]["nodes_per_second"] for run in runs) for runs in (before, now)]
        nodes = [f"{runs[0][name]['nodes']:,}" for runs in (before, now)]
        rates = [f"{rate / 1e6:.1f}" for rate in fastest]
        rows.append([name, nodes[0], rates[0], nodes[1], rates[1], f"{fastest[1] / fastest[0]:.2f}"])
    columns = ("game", "nodes before", "M nodes/s before", "nodes now", "M nodes/s now", "ratio")
    return Table("Speed", columns, rows)


def started(source: Path, surroundings: Sequence[str] = ()) -> list[str]:
    """The command `stratege` of these sources, with the interpreter of today."""
    return ["env", f"PYTHONPATH={source}", *surroundings, sys.executable, "-c", START]


def engine_of(game: Game, source: Path, surroundings: Sequence[str] = ()) -> str:
    """The earlier engine's name as a player."""
    asked = ["engine", game.name, "--variant", game.variant.name, "--size", game.size]
    return "engine:" + shlex.join([*started(source, surroundings), *asked])


def row_of(
    match: Match,
    games: int,
    limits: Limits,
    source: Path,
    workers: int = WORKERS,
    tables: bool = False,
) -> list[str]:
    """The match's score on these terms, played as far as it is not; nothing if there is none."""
    game, terms = match.game, Terms(limits)
    earlier = engine_of(game, source, (NO_TABLES,) if tables else ())
    tournament = Tournament(game, (NEW, earlier), games=games, terms=terms, seed=1)
    described_as = f"{game.name}-{game.variant.name}, {said(limits)}, {source.name}, {state_of(game.name)}"
    path = source.parent / (described_as + (", with tables" if tables else "") + ENDING)
    if not workers and not path.exists():
        return []
    with ExitStack() as during:
        if not tables:
            empty = during.enter_context(tempfile.TemporaryDirectory())
            during.enter_context(patch.dict(os.environ, STRATEGE_TABLES=empty))
        journal = during.enter_context(FileJournal(path))
        during.enter_context(journal.playing())
        journal.begin(tournament)
        if workers:
            if journal.count() < games:
                tournament.rehearse()
            if not play_tournament(tournament, journal, functools.partial(play_all, workers=workers)):
                raise KeyboardInterrupt
        records = list(journal.games().values())[:games]
    score = sum((seen_by(NEW, record) for record in records), Score())
    faults = sum(record.tags["Ending"] in FAULTS for record in records)
    reached = "yes" if score.rate >= match.goal else "no"
    return [str(len(records)), *described(score, faults), reached if limits.seconds is not None else ""]


def said(limits: Limits) -> str:
    """What a move may take, in words."""
    return f"{limits.seconds:g} s" if limits.seconds is not None else f"{limits.nodes:,} nodes"


def described(score: Score, faults: int) -> list[str]:
    """The figures of a score."""
    found, (low, high) = elo(score), wilson(score)
    counts = map(str, (score.wins, score.draws, score.losses, faults))
    intervals = (
        f"{low:.1%} – {high:.1%}",
        f"{found.difference:+.0f}",
        f"{found.low:+.0f} … {found.high:+.0f}",
    )
    return [*counts, f"{score.rate:.1%}", *intervals]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.old_level", description=__doc__)
    parser.add_argument("--commit", default=COMMIT, help=f"whom to play ({COMMIT})")
    parser.add_argument("--folder", type=Path, help="where its sources and the finished games are kept")
    parser.add_argument("--games", type=int, help="how many, in place of the usual number")
    parser.add_argument("--time", type=float, help="seconds a move, in place of all terms")
    parser.add_argument("--nodes", type=int, help="nodes a move, in place of all terms")
    parser.add_argument("--variant", help="which of a game's variants (default: all that are named here)")
    parser.add_argument(
        "--workers", type=int, default=WORKERS, help="games at a time; 0: tell what was played"
    )
    parser.add_argument(
        "--tables", action="store_true", help="today's player has the tables that are here; RESULTS.md stays"
    )
    parser.add_argument("names", nargs="*", help="which games (default: all)")
    given = parser.parse_args()
    matches = [
        match
        for match in MATCHES
        if (not given.names or match.name in given.names) and given.variant in (None, match.variant)
    ]
    asked = Limits(nodes=given.nodes, seconds=given.time)
    usual = TERMS if asked == Limits() else [one for one in TERMS if one[1] == asked]
    terms = [(given.games or games, limits) for games, limits in usual or [(TERMS[0][0], asked)]]
    report = run(matches, terms, given.commit, given.folder, given.workers, given.tables)
    if not given.tables and given.games is None and usual and given.commit == COMMIT:
        keep(NAME, report, part=True)
    else:
        for table in report.tables:
            print(table.title, *(" | ".join(row) for row in table.rows), sep="\n")


if __name__ == "__main__":
    main()
