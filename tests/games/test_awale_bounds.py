"""What a search onto the tables proves of boards beyond them: never wrong, and in the end the value."""

from __future__ import annotations

import random

import numpy
import pytest
from numpy.typing import NDArray
from tests.games.desk import Desk

from stratege.core.registry import game
from stratege.games.awale import bounds, kernel, ranking, table_recipe
from stratege.games.awale.game import Awale

HELD, MOST = 4, 8


@pytest.fixture(scope="module", params=tuple(Awale.variants))
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(table_recipe, game("awale", request.param).rules, MOST).build()


def test_bounds_hold_narrow_with_more_nodes_and_meet(desk: Desk) -> None:
    def data(name: str) -> NDArray[numpy.uint8] | None:
        return desk.data.get(name) if name <= f"seeds-{HELD:02}" else None

    chance, met = random.Random(5), 0
    for _board in range(25):
        seeds = chance.randint(HELD + 1, MOST)
        mine, theirs = ranking.board_at(seeds, chance.randrange(ranking.boards(seeds)))
        state = (mine | 3 << kernel.STORE, theirs, 7)
        exact = table_recipe.probe(desk.rules, state, desk.fetch)
        assert exact is not None
        assert exact.margin is not None
        widest = (3 - seeds, 3 + seeds)
        for nodes in (1, 100, 100_000):
            least, most = bounds.bounds(desk.rules, state, data, nodes)
            assert widest[0] <= least <= exact.margin <= most <= widest[1], (state, nodes)
            widest = (least, most)
        met += widest[0] == widest[1]
    assert met > 5


@pytest.mark.soak
def test_awari_has_the_scores_of_the_published_database() -> None:
    """The example of the Awari score database that goes with J. W. Romein, H. E. Bal, "Solving the Game of
    Awari using Parallel Retrograde Analysis" (2003): `db_lookup.py 1 1 1 1 1 2 4 2 3 0 0 0`."""
    rules = game("awale", "awari").rules
    desk = Desk(table_recipe, rules, 16).build()
    board = game("awale", "awari").parse("1,1,1,1,1,2,4,2,3,0,0,0")

    def score(state: tuple[int, ...]) -> int | None:
        exact = table_recipe.probe(rules, state, desk.fetch)
        return exact.margin if exact else None

    assert score(board.state) == 0
    afters = [score(board.play(move).state) for move in board.legal()]
    assert [-after for after in afters if after is not None] == [-1, -1, -2, -2, -2, 0]
