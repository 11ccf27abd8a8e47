"""Right answers get full marks, wrong ones lose them where they are wrong, for the right reason."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from benchmarks.school.equivalent import equivalent
from benchmarks.school.mutants import QUICK, Mutant, caught, mutants, own_marks, reference_source
from tests.school.wrong import WRONG, Wrong

from stratege.confined.runner import Runner
from stratege.core import language
from stratege.core.errors import BadOption
from stratege.exams.papers import papers
from stratege.school import report
from stratege.school.faults import WORDS
from stratege.school.marking import Marker, mark
from stratege.school.questions import Cases, Written
from stratege.school.tables import table
from stratege.school.tables.paper_002 import noted
from stratege.school.tables.paper_003 import refused_games

PAPERS = list(papers())
NAMED = (ast.FunctionDef, ast.ClassDef)


def sources(paper: str, wrong: Wrong | None = None) -> list[str]:
    """Our modules as a student's files, one function of them wrong."""
    return [
        reference_source(module) + ("\n" + wrong.code if wrong and wrong.module == module else "")
        for module in table(paper).modules
    ]


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    """One process for all files that are ours."""
    with Runner("", limits=QUICK) as made:
        yield made


def name_of(value: Any) -> str:
    if isinstance(value, Wrong):
        return f"{value.paper}-{value.function}-{value.kind}"
    return f"{value.question.function}-{value.change}" if isinstance(value, Mutant) else str(value)


@pytest.mark.parametrize("paper", PAPERS)
def test_our_own_functions_get_full_marks_in_every_question(paper: str) -> None:
    found = mark(paper, sources(paper))
    wrong = [
        (one.question.number, one.question.function)
        for one in found.questions
        if one.earned < one.question.points
    ]
    assert wrong == []
    assert found.earned == found.points > 0


@pytest.mark.parametrize("paper", PAPERS)
def test_every_function_that_a_question_asks_for_has_an_examiner(paper: str) -> None:
    examined = {(one.module, one.function) for one in table(paper).questions}
    helpers = {"possibleMoves", "afterMove", "configuration", "possibleMovesSansRepetition"}
    helpers |= {"loseSansRepetition", "selectMoveSansRepetition"}
    for one in papers()[paper].functions:
        if one.question != "énoncé" and one.name not in helpers:
            assert (one.module, one.name) in examined, one.full_name


@pytest.mark.parametrize("paper", PAPERS)
def test_every_part_has_cases_and_points(paper: str) -> None:
    for question in table(paper).questions:
        assert all(part.points > 0 for part in question.parts)
        assert all(part.cases() for part in question.parts if isinstance(part, Cases)), question.function
    if paper == "003":
        assert [winner for *_lines, winner in refused_games()] == [1, 2]


@pytest.mark.parametrize("wrong", WRONG, ids=name_of)
def test_a_typical_mistake_is_named_for_what_it_is(wrong: Wrong, runner: Runner) -> None:
    source = reference_source(wrong.module) + "\n" + wrong.code
    marks = own_marks(wrong.paper, wrong.module, wrong.function, source, runner)
    faults = [part.fault for one in marks for part in one.parts if part.fault]
    assert wrong.kind in {fault.kind for fault in faults}
    for code in language.LANGUAGES:
        language.use(code)
        assert all(
            fault.reason and "{" not in fault.reason.replace(str(fault.values), "") for fault in faults
        )
    language.use("en")


def lost(paper: str, wrong: Wrong) -> set[tuple[str, str]]:
    found = mark(paper, sources(paper, wrong))
    short = [one.question for one in found.questions if one.earned < one.question.points]
    return {(one.module, one.function) for one in short}


@pytest.mark.parametrize("wrong", WRONG[::19], ids=name_of)
def test_a_mistake_costs_its_own_question_and_no_other(wrong: Wrong) -> None:
    assert lost(wrong.paper, wrong) == {(wrong.module, wrong.function)}


@pytest.mark.soak
@pytest.mark.parametrize("wrong", WRONG, ids=name_of)
def test_no_mistake_costs_another_question(wrong: Wrong) -> None:
    assert lost(wrong.paper, wrong) == {(wrong.module, wrong.function)}


@pytest.mark.parametrize("paper", PAPERS)
def test_a_sample_of_mutants_is_caught(paper: str, runner: Runner) -> None:
    made = [one for one in mutants(paper) if not equivalent(one)]
    chosen = random.Random(paper).sample(made, 5)
    assert [name_of(one) for one in chosen if caught(one, runner) is None] == []


@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS)
def test_every_mutant_is_caught_that_is_not_equivalent(paper: str, runner: Runner) -> None:
    made = [one for one in mutants(paper) if not equivalent(one)]
    assert [name_of(one) for one in made if caught(one, runner) is None] == []


@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS)
def test_a_mutant_costs_its_own_question_and_no_other(paper: str) -> None:
    made = [one for one in mutants(paper) if not equivalent(one)]
    for mutant in random.Random(paper).sample(made, 25):
        wrong = Wrong(paper, mutant.question.module, mutant.source, "")
        assert lost(paper, wrong) == {(mutant.question.module, mutant.question.function)}, mutant.change


def test_the_json_is_the_one_agreed() -> None:
    wrong = next(one for one in WRONG if one.function == "deplacer_graines")
    found = mark("001", sources("001", wrong), "8")
    said = json.loads(json.dumps(report.as_json(found)))
    assert list(said) == ["paper", "earned", "points", "questions"]
    (question,) = said["questions"]
    assert list(question) == ["question", "function", "earned", "points", "parts"]
    assert (question["question"], question["function"]) == ("Q8", "deplacer_graines")
    assert question["earned"] == sum(part["earned"] for part in question["parts"]) < question["points"]
    for part in question["parts"]:
        assert list(part) == ["name", "earned", "points", "reason", "example"]
        assert bool(part["reason"]) == (part["earned"] < part["points"])


