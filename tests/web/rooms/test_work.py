"""The papers' room for work: answers run and marked over the API, strangers' code without harm."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.visitors import House

RIGHT = "def tablette(m, n):\n    return [m] * n\n"
WRONG = "def tablette(m, n):\n    return [n] * m\n"


def marked(house: House, paper: str, *sources: str, **more: Any) -> Any:
    return house.visitor().post(f"/api/v1/papers/{paper}/mark", json={"sources": sources, **more})


def test_an_answer_is_marked_with_its_counter_example(thinking_house: House) -> None:
    report = marked(thinking_house, "002", WRONG, questions=["Q3"]).json()
    assert (report["paper"], report["earned"]) == ("002", 0)
    (question,) = report["questions"]
    assert (question["question"], question["function"]) == ("Q3", "tablette")
    example = question["parts"][0]["example"]
    assert example["call"] == "tablette(1, 2)"
    assert (example["expected"], example["got"]) == ("[1, 1]", "[2]")
    report = marked(thinking_house, "002", RIGHT, questions=["Q3"]).json()
    assert report["earned"] == report["points"] > 0


def test_a_question_of_two_exercises_needs_no_telling_name(thinking_house: House) -> None:
    """`newBoard` is asked for in both exercises: a file with nothing else answers the one that is named."""
    source = (
        "def newBoard(n):\n"
        "    middle = [[1] + [0] * (n - 2) + [2] for _ in range(n - 2)]\n"
        "    return [[1] + [2] * (n - 1)] + middle + [[1] * (n - 1) + [2]]\n"
    )
    report = marked(thinking_house, "003", source, questions=["mingMang.newBoard"]).json()
    (question,) = report["questions"]
    assert question["earned"] == question["points"]


def test_a_query_is_marked(thinking_house: House) -> None:
    path = "/api/v1/papers/001/mark-sql"
    asked = {"question": "Q22", "query": "SELECT id_Joueur FROM Joueur WHERE niveau >= 1900"}
    report = thinking_house.visitor().post(path, json=asked).json()
    assert report["earned"] == 0
    (part,) = report["questions"][0]["parts"]
    assert part["example"]["expected"] == []


@pytest.mark.parametrize(
    ("paper", "sources", "more", "status", "words"),
    [
        ("999", [RIGHT], {}, 404, "There is no such paper."),
        ("002", [RIGHT], {"questions": ["Q99"]}, 400, "Paper 002 has no question Q99 that asks for code."),
        ("002", [], {}, 400, "sources"),
        ("002", ["x" * 50_000], {}, 400, "sources.0"),
    ],
)
def test_what_cannot_be_marked_is_one_sentence(
    thinking_house: House, paper: str, sources: list[str], more: Any, status: int, words: str
) -> None:
    answer = marked(thinking_house, paper, *sources, **more)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_a_file_that_never_ends_is_marked_all_the_same(thinking_house: House) -> None:
    report = marked(thinking_house, "002", "while True:\n    pass\n" + RIGHT, questions=["Q3"]).json()
    (question,) = report["questions"]
    assert (question["earned"], question["parts"][0]["reason"][:19]) == (0, "It does not come to")
