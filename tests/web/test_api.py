"""The JSON API: positions, pictures, limits on sizes, errors in one sentence, both languages."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from tests.web.visitors import House

import stratege
from stratege.core.registry import GAMES
from stratege.core.svg import CAPTION_TOP
from stratege.web.openapi import WORDS, forms


def test_the_games_there_are(house: House) -> None:
    listed = house.visitor().get("/api/v1/games").json()
    assert [one["name"] for one in listed] == list(GAMES)
    for one in listed:
        assert one["sizes"]["hint"], one["name"]
        assert one["sizes"]["default"] == stratege.game(one["name"]).size
        booked = one["name"] in ("awale", "mingmang", "quixo")
        shut = ["level:10:no-book"] if booked else []
        assert one["levels"][9:] == ["level:10", *shut, "adaptive"]
    french = house.visitor(**{"accept-language": "de, fr;q=0.9, en;q=0.8"}).get("/api/v1/games").json()
    assert french[1]["variants"][0]["summary"] != listed[1]["variants"][0]["summary"]


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_the_position(house: House, name: str) -> None:
    here = stratege.game(name).start(seed=0)
    moves = []
    for _ply in range(3):
        moves.append(here.moves()[-1])
        here = here.play(moves[-1])
    asked = {"game": name, "moves": " ".join(moves)}
    view = house.visitor().get("/api/v1/position", params=asked).json()
    assert (view["position"], view["to_move"], view["ply"]) == (here.text(), here.to_move, 3)
    assert (view["moves"], view["svg"], view["text"]) == (here.moves(), here.svg(), str(here))
    assert [step["move"] for step in view["history"]] == moves
    assert view["history"][-1]["position"] == here.text()
    assert view["outcome"] is None


@pytest.mark.parametrize("name", GAMES)
def test_a_view_says_what_stands_where_and_how_the_board_is_shown(house: House, name: str) -> None:
    declared, start = GAMES[name], stratege.game(name).start(seed=0)
    view = house.visitor().get("/api/v1/position", params={"game": name}).json()
    assert view["look"]["animation"] == declared.animation
    assert view["look"]["editable"] is (declared.places is not None)
    cells = declared.places.cells(start) if declared.places else {}
    assert [(one["name"], one["mark"], one["words"]) for one in view["places"]] == [
        (place, *cell) for place, cell in cells.items()
    ]


def test_a_place_is_edited_and_the_turn_handed_over(house: House) -> None:
    asked = "/api/v1/position?game=quixo&position=x../.../..o:1"
    view = house.visitor().get(f"{asked}&edit=0,0&step=1").json()
    assert (view["position"], view["start"]) == ("o../.../..o:1", "o../.../..o:1")
    assert house.visitor().get(f"{asked}&edit=0,0&step=-1&turn=true").json()["position"] == ".../.../..o:2"
    refused = house.visitor().get(f"{asked}&edit=9,9")
    assert (refused.status_code, refused.json()) == (400, {"error": "There is no place '9,9' on this board."})


def test_a_picture_without_its_caption_is_lower(house: House) -> None:
    asked = "/api/v1/picture.svg?game=awale&caption="
    pictures = [house.visitor().get(asked + shown).text for shown in ("true", "false")]
    heights = [float(picture.split('height="')[1].split('"')[0]) for picture in pictures]
    assert heights[0] - heights[1] == CAPTION_TOP


def test_an_end_is_told_in_words(house: House) -> None:
    view = house.visitor().get("/api/v1/position?game=quixo&position=xxx/.../oo.:2").json()
    assert view["size"] == "3"
    assert view["outcome"]["result"] == "1-0"
    assert view["outcome"]["words"] == "Player 1 wins: player 1 has a line."


MISTAKES = [
    ("position?game=chess", "There is no game 'chess'"),
    ("position", "game: this is missing."),
    ("position?game=quixo&size=7", "3, 4 or 5"),
    ("position?game=awale&moves=e z", "'z' is not a pit"),
    ("position?game=awale&moves=e a", "a is not legal"),
    ("position?game=mingmang&size=999", "too large for the web"),
    ("position?game=nimble&size=1000000x1000000", "too large for the web"),
    ("position?game=chomp&size=100000x100000", "too large for the web"),
    ("position?game=chomp&position=99999", "too large for the web"),
    ("analysis?game=awale&seconds=nan", "seconds"),
    ("analysis?game=awale&depth=0", "depth"),
    ("picture.bmp?game=awale", "kind"),
    ("picture.png?game=awale&width=100000", "width"),
]


@pytest.mark.parametrize(("path", "words"), MISTAKES, ids=[path for path, _words in MISTAKES])
def test_a_mistake_is_one_sentence(house: House, path: str, words: str) -> None:
    answer = house.visitor().get(f"/api/v1/{path}")
    assert answer.status_code == 400
    assert words in answer.json()["error"]


FRENCH = [
    ("position", "game : il manque."),
    ("analysis?game=awale&depth=0", "depth : il faut au moins 1."),
    ("picture.png?game=awale&width=x", "width : il faut un nombre entier."),
    ("picture.bmp?game=awale", "kind : il faut l’un de 'svg', 'png', 'gif'."),
    ("position?game=awale&turn=perhaps", "turn : il faut true ou false."),
    (f"position?game={'x' * 60}", "game : il faut 20 signes au plus."),
]


@pytest.mark.parametrize(("path", "words"), FRENCH, ids=[path for path, _words in FRENCH])
def test_a_mistake_is_told_in_the_visitors_language(house: House, path: str, words: str) -> None:
    answer = house.visitor().get(f"/api/v1/{path}", headers={"accept-language": "fr"})
    assert answer.json() == {"error": words}


def said_in(document: Any) -> Iterator[str]:
    """Every summary and description of the API's document."""
    if isinstance(document, dict):
        for key, part in document.items():
            yield from [part] if key in WORDS and isinstance(part, str) else said_in(part)
    elif isinstance(document, list):
        for part in document:
            yield from said_in(part)


