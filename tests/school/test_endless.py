"""A function that never comes to an end, by loop or by recursion, costs its own question and little time."""

from __future__ import annotations

import ast
import resource
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from benchmarks.school.marking import wrong
from benchmarks.school.mutants import reference_source

from stratege.exams.papers import papers
from stratege.school.examining import FATAL_CALLS, QuestionMark
from stratege.school.marking import LIMITS, mark
from stratege.school.questions import Question
from stratege.school.reference import needed
from stratege.school.tables import table

WHOLE_PAPER = 5.0  # seconds of processor time
LOOP = "while True:\n        pass"


@dataclass(frozen=True)
class Hanging:
    """A reference module in which one function never returns."""

    paper: str
    module: str
    function: str
    loops: bool

    def sources(self) -> list[str]:
        body = LOOP if self.loops else f"return {self.function}(*given, **named)"
        code = f"\ndef {self.function}(*given, **named):\n    {body}\n"
        modules = table(self.paper).modules
        return [reference_source(one) + code * (one == self.module) for one in modules]

    @property
    def asked(self) -> bool:
        return any((one.module, one.function) == (self.module, self.function) for one in self.questions)

    @property
    def questions(self) -> tuple[Question, ...]:
        return table(self.paper).questions

    def may_lose(self) -> set[str]:
        """The questions that can tell: its own, or those that need it if nobody asks for it."""
        here = {one.function for one in self.questions if one.module == self.module}
        if self.asked:
            return {self.function}
        return {one for one in here if self.function in needed(self.module, frozenset({one}))}


def hanging(loops: bool) -> Iterator[Hanging]:
    for paper in papers():
        for module in table(paper).modules:
            for node in ast.parse(reference_source(module)).body:
                if isinstance(node, ast.FunctionDef):
                    yield Hanging(paper, module, node.name, loops)


def name_of(one: Hanging) -> str:
    return f"{one.module}-{one.function}"


def seconds() -> float:
    """Of processor time: ours, and that of the processes that have run the files."""
    every = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in every)


def check(one: Hanging) -> list[QuestionMark]:
    """Mark the whole paper: what is lost is lost where it should be, with the reason named."""
    found = mark(one.paper, one.sources())
    short = [each for each in found.questions if each.earned < each.question.points]
    assert {each.question.module for each in short} <= {one.module}
    assert {each.question.function for each in short} <= one.may_lose()
    assert short or not one.asked
    kinds = {part.fault.kind for each in short for part in each.parts if part.fault}
    assert kinds <= {"endless" if one.loops else "recursion", "unearned", "loops"}
    return short


SAMPLE = [
    Hanging("004", "quixo", "alphabeta", False),
    Hanging("001", "awale_ccinp", "ramasser_graines", False),
    Hanging("003", "mingMang", "possibleDestination", True),
]


@pytest.mark.parametrize("one", SAMPLE, ids=name_of)
def test_a_function_without_end_costs_its_own_question_and_is_named(one: Hanging) -> None:
    assert check(one)


@pytest.mark.soak
@pytest.mark.parametrize("one", list(hanging(False)), ids=name_of)
def test_recursion_without_end_is_soon_over(one: Hanging) -> None:
    before = seconds()
    check(one)
    assert seconds() - before <= WHOLE_PAPER


@pytest.mark.soak
@pytest.mark.parametrize("paper", list(papers()))
def test_a_laborious_mistake_is_soon_over(paper: str) -> None:
    """Among them a search whose recursion has no end, and that does much at every depth."""
    before = seconds()
    mark(paper, wrong(paper, [reference_source(module) for module in table(paper).modules]))
    assert seconds() - before <= WHOLE_PAPER


@pytest.mark.soak
@pytest.mark.parametrize("one", list(hanging(True)), ids=name_of)
def test_a_loop_without_end_takes_no_more_than_its_limit(one: Hanging) -> None:
    before = seconds()
    short = check(one)
    limit = FATAL_CALLS * (LIMITS.processor + 0.5)
    assert seconds() - before <= WHOLE_PAPER + limit * max(1, len(short))
