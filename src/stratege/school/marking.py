"""A whole paper: every question of a student's files examined, each in a confined process of its own.

A function that is wrong or missing is replaced by ours in the questions that follow, so that one mistake does
not cost the rest.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from stratege.confined.boundary import Limits, confining
from stratege.confined.runner import Reply, Runner
from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.school.examining import SPARE, Examiner, QuestionMark, nothing_earned
from stratege.school.faults import Fault, stopped
from stratege.school.questions import Question, Table
from stratege.school.reference import answer_of, lent, source_of
from stratege.school.salvage import Salvaged, salvaged
from stratege.school.syntax import Facts, Unreadable
from stratege.school.tables import table

LIMITS = Limits(processor=1.0, clock=8.0)
QUESTION_TIME, FILE_TIME = 25.0, 300.0  # seconds of own time, however many calls: ours take about one
FILE_SPARE = 2 * SPARE  # of that, what all its questions may take once they are known to be wrong
LOADINGS = 2  # times that a file may fail to be loaded; then its other questions are not tried
ALIKE = 0.8  # of two names, of which one may be meant by the other


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

    `question` names one question, or several; `seconds` is what the file may take of its own time, which does
    not depend on how busy the machine is (`confined.clocks`).
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
            read = salvaged(source)
        except Unreadable:
            return 1 if len(sources) == 1 else 0
        found = len(telling & (read.facts.defined | read.broken.keys()))
        return found or int(len(sources) == 1 and bool(read.broken))

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
        self.strange: set[str] = set()  # right, as far as one can tell: others had better not rest on them
        self.left, self.spare = seconds, FILE_SPARE
        self.unloaded: list[Fault] = []
        self.runner = runner  # one that has run files by the same hand, if any

    @property
    def public(self) -> frozenset[str]:
        """The functions that the exercise asks for."""
        return frozenset(one.function for one in self.asked.questions if one.module == self.module)

    def marks(self, questions: list[Question]) -> list[QuestionMark]:
        """Mark these questions. Those before them are judged too, since they may have to be replaced."""
        try:
            read = salvaged(self.source, self.public)
        except Unreadable as unreadable:
            return [nothing_earned(one, unreadable.fault) for one in questions]
        self.source = read.source
        before = [one for one in self.asked.questions if one.module == self.module]
        last = max(before.index(one) for one in questions)
        try:
            marked = [self.mark(one, read) for one in before[: last + 1]]
        finally:
            self.close()
        return [one for one in marked if one.question in questions]

    def close(self) -> None:
        """End the process that ran the file."""
        if self.runner is not None:
            self.runner.close()

    def mark(self, question: Question, read: Salvaged) -> QuestionMark:
        """Mark one question, and remember whether its function is right."""
        if question.function in read.facts.defined:
            done = self._mark(question, read.facts)
        else:
            done = nothing_earned(question, self.absent(question, read))
        if not done.right:
            self.wrong.add(question.function)
        elif read.facts.strange(question.function):
            self.strange.add(question.function)
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
        ours = frozenset({*self.wrong, *self.strange, *question.ours} - written)
        lending |= lent(self.module, ours, kept_back)
        return sorted(lending | written), source_of(self.module, lending) + "\n" + question.given

    def absent(self, question: Question, read: Salvaged) -> Fault:
        """Why a file does not define what a question asks for."""
        if broken := read.lacks(question.function):
            return broken
        others = sorted(read.facts.functions.keys() - self.public)
        if alike := difflib.get_close_matches(question.function, others, 1, ALIKE):
            return Fault("misnamed", {"name": question.function, "other": alike[0]})
        return Fault("missing", {"name": question.function})

    def _mark(self, question: Question, found: Facts) -> QuestionMark:
        if self.left <= 0:
            return nothing_earned(question, Fault("late"))
        if len(self.unloaded) == LOADINGS:
            return nothing_earned(question, self.unloaded[-1])
        replaced, source = self.sent(question)
        if self.runner is None:
            self.runner = Runner(self.source, [question.function], source, replaced, LIMITS, self.trusted)
        else:
            self.runner.reload([question.function], source, replaced, self.source)
        runner = self.runner
        if runner.failure:
            self.unloaded.append(stopped_while_loading(runner))
            return nothing_earned(question, self.unloaded[-1])
        if question.function not in runner.present:
            return nothing_earned(question, undefined(question.function, found, runner))
        runner.left = allowed = min(QUESTION_TIME, self.left)
        found = replace(found, lent=frozenset(replaced))
        examiner = Examiner(question, found, runner, min(SPARE, self.spare))
        marked = examiner.mark()
        self.left -= allowed - runner.left
        self.spare -= min(SPARE, self.spare) - examiner.spare
        if found.strange(
            question.function
        ):  # what it may have done to its process is not held against others
            runner.close()
        used = found.reached(question.function)
        told = tuple(one for one in replaced if one in self.wrong and one in used)
        return QuestionMark(question, marked.parts, told)


def stopped_while_loading(runner: Runner) -> Fault:
    """Why a file could not be loaded."""
    return stopped(Reply(runner.failure)) or Fault("died")


def undefined(name: str, found: Facts, runner: Runner) -> Fault:
    """Why a function is not there after the file has been loaded: its definition raised, or else."""
    node, raised = found.functions.get(name), runner.raised
    if node is None or raised is None or not node.lineno <= (raised.line or 0) <= (node.end_lineno or 0):
        return Fault("missing", {"name": name})
    if raised.type == "SyntaxError":  # as `break` outside a loop is, which only compiling shows
        return Fault("syntax", {"line": raised.line, "message": raised.message})
    return stopped(Reply(raised=raised)) or Fault("missing", {"name": name})
