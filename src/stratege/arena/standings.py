"""How a tournament stands: the cross table, and everybody's points and Elo over all its games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from stratege.arena.bradley_terry import Rated, ratings
from stratege.arena.match import FAULTS
from stratege.arena.schedule import Pair, free_points, rungs
from stratege.arena.statistics import Score
from stratege.arena.tournament import Kept, Tournament, seen_by
from stratege.core.record import Record


@dataclass(frozen=True)
class Row:
    """A player: all their games, the points that count, their rating, and how often they broke the rules."""

    name: str
    score: Score
    points: float
    rated: Rated
    faults: int


@dataclass(frozen=True)
class Standings:
    """The players from the first to the last, and each against each: `cells[a, b]` is as a sees it."""

    rows: tuple[Row, ...]
    cells: Mapping[Pair, Score]
    games: int
    total: int

    @property
    def names(self) -> list[str]:
        """The players in their order."""
        return [row.name for row in self.rows]

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, str]:
        """In a notebook: the cross table, and the ratings with their intervals."""
        from stratege.arena.report import plot, signed, table_html

        lines = [f"{signed(row.rated.elo):>6}  {row.name}" for row in self.rows]
        return {
            "text/html": f"{table_html(self)}<figure>{plot(self)}</figure>",
            "text/plain": "\n".join(lines),
        }


def standings(tournament: Tournament, kept: Kept) -> Standings:
    """How it stands after these games."""
    cells = _cells(kept.values())
    once = {pair: score for pair, score in cells.items() if pair[0] < pair[1]}
    rated = ratings(tournament.players, once)
    results = tournament.results(kept) if tournament.format.waits else []
    faults = [
        record.tags["Player2" if record.result == "1-0" else "Player1"]
        for record in kept.values()
        if record.tags.get("Ending") in FAULTS
    ]
    byes = free_points(tournament.players, results) if tournament.form == "swiss" else {}
    rows = []
    for name in tournament.players:
        score = sum((cell for pair, cell in cells.items() if pair[0] == name), Score())
        points = score.points + byes.get(name, 0.0)
        rows.append(Row(name, score, points, rated[name], faults.count(name)))
    if tournament.form == "ladder":
        order = rungs(tournament.players, results)
        rows.sort(key=lambda row: order.index(row.name))
    elif tournament.form == "gauntlet":  # who plays more games has more points
        rows.sort(key=lambda row: -row.rated.elo)
    else:
        rows.sort(key=lambda row: (-row.points, -row.rated.elo))
    return Standings(tuple(rows), cells, len(kept), tournament.total)


def _cells(records: Iterable[Record]) -> dict[Pair, Score]:
    cells: dict[Pair, Score] = {}
    for record in records:
        one, two = record.tags["Player1"], record.tags["Player2"]
        score = seen_by(one, record)
        cells[one, two] = cells.get((one, two), Score()) + score
        cells[two, one] = cells.get((two, one), Score()) + score.reversed()
    return cells
