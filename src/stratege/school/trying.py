"""One call with values of one's own: a student's function or ours, confined, what comes of it drawn."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from stratege.confined.boundary import Limits
from stratege.confined.runner import Call, Reply, Runner
from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.exams.papers import Function
from stratege.school.contract import contract
from stratege.school.faults import Fault, brief, same, stopped, told
from stratege.school.marking import Marker, stopped_while_loading
from stratege.school.pictures import picture
from stratege.school.questions import Question, Table
from stratege.school.reference import source_of
from stratege.school.syntax import Unreadable, facts

LONGEST = 20_000
"""Characters of a value that are worth reading."""

Told = dict[str, Any]


def try_answer(
    table: Table,
    question: Question,
    source: str,
    arguments: Sequence[str],
    lines: Sequence[str] = (),
    seconds: float = 2.0,
) -> Told:
    """Call a student's function; what the file lacks of other questions is ours."""
    values = literals(contract(question).parameters, arguments)
    with loaded(table, question, source, Limits(processor=seconds, clock=4 * seconds)) as runner:
        if isinstance(runner, Fault):
            return failed(runner)
        call = Call(question.function, values, lines)
        return outcome(question.module, contract(question).parameters, values, runner.call(call))


@contextmanager
def loaded(
    table: Table, question: Question, source: str, limits: Limits, trusted: bool = False
) -> Iterator[Runner | Fault]:
    """A student's file ready to be called, with ours for what it lacks; or why it is not."""
    marker = Marker(table, question.module, source, trusted)
    try:
        marker.wrong = set(marker.public - facts(source).defined)
    except Unreadable as unreadable:
        yield unreadable.fault
        return
    lent, given = marker.sent(question)
    with Runner(source, [question.function], given, lent, limits, trusted) as runner:
        if runner.failure:
            yield stopped_while_loading(runner)
        elif question.function not in runner.present:
            why = stopped(Reply(raised=runner.raised)) if runner.raised else None
            yield why or Fault("missing", {"name": question.function})
        else:
            yield runner


def try_ours(function: Function, arguments: Sequence[str], seconds: float = 2.0) -> Told:
    """Call our own function; it is trusted to do no harm, but not to come to an end."""
    values = literals(function.parameters, arguments)
    source = source_of(function.module, frozenset({function.name}))
    limits = Limits(processor=seconds, clock=10 + 4 * seconds)
    with Runner(source, [function.name], limits=limits, trusted=True) as runner:
        reply = runner.call(Call(function.name, values))
    if reply.raised:  # the line is one of ours
        reply = replace(reply, raised=replace(reply.raised, line=None))
    return outcome(function.module, function.parameters, values, reply)


def literals(names: Sequence[str], texts: Sequence[str]) -> list[Any]:
    """Values written in Python; nothing is run to read them, and their size is bounded by their text's."""
    if len(names) != len(texts):
        raise BadOption(_("{n} values are asked for, not {given}.", n=len(names), given=len(texts)))
    values = []
    for name, text in zip(names, texts):
        try:
            values.append(ast.literal_eval(text.strip()))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise BadOption(
                _("{name} is not a value: write a number, a text in quotes, a list, a tuple…", name=name)
            ) from None
    return values


def failed(fault: Fault) -> Told:
    """Nothing came of it."""
    return {"value": None, "printed": "", "error": fault.reason, "line": None, "after": [], "pictures": []}


def outcome(module: str, names: Sequence[str], before: Sequence[Any], reply: Reply) -> Told:
    """What came of a call: its value, what it printed, what it changed, and pictures of all that has one."""
    fault = stopped(reply)
    after = [] if fault else [(n, old, new) for n, old, new in zip(names, before, reply.after)]
    changed = [(name, new) for name, old, new in after if not same(old, new)]
    drawn = [(name, old, None) for name, old in zip(names, before)]
    drawn += [(_("{name} afterwards", name=name), new, old) for name, old, new in after if not same(old, new)]
    drawn += [] if fault else [(_("the result"), reply.result, None)]
    shown = [
        (title, picture(module, value, old, told(title, brief(value, 200)))) for title, value, old in drawn
    ]
    return {
        "value": None if fault else brief(reply.result, LONGEST),
        "printed": reply.printed,
        "error": fault.reason if fault else None,
        "line": reply.raised.line if reply.raised else None,
        "after": [{"name": name, "value": brief(value, LONGEST)} for name, value in changed],
        "pictures": [{"title": title, "svg": svg} for title, svg in shown if svg],
    }
