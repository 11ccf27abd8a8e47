"""Oneself: a name, one's games, what came of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.visitors import House, Visitor, served, settings_in

from stratege.web.app import create_app

ME = "/api/v1/me"


def called(visitor: Visitor, name: str) -> str:
    answer = visitor.post(ME, json={"name": name})
    return str(answer.json().get("name", answer.json().get("error")))


def test_a_name_is_ones_own_until_it_is_given_back(any_house: House) -> None:
    ada, bob = any_house.visitor(), any_house.visitor()
    assert called(ada, "  Ada   L. ") == "Ada L."
    assert ada.get(ME).json()["name"] == "Ada L."
    assert "Somebody else" in called(bob, "ada l.")
    assert bob.get(ME).json()["name"] == ""
    assert called(ada, "") == ""
    assert called(bob, "ADA L.") == "ADA L."
    assert called(bob, "Bob") == "Bob"


@pytest.mark.parametrize("name", ["level:3", "A", "x" * 31, "<b>", "Anonymous", "a\u202eb", "RANDOM", "-o-"])
def test_nobody_passes_for_a_machine_or_writes_across_the_page(house: House, name: str) -> None:
    assert house.visitor().post(ME, json={"name": name}).status_code == 400


def test_a_name_is_seen_by_the_other_and_stands_in_the_record(house: House) -> None:
    ada, bob = house.visitor(), house.visitor()
    called(ada, "Ada")
    called(bob, "Bob")
    name = ada.begin("quixo", "me", "open", size="3")
    bob.sit(name, 2)
    assert [seat["name"] for seat in bob.live(name)["seats"]] == ["Ada", "Bob"]


def test_games_go_on_where_they_were_left_even_after_the_server_was(tmp_path: Path, live: str | None) -> None:
    with served(create_app(settings_in(tmp_path, live=live))) as house:
        ada = house.visitor()
        name = ada.begin("chomp", "me", "me", size="3x2")
        other = ada.begin("nimble", "me", "open", size="4x1")
        with ada.at(name) as talk:
            talk.hear()
            talk.play(talk.live["view"]["moves"][-1])
        assert [one["url"] for one in house.visitor().get(ME).json()["games"]] == []
        cookies = ada.client.cookies
    with served(create_app(settings_in(tmp_path, live=live))) as house:
        again = house.visitor()
        again.client.cookies = cookies
        mine = {one["url"]: one for one in again.get(ME).json()["games"]}
        assert set(mine) == {f"/play/{name}", f"/play/{other}"}
        assert (mine[f"/play/{name}"]["ply"], mine[f"/play/{name}"]["opponent"]["here"]) == (1, True)
        assert mine[f"/play/{other}"]["your_turn"]
        page = again.get("/").text
        assert f'href="/play/{name}"' in page


def test_results_are_counted_but_not_those_against_oneself(any_house: House) -> None:
    ada, bob = any_house.visitor(), any_house.visitor()
    name = ada.begin("chomp", "me", "open", size="2x2")
    bob.sit(name, 2)
    alone = ada.begin("chomp", "me", "me", size="2x2")
    for where in (name, alone):
        with ada.at(where) as talk:
            talk.hear()
            talk.send("resign")
            talk.until(talk.live["version"] + 1)
    tally = {"game": "chomp", "title": "Chomp", "won": 0, "drawn": 0, "lost": 1}
    assert ada.get(ME).json()["tallies"] == [tally]
    assert bob.get(ME).json()["tallies"] == [{**tally, "won": 1, "lost": 0}]
    mine = {one["url"]: one for one in ada.get(ME).json()["games"]}
    assert (mine[f"/play/{name}"]["over"], mine[f"/play/{name}"]["points"]) == (True, 0.0)
    assert ada.get("/players").status_code == 200


def test_the_adaptive_level_begins_where_ones_last_game_left_it(any_house: House) -> None:
    ada, bob = any_house.visitor(), any_house.visitor()

    def begun(visitor: Visitor, game: str) -> tuple[str, str]:
        name = visitor.begin(game, "me", "adaptive", size="3x2" if game == "chomp" else "4x1")
        return name, visitor.live(name)["seats"][1]["name"]

    name, level = begun(ada, "chomp")
    assert level == "adaptive:3"
    with ada.at(name) as talk:
        talk.hear()
        talk.send("resign")
        talk.until(talk.live["version"] + 1)
    assert begun(ada, "chomp")[1] == "adaptive:2"
    assert begun(ada, "nimble")[1] == "adaptive:3"
    assert begun(bob, "chomp")[1] == "adaptive:3"
    mine = {one["url"]: one for one in ada.get(ME).json()["games"]}
    assert mine[f"/play/{name}"]["opponent"]["level"] == "adaptive:3"
    assert "against the adaptive level" in ada.get("/").text
    name = ada.begin("chomp", "me", "adaptive:no-book", size="3x2")  # with its book shut it follows too
    assert ada.live(name)["seats"][1]["name"] == "adaptive:2:no-book"


def test_the_strongest_level_can_be_played_without_its_book(house: House) -> None:
    ada = house.visitor()
    assert '<option value="level:10:no-book">Level 10 · without its opening book' in ada.get("/").text
    form = {"game": "quixo", "opponent": "level:10:no-book"}
    page = ada.post("/play", data=form)
    assert page.status_code == 200
    assert ada.live(str(page.url).rpartition("/")[2])["seats"][1]["name"] == "level:10:no-book"
    assert "against level 10" in ada.get("/").text


def test_the_adaptive_level_moves(house: House) -> None:
    ada = house.visitor()
    name = ada.begin("chomp", "adaptive:1", "me", size="3x2")
    with ada.at(name) as talk:
        talk.hear()
        while talk.live["view"]["to_move"] == 1:
            talk.hear()
        assert len(talk.live["tree"]["nodes"]) == 2
