"""The questions of a paper as its room shows them: code and SQL, in the paper's order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from stratege.core.language import _
from stratege.school.marking import place_of
from stratege.school.questions import Question
from stratege.school.sql import POINTS
from stratege.school.tables import table
from stratege.school.tasks import Task, tasks
from stratege.web.errors import Missing


@dataclass(frozen=True)
class Entry:
    """A question: `name` is its address, `question` None where SQL is asked for."""

    paper: str
    name: str
    number: str
    function: str
    points: float
    task: Task
    question: Question | None = None

    @property
    def full_name(self) -> str:
        """The function with its module's name, as the manifest has it."""
        return f"{self.question.module}.{self.function}" if self.question else ""

    @property
    def exercise(self) -> str:
        """The file that the answer belongs to."""
        return self.question.module if self.question else "SQL"


@cache
def entries(paper: str) -> tuple[Entry, ...]:
    """Every question of a paper that can be answered here."""
    asked, told = table(paper), tasks(paper)
    code = [
        Entry(paper, name, one.number, one.function, one.points, told[name], one)
        for one in sorted(asked.questions, key=place_of)
        for name in [asked.name_of(one)]
    ]
    return (*code, *(Entry(paper, one, one, "SQL", POINTS, told[one]) for one in asked.database))


def entry_of(paper: str, name: str) -> Entry:
    """The question of that name."""
    found = next((one for one in entries(paper) if one.name == name), None)
    if found is None:
        raise Missing(_("The paper has no such question."))
    return found
