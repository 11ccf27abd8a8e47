"""A whole paper: every question of a student's files examined, each in a confined process of its own.

A function that is wrong or missing is replaced by ours in the questions that follow, so that one mistake does
not cost the rest.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from stratege.confined.boundary import Limits, confining
from stratege.confined.runner import Reply, Runner
from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.school.examining import Examiner, QuestionMark, nothing_earned
from stratege.school.faults import Fault, stopped
from stratege.school.questions import Question, Table
from stratege.school.reference import answer_of, lent, source_of
from stratege.school.syntax import Facts, Unreadable, facts
from stratege.school.tables import table

LIMITS = Limits(processor=1.0, clock=8.0)
QUESTION_TIME, FILE_TIME = 60.0, 300.0  # seconds by the clock, however many calls: ours take about one


@dataclass(frozen=True)
class PaperMark:
    """What the files earned, question by question."""

    paper: str
    questions: tuple[QuestionMark, ...]

    @property
    def earned(self) -> float:
        """The sum over the questions."""
        return sum(one.earned for one in self.questions)

    @property
    def points(self) -> float:
        """What a right file earns."""
        return sum(one.question.points for one in self.questions)


def mark(
    paper: str,
    sources: Sequence[str],
    question: str | Collection[str] | None = None,
    trusted: bool = False,
    seconds: float = FILE_TIME,
) -> PaperMark:
    """Mark the source text of one file, or of a file for each exercise of the paper.

    `question` names one question, or several; `seconds` is what the examination of a file may take.
    """
    confining(trusted)
    asked = table(paper)
    chosen = chosen_of(asked, question)
    modules = list(dict.fromkeys(one.module for one in chosen))
    marks: list[QuestionMark] = []
    for module in modules:
        alone = len(modules) == len(sources) == 1
        source = sources[0] if alone else answering(asked, module, sources)
        marker = Marker(asked, module, source, trusted, seconds=seconds)
        marks += marker.marks([one for one in chosen if one.module == module])
    order = {id(one): place_of(one) for one in chosen}
    return PaperMark(paper, tuple(sorted(marks, key=lambda one: order[id(one.question)])))


def chosen_of(asked: Table, names: str | Collection[str] | None) -> list[Question]:
    """The questions that go by these names, all for None; each name must be one of a question's."""
    if names is None:
        return list(asked.questions)
    wanted = [names] if isinstance(names, str) else list(names)
    for name in wanted:
        if not any(named(one, name) for one in asked.questions):
            raise BadOption(
                _("Paper {paper} has no question {name} that asks for code.", paper=asked.paper, name=name)
            )
    return [one for one in asked.questions if any(named(one, name) for name in wanted)]


def named(question: Question, asked: str) -> bool:
    """Whether a question goes by this name: `10`, `Q10`, `1.Q9`, its function's, with its module's or not."""
    number = question.number.lower()
    asked = asked.lower()
    function = question.function.lower()
    full = f"{question.module}.{function}".lower()
    return asked in (number, number.removeprefix("q"), number.replace("q", ""), function, full)


def place_of(question: Question) -> tuple[int, ...]:
    """Where a question stands in its paper."""
    return tuple(int(word) for word in question.number.replace("Q", "").split(".") if word.isdigit())


def answering(asked: Table, module: str, sources: Sequence[str]) -> str:
    """The file that answers an exercise: the one with most of its functions; "" if none has any."""
    telling = set(asked.telling[module])

    def known(source: str) -> int:
        try:
            return len(telling & facts(source).defined)
        except Unreadable:
            return 1 if len(sources) == 1 else 0

    best = max(sources, key=known, default="")
    return best if best and known(best) else ""


class Marker:
    """The questions of one exercise, on one file."""

    def __init__(
        self,
        asked: Table,
        module: str,
        source: str,
        trusted: bool,
        runner: Runner | None = None,
        seconds: float = FILE_TIME,
    ) -> None:
        self.asked, self.module, self.source, self.trusted = asked, module, source, trusted
        self.wrong: set[str] = set()
        self.until = time.monotonic() + seconds
        self.runner = runner  # one that has run files by the same hand, if any

    @property
    def public(self) -> frozenset[str]:
        """The functions that the exercise asks for."""
        return frozenset(one.function for one in self.asked.questions if one.module == self.module)

    def marks(self, questions: list[Question]) -> list[QuestionMark]:
        """Mark these questions. Those before them are judged too, since they may have to be replaced."""
        try:
            found = facts(self.source, self.public)
        except Unreadable as unreadable:
            return [nothing_earned(one, unreadable.fault) for one in questions]
        before = [one for one in self.asked.questions if one.module == self.module]
        last = max(before.index(one) for one in questions)
        try:
            marked = [self.mark(one, found) for one in before[: last + 1]]
        finally:
            self.close()
        return [one for one in marked if one.question in questions]

    def close(self) -> None:
        """End the process that ran the file."""
        if self.runner is not None:
            self.runner.close()

    def mark(self, question: Question, found: Facts) -> QuestionMark:
        """Mark one question, and remember whether its function is right."""
        done = self._mark(question, found)
        if not done.right:
            self.wrong.add(question.function)
        return done

    def sent(self, question: Question) -> tuple[list[str], str]:
        """Which functions are ours for a question, and the source sent: never with an answer still asked."""
        here = [one for one in self.asked.questions if one.module == self.module]
        place = here.index(question)
        asked = {one.function for one in here[place:]} - {one.function for one in here[:place]}
        kept_back = frozenset({*asked, question.function})
        given = frozenset(self.asked.given.get(self.module, ()))
        written = {one for one in question.ours if f"def {one}(" in question.given}
        lending = lent(self.module, given, kept_back | answer_of(self.module, question.function))
        lending |= lent(self.module, frozenset({*self.wrong, *question.ours} - written), kept_back)
        return sorted(lending | written), source_of(self.module, lending) + "\n" + question.given

    def _mark(self, question: Question, found: Facts) -> QuestionMark:
        if question.function not in found.defined:
            return nothing_earned(question, Fault("missing", {"name": question.function}))
        if time.monotonic() > self.until:
            return nothing_earned(question, Fault("waiting"))
        replaced, source = self.sent(question)
        runner = self.runner
        if runner is None:
            runner = Runner(self.source, [question.function], source, replaced, LIMITS, self.trusted)
            self.runner = runner
        else:
            runner.until = math.inf  # loading has its own limit
            runner.reload([question.function], source, replaced, self.source)
        runner.until = min(time.monotonic() + QUESTION_TIME, self.until)
        if runner.failure:
            return nothing_earned(question, stopped_while_loading(runner))
        if question.function not in runner.present:
            return nothing_earned(question, Fault("missing", {"name": question.function}))
        marked = Examiner(question, found, runner).mark()
        used = found.reached(question.function)
        told = tuple(one for one in replaced if one in self.wrong and one in used)
        return QuestionMark(question, marked.parts, told)


def stopped_while_loading(runner: Runner) -> Fault:
    """Why a file could not be loaded."""
    return stopped(Reply(runner.failure)) or Fault("died")
