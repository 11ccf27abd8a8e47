"""Today's highest level against that of an earlier commit, which plays as a program behind the line protocol.

The commit's sources are taken out of the repository's history into a folder of their own; both play without
tables. Finished games are kept in a file for each match, so that what was stopped goes on.
"""

from __future__ import annotations

import argparse
import functools
import os
import shlex
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
WORKERS = 2
COLUMNS = ("s a move", "won", "drawn", "lost", "faults", "score", "95 %", "Elo", "95 % of Elo", "goal")

SUMMARY = (
    "`level:10` of today against the same of commit `{commit}`, which plays through the line protocol "
    "(`stratege engine`); sides swapped, openings of random plies, no tables. A draw is half a point; the "
    "interval of the score is Wilson's at 95 %."
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
TERMS = ((200, 0.1), (40, 1.0))
"""How many games, at how many seconds a move."""


def run(
    matches: Sequence[Match] = MATCHES,
    terms: Sequence[tuple[int, float]] = TERMS,
    commit: str = COMMIT,
    folder: Path | None = None,
    workers: int = WORKERS,
) -> Report:
    """Play what is not played yet; finished games are in the folder."""
    source = sources_of(commit, folder or earlier_folder())
    tables = [
        Table(
            match.game.label(),
            COLUMNS,
            [row_of(match, games, seconds, source, workers) for games, seconds in terms],
        )
        for match in matches
    ]
    return Report(SUMMARY.format(commit=commit), tables)


def engine_of(game: Game, source: Path) -> str:
    """The earlier engine's name as a player: the interpreter of today on the sources of then."""
    asked = ["engine", game.name, "--variant", game.variant.name, "--size", game.size]
    return "engine:" + shlex.join(["env", f"PYTHONPATH={source}", sys.executable, "-c", START, *asked])


def row_of(match: Match, games: int, seconds: float, source: Path, workers: int = WORKERS) -> list[str]:
    """The match's score on these terms, played as far as it is not."""
    game = match.game
    tournament = Tournament(
        game, (NEW, engine_of(game, source)), games=games, terms=Terms(Limits(seconds=seconds)), seed=1
    )
    path = source.parent / f"{game.name}-{game.variant.name}-{seconds:g}-{source.name}{ENDING}"
    with ExitStack() as during:
        empty = during.enter_context(tempfile.TemporaryDirectory())
        during.enter_context(patch.dict(os.environ, STRATEGE_TABLES=empty))
        journal = during.enter_context(FileJournal(path))
        during.enter_context(journal.playing())
        journal.begin(tournament)
        if journal.count() < games:
            tournament.rehearse()
        if not play_tournament(tournament, journal, functools.partial(play_all, workers=workers)):
            raise KeyboardInterrupt
        records = list(journal.games().values())[:games]
    score = sum((seen_by(NEW, record) for record in records), Score())
    faults = sum(record.tags["Ending"] in FAULTS for record in records)
    return [f"{seconds:g}", *described(score, faults), "yes" if score.rate >= match.goal else "no"]


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
    parser.add_argument("--games", type=int, help="how many, in place of 200 and 40")
    parser.add_argument("--time", type=float, help="seconds a move, in place of 0.1 and 1")
    parser.add_argument("--variant", help="which of a game's variants (default: all that are named here)")
    parser.add_argument("--workers", type=int, default=WORKERS, help="how many games at a time")
    parser.add_argument("names", nargs="*", help="which games (default: all)")
    given = parser.parse_args()
    matches = [
        match
        for match in MATCHES
        if (not given.names or match.name in given.names) and given.variant in (None, match.variant)
    ]
    terms = [
        (given.games or games, seconds) for games, seconds in TERMS if given.time in (None, seconds)
    ] or [(given.games or TERMS[0][0], given.time)]
    report = run(matches, terms, given.commit, given.folder, given.workers)
    if len(matches) == len(MATCHES) and given.games is None and given.time is None:
        keep(NAME, report)
    else:
        for table in report.tables:
            print(table.title, *(" | ".join(row) for row in table.rows), sep="\n")


if __name__ == "__main__":
    main()
