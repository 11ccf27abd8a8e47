"""What can be wrong with an answer, each thing by its name, and the words for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stratege.confined.agent import Foreign
from stratege.confined.runner import Reply
from stratege.core.language import N_, _

WORDS = {
    "missing": N_("{name} is not defined in the file."),
    "unasked": N_("The file has no query for {name}: it stands under a line -- {name}."),
    "misnamed": N_("{name} is not defined in the file; there is {other}."),
    "syntax": N_("The file is not Python: line {line}: {message}."),
    "unread": N_("The file cannot be examined: {message}."),
    "raised": N_("It raises {error}{line}."),
    "module": N_("It needs {name}, which is not part of Python and not there: no answer needs it{line}."),
    "recursion": N_("It calls itself without end, or too deeply{line}."),
    "endless": N_("It does not come to an end: it was stopped."),
    "waiting": N_("It waits without working: it was stopped."),
    "late": N_("The questions before it took so long that it was not tried."),
    "died": N_("Its process died: too much memory, a crash, or it ended itself."),
    "answer": N_("Its answer cannot be read: too long, or not what was asked."),
    "output": N_("It prints without end: it was stopped."),
    "input": N_("It asks for more than was typed: a good answer was refused, or it went on after the end."),
    "asks": N_("It asks at the keyboard (input), where it is given what it needs."),
    "typed": N_(
        "It read {read} of the {typed} lines typed: a bad answer was accepted, or it ended too early."
    ),
    "nothing": N_("It returns nothing."),
    "superfluous": N_("It returns {got}, where nothing is to be returned."),
    "shown": N_("It prints its result and returns nothing."),
    "type": N_("It returns {got}, of type {got_type}, where {expected_type} is asked for."),
    "foreign": N_("It returns an object of a class of its own ({name}), not plain data."),
    "value": N_("The result is wrong."),
    "columns": N_("The result has {got} columns, where {wanted} are asked for."),
    "order": N_("The rows are right, their order is not."),
    "often": N_("Rows come several times that are asked for once."),
    "changed": N_("It changes its argument {name}, which must stay as it was."),
    "unchanged": N_("It leaves its argument {name} as it was: it must be changed in place."),
    "miswritten": N_("What it leaves in its argument {name} is wrong."),
    "shared": N_("Its result shares a list with its argument: a copy is missing."),
    "repeated": N_("Rows of its result are one and the same list: changing one changes the others."),
    "printed": N_("What it prints is wrong."),
    "constant": N_("It always gives {value}, whatever it is asked: right now and then by chance only."),
    "chance": N_("It answers by chance: the same call gives now {first}, now {second}."),
    "forbidden": N_("It uses {names}, which the paper does not allow."),
    "unused": N_("It does not use {names}, as the paper asks."),
    "loops": N_("It is not recursive, as the paper asks."),
    "listed": N_("It lists the squares one by one, which the paper does not allow."),
    "reads": N_("It reads a square {times} times, where once is enough."),
    "forgets": N_("It works out again what it already knows: {got} calls, where {enough} are enough."),
    "uncut": N_("It looks at {got} nodes, where {enough} are enough: a branch is not cut."),
    "slow": N_("The work grows with the size n like {got}, where {wanted} is enough."),
    "uncounted": N_("The counter says {got} after {calls} calls."),
    "strange": N_(
        "Line {line} uses {name}, which no answer needs: what is counted while it runs cannot be trusted."
    ),
    "unearned": N_("Counts only together with right results."),
}


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: its kind, a key of WORDS, and what fills its sentence."""

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """The sentence, in the current language."""
        values = dict(self.values)
        if "line" in values and self.kind in ("raised", "recursion", "module"):
            values["line"] = _(" (line {line})", line=values["line"]) if values["line"] else ""
        return _(WORDS[self.kind], **values) if values else _(WORDS[self.kind])


STOPPED = {"processor": "endless", "steps": "endless", "clock": "waiting", "unwritable": "answer"}


def stopped(reply: Reply) -> Fault | None:
    """The fault of a call that did not come to its end."""
    if reply.ended:
        kind = STOPPED.get(reply.ended, reply.ended)
        return Fault(kind if kind in WORDS else "answer")
    if reply.raised is None:
        return None
    if reply.raised.type == "RecursionError":
        return Fault("recursion", {"line": reply.raised.line})
    absent = re.fullmatch(r"No module named '([\w.]+)'", reply.raised.message)
    if absent and reply.raised.type in ("ImportError", "ModuleNotFoundError"):
        return Fault("module", {"name": absent[1], "line": reply.raised.line})
    error = f"{reply.raised.type}: {reply.raised.message}".rstrip(": ")
    return Fault("raised", {"error": error, "line": reply.raised.line})


def same(expected: Any, got: Any) -> bool:
    """Equal, and of exactly the same types all the way down: True is not 1, a tuple is not a list."""
    if type(expected) is not type(got):
        return False
    if type(expected) in (list, tuple):
        return len(expected) == len(got) and all(map(same, expected, got))
    if type(expected) is dict:
        return expected.keys() == got.keys() and all(same(item, got[key]) for key, item in expected.items())
    return bool(expected == got)


def loosely(value: Any) -> Any:
    """A value with tuples as lists and booleans as numbers, to tell a wrong type from a wrong value."""
    if type(value) in (list, tuple):
        return [loosely(item) for item in value]
    if type(value) is dict:
        return {key: loosely(item) for key, item in value.items()}
    return int(value) if type(value) is bool else value


def differing(expected: Any, got: Any) -> Fault:
    """Why a result is not the expected one."""
    if got is None:
        return Fault("nothing")
    if expected is None:
        return Fault("superfluous", {"got": brief(got)})
    if isinstance(got, Foreign):
        return Fault("foreign", {"name": got.name})
    if type(expected) is not type(got) or loosely(expected) == loosely(got):
        inner = _first_difference(expected, got)
        kinds = {"got_type": type(inner[1]).__name__, "expected_type": type(inner[0]).__name__}
        return Fault("type", {"got": brief(inner[1]), **kinds})
    return Fault("value")


def _first_difference(expected: Any, got: Any) -> tuple[Any, Any]:
    """The innermost pair of values whose types differ."""
    if type(expected) is type(got) and type(expected) in (list, tuple) and len(expected) == len(got):
        for one, other in zip(expected, got):
            if not same(one, other):
                return _first_difference(one, other)
    return expected, got


def told(name: str, words: str) -> str:
    """What is said of something, after a colon as the language sets it."""
    return _("{name}: {words}", name=name, words=words)


def brief(value: Any, width: int = 60) -> str:
    """A value in a few words."""
    text = repr(value)
    return text if len(text) <= width else text[: width - 1] + "…"
