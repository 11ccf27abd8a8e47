"""A run of a student's function line by line: variables as they change, boards drawn, what is printed.

The steps have the names of Python Tutor's traces (`event`, `line`, `func_name`, `stdout`); values are written
in Python, where Python Tutor has a heap.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from stratege.confined.boundary import Limits
from stratege.confined.runner import Call, Note, Reply
from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.core.parsing import parse
from stratege.school.contract import contract
from stratege.school.drawing import drawn
from stratege.school.faults import Fault, brief, stopped
from stratege.school.frames import Change, Frame
from stratege.school.pictures import picture
from stratege.school.questions import Question, Table
from stratege.school.trying import literals, loaded

STEPS = 1000  # as Python Tutor has
ROOM = 600_000  # characters of all steps together
EVENTS = {"line": "step_line"}
LIMITS = Limits(processor=4.0, clock=16.0)


@dataclass(frozen=True)
class Step:
    """A moment of the run: the variables of its function, and which of them have just changed."""

    note: Note
    variables: dict[str, Any]
    stack: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """A run: its steps, and what came of it; `cut` if it went on for longer than is shown."""

    module: str
    source: str
    call: str
    steps: tuple[Step, ...]
    reply: Reply
    fault: Fault | None
    cut: bool


def arguments_of(question: Question, call: str | None) -> list[str]:
    """The values of a call as one types it, each as a text; those of the example if there is none."""
    if call is None:
        return list(contract(question).arguments)
    try:
        typed = parse(call.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        typed = None
    plain = isinstance(typed, ast.Call) and isinstance(typed.func, ast.Name) and not typed.keywords
    if not plain or typed.func.id != question.function:  # type: ignore[union-attr]
        raise BadOption(_("Write a call of {name} with its values.", name=question.function))
    return [ast.unparse(one) for one in typed.args]  # type: ignore[union-attr]


def traced(
    table: Table,
    question: Question,
    source: str,
    arguments: Sequence[str],
    lines: Sequence[str] = (),
    trusted: bool = False,
) -> Run:
    """The run of a question's function with these values; what the file lacks of other questions is ours."""
    values = literals(contract(question).parameters, arguments)
    call = f"{question.function}({', '.join(map(repr, values))})"
    with loaded(table, question, source, LIMITS, trusted) as runner:
        if isinstance(runner, Fault):
            return Run(question.module, source, call, (), Reply(), runner, False)
        reply = runner.call(Call(question.function, values, lines, trace=STEPS, record=ROOM))
    cut = reply.ended == "steps"
    return Run(question.module, source, call, steps_of(reply), reply, None if cut else stopped(reply), cut)


def steps_of(reply: Reply) -> tuple[Step, ...]:
    """The notes of a run with all the variables of their functions."""
    frames: list[tuple[str, dict[str, Any]]] = []
    steps = []
    for note in reply.notes[: 4 * STEPS]:
        if note.event == "call" or not frames:
            frames.append((note.function, {}))
        frames[-1][1].update(note.changed)
        steps.append(Step(note, dict(frames[-1][1]), tuple(name for name, _variables in frames)))
        if note.event == "return":
            frames.pop()
    return tuple(steps)


def words(run: Run, step: Step) -> str:
    """A step in one sentence."""
    note = step.note
    if note.event == "call":
        return _("{function} is called.", function=note.function)
    if note.event == "return":
        return _("{function} returns {value}.", function=note.function, value=brief(note.value, 200))
    if note.event == "exception" and note.raised is not None:
        error = f"{note.raised.type}: {note.raised.message}".rstrip(": ")
        return _("Line {n} raises {error}.", n=note.line, error=error)
    return _("Next, line {n}: {code}", n=note.line, code=code_of(run, note.line).strip())


def code_of(run: Run, line: int) -> str:
    """A line of the file."""
    lines = run.source.splitlines()
    return lines[line - 1].rstrip() if 0 < line <= len(lines) else ""


