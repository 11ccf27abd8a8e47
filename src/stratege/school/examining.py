"""One question of one file: its parts tried, each fault found, the smallest counter-example kept."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from stratege.confined.agent import Foreign
from stratege.confined.runner import Reply, Runner
from stratege.school.faults import Fault, brief, differing, same, stopped
from stratege.school.questions import Case, Cases, Part, Question, Watched, Written
from stratege.school.reference import Expected, OutOfLines, expected, function_of
from stratege.school.syntax import Facts

FATAL_CALLS = 2  # so many calls of a question may end their process; then the rest is not tried
ROUNDS = 8  # of making a counter-example smaller
SPARE = 0.8  # seconds of its own time that an answer may take once it is known to be wrong
TOGETHER = 40  # calls that are sent at once
REPEATED = 12  # calls made a second time, to see whether chance answers


@dataclass(frozen=True)
class Tried:
    """A case, what should come of it, what came of it, and what is wrong with that."""

    case: Case
    expected: Expected
    reply: Reply
    fault: Fault | None

    @property
    def size(self) -> int:
        """How large the case is to look at."""
        return weight(self.case.arguments) + len(self.case.lines)


@dataclass(frozen=True)
class PartMark:
    """What a part earned, and what is wrong: the fault and the smallest case that shows it."""

    part: Part
    earned: float
    fault: Fault | None = None
    shown: Tried | None = None


@dataclass(frozen=True)
class QuestionMark:
    """What a question earned, part by part; `replaced` are functions of ours that stood in for the file's."""

    question: Question
    parts: tuple[PartMark, ...]
    replaced: tuple[str, ...] = ()

    @property
    def earned(self) -> float:
        """The sum over the parts."""
        return sum(part.earned for part in self.parts)

    @property
    def fault(self) -> Fault | None:
        """What is wrong with the question as a whole, none of its parts tried."""
        first = self.parts[0]
        return first.fault if all(one.fault is first.fault and not one.shown for one in self.parts) else None

    @property
    def right(self) -> bool:
        """All results are right, and come by as asked; how the answer is written is of no matter."""
        faults = [part.fault for part in self.parts if not isinstance(part.part, Written)]
        return all(fault is None or fault.kind == "strange" for fault in faults)


def nothing_earned(question: Question, fault: Fault) -> QuestionMark:
    """A question that could not be tried."""
    return QuestionMark(question, tuple(PartMark(part, 0, fault) for part in question.parts))


def weight(value: Any) -> int:
    """The size of a value: the sum of what stands in it, and how much there is."""
    if type(value) in (list, tuple):
        return 2 + sum(map(weight, value))
    if type(value) is dict:
        return 1 + sum(map(weight, value.values()))
    small = type(value) in (int, float, bool) and abs(value) < 1e9
    return min(abs(int(value)), 300) + 1 + bool(value) if small else 1


@cache
def prepared(question: Question, place: int) -> tuple[tuple[Case, Expected], ...]:
    """The cases of a part and what should come of them."""
    part = question.parts[place]
    assert isinstance(part, Cases)
    return tuple((case, expected(question, case)) for case in part.cases())


@cache
def written(question: Question) -> frozenset[str]:
    """The arguments that our function changes in place in some case, by name."""
    names = list(inspect.signature(function_of(question)).parameters)
    places = [place for place, part in enumerate(question.parts) if isinstance(part, Cases)]
    return frozenset(
        name
        for place in places
        for case, want in prepared(question, place)
        for name, before, after in zip(names, case.arguments, want.after)
        if not same(before, after)
    )


