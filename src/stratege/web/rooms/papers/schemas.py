"""What the API says about papers, shape by shape."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict


class PaperShape(TypedDict):
    """A paper: its number, and how many functions it names; how many of them can be called here."""

    number: str
    title: str
    source: str
    year: int | None
    functions: int
    callable: int


class ParameterShape(TypedDict):
    """A parameter, and a value to begin with, written in Python; null if the function cannot be called."""

    name: str
    example: str | None


class FunctionShape(TypedDict):
    """A function that a paper names; `function` is how to call it here."""

    function: str
    module: str
    question: str
    name: str
    signature: str
    pure: bool
    parameters: list[ParameterShape]
    documentation: str
    source: str


class PaperFunctions(TypedDict):
    """A paper and its functions, in its order."""

    number: str
    title: str
    source: str
    year: int | None
    functions: list[FunctionShape]


class Changed(TypedDict):
    """An argument as a call has left it."""

    name: str
    value: str


class Picture(TypedDict):
    """A value drawn."""

    title: str
    svg: str


class CallShape(TypedDict):
    """What a call gave, as Python writes it, printed and changed; or, in a sentence, why it gave nothing.

    `line` is the line of the student's file that raised, if one did.
    """

    value: str | None
    printed: str
    error: str | None
    line: int | None
    after: list[Changed]
    pictures: list[Picture]


class PartShape(TypedDict):
    """A part of a question: what it earned, why not more, and a counter-example."""

    name: str
    earned: float
    points: float
    reason: str
    example: dict[str, Any] | None


class MarkedQuestion(TypedDict):
    """A question and its parts."""

    question: str
    function: str
    earned: float
    points: float
    parts: list[PartShape]


class ReportShape(TypedDict):
    """What answers to a paper earned, as `stratege mark --json` says it."""

    paper: str
    earned: float
    points: float
    questions: list[MarkedQuestion]
