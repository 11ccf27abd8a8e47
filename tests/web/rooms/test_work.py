"""The papers' room for work: answers run and marked over the API, strangers' code without harm."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.visitors import House

from stratege.exams.papers import papers
from stratege.web.rooms.papers.questions import entries

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


def test_a_students_function_is_run_and_drawn(thinking_house: House) -> None:
    asked = {"question": "Q3", "source": RIGHT, "arguments": ["5", "3"]}
    told = thinking_house.visitor().post("/api/v1/papers/002/run", json=asked).json()
    assert (told["value"], told["error"]) == ("[5, 5, 5]", None)
    assert told["pictures"][-1]["svg"].startswith("<svg ")


def test_every_question_has_a_page(house: House) -> None:
    visitor = house.visitor()
    for paper in papers():
        for entry in entries(paper):
            text = visitor.get(f"/papers/{paper}/{entry.name}").text
            assert 'name="source"' in text, entry.name
            assert text.count("<summary>Hint") >= 2
    assert visitor.get("/papers/002/Q99").status_code == 404


def test_without_scripts_the_page_comes_back_with_the_answer_and_its_outcome(thinking_house: House) -> None:
    visitor = thinking_house.visitor()
    page = visitor.post("/papers/002/Q3", data={"source": WRONG, "do": "mark"}).text
    assert "return [n] * m" in page
    assert "tablette(1, 2)" in page
    assert "The result is wrong." in page
    assert page.count("<svg ") == 2  # expected and got
    page = visitor.post("/papers/002/Q3", data={"source": RIGHT, "do": "run", "value": ["2", "x"]}).text
    assert "n is not a value" in page


def test_with_scripts_the_outcome_comes_alone(thinking_house: House) -> None:
    visitor = thinking_house.visitor()
    data = {"source": "SELECT id_Joueur FROM Joueur WHERE niveau > 1900", "part": "true"}
    text = visitor.post("/papers/001/Q22", data=data).text
    assert "<html" not in text
    assert 'data-earned="2"' in text
    refused = visitor.post(
        "/papers/002/Q3", data={"source": RIGHT, "do": "run", "value": "x", "part": "true"}
    )
    assert (refused.status_code, refused.json()["error"]) == (400, "2 values are asked for, not 1.")


def test_a_student_cannot_bring_markup_in(thinking_house: House) -> None:
    source = "def tablette(m, n):\n    print('<script>')\n    return '<script>'\n"
    text = thinking_house.visitor().post("/papers/002/Q3", data={"source": source, "part": "true"}).text
    assert "&lt;script&gt;" in text
    assert "<script>" not in text


def test_a_run_line_by_line(thinking_house: House) -> None:
    asked = {"question": "Q3", "source": RIGHT, "arguments": ["5", "3"]}
    answer = thinking_house.visitor().post("/api/v1/papers/002/trace", json=asked)
    assert answer.status_code == 200, answer.text
    frames = answer.json()["frames"]
    assert [one["words"] for one in frames] == [
        "tablette is called.",
        "Next, line 2: return [m] * n",
        "tablette returns [5, 5, 5].",
        "The result: [5, 5, 5].",
    ]
    assert "return [m] * n" in frames[0]["picture"]
    bad = thinking_house.visitor().post(
        "/api/v1/papers/002/trace", json={**asked, "arguments": ["exit()", "3"]}
    )
    assert (bad.status_code, bad.json()["error"][:17]) == (400, "m is not a value:")


def test_the_worked_papers_are_those_of_the_documentation(house: House) -> None:
    visitor = house.visitor()
    for language, words in (("en", "Every move eats at least one square"), ("fr", "carré")):
        text = visitor.get("/papers/002/worked", headers={"accept-language": language}).text
        assert words in text
        assert "84518" in text
        assert ".md" not in text
    assert "xor" in visitor.get("/papers/003/worked").text
    assert 'href="/papers/002/worked"' in visitor.get("/papers/002").text
