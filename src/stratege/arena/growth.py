"""How ratings come about: everybody's Elo after so many games of a tournament, and then after more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stratege.arena.bradley_terry import ratings
from stratege.arena.schedule import Pair
from stratege.arena.statistics import Score
from stratege.arena.tournament import Kept, Tournament, seen_by
from stratege.core.charts import Curve, curves
from stratege.core.language import _

POINTS = 40
FEWEST = 8
WORK = 400
"""Points of a curve times players, about: ratings of many players take long."""

Growth = Mapping[str, Sequence[tuple[int, float]]]
"""For each player, from their first game on: after how many games of all, which rating."""


def growth(tournament: Tournament, kept: Kept) -> Growth:
    """Everybody's rating over the games so far. Of a round, the first game of every table comes first: that
    is how it would be played at as many boards as there are tables.
    """
    records = [kept[one] for one in sorted(kept, key=lambda one: (one.round, one.game, one.table))]
    points = min(len(records), POINTS, max(FEWEST, WORK // len(tournament.players)))
    found: dict[str, list[tuple[int, float]]] = {name: [] for name in tournament.players}
    scores: dict[Pair, Score] = {}
    done = 0
    for point in range(points):
        until = (point + 1) * len(records) // points
        for record in records[done:until]:
            one, two = sorted((record.tags["Player1"], record.tags["Player2"]))
            scores[one, two] = scores.get((one, two), Score()) + seen_by(one, record)
        done = until
        here = {name for pair in scores for name in pair}
        for name, rated in ratings(tournament.players, scores).items():
            if name in here:
                found[name].append((done, rated.elo))
    return found


def growth_svg(found: Growth) -> str:
    """The curves, the strongest player in the end first."""
    order = sorted(found.items(), key=lambda item: -item[1][-1][1] if item[1] else 0.0)
    lines = [Curve(name, points) for name, points in order]
    return curves(_("Elo after so many games"), lines, _("games"), "Elo")