def test_the_apis_document_speaks_the_visitors_language(house: House) -> None:
    document = house.visitor().get("/api/v1/openapi.json").json()
    french = house.visitor(**{"accept-language": "fr"}).get("/api/v1/openapi.json").json()
    pairs = list(zip(said_in(document), said_in(french), strict=True))
    assert len(pairs) > 300
    assert {ours for ours, theirs in pairs if ours == theirs} == set()


def test_every_request_can_be_tried_with_something(house: House) -> None:
    document = house.visitor().get("/api/v1/openapi.json").json()
    shown = {(one["method"], one["path"]): one for one in forms(document)}
    assert json.loads(shown["post", "/api/v1/live"]["body"]) == {"game": "awale", "seats": ["me", "level:3"]}
    empty = {
        field["name"]
        for one in shown.values()
        for field in one["fields"]
        if field["required"] and not field["value"]
    }
    assert empty == {"picture", "authorization"}
    began = house.visitor().post("/api/v1/live", json=json.loads(shown["post", "/api/v1/live"]["body"]))
    assert began.status_code == 201


def test_pages_are_packed_on_their_way_and_streams_and_pictures_are_not(house: House) -> None:
    packed = {"accept-encoding": "gzip"}
    visitor = house.visitor()
    for path in ("/", "/static/app.css", "/api/v1/openapi.json", "/api/v1/picture.svg?game=quixo"):
        assert visitor.get(path, headers=packed).headers["content-encoding"] == "gzip"
        assert "content-encoding" not in visitor.get(path, headers={"accept-encoding": ""}).headers
    assert "content-encoding" not in visitor.get("/health", headers=packed).headers


def test_nothing_here_is_said_so_too(house: House) -> None:
    visitor = house.visitor()
    assert visitor.get("/api/v1/nothing").json() == {"error": "There is nothing here."}
    assert visitor.get("/api/v1/live/nothing").status_code == 404
    assert visitor.get("/play/nothing", headers={"accept": "text/html"}).status_code == 404


def test_pictures(thinking_house: House) -> None:
    visitor, asked = thinking_house.visitor(), "game=awale&moves=e+g"
    drawn = visitor.get(f"/api/v1/picture.svg?{asked}")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text == stratege.game("awale").start().play("e").play("g").svg()
    with Image.open(io.BytesIO(visitor.get(f"/api/v1/picture.png?{asked}&width=200").content)) as png:
        assert (png.format, png.width) == ("PNG", 200)
    with Image.open(io.BytesIO(visitor.get(f"/api/v1/picture.gif?{asked}&width=200").content)) as gif:
        assert (gif.format, gif.width, getattr(gif, "n_frames", 1)) == ("GIF", 200, 3)
    tower = visitor.get("/api/v1/picture.png?game=chomp&size=1x48&width=2000").content
    with Image.open(io.BytesIO(tower)) as png:
        assert png.width * png.height < 5_000_000


def test_pages_are_served_in_both_languages(house: House) -> None:
    visitor = house.visitor()
    for path in ("/", "/play", "/analyse", "/api/docs"):
        assert visitor.get(path).headers["content-type"] == "text/html; charset=utf-8"
    assert 'lang="en"' in visitor.get("/").text
    back = visitor.post(
        "/language/fr",
        headers={"referer": "http://stratege.test/analyse?game=awale"},
        follow_redirects=False,
    )
    assert (back.status_code, back.headers["location"]) == (303, "/analyse?game=awale")
    assert 'lang="fr"' in visitor.get("/").text
    away = visitor.post(
        "/language/fr", headers={"referer": "http://elsewhere.test//evil"}, follow_redirects=False
    )
    assert away.headers["location"] == "/"
    assert visitor.post("/language/xx").status_code == 404


def test_a_form_begins_a_game(house: House) -> None:
    visitor = house.visitor()
    form = {"game": "quixo", "size": "4", "opponent": "link", "side": "2", "minutes": "5"}
    begun = visitor.post("/play", data=form, follow_redirects=False)
    assert begun.status_code == 303
    live = visitor.live(begun.headers["location"].removeprefix("/play/"))
    assert (live["you"], live["status"], live["view"]["size"]) == ([2], "waiting", "4")
    assert live["clock"] == {"remaining_ms": [300_000, 300_000], "running": False}
    assert visitor.post("/play", data={**form, "side": "3"}).status_code == 400
    untimed = visitor.post("/play", data={**form, "minutes": "", "variant": ""}, follow_redirects=False)
    assert visitor.live(untimed.headers["location"].removeprefix("/play/"))["clock"] is None
    assert visitor.get(begun.headers["location"]).status_code == 200


def test_health(house: House) -> None:
    assert house.visitor().get("/health").json()["status"] == "ok"
