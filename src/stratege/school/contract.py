"""What a question asks of a function, told from its examiner: signature, effects, an example, our answer."""

from __future__ import annotations

import copy
import inspect
from dataclasses import dataclass
from functools import cache

from stratege.core.language import _
from stratege.exams.papers import module_of, papers
from stratege.school.faults import brief, same
from stratege.school.questions import Case, Cases, Question
from stratege.school.reference import function_of
from stratege.school.tables.laws import says_something
from stratege.school.tasks import Task

LOOKED_AT = 4  # cases, to see what a function changes


@dataclass(frozen=True)
class Contract:
    """How a function is called: its parameters, values to begin with, lines to type, what it changes."""

    signature: str
    parameters: tuple[str, ...]
    arguments: tuple[str, ...]
    typed: tuple[str, ...]
    changed: tuple[str, ...]
    example: str  # the call and its result, "" where that is no plain value

    @property
    def words(self) -> list[str]:
        """Its effects in sentences, in the current language."""
        said = []
        if self.changed:
            said.append(_("It changes in place: {names}.", names=", ".join(self.changed)))
        elif self.parameters:
            said.append(_("Its arguments stay as they were."))
        if self.typed:
            said.append(_("It asks at the keyboard."))
        return said


def first_case(question: Question) -> Case:
    """The case to begin with: the paper's own example where there is one, nothing put in place."""
    every = (case for part in question.parts if isinstance(part, Cases) for case in part.cases())
    return next(case for case in every if not case.stubs)


@cache
def contract(question: Question) -> Contract:
    """The contract of a question.

    Our function is called here on a few small cases; one that asks or shows something is left alone.
    """
    function, case = function_of(question), first_case(question)
    parameters = tuple(inspect.signature(function).parameters)[: len(case.arguments)]
    quiet = question.printed in (None, says_something)  # the latter speaks when it refuses
    plain = quiet and not case.lines and not question.random
    named = hasattr(module_of(question.module), question.function)  # else it is a variable
    return Contract(
        f"{question.function}({', '.join(parameters)})" if named else question.function,
        parameters,
        _arguments(question) or tuple(map(repr, case.arguments)),
        case.lines,
        _changed(question, parameters) if plain else (),
        _example(question, case) if plain else "",
    )


def _arguments(question: Question) -> tuple[str, ...]:
    """The values that the manifest proposes."""
    named = f"{question.module}.{question.function}"
    found = (paper.function(named) for paper in papers().values())
    return next((one.arguments for one in found if one is not None), ())


def _example(question: Question, case: Case) -> str:
    arguments = copy.deepcopy(case.arguments)
    result = function_of(question)(*arguments)
    if result is None or not case.arguments:
        return ""
    call = f"{question.function}({', '.join(map(repr, case.arguments))})"
    return f">>> {call}\n{brief(result, 400)}"


def _changed(question: Question, parameters: tuple[str, ...]) -> tuple[str, ...]:
    names = set[str]()
    first = next(part for part in question.parts if isinstance(part, Cases))
    for case in first.cases()[:LOOKED_AT]:
        arguments = copy.deepcopy(case.arguments)
        function_of(question)(*arguments)
        after = zip(parameters, case.arguments, arguments)
        names |= {name for name, before, now in after if not same(before, now)}
    return tuple(name for name in parameters if name in names)


def start_of(question: Question, task: Task) -> str:
    """What the editor begins with: the paper's program with its gaps, or the signature."""
    return task.start.lstrip("\n") or f"def {contract(question).signature}:\n    ...\n"