def test_the_counter_example_is_the_smallest_and_drawn() -> None:
    wrong = next(one for one in WRONG if one.function == "deplacer_graines")
    found = report.as_json(mark("001", sources("001", wrong), "Q8"))
    example = found["questions"][0]["parts"][2]["example"]
    assert example["call"] == "deplacer_graines([12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0)"
    assert (example["expected"], example["got"]) == ("1", "0")
    assert example["drawing"].splitlines()[3].split("   ")[0] == "[12][ 0][ 0][ 0][ 0][ 0]"


def test_what_was_printed_and_the_line_that_raised_are_shown() -> None:
    code = "def max_vals(vals_jeu, profondeur):\n    print('here')\n    return vals_jeu[9]\n"
    found = report.as_json(mark("001", [code], "20"))
    example = found["questions"][0]["parts"][0]["example"]
    assert (example["printed"], example["line"]) == ("here\n", 3)
    assert example["error"] == "IndexError: list index out of range"


def test_a_wrong_function_is_replaced_in_the_questions_that_follow() -> None:
    wrong = Wrong("001", "awale_ccinp", "def case_ramassable(plateau, case):\n    return 'no'\n", "")
    found = mark("001", sources("001", wrong))
    ten = next(one for one in found.questions if one.question.number == "Q10")
    assert ten.replaced == ("case_ramassable",)
    assert ten.earned == ten.question.points


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("wrong_before", [False, True])
def test_no_answer_still_asked_for_is_ever_sent(paper: str, wrong_before: bool) -> None:
    asked = table(paper)
    for module in asked.modules:
        marker = Marker(asked, module, "", trusted=False)
        questions = [one for one in asked.questions if one.module == module]
        for place, question in enumerate(questions):
            _replaced, source = marker.sent(question)
            bound = {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, NAMED)}
            later = {one.function for one in questions[place:]} - {one.function for one in questions[:place]}
            assert not bound & {question.function, *later}, question.number
            if wrong_before:
                marker.wrong.add(question.function)


def test_an_answer_taken_from_ours_earns_nothing() -> None:
    thief = "def case_bord(*a):\n    return acol.__globals__['case_bord'](*a)\n"
    thief += "def alig(*a):\n    return acol.__globals__['_aligne'](a[0], a[1], a[2], 0, 0, 1, a[3])\n"
    assert mark("004", [thief], "Q5").earned == 0
    alig = mark("004", [thief], "Q10").questions[0]
    assert not any(part.earned for part in alig.parts if not isinstance(part.part, Written))


def test_a_function_that_is_not_there_costs_its_question_only() -> None:
    source = reference_source("awale_ccinp").replace("def case_ramassable(", "def other(")
    found = mark("001", [source])
    missing = [one for one in found.questions if one.earned < one.question.points]
    assert [one.question.function for one in missing] == ["case_ramassable"]
    assert missing[0].parts[0].fault is not None
    assert missing[0].parts[0].fault.kind == "missing"


def test_a_file_that_is_not_python_gets_nothing_and_a_line() -> None:
    found = mark("002", ["x = 1\ndef tablette(m, n)\n    return\n"])
    assert found.earned == 0
    fault = found.questions[0].parts[0].fault
    assert fault is not None
    assert (fault.kind, fault.values["line"]) == ("syntax", 2)


def test_a_failing_line_does_not_hide_the_functions_after_it() -> None:
    code = "print(1 / 0)\nname = input('who? ')\ndef tablette(m, n):\n    return [m] * n\n"
    assert mark("002", [code], "3").earned == 1


def test_questions_go_by_several_names() -> None:
    code = "def somme(plt, n, p):\n    return sum(plt[n : p + 1])\n"
    for name in ("2.Q3", "2.3", "somme"):
        found = mark("000", [code], name)
        assert [one.question.function for one in found.questions] == ["somme"]
        assert found.earned == found.points
    with pytest.raises(BadOption):
        mark("000", [code], "99")
    with pytest.raises(BadOption):
        mark("009", [code])


def test_a_file_for_each_exercise_in_any_order() -> None:
    found = mark("003", sources("003")[::-1])
    assert found.earned == found.points == 40
    nimble_only = mark("003", sources("003")[:1])
    assert nimble_only.earned == 10


def test_every_fault_has_words() -> None:
    assert all(words.endswith(".") for words in WORDS.values())


@pytest.mark.parametrize(
    "key", ["(60,) * 12", "'9' * 5000", "('a',)", "(1.5,)", "'999 ' * 40", "(1, 9)", "7"]
)
def test_what_is_noted_beside_the_question_is_wrong_and_not_worked_out(key: str) -> None:
    expected = {(2, 1): False}
    asked: tuple[Any, ...] = ([2, 1], {})
    assert noted(expected, {(2, 1): False, "1 1": True, (1, 0): False}, asked)
    assert not noted(expected, {(2, 1): False, eval(key): True}, asked)


def test_a_file_with_one_answer_is_marked_where_a_variable_was_asked_for_before() -> None:
    """Paper 000 asks for `imgD`, which is no function that could be lent."""
    found = mark("000", ["def noir_ou_blanc(x):\n    return 0 if x < 128 else 1\n"], "1.Q4")
    assert found.earned == found.points


def test_what_is_made_while_a_file_is_loaded_may_use_functions_that_are_lent() -> None:
    flag = """
imgD = creer_image(10, 30, (255, 255, 255))
for i in range(10):
    for j in range(10):
        imgD[i][j], imgD[i][j + 20] = (0, 0, 255), (255, 0, 0)
"""
    found = mark("000", [flag], "1.Q3")
    assert found.earned == found.points
