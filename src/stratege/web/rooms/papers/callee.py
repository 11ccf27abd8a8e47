"""The process that calls a paper's function once, and is gone: `python -m stratege.web.rooms.papers.callee`.

It reads what to call from its input, as JSON, and writes what came of it to its output. Values come as texts
and are read as Python literals, so that nothing but the papers' own code is ever run. That code may still run
for ever, or fill the memory: the process first bounds itself, and `calls`, which starts it, ends it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import resource
import sys
from collections.abc import Callable, Sequence
from typing import Any

from stratege.exams.papers import papers

MOST_TEXT = 20_000
"""Characters of a result, or of what was printed, that are worth reading."""
MOST_REASON = 500

Told = dict[str, Any]


class Unreadable(Exception):
    """The text of an argument is no literal."""


class FirstPage(io.TextIOBase):
    """Keeps the beginning of what is printed."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text += text[: MOST_TEXT + 1 - len(self.text)]
        return len(text)


def bound(seconds: int, mebibytes: int) -> None:
    """Have the system end this process after so much work, and refuse it more memory than that."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    with contextlib.suppress(ValueError, OSError):  # macOS knows no such limit
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))


def called(function: Callable[..., Any], texts: Sequence[str]) -> Told:
    """What comes of calling the function with these values."""
    printed = FirstPage()
    told: Told = {"value": None, "raised": None, "unreadable": None, "full": False}
    try:
        values = [_value(number, text) for number, text in enumerate(texts)]
        with contextlib.redirect_stdout(printed):
            told["value"] = _shortened(repr(function(*values)))
    except Unreadable as error:
        told["unreadable"] = error.args[0]
    except MemoryError:
        told["full"] = True
    except Exception as error:  # whatever the function says of values it was not made for
        told["raised"] = _shortened(f"{type(error).__name__}: {error}", MOST_REASON)
    return {**told, "printed": _shortened(printed.text)}


def _value(number: int, text: str) -> object:
    """The value of an argument; its size and depth are bounded by its text's, and by Python's parser."""
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise Unreadable(number) from None


def _shortened(text: str, most: int = MOST_TEXT) -> str:
    """The beginning of a text, in characters that can be sent."""
    sendable = text[: most + 1].encode("utf-8", "backslashreplace").decode()
    return sendable if len(text) <= most else sendable[:most] + " …"


def main() -> None:
    """Make the call that the input asks for."""
    asked = json.load(sys.stdin)
    function = papers()[asked["paper"]].function(asked["function"])
    assert function is not None
    code = function.code
    bound(asked["seconds"], asked["mebibytes"])
    json.dump(called(code, asked["arguments"]), sys.stdout)


if __name__ == "__main__":
    main()
