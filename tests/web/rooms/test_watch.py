"""The room where algorithms are watched: pages, frames, pictures, sentences for what cannot be drawn."""

from __future__ import annotations

import pytest
from tests.web.visitors import House

from stratege.school.stages import STAGES


def test_the_pages_are_there(house: House) -> None:
    visitor = house.visitor()
    listed = visitor.get("/watch").text
    for name in ("tree", *STAGES):
        assert f'href="/watch/{name}"' in listed
        assert visitor.get(f"/watch/{name}").status_code == 200
    assert visitor.get("/watch/nothing").status_code == 404


def test_a_tree_step_by_step_and_as_a_picture(thinking_house: House) -> None:
    visitor = thinking_house.visitor()
    asked = {"position": "[[5, 8], [4, 9]]"}
    told = visitor.get("/api/v1/watch/tree", params=asked).json()
    assert (told["value"], told["looked"], told["every"]) == ("5", 3, 4)
    assert any("α cut: 4 ≤ α = 5" in frame["words"] for frame in told["frames"])
    assert visitor.get("/api/v1/watch/tree.svg", params=asked).text.startswith("<svg ")
    assert visitor.get("/api/v1/watch/tree.png", params=asked).content[:4] == b"\x89PNG"


def test_trees_of_real_positions(thinking_house: House) -> None:
    visitor = thinking_house.visitor()
    board = {"game": "awale", "position": "0,3,0,0,0,2,1,2,0,0,1,1", "method": "negamax"}
    assert visitor.get("/api/v1/watch/tree", params=board).json()["value"] == "5"
    quixo = {"game": "quixo", "position": "xxxx./oo..o/..x../o..../....o", "depth": 1}
    told = visitor.get("/api/v1/watch/tree", params=quixo).json()
    assert told["value"] == "100"
    assert told["board"].startswith("<svg ")
    closed = visitor.get("/api/v1/watch/tree", params={**board, "open": "0"}).json()
    assert closed["open"] == ["0"]


def test_a_stage_over_the_api(thinking_house: House) -> None:
    visitor = thinking_house.visitor()
    assert len(visitor.get("/api/v1/watch/runs").json()["frames"]) > 3
    told = visitor.get("/api/v1/watch/runs", params={"value": "[0, 0, 1]"}).json()
    assert "[2, 1]" in told["frames"][-1]["picture"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/watch/tree?position=[[1", 400),
        ("/watch/tree?game=quixo&position=x", 400),
        ("/watch/tree?open=<b>", 400),
        ("/watch/runs?value=2", 400),
        ("/watch/runs?value=1&value=2", 400),
        ("/watch/nothing", 404),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(thinking_house: House, path: str, status: int) -> None:
    answer = thinking_house.visitor().get(f"/api/v1{path}")
    assert answer.status_code == status
    assert answer.json()["error"]
