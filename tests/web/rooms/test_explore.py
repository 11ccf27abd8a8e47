"""The explorer over HTTP: the library's sums, filters, single games, moves with proof and practice."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.archive.made import made
from tests.web.visitors import House, served, settings_in

import stratege
from stratege.archive import opening_tree
from stratege.archive.explorer import Exploration, explore, filter_of
from stratege.archive.house_games import house_games
from stratege.archive.shown_names import shown_name
from stratege.archive.store import Archive
from stratege.web.app import create_app
from stratege.web.rooms.archive.reader import side_by_side

QUIXO = stratege.game("quixo", size="3")
CHOMP = stratege.game("chomp", size="3")
NIMBLE = stratege.game("nimble")


def shown(found: Exploration) -> dict[str, Any]:
    """What the library found, players being called as people call them."""
    top = [{**one, "players": [*map(shown_name, one["players"])]} for one in found.as_json()["top"]]
    return {**found.as_json(), "top": top}


def test_a_filter_takes_the_names_that_are_shown(house: House) -> None:
    visitor = house.visitor(**{"accept-language": "fr"})
    house.app.state.archive.opened().add(
        house_games(stratege.game("quixo", size=3), 12, ("level:1", "John Doe"))
    )
    names = {one["name"] for one in visitor.get("/api/v1/archive/players?game=quixo").json()}
    assert names == {"Niveau 1", "John Doe"}
    for name in (*names, "level:1", "Level 1", "niveau 1"):
        told = visitor.get("/api/v1/explore", params={"game": "quixo", "size": "3", "player": name})
        assert told.status_code == 200
        assert told.json()["games"] > 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive of some games."""
    folder = tmp_path_factory.mktemp("explored")
    with Archive.open(str(folder / "archive.sqlite")) as archive:
        archive.add(made(game, seed) for game in (QUIXO, CHOMP, NIMBLE) for seed in range(12))
    return folder


@pytest.fixture(scope="module")
def library(folder: Path) -> Iterator[House]:
    """The app on that archive."""
    with served(create_app(settings_in(folder))) as house:
        yield house


@pytest.fixture(scope="module")
def archive(folder: Path) -> Iterator[Archive]:
    """The same archive, asked directly."""
    with Archive.open(str(folder / "archive.sqlite")) as archive:
        yield archive


def test_the_sums_are_the_librarys(library: House, archive: Archive) -> None:
    here = QUIXO.start()
    for moves in ("", "0,0-0,2", "0,0-0,2 2,2-2,0"):
        asked = {"game": "quixo", "size": "3", "moves": moves}
        told = library.visitor().get("/api/v1/explore", params=asked).json()
        for move in moves.split()[-1:]:
            here = here.play(move)
        assert told == shown(explore(archive, here))
    start = library.visitor().get("/api/v1/explore", params={"game": "quixo", "size": "3"}).json()
    assert start["games"] == 12 == sum(one["games"] for one in start["moves"])
    assert start["top"][0]["start"] == QUIXO.start().text()
    rings = library.visitor().get("/api/v1/explore/tree", params={"game": "quixo", "size": "3"}).json()
    tree = opening_tree.openings(archive, QUIXO.start())
    assert rings == {"games": 12, "svg": opening_tree.openings_svg(tree)}


@pytest.mark.parametrize("condition", [{"player": "John Doe"}, {"since": "2020-06-01"}, {"rating": 1500}])
def test_conditions_choose_games(library: House, archive: Archive, condition: dict[str, object]) -> None:
    told = library.visitor().get("/api/v1/explore", params={"game": "quixo", "size": "3", **condition})
    only = filter_of(archive, **condition)  # type: ignore[arg-type]
    assert told.json() == shown(explore(archive, QUIXO.start(), only))
    assert 0 < told.json()["games"] < 12 or "rating" in condition


MISTAKES = [
    ("explore?game=quixo&player=Nobody", 400, "knows no player 'Nobody'"),
    ("explore?game=quixo&player=99999999999999999999999999", 400, "knows no player"),
    ("explore?game=quixo&since=yesterday", 400, "not a date"),
    ("explore?game=quixo&rating=-1", 400, "rating"),
    ("explore?game=chess", 400, "There is no game 'chess'"),
    ("archive/games/999999", 404, "There is no such game."),
    ("archive/games/0", 400, "number"),
    ("archive/games/99999999999999999999", 400, "number"),
    ("archive/players?game=chess", 400, "There is no game 'chess'"),
]


@pytest.mark.parametrize(("path", "status", "words"), MISTAKES, ids=[path for path, *_rest in MISTAKES])
def test_a_mistake_is_one_sentence(library: House, path: str, status: int, words: str) -> None:
    answer = library.visitor().get(f"/api/v1/{path}")
    assert (answer.status_code, words in answer.json()["error"]) == (status, True), answer.text


