"""What the API says about classes, shape by shape."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict


class Opened(TypedDict):
    """A new class: the pages of its teacher and of its students, each a path with a key behind the `#`."""

    id: str
    teacher: str
    student: str


class Asked(TypedDict):
    """A question that a class answers."""

    key: str
    paper: str
    question: str
    function: str
    points: float


class ClassShape(TypedDict):
    """A class as its link shows it; the students' page is told to the teacher only."""

    id: str
    role: Literal["teacher", "student"]
    title: str
    questions: list[Asked]
    closes: str
    kept_until: str
    open: bool
    student: str | None


class HandInShape(TypedDict):
    """A file that was handed in; `earned` is null while it waits or if it could not be marked."""

    number: int
    paper: str
    file: str
    received: str
    state: Literal["waiting", "marked", "failed"]
    earned: float | None
    points: float


class HandInWhole(HandInShape):
    """The same with its text, and the report (`stratege mark --json`) once there is one."""

    name: str
    source: str
    report: dict[str, Any] | None
    error: str


class StudentRow(TypedDict):
    """A name and its best marks by question; `browsers` tells if several people may go by it."""

    name: str
    browsers: int
    marks: dict[str, float]
    total: float
    last: str
    waiting: bool
    hand_ins: list[HandInShape]


class Mistake(TypedDict):
    """What the last files of these people have in common: a question, the reason, the call that shows it."""

    key: str
    reason: str
    call: str
    names: list[str]


class TableShape(TypedDict):
    """The table of marks. A version seen before is answered with that version alone."""

    version: str
    changed: bool
    waiting: int
    points: float
    students: list[StudentRow]
    mistakes: list[Mistake]