def boards(run: Run, values: dict[str, Any]) -> dict[str, list[str]]:
    """The variables that are boards of the paper, drawn."""
    return {name: found for name, value in values.items() if len(found := drawn(run.module, value)) > 1}


def ending(run: Run) -> str:
    """How it ended, in one sentence."""
    if run.cut:
        return _("It goes on; only the first {n} steps are shown.", n=len(run.steps))
    if run.fault is not None:
        return run.fault.reason
    return _("The result: {value}.", value=brief(run.reply.result, 400))


def as_json(run: Run) -> dict[str, Any]:
    """The run for programs."""
    return {
        "call": run.call,
        "code": run.source,
        "trace": [step_json(run, step) for step in run.steps],
        "result": None if run.fault or run.cut else brief(run.reply.result, 4000),
        "error": run.fault.reason if run.fault else None,
        "cut": run.cut,
    }


def step_json(run: Run, step: Step) -> dict[str, Any]:
    """A step for programs."""
    note = step.note
    return {
        "event": EVENTS.get(note.event, note.event),
        "line": note.line,
        "func_name": note.function,
        "stack": list(step.stack),
        "locals": {name: brief(value, 400) for name, value in step.variables.items()},
        "changed": list(note.changed),
        "boards": {name: "\n".join(lines) for name, lines in boards(run, dict(note.changed)).items()},
        "stdout": run.reply.printed[: note.printed],
    }


def as_text(run: Run) -> str:
    """The run for a terminal: each line as it comes to be run, what it changed below it."""
    out, width = [run.call], len(str(len(run.source.splitlines())))
    for step in run.steps:
        note, margin = step.note, "  " * (len(step.stack) - 1)
        for name, value in note.changed.items():
            found = drawn(run.module, value)
            head = f"{margin}{' ' * width}   {name} ="
            out += [head, *(f"{margin}{' ' * width}     {line}" for line in found)] if len(found) > 1 else []
            out += [f"{head} {brief(value, 90)}"] if len(found) == 1 else []
        if note.event == "line":
            out.append(f"{margin}{note.line:{width}} │ {code_of(run, note.line)}")
        elif note.event != "call" or len(step.stack) > 1:
            out.append(f"{margin}{' ' * width}   {words(run, step)}")
    if run.reply.printed.strip():
        out += [_("printed:"), *("| " + line for line in run.reply.printed.splitlines()[-20:])]
    return "\n".join([*out, ending(run)])


def frames(run: Run) -> list[Frame]:
    """The run as a stage: the listing with its line marked, the variables, the boards."""
    made: list[Frame] = []
    before = -1
    for step in run.steps:
        note = step.note
        shown = boards(run, step.variables)
        changes = [Change(f"line-{before}", "class", ""), Change(f"line-{note.line}", "class", "now")]
        rest = {name: value for name, value in step.variables.items() if name not in shown}
        changes.append(
            Change("variables", "text", "\n".join(f"{n} = {brief(v, 200)}" for n, v in rest.items()))
        )
        if not made or set(note.changed) & set(shown) or note.event in ("call", "return"):
            changes.append(Change("boards", "html", _pictures(run, step.variables)))
        changes.append(Change("stdout", "text", run.reply.printed[: note.printed]))
        made.append(Frame(words(run, step), "" if made else _listing(run), tuple(changes)))
        before = note.line
    made.append(Frame(ending(run), "" if made else _listing(run)))
    return made


def _listing(run: Run) -> str:
    lines = "".join(
        f'<li data-id="line-{number}">{escape(line) or " "}</li>'
        for number, line in enumerate(run.source.splitlines(), start=1)
    )
    return (
        f'<div class="traced"><ol class="listing" tabindex="0">{lines}</ol><div>'
        '<pre data-id="variables"></pre><div data-id="boards"></div><pre data-id="stdout"></pre></div></div>'
    )


def _pictures(run: Run, values: dict[str, Any]) -> str:
    made = [(name, picture(run.module, value, name=name)) for name, value in values.items()]
    return "".join(
        f"<figure><figcaption>{escape(name)}</figcaption>{svg}</figure>" for name, svg in made if svg
    )
