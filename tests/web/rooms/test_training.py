"""Puzzles solved and failed, and mistakes that come again."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.visitors import House, Visitor

from stratege.core.registry import game
from stratege.training.puzzle import by_id, puzzles
from stratege.training.schedule import DAY
from stratege.web.rooms.training import trainee

PUZZLE, MISTAKE, REVIEW = "/api/v1/training/puzzle", "/api/v1/training/mistake", "/api/v1/training/review"


def next_puzzle(visitor: Visitor, name: str = "nimble") -> dict[str, Any]:
    return dict(visitor.get(f"{PUZZLE}?game={name}").json())


def attempt(visitor: Visitor, name: str, puzzle: str, *moves: str) -> Any:
    return visitor.post(PUZZLE, json={"game": name, "id": puzzle, "moves": list(moves)})


def test_a_puzzle_solved_raises_the_rating_once(house: House) -> None:
    ada = house.visitor()
    asked = next_puzzle(ada)
    assert abs(asked["rating"] - asked["you"]["rating"]) <= 120
    right = by_id("nimble")[asked["id"]].solution
    made = right[:1]
    while not (told := attempt(ada, "nimble", asked["id"], *made).json())["over"]:
        assert told["right"]
        assert told["reply"] == right[len(made)]
        made = right[: len(made) + 2]
    assert told["right"]
    assert told["words"] == "Solved."
    assert told["change"] > 0
    assert told["you"]["rating"] == asked["you"]["rating"] + told["change"]
    again = attempt(ada, "nimble", asked["id"], *right).json()
    assert (again["right"], again["change"], again["you"]) == (True, 0, told["you"])
    assert next_puzzle(ada)["id"] != asked["id"]


def test_a_puzzle_failed_says_what_was_right_and_why(house: House) -> None:
    ada = house.visitor()
    asked = next_puzzle(ada)
    solution = by_id("nimble")[asked["id"]].solution
    wrong = next(move for move in asked["view"]["moves"] if move != solution[0])
    told = attempt(ada, "nimble", asked["id"], wrong).json()
    assert (told["right"], told["over"], told["solution"]) == (False, True, list(solution))
    assert told["change"] < 0
    assert told["words"].startswith(f"{wrong} does not win. Right is {solution[0]}: ")
    assert told["you"]["tried"] == 1
    assert house.visitor().get("/api/v1/training").json()[0]["tried"] == 0


def test_they_never_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, few = house.visitor(), puzzles("chomp")[:3]
    monkeypatch.setattr(trainee, "puzzles", lambda name: few)
    seen = []
    for _number in few:
        asked = next_puzzle(ada, "chomp")
        assert not asked["again"]
        seen.append(asked["id"])
        attempt(ada, "chomp", asked["id"], *by_id("chomp")[asked["id"]].solution)
    assert len(set(seen)) == 3
    again = next_puzzle(ada, "chomp")
    assert again["again"]
    assert again["id"] in seen


def test_what_is_no_puzzle_or_no_move_is_refused(house: House) -> None:
    ada, one = house.visitor(), puzzles("nimble")[0]
    assert attempt(ada, "nimble", "nothing", "2-1").status_code == 404
    assert attempt(ada, "draughts", one.id, "2-1").status_code == 400
    refused = attempt(ada, "nimble", one.id, "1-1")
    assert refused.status_code == 400
    assert "error" in refused.json()
    assert attempt(ada, "nimble", one.id, *one.solution, "2-1").status_code == 400
    assert ada.get(f"{PUZZLE}?game=draughts").status_code == 400
    assert ada.post(MISTAKE, json={"number": 1, "move": "2-1"}).status_code == 404
    assert ada.post(REVIEW).status_code == 404


def test_an_own_mistake_comes_again_at_growing_intervals_until_it_is_known(thinking_house: House) -> None:
    ada, now = thinking_house.visitor(), 1_800_000_000.0
    people = thinking_house.app.state.people
    usual = people.clock
    people.clock = lambda: now
    try:
        name = ada.begin("chomp", "me", "me", position="3,3:1", size="3x2")
        rules = game("chomp", size="3x2")
        lost = sorted(set(rules.parse("3,3:1").moves()) - {"1-2"})
        with ada.at(name) as talk:
            talk.hear()
            talk.play("1-1" if "1-1" in lost else lost[0])
            talk.send("resign")
            talk.until(talk.live["version"] + 1)
        played = talk.live["tree"]["nodes"][1]["move"]
        found = ada.post(REVIEW).json()
        assert (found["found"], found["deck"]["due"], found["deck"]["games"]) == (1, 1, 0)

        card = ada.get(MISTAKE).json()["card"]
        assert played in card["question"]
        wrong = ada.post(MISTAKE, json={"number": card["number"], "move": played}).json()
        assert (wrong["right"], wrong["days"], wrong["deck"]["due"]) == (False, 0, 1)
        assert "Right is" in wrong["words"]
        best = wrong["best"][0]
        waits = []
        while (told := ada.post(MISTAKE, json={"number": card["number"], "move": best}).json())["days"]:
            waits.append(told["days"])
            assert told["right"]
            assert ada.get(MISTAKE).json()["card"] is None
            now += told["days"] * DAY
            assert ada.get(MISTAKE).json()["card"]["number"] == card["number"]
        assert waits == [1, 3, 7, 16, 35]
        assert (told["deck"]["due"], told["deck"]["known"]) == (0, 1)
        now += 1000 * DAY
        assert ada.get(MISTAKE).json()["card"] is None
    finally:
        people.clock = usual


def test_mistakes_are_nobody_elses(thinking_house: House) -> None:
    assert thinking_house.visitor().get(MISTAKE).json()["card"] is None


def test_the_page_stands(house: House) -> None:
    page = house.visitor(**{"accept-language": "fr"}).get("/training")
    assert page.status_code == 200
    assert "Entraînement" in page.text
