"""Each game's page, its lesson and the reasons of the rules over HTTP."""

from __future__ import annotations

import pytest
from tests.web.visitors import House

from stratege.core.registry import GAMES

LESSON = "/api/v1/games/awale/lesson"
OWN = list(GAMES.own)


@pytest.mark.parametrize("name", OWN)
def test_every_game_has_a_page_with_its_rules_and_a_lesson(house: House, name: str) -> None:
    visitor = house.visitor(**{"accept-language": "fr"})
    assert "Première leçon" in visitor.get(f"/games/{name}").text
    steps = visitor.get(f"/api/v1/games/{name}/lesson").json()
    assert [step["question"] for step in steps] == [bool(step.right) for step in GAMES[name].lesson]
    assert all(step["views"][0]["svg"] for step in steps)
    assert len(steps[0]["views"]) == 1 + len(GAMES[name].lesson[0].shown)


def test_a_lesson_praises_hints_and_refuses_with_the_rules_words(house: House) -> None:
    visitor = house.visitor()
    told = visitor.post(LESSON, json={"step": 1, "move": "d"}).json()
    assert (told["right"], told["words"]) == (True, "Four seeds from d: e, f, g, h.")
    told = visitor.post(LESSON, json={"step": 1, "move": "a"}).json()
    assert not told["right"]
    assert told["words"].startswith("Count:")
    refused = visitor.post(LESSON, json={"step": 4, "move": "a"})
    assert refused.status_code == 400
    assert refused.json()["error"] == "a is not legal: it would leave the opponent no seed."
    assert visitor.post(LESSON, json={"step": 0, "move": "a"}).status_code == 404
    assert visitor.post(LESSON, json={"step": 90, "move": "a"}).status_code == 404
    assert visitor.get("/api/v1/games/draughts/lesson").status_code == 400


def test_the_rules_say_why(house: House) -> None:
    asked = "/api/v1/why?game=awale&moves=e+g+a&move="
    visitor = house.visitor()
    assert visitor.get(asked + "g").json()["words"] == "g is not legal: the pit is empty."
    assert visitor.get(asked + "h").json()["words"] == ""
    assert visitor.get(asked + "zz").status_code == 400