def test_a_game_can_be_played_through(library: House, archive: Archive) -> None:
    """Nimble begins at random, so a game without its start could not be."""
    number, entry = next(iter(archive.entries("nimble")))
    told = library.visitor().get(f"/api/v1/archive/games/{number}").json()
    assert (told["result"], told["ending"]) == (entry.result, entry.ending)
    here = stratege.game(told["game"], told["variant"], told["size"]).parse(told["start"])
    for move in told["moves"]:
        here = here.play(move)
    outcome = here.outcome()
    assert outcome is not None
    assert outcome.result == told["result"]


def test_players_are_those_who_have_played(library: House, archive: Archive) -> None:
    told = library.visitor().get("/api/v1/archive/players?game=quixo").json()
    known = [one for one in archive.players("quixo") if one.games]
    assert [(one["number"], one["games"]) for one in told] == [(one.number, one.games) for one in known]
    assert library.visitor().get("/api/v1/archive/players?game=awale").json() == []


def test_moves_are_best_first_with_proof_and_practice(library: House, archive: Archive) -> None:
    told = library.visitor().get("/api/v1/moves?game=chomp&size=3").json()
    assert {one["move"] for one in told["moves"]} == set(CHOMP.start().moves())
    assert [one["kind"] for one in told["moves"]] == ["exact"] * 8
    best, *rest = told["moves"]
    assert (best["move"], best["result"], best["verdict"]) == ("1,1", 1, "won")
    assert {one["result"] for one in rest} == {-1}
    values = [one["value"] for one in told["moves"]]
    assert values == sorted(values, reverse=True)
    sums = explore(archive, CHOMP.start()).moves
    for one in sums:
        for move in (one.move, *one.same):
            row = next(row for row in told["moves"] if row["move"] == move)
            assert row["statistics"]["games"] == one.score.games
            assert {move, *row["same"]} == {one.move, *one.same}


def test_what_is_not_known_is_said_to_be_unknown(library: House) -> None:
    told = library.visitor().get("/api/v1/moves?game=quixo").json()
    assert {(one["kind"], one["value"], one["verdict"]) for one in told["moves"]} == {("unknown", None, None)}
    near = library.visitor().get("/api/v1/moves?game=quixo&position=xx./oo./...:1").json()
    kinds = [(one["kind"], one["plies"]) for one in near["moves"]]
    assert kinds[0] == ("exact", 1)
    assert ("unknown", None) in kinds


def test_of_equal_moves_the_most_played_comes_first() -> None:
    proof = {
        "result": None,
        "plies": None,
        "margin": None,
        "sure": False,
        "reason": "",
        "book": None,
        "verdict": "",
    }
    valued = [{"move": move, "kind": "search", "value": 0, **proof} for move in "abc"]
    valued.append({**proof, "move": "d", "kind": "exact", "value": -5})
    sums = [{"move": "c", "same": ["d"], "games": 9}, {"move": "b", "same": [], "games": 3}]
    assert [one["move"] for one in side_by_side(valued, sums)] == ["c", "b", "a", "d"]


def test_the_page_is_there(library: House) -> None:
    shown = library.visitor().get("/explore?game=quixo").text
    assert 'href="/explore" aria-current="page"' in shown
    for path in ("/analyse", "/play"):
        assert 'href="/explore' in library.visitor().get(path).text


def test_a_database_that_fails_later_is_nobodys_mistake_and_its_place_nobodys_business(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Archive.open(str(tmp_path / "archive.sqlite")) as archive:
        archive.add([made(QUIXO, 0)])
    asked = ("explore?game=quixo&size=3", "explore?game=quixo&size=3&rating=1", "archive/players?game=quixo")
    with served(create_app(settings_in(tmp_path))) as house:
        visitor = house.visitor()
        assert [visitor.get(f"/api/v1/{path}").status_code for path in asked] == [200, 200, 200]
        with closing(sqlite3.connect(tmp_path / "archive.sqlite")) as connection:
            for table in ("statistic_run", "rating", "game"):
                connection.execute(f"DROP TABLE {table}")
        answers = [visitor.get(f"/api/v1/{path}") for path in asked]
    assert [answer.status_code for answer in answers] == [503, 503, 503]
    for answer in answers:
        assert "has been noted" in answer.json()["error"]
        assert str(tmp_path) not in answer.text
        assert "sqlite" not in answer.text
    noted = " ".join(str(getattr(record, "error", "")) for record in caplog.records)
    assert noted.count("no such table") == 3


def test_the_address_of_a_database_is_not_for_visitors(tmp_path: Path) -> None:
    place = "postgresql://owner:password@db.internal.example.invalid:1/games"
    with served(create_app(settings_in(tmp_path, database=place))) as house:
        visitor = house.visitor()
        for path in ("archive/players?game=quixo", "explore?game=quixo", "sql?sql=SELECT+1"):
            answer = visitor.get(f"/api/v1/{path}")
            assert answer.status_code == 503
            assert not any(word in answer.text for word in ("internal", "owner", "password", "postgres"))
