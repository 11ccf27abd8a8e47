"""The board's room: studies read and checked, games reviewed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.web.visitors import House

import stratege
from stratege.core.study import Study, parse_study
from stratege.web.engines.pool import EnginePool
from stratege.web.jobs.task import Job
from stratege.web.live import views
from stratege.web.rooms.board import review
from stratege.web.visitor import Visitor

RECORD = '[Game "awale"]\n[Player1 "Ada"]\n\n{Well} 1. e! g (1... h {slower} 2. a) 2. a *'


def test_a_study_comes_with_all_that_is_said_of_its_moves(house: House) -> None:
    told = house.visitor().post("/api/v1/study", json={"text": RECORD}).json()
    study = parse_study(RECORD)
    assert (told["game"], told["start"], told["tags"]) == ("awale", study.start.text(), {"Player1": "Ada"})
    shown = [(node["move"] or "", node["parent"], node["comment"], node["glyph"]) for node in told["nodes"]]
    assert shown == [(node.move, node.parent, node.comment, node.glyph) for node in study.nodes]
    assert [node["by"] for node in told["nodes"]] == [None, 1, 2, 2, 1, 1]


def test_moves_that_capture_are_marked(house: House) -> None:
    asked = {"game": "awale", "position": "0,0,0,0,0,2,1,1,0,0,0,4", "text": "f"}
    nodes = house.visitor().post("/api/v1/study", json=asked).json()["nodes"]
    assert nodes[1]["takes"] == 4


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"text": "1. e"}, "There is no game"),
        ({"game": "awale", "text": "1. e (1. zz)"}, "Move 1 of the record"),
        ({"game": "awale", "text": "e g " * 1100}, "At most 1999 moves"),
        ({"game": "mingmang", "size": "40", "text": ""}, "too large"),
        ({"game": "awale", "text": "x" * 60_001}, "text"),
    ],
)
def test_a_wrong_study_is_one_sentence(house: House, asked: dict[str, str], words: str) -> None:
    answer = house.visitor().post("/api/v1/study", json=asked)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_a_large_tree_on_a_large_board_is_read_by_another_process(thinking_house: House) -> None:
    study = Study(stratege.game("mingmang", size="16").start())
    here = 0
    for _ply in range(40):
        study, here = study.play(here, study.line(here).position.moves()[0])
    told = thinking_house.visitor().post("/api/v1/study", json={"text": study.text()}).json()
    assert len(told["nodes"]) == 41


def test_where_a_game_ended_is_shown(house: House) -> None:
    won = house.visitor().get("/api/v1/position?game=quixo&position=xxx/.../oo.:2").json()
    assert won["decisive"] == ["0,0", "0,1", "0,2"]
    assert house.visitor().get("/api/v1/position?game=quixo").json()["decisive"] == []


def events(text: str) -> list[tuple[str, Any]]:
    """The server-sent events of a body."""
    blocks = [block.split("\ndata: ", 1) for block in text.strip().split("\n\n")]
    return [(name.removeprefix("event: "), json.loads(data)) for name, data in blocks]


def test_a_review_values_every_position_and_judges_the_players(thinking_house: House) -> None:
    """On a bar of 3×3 only (1,1) wins: player 1 gives the game away, and player 2 makes no mistake."""
    refutation = stratege.parse("chomp", "3,3,2").analyse().moves[0].move
    asked = f"/api/v1/review?game=chomp&size=3x3&moves=2,2 {refutation}"
    answer = thinking_house.visitor().get(asked)
    *positions, (last, done) = events(answer.text)
    assert {name for name, _data in positions} == {"position"}
    found = {data["ply"]: data for _name, data in positions}
    assert sorted(found) == [0, 1, 2]
    assert found[0]["moves"][0]["move"] == "1,1"
    assert found[0]["why"]["1,1"]
    assert "then" in found[0]["why"]["2,2"]
    assert last == "done"
    assert done["accuracy"]["1"] < 60 < done["accuracy"]["2"]


def test_a_game_that_is_over_is_reviewed_to_its_end(thinking_house: House) -> None:
    asked = "/api/v1/review?game=chomp&size=2x1&moves=0,1"
    *positions, (last, _done) = events(thinking_house.visitor().get(asked).text)
    assert ([data["ply"] for _name, data in positions], last) == ([0], "done")


class SlowStart(EnginePool):
    """Engines by a clock of their own: the first answer takes long, as machine code is loaded for it."""

    now, loading = 0.0, 2.0

    async def answer(self, client: str, job: Job, address: str | None = None) -> dict[str, Any]:
        self.now += self.loading + job.options["seconds"]
        self.loading = 0.0
        return {"moves": [{"move": move, "expected": 0.5} for move in "abcdefghijkl"]}


def test_the_first_review_of_a_game_takes_no_longer_than_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    engines, start = SlowStart(2, 1, 1), stratege.game("awale").start()
    line = views.line_from(start, tuple("egaichbjdk" * 2))
    monkeypatch.setattr(review, "monotonic", lambda: engines.now)

    async def told() -> list[str]:
        return [event async for event, _about in review.reviewed(engines, Visitor("", "", ""), line)]

    assert asyncio.run(told()) == ["position"] * len(line) + ["done"]
    assert engines.now == pytest.approx(review.SECONDS)
