"""Right answers that nobody expects get full marks, whatever hand has written them.

The folder `unusual` has whole files: recursion for loops and loops for recursion, other algorithms, another
order, classes, tests, modules that are not there, a screen of one's own. `classroom.txt` has single answers,
right in another way or wrong as students are, each under a line with the paper, the module and what is said.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.school.mutants import reference_source

from stratege.school.marking import PaperMark, mark
from stratege.school.tables import table

FOLDER = Path(__file__).parent / "unusual"
CLASSROOM = (Path(__file__).parent / "classroom.txt").read_text(encoding="utf-8").split("## ")[1:]
PAPERS = sorted({path.name[:3] for path in FOLDER.iterdir()})


def files(paper: str) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob(f"{paper}*"))]


def short(found: PaperMark) -> list[tuple[str, str, str]]:
    """What was lost, with the reason and the call."""
    return [
        (one.question.function, part.fault.reason, str(part.shown and part.shown.case.arguments))
        for one in found.questions
        for part in one.parts
        if part.fault
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_an_unusual_answer_that_is_right_gets_full_marks(paper: str) -> None:
    assert short(mark(paper, files(paper))) == []


def test_line_ends_of_windows_and_tabs_cost_nothing() -> None:
    (source,) = files("002")
    assert short(mark("002", [source.replace("    ", "\t").replace("\n", "\r\n")])) == []


def lost_by(answer: str) -> tuple[set[str], set[str], str]:
    """Mark our own files with one answer of another hand: the functions and the kinds lost, its function."""
    head, _newline, code = answer.partition("\n")
    paper, module, *_kinds = head.split()
    modules = table(paper).modules
    found = mark(paper, [reference_source(one) + f"\n{code}" * (one == module) for one in modules])
    losing = [one for one in found.questions if one.earned < one.question.points]
    assert {one.question.module for one in losing} <= {module}
    kinds = {part.fault.kind for one in losing for part in one.parts if part.fault}
    return {one.question.function for one in losing}, kinds, re.findall(r"^def (\w+)", code, re.MULTILINE)[-1]


@pytest.mark.soak
@pytest.mark.parametrize("answer", CLASSROOM, ids=lambda answer: answer.partition("\n")[0].replace(" ", "-"))
def test_each_of_a_class_gets_what_they_deserve(answer: str) -> None:
    _paper, _module, *allowed = answer.partition("\n")[0].split()
    functions, kinds, name = lost_by(answer)
    assert functions == (set() if allowed == ["right"] else {name})
    assert kinds & set(allowed) or allowed == ["right"]