class Examiner:
    """Tries one question on a loaded file."""

    def __init__(self, question: Question, found: Facts, runner: Runner, spare: float = SPARE) -> None:
        self.question, self.facts, self.runner = question, found, runner
        self.fatal = 0
        self.spare = spare  # seconds left to look for more than the first fault of a part

    def mark(self) -> QuestionMark:
        """Every part in turn."""
        question = self.question
        tried: dict[int, list[Tried]] = {
            place: self.tried(prepared(question, place))
            for place, part in enumerate(question.parts)
            if isinstance(part, Cases)
        }
        everything = [one for part in tried.values() for one in part]
        by_chance = self.by_chance(everything)
        marks = [self.of_cases(question.parts[place], part, by_chance) for place, part in tried.items()]
        right = all(one.fault is None or one.fault.kind == "strange" for one in marks)
        rest = [self.of_way(part, right) for part in question.parts if not isinstance(part, Cases)]
        order = {id(part): number for number, part in enumerate(question.parts)}
        return QuestionMark(question, tuple(sorted(marks + rest, key=lambda one: order[id(one.part)])))

    def tried(
        self, wanted: Sequence[tuple[Case, Expected]], seed: int = 0, wrong: bool = False
    ) -> list[Tried]:
        """Make the calls, in as many processes as they end.

        A part earns nothing after its first fault, so what is tried after that is for a better example only,
        and ends when the time to spare is over. `wrong` says that a fault is known already.
        """
        done: list[Tried] = []
        while len(done) < len(wanted) and not (wrong and self.spare <= 0):
            if self.fatal >= FATAL_CALLS:
                done.append(self.judged(*wanted[len(done)], Reply("processor")))
                break
            rest = wanted[len(done) :][: TOGETHER if self.spare > 0 else 1]
            before = self.runner.left
            replies = self.runner.calls([case.call(self.question.function, seed) for case, _want in rest])
            for (case, want), reply in zip(rest, replies):
                done.append(self.judged(case, want, reply))
                self.spare -= (before - self.runner.left) * wrong
                before = self.runner.left
                wrong = wrong or done[-1].fault is not None
                late = self.spare <= 0 and wrong and case is not rest[-1][0]
                self.fatal += reply.fatal
                if reply.fatal or late:  # a process that has more to do than is still asked is another one
                    self.runner.start()
                    break
        return done

    def judged(self, case: Case, want: Expected, reply: Reply) -> Tried:
        """Compare what came with what should."""
        try:
            fault = stopped(reply) or self.wrong(case, want, reply)
            if fault is not None and fault.kind == "input" and not case.lines:
                fault = Fault("asks")
        except Exception:  # what came is such that a comparison fails: it is not the answer
            fault = Fault("answer")
        return Tried(case, want, reply, fault)

    def wrong(self, case: Case, want: Expected, reply: Reply) -> Fault | None:
        question = self.question
        if isinstance(reply.result, Foreign) and reply.result.name == "nothing":
            return Fault("answer")
        if case.reads_all and reply.typed != len(case.lines):
            return Fault("typed", {"read": reply.typed, "typed": len(case.lines)})
        left = self.left(case, want, reply)
        if left is not None and (left.kind == "changed" or want.result is None):
            return left
        if want.result is None and any(same(one, reply.result) for one in reply.after):
            reply = replace(reply, result=None)  # what was asked to be changed, given back as well
        if not question.result(want.result, reply.result, case.arguments):
            fault = differing(want.result, reply.result)
            printing = fault.kind == "nothing" and repr(want.result) in reply.printed
            return Fault("shown") if printing and not question.printed else fault
        if left is not None:
            return left
        if question.fresh and reply.shared is not None:
            return Fault("shared")
        if question.distinct and reply.repeated:
            return Fault("repeated")
        if question.printed and not question.printed(want.printed, reply.printed, case.arguments):
            return Fault("printed")
        return None

    def left(self, case: Case, want: Expected, reply: Reply) -> Fault | None:
        """What is wrong with what the call left in its arguments."""
        names = list(inspect.signature(function_of(self.question)).parameters)
        if len(reply.after) != len(case.arguments):
            return Fault("answer")
        for name, before, should, after in zip(names, case.arguments, want.after, reply.after):
            if self.question.after(should, after, case.arguments):
                continue
            if same(before, should) and name not in written(self.question):
                return Fault("changed", {"name": name})
            return Fault("unchanged" if same(before, after) else "miswritten", {"name": name})
        return None

    def by_chance(self, tried: list[Tried]) -> Fault | None:
        """Answers that do not depend on the question, or depend on chance."""
        came = [one for one in tried if not one.reply.ended and one.reply.raised is None]
        if self.question.random or len(came) < 4 or all(one.fault is None for one in came):
            return None
        wanted = {repr(one.expected.result) for one in came}
        given = {repr(one.reply.result) for one in came}
        plain = not isinstance(came[0].reply.result, Foreign | None)
        by_result = all(one.fault is None or one.fault.kind in ("value", "type") for one in came)
        if len(wanted) > 1 and len(given) == 1 and plain and by_result:
            return Fault("constant", {"value": brief(came[0].reply.result)})
        again = self.tried([(one.case, one.expected) for one in came[:REPEATED]], seed=1, wrong=True)
        for one, other in zip(came, again):
            if repr(one.reply.result) != repr(other.reply.result) and not other.reply.ended:
                values = {"first": brief(one.reply.result), "second": brief(other.reply.result)}
                return Fault("chance", values)
        return None

    def of_cases(self, part: Part, tried: list[Tried], by_chance: Fault | None) -> PartMark:
        """The mark of a part made of cases."""
        failed = [one for one in tried if one.fault is not None]
        if not failed and by_chance is None:
            claimed = (
                self.question.fresh or self.question.distinct
            )  # what is shared, only its process can tell
            fault = self.facts.strange(self.question.function) if claimed else None
            return PartMark(part, 0 if fault else part.points, fault)
        shown = self.smallest(min(failed, key=lambda one: one.size)) if failed else None
        return PartMark(part, 0, by_chance or (shown.fault if shown else None), shown)

    def of_way(self, part: Part, right: bool) -> PartMark:
        """The mark of a part about how the answer is written or works."""
        if not right:
            return PartMark(part, 0, Fault("unearned"))
        if isinstance(part, Written):
            fault = part.check(self.facts, self.question.function)
        else:
            assert isinstance(part, Watched)
            try:
                strange = self.facts.strange(self.question.function)
                fault = strange or part.check(self.runner, self.question.function)
            except (ArithmeticError, LookupError, TypeError, ValueError):
                fault = Fault("answer")
            if self.runner.begun is None:
                self.runner.start()
        return PartMark(part, 0 if fault else part.points, fault)

    def smallest(self, failing: Tried) -> Tried:
        """A smaller case that fails in the same way, as small as a few rounds find."""
        if failing.reply.fatal or failing.case.lines or failing.case.stubs:
            return failing
        for _round in range(ROUNDS):
            cases = [Case(arguments) for arguments in self.smaller(failing.case.arguments)]
            wanted = [(case, want) for case in cases if (want := self.expected_or_none(case)) is not None]
            wanted.sort(key=lambda one: weight(one[0].arguments))
            kind = failing.fault.kind if failing.fault else ""
            tried = self.tried(wanted[:80], wrong=True)
            better = [one for one in tried if one.fault and one.fault.kind == kind]
            best = min(better, key=lambda one: one.size, default=failing)
            if best.size >= failing.size:
                break
            failing = best
        return failing

    def expected_or_none(self, case: Case) -> Expected | None:
        """What our function does, or None for arguments that it need not take."""
        try:
            return expected(self.question, case) if self.question.valid(*case.arguments) else None
        except (LookupError, ValueError, TypeError, RecursionError, OutOfLines, ZeroDivisionError):
            return None

    def smaller(self, arguments: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Arguments with one thing in them made smaller."""
        for place, value in enumerate(arguments):
            if place not in self.question.fixed:
                for one in reduced(value):
                    yield from self.question.mended((*arguments[:place], one, *arguments[place + 1 :]))


def reduced(value: Any) -> Iterator[Any]:
    """A value with one number in it nearer to 0, or with a stretch of numbers at 0."""
    if type(value) is int and value > 0:
        yield 0
        if value > 2:
            yield value // 2
        if value > 1:
            yield value - 1
    elif type(value) is int and value < 0:
        yield 0
        yield value + 1
    elif type(value) in (list, tuple):
        if len(value) > 3 and all(type(item) is int for item in value):
            half = len(value) // 2
            yield type(value)([0] * half + list(value[half:]))
            yield type(value)(list(value[:half]) + [0] * (len(value) - half))
        for place, item in enumerate(value):
            for one in reduced(item):
                yield type(value)([*value[:place], one, *value[place + 1 :]])
    elif type(value) is dict:
        for key, item in value.items():
            for one in reduced(item):
                yield {**copy.copy(value), key: one}
