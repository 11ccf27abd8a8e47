"""A question as data: its function, its parts, and the laws that a right answer obeys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stratege.confined.runner import Call, Runner
from stratege.school.faults import Fault, same
from stratege.school.syntax import Facts

Arguments = tuple[Any, ...]
Compare = Callable[[Any, Any, Arguments], bool]


def exactly(expected: Any, got: Any, arguments: Arguments) -> bool:
    """The same value, by exact types."""
    return same(expected, got)


def anyhow(expected: Any, got: Any, arguments: Arguments) -> bool:
    """Anything will do."""
    return True


def unordered(expected: Any, got: Any, arguments: Arguments) -> bool:
    """The same items in any order."""
    if type(got) is not list or len(got) != len(expected):
        return False
    left = list(got)
    for item in expected:
        place = next((number for number, other in enumerate(left) if same(item, other)), None)
        if place is None:
            return False
        del left[place]
    return True


@dataclass(frozen=True)
class Case:
    """One call that an answer is tried on: its arguments, what is typed meanwhile, what is put in place."""

    arguments: Arguments
    lines: tuple[str, ...] = ()
    stubs: Mapping[str, Any] = field(default_factory=dict)
    reads_all: bool = False  # the call must read every line typed

    def call(self, function: str, seed: int = 0) -> Call:
        """The call to make."""
        return Call(function, self.arguments, self.lines, seed, stubs=self.stubs)


@dataclass(frozen=True)
class Cases:
    """A part that consists of cases: each is compared with our own function's answer."""

    name: str
    cases: Callable[[], Sequence[Case]]
    points: float = 1


@dataclass(frozen=True)
class Written:
    """A part about how the answer is written: a look at its syntax tree."""

    name: str
    check: Callable[[Facts, str], Fault | None]
    points: float = 0.5


@dataclass(frozen=True)
class Watched:
    """A part about how the answer works: calls that are traced or counted."""

    name: str
    check: Callable[[Runner, str], Fault | None]
    points: float = 0.5


Part = Cases | Written | Watched


@dataclass(frozen=True)
class Question:
    """A question that asks for code.

    `result`, `after` and `printed` compare what a call gives, leaves in its arguments and prints with what
    our function does; `printed` is None where printing is of no matter. A `fresh` result shares no list with
    the arguments, in a `distinct` one no row stands twice. `valid` says which arguments may be tried while a
    counter-example is made smaller, `mended` gives such for arguments that something was taken from, and
    `fixed` says which arguments (by place) stay as they are. `reference` is
    our function where its name differs; `given` is source of functions put in place for this question;
    `ours` names functions that are ours in any case. A `random` answer may differ from call to call.
    """

    number: str
    function: str
    module: str
    parts: tuple[Part, ...]
    result: Compare = exactly
    after: Compare = exactly
    printed: Compare | None = None
    fresh: bool = False
    distinct: bool = False
    valid: Callable[..., bool] = lambda *arguments: True
    mended: Callable[[Arguments], Sequence[Arguments]] = lambda arguments: [arguments]
    fixed: tuple[int, ...] = ()
    given: str = ""
    ours: tuple[str, ...] = ()
    random: bool = False
    reference: Callable[..., Any] | None = None

    @property
    def points(self) -> float:
        """What a right answer earns."""
        return sum(part.points for part in self.parts)


@dataclass(frozen=True)
class Table:
    """A paper: its questions in the order of marking, and the functions that its text gives."""

    paper: str
    questions: tuple[Question, ...]
    given: Mapping[str, tuple[str, ...]]  # by module
    telling: Mapping[str, tuple[str, ...]]  # names that tell which exercise a file answers
    database: tuple[str, ...] = ()  # questions that ask for SQL

    @property
    def modules(self) -> tuple[str, ...]:
        """The exercises, by our modules' names."""
        return tuple(dict.fromkeys(question.module for question in self.questions))

    def name_of(self, question: Question) -> str:
        """What a question is called in addresses: its number, or its function where several share that."""
        alone = sum(one.number == question.number for one in self.questions) == 1
        return question.number if alone else f"{question.module}.{question.function}"
