"""Tasks, contracts, tries and pictures: every question has its words, a start that runs, and our answer."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from stratege.core import language
from stratege.exams.papers import papers
from stratege.school.contract import contract, start_of
from stratege.school.marking import mark
from stratege.school.pictures import picture
from stratege.school.questions import Question
from stratege.school.solution import solution_of
from stratege.school.tables import table
from stratege.school.tasks import tasks
from stratege.school.trying import try_answer

QUESTIONS = [(paper, one) for paper in papers() for one in table(paper).questions]


def of(paper: str, name: str) -> Question:
    return next(one for one in table(paper).questions if table(paper).name_of(one) == name)


@pytest.mark.parametrize("paper", papers())
def test_every_question_has_words_and_two_hints_in_both_languages(paper: str) -> None:
    asked = table(paper)
    assert set(tasks(paper)) == {*map(asked.name_of, asked.questions), *asked.database}
    for task in tasks(paper).values():
        assert task.en.endswith(".")
        assert task.fr.endswith(".")
        assert task.en != task.fr
        assert len(task.hints["en"]) == len(task.hints["fr"]) >= 2
    language.use("fr")
    assert tasks("002")["Q3"].words.startswith("Une position")


@pytest.mark.parametrize(("paper", "question"), QUESTIONS, ids=lambda one: getattr(one, "function", one))
def test_a_question_begins_with_a_signature_and_ends_with_our_answer(paper: str, question: Question) -> None:
    task = tasks(paper)[table(paper).name_of(question)]
    found = contract(question)
    assert len(found.arguments) == len(found.parameters)
    for source in (start_of(question, task), solution_of(paper, question)):
        tree = ast.parse(source)
        names = {getattr(node, "name", None) for node in tree.body}
        names |= {target.id for node in tree.body if isinstance(node, ast.Assign) for target in node.targets}  # type: ignore[attr-defined]
        assert question.function in names


def test_what_a_function_changes_is_told_from_its_examiner() -> None:
    assert contract(of("001", "Q8")).changed == ("plateau",)
    assert contract(of("001", "Q15")).changed == ("jeu",)
    assert contract(of("002", "Q7")).changed == ()
    assert contract(of("002", "Q10")).changed == ("dict",)
    assert contract(of("003", "nimble.selectSquare")).typed
    assert contract(of("002", "Q7")).example == ">>> joue([5, 5, 5], (1, 3))\n[5, 3, 3]"


ALONE = [
    ("000", "1.Q3"),
    ("000", "1.Q17"),
    ("002", "Q4"),
    ("002", "Q9"),
    ("003", "mingMang.move"),
    ("004", "Q5"),
]


@pytest.mark.parametrize(("paper", "name"), ALONE)
def test_our_answer_to_one_question_alone_gets_the_mark(paper: str, name: str) -> None:
    """It brings the helpers, constants and imports that it needs, and no types."""
    question = of(paper, name)
    found = mark(paper, [solution_of(paper, question)], name)
    assert found.earned == found.points


def tried(name: str, source: str, *values: str, typed: tuple[str, ...] = ()) -> dict[str, Any]:
    paper = "003" if "." in name else "002"
    return try_answer(table(paper), of(paper, name), source, values, typed)


def test_a_call_shows_its_value_what_it_changed_and_pictures_of_both() -> None:
    told = tried("Q6", "def enleve_0(l):\n    while l and l[-1] == 0:\n        l.pop()\n", "[2, 1, 0]")
    assert told["after"] == [{"name": "l", "value": "[2, 1]"}]
    told = tried("Q7", "def joue(pos, coup):\n    return tablette(2, 1)\n", "[5, 5, 5]", "(1, 3)")
    assert told["value"] == "[2]"  # tablette is ours: the file has none
    assert [one["title"] for one in told["pictures"]] == ["pos", "the result"]


def test_a_call_that_asks_is_given_what_is_typed() -> None:
    source = "def selectSquare(board, n):\n    return int(input('? '))\n"
    told = tried("nimble.selectSquare", source, "[0, 1]", "2", typed=("2",))
    assert (told["value"], told["printed"]) == ("2", "? 2\n")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            "def tablette(m, n):\n    return [m / 0]\n",
            "It raises ZeroDivisionError: division by zero (line 2).",
        ),
        ("def tablette(m, n)\n", "The file is not Python: line 1"),
        ("def other():\n    pass\n", "tablette is not defined in the file."),
        ("def tablette(m, n):\n    while True: pass\n", "It does not come to an end: it was stopped."),
    ],
)
def test_what_goes_wrong_in_a_call_is_a_sentence(source: str, words: str) -> None:
    told = tried("Q3", source, "5", "3")
    assert told["value"] is None
    assert words in told["error"]


PICTURED: dict[str, list[Any]] = {
    "awale": [[4] * 12, {"plateau": [1] * 12}],
    "chomp": [[4, 2, 1], [[0, 1], [1, 2]]],
    "nimble": [[0, 3, 1]],
    "quixo": [[[0, 1], [2, 0]]],
    "mingMang": [[[0, 1], [2, 0]]],
    "images": [
        [[0, 1]],
        [[(255, 0, 0)]],
        [[0, 7, 3]],
        [0, 1, 1],
        (1, 2, [{"pos": (0, 0), "coul": 1, "ha": 1, "la": 2}]),
    ],
}


@pytest.mark.parametrize("module", PICTURED)
def test_values_are_drawn_and_what_is_none_is_not(module: str) -> None:
    for value in PICTURED[module]:
        assert picture(module, value).startswith("<svg ")
    for value in (
        None,
        [],
        "text",
        [[]],
        [[1], []],
        [True] * 12,
        [10**9] * 12,
        {"plateau": "x"},
        [[[1]]],
        ((), (), [{}]),
    ):
        assert picture(module, value) == ""


def test_what_differs_is_marked() -> None:
    same, other = [[1, 0], [0, 2]], [[1, 0], [1, 2]]
    assert picture("quixo", same, same).count('stroke-width="3"') == 0
    assert picture("quixo", other, same).count('stroke-width="3"') == 1


def test_a_picture_brings_no_markup_in() -> None:
    assert "<script>" not in picture("quixo", [[0]], name="<script>alert(1)</script>")
