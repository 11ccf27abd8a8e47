"""Right answers that nobody expects get full marks, whatever hand has written them.

The folder `unusual` has whole files: recursion for loops and loops for recursion, other algorithms, another
order, classes, tests, modules that are not there, a screen of one's own.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stratege.school.marking import PaperMark, mark

FOLDER = Path(__file__).parent / "unusual"
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
