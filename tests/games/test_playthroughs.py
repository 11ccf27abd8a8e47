"""Nothing about a game changes unnoticed: rules, states, texts, drawings, order of moves."""

from __future__ import annotations

import pytest
from tests.games.catalogue import identify, usual_games
from tests.games.playthrough import FOLDER, path_of, playthrough

from stratege.core.game import Game


@pytest.mark.parametrize("game", usual_games(), ids=identify)
def test_the_playthrough_is_the_golden_one(game: Game) -> None:
    assert path_of(game).exists(), "this variant has no playthrough: run `make playthroughs`"
    assert playthrough(game) == path_of(game).read_text(encoding="utf-8")


def test_every_playthrough_belongs_to_a_game() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(game).name for game in usual_games()}
