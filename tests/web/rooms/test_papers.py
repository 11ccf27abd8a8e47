"""The papers' room: every function as it is, called as Python calls it, nothing else run."""

from __future__ import annotations

import ast
import contextlib
import io
from typing import Any

import pytest
from tests.web.visitors import House, Visitor

from stratege.core.errors import BadOption
from stratege.exams.papers import papers
from stratege.school.trying import literals, try_ours
from stratege.web.rooms.papers.listing import documentation, source

CALLABLE = [one for paper in papers().values() for one in paper.functions if one.callable]
RANDOM = "nimble.newBoard"


def call(visitor: Visitor, paper: str, function: str, *arguments: str) -> Any:
    asked = {"function": function, "arguments": list(arguments)}
    return visitor.post(f"/api/v1/papers/{paper}/call", json=asked)


def test_the_papers_there_are(house: House) -> None:
    listed = house.visitor().get("/api/v1/papers").json()
    assert [one["number"] for one in listed] == ["000", "001", "002", "003", "004"]
    assert sum(one["callable"] for one in listed) == len(CALLABLE)


@pytest.mark.parametrize("number", papers())
def test_a_paper_lists_its_functions_with_source_and_values(house: House, number: str) -> None:
    told = house.visitor().get(f"/api/v1/papers/{number}").json()
    for function, one in zip(papers()[number].functions, told["functions"], strict=True):
        assert (one["function"], one["question"]) == (function.full_name, function.question)
        assert (one["source"], one["documentation"]) == (function.source, function.documentation)
        assert [each["name"] for each in one["parameters"]] == list(function.parameters)
        assert [each["example"] for each in one["parameters"] if function.callable] == list(
            function.arguments
        )


@pytest.mark.parametrize("number", papers())
def test_the_page_has_every_function_and_a_form_for_those_that_ask_nobody(house: House, number: str) -> None:
    text = house.visitor().get(f"/papers/{number}").text
    for function in papers()[number].functions:
        assert f'id="{function.full_name}"' in text
        assert (f'data-function="{function.full_name}"' in text) == function.callable
    assert f'href="/papers/{number}"' in house.visitor().get("/papers").text


def test_the_example_values_give_what_python_gives() -> None:
    for function in CALLABLE:
        values = [ast.literal_eval(text) for text in function.arguments]
        told = try_ours(function, function.arguments)
        screen = io.StringIO()
        with contextlib.redirect_stdout(screen):
            result = function.code(*values)
        assert (told["error"], told["printed"]) == (None, screen.getvalue()), function.full_name
        changed = [text for text, value in zip(function.arguments, values) if ast.literal_eval(text) != value]
        assert len(told["after"]) == len(changed)
        if function.full_name != RANDOM:
            assert told["value"] == repr(result)


VISUAL = {
    "awale": "semer_graines",
    "awale_ccinp": "affiche",
    "chomp": "carte_gagnante",
    "images": "compression_rectangle",
    "mingMang": "move",
    "nimble": "move",
    "quixo": "deplacement_case",
}


@pytest.mark.parametrize("module", VISUAL)
def test_boards_and_pictures_are_drawn(module: str) -> None:
    function = next(one for one in CALLABLE if one.full_name == f"{module}.{VISUAL[module]}")
    drawn = try_ours(function, function.arguments)["pictures"]
    assert drawn
    for one in drawn:
        assert one["svg"].startswith("<svg ")
        assert one["title"]


def test_a_call_over_the_api(thinking_house: House) -> None:
    answer = call(thinking_house.visitor(), "002", "chomp.joue", "[5, 5, 5]", " (1, 3)\n")
    assert answer.status_code == 200
    told = answer.json()
    assert (told["value"], told["printed"], told["error"], told["after"]) == ("[5, 3, 3]", "", None, [])
    assert [one["title"] for one in told["pictures"]] == ["pos", "the result"]


def test_the_functions_own_error_is_one_sentence(thinking_house: House) -> None:
    told = call(thinking_house.visitor(), "000", "awale.somme", "[1, 2]", "0", "9").json()
    assert told["error"] == "It raises IndexError: list index out of range."
    assert told["value"] is None


def test_an_endless_call_is_stopped_and_the_next_one_made(thinking_house: House) -> None:
    visitor = thinking_house.visitor()
    told = call(visitor, "002", "chomp.gagnante", "[12, 12, 12, 12, 12, 12]").json()
    assert told["error"] == "It does not come to an end: it was stopped."
    assert call(visitor, "002", "chomp.tablette", "2", "1").json()["value"] == "[2]"


def test_a_call_that_fills_the_memory_is_stopped(thinking_house: House) -> None:
    told = call(thinking_house.visitor(), "002", "chomp.tablette", "1", "1000000000000").json()
    assert told["error"] == "Its process died: too much memory, a crash, or it ended itself."


NO_VALUES = [
    "",
    "x",
    "__import__('os').getpid()",
    "[].append(1)",
    "2 ** 99",
    "[0] * 9",
    "[i for i in (1, 2)]",
    "lambda: 0",
    "f'{1}'",
    "[" * 3000,
    "-" * 3000 + "1",
    "9" * 3999 + "e",
    "'\0'",
    "\ud800",
]


@pytest.mark.parametrize("text", NO_VALUES, ids=lambda text: ascii(text[:20]))
def test_only_literals_are_values(text: str) -> None:
    with pytest.raises(BadOption, match="n is not a value"):
        literals(("m", "n"), ["1", text])


MISTAKES = [
    ("002", "chomp.joue", ["[5]", "os"], 400, "coup is not a value: write a number"),
    ("002", "chomp.joue", ["[5]"], 400, "2 values are asked for, not 1."),
    ("003", "nimble.nimble", ["5", "1"], 400, "nimble.nimble asks at the keyboard"),
    ("002", "quixo.gagnant", ["[5]"], 404, "The paper names no such function."),
    ("002", "chomp.__dict__", [], 404, "The paper names no such function."),
    ("999", "chomp.joue", [], 404, "There is no such paper."),
    ("002", "chomp.joue", ["1" * 5000, "1"], 400, "arguments.0"),
    ("002", "chomp.joue", ["1"] * 50, 400, "arguments"),
]


@pytest.mark.parametrize(("paper", "function", "values", "status", "words"), MISTAKES)
def test_a_mistake_is_one_sentence(
    thinking_house: House, paper: str, function: str, values: list[str], status: int, words: str
) -> None:
    answer = call(thinking_house.visitor(), paper, function, *values)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_documentation_and_source_cannot_bring_markup_in() -> None:
    assert str(documentation("Si `a` < *b*.")) == "<p>Si <code>a</code> &lt; <em>b</em>.</p>"
    assert "<script>" not in documentation(">>> '<script>'\n'<script>'")
    lines = source('x = "<b>"\n\n# & so on\n')
    assert len(lines) == 3
    assert "<b>" not in "".join(lines)
    assert "&lt;b&gt;" in lines[0]
