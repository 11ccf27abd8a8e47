"""How a tournament's ratings come about: they end where the table stands."""

from __future__ import annotations

import functools

import pytest

from stratege.arena.growth import growth, growth_svg
from stratege.arena.journal import FileJournal
from stratege.arena.match import Terms
from stratege.arena.standings import standings
from stratege.arena.tournament import Tournament, play_tournament
from stratege.arena.workers import play_all
from stratege.core.registry import game
from stratege.engine.limits import Limits

PLAYERS = ("random", "greedy", "level:1")


@pytest.mark.parametrize("form", ["round-robin", "swiss"])
def test_it_ends_at_the_standings_and_begins_with_a_first_game(form: str) -> None:
    one = Tournament(game("quixo", size=3), PLAYERS, form, terms=Terms(Limits(nodes=50)), seed=1)
    journal = FileJournal()
    assert play_tournament(one, journal, functools.partial(play_all, workers=1))
    kept = journal.games()
    found = growth(one, kept)
    rated = {row.name: row.rated.elo for row in standings(one, kept).rows}
    assert {name: points[-1][1] for name, points in found.items()} == pytest.approx(rated)
    assert {points[-1][0] for points in found.values()} == {len(kept)}
    assert min(points[0][0] for points in found.values()) == 1
    assert all(
        [after for after, _elo in points] == sorted({after for after, _elo in points})
        for points in found.values()
    )
    picture = growth_svg(found)
    assert all(f">{name}</text>" in picture for name in PLAYERS)
    assert growth_svg(growth(one, {})).startswith("<svg")
