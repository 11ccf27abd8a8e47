"""What stands on each place, for every game that says so: the picture's places, marks, words, edits."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest
from tests.games.catalogue import identify, usual_games
from tests.games.contract import playout

import stratege
from stratege.core import language
from stratege.core.errors import BadNotation
from stratege.core.game import Game
from stratege.core.places import Places, edited, with_other_player


def places_of(game: Game) -> Places:
    places = game.declaration.places
    assert places is not None
    return places


@pytest.mark.parametrize("game", usual_games(), ids=identify)
def test_the_places_are_those_of_the_picture(game: Game) -> None:
    for position in playout(game, random.Random(3)):
        root = ET.fromstring(position.svg())
        drawn = {spot.get("data-spot") for spot in root.iter() if spot.get("data-spot")}
        cells = places_of(game).cells(position)
        assert set(cells) == drawn
        assert len({cell.words for cell in cells.values()}) >= len({cell.mark for cell in cells.values()})


@pytest.mark.parametrize("game", usual_games(), ids=identify)
def test_an_edit_changes_a_place_and_the_opposite_one_changes_it_back(game: Game) -> None:
    draw = random.Random(5)
    position = game.start(seed=1)
    for place in draw.sample(sorted(places_of(game).cells(position)), 6):
        fewer = edited(position, place, -1)
        assert fewer.to_move == position.to_move
        cells, before = places_of(game).cells(fewer), places_of(game).cells(position)
        if cells != before:  # where there was nothing, there cannot be less
            assert cells[place].mark != before[place].mark
            assert places_of(game).cells(edited(fewer, place, 1))[place] == before[place]
    with pytest.raises(BadNotation, match="no place 'nowhere'"):
        edited(position, "nowhere", 1)


@pytest.mark.parametrize("game", usual_games(), ids=identify)
def test_the_other_player_may_be_to_move_on_the_same_board(game: Game) -> None:
    for position in playout(game, random.Random(9)):
        other = with_other_player(position)
        assert other.to_move == 3 - position.to_move
        assert places_of(game).cells(other) == places_of(game).cells(position)


def test_a_bar_of_chocolate_is_bitten_off_and_given_back() -> None:
    bar = stratege.parse("chomp", "4,4,2:1")
    assert edited(bar, "1,1", -1).text() == "4,1,1:1"
    assert edited(edited(bar, "1,1", -1), "2,2", 1).text() == "4,3,3:1"
    assert edited(bar, "0,0", -1) == bar


def test_a_game_that_says_nothing_of_its_places_is_not_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    quixo = stratege.game("quixo")
    monkeypatch.setitem(vars(quixo.declaration), "places", None)
    with pytest.raises(BadNotation):
        edited(quixo.start(), "0,0", 1)


def test_words_are_in_the_language_spoken() -> None:
    cells = places_of(stratege.game("chomp"))
    position = stratege.game("chomp").start()
    assert cells.cells(position)["0,0"].words == "poison"
    language.use("fr")
    assert cells.cells(position)["0,1"].words == "chocolat"
