"""Calls to the functions of a stranger's file, one process a runner.

Nothing that comes back is believed: it is plain data, to be compared here.

>>> with Runner("def double(n):\\n    return 2 * n\\n", wanted=["double"]) as runner:
...     runner.call(Call("double", [21])).result
42
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import secrets
import select
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from stratege.confined import agent
from stratege.confined.boundary import Begun, Boundary, Limits, begin, confining, python
from stratege.confined.clocks import Stopwatch, processor
from stratege.core.printable import printable

LOOK = 0.05  # seconds between two looks at who is waited for
SHORT_OF_TIME = ("processor", "clock")

MOST = 10**9  # what can be counted
KEPT = "\n\t\xa0\u202f"  # the last two are French spaces

NOTHING = agent.Foreign("nothing")


@dataclass(frozen=True)
class Call:
    """A call to make. The arguments are plain data; `lines` is what is typed when it asks.

    `trace` is the number of lines it may run while they are counted, `record` how many characters may be
    noted about them (0: none), `watch` names rows (argument, index) whose reading is counted, `stubs` are
    functions of the file replaced by a value, `variables` are set before the call and `read` after it.
    """

    function: str
    arguments: Sequence[Any]
    lines: Sequence[str] = ()
    seed: int = 0
    trace: int = 0
    watch: Sequence[tuple[int, int]] = ()
    stubs: Mapping[str, Any] = field(default_factory=dict)
    variables: Mapping[str, Any] = field(default_factory=dict)
    read: Sequence[str] = ()
    record: int = 0

    def order(self, token: str) -> dict[str, Any]:
        """As the agent reads it."""
        packed: dict[str, Any] = {"token": token, "function": self.function}
        packed["arguments"] = [agent.pack(item) for item in self.arguments]
        packed["stubs"] = {name: agent.pack(item) for name, item in self.stubs.items()}
        packed["globals"] = {name: agent.pack(item) for name, item in self.variables.items()}
        packed.update(lines=list(self.lines), seed=self.seed, trace=self.trace, read=list(self.read))
        packed["watch"], packed["record"] = [list(one) for one in self.watch], self.record
        return packed


@dataclass(frozen=True)
class Raised:
    """An exception that the stranger's code let out, and the line of its file where."""

    type: str
    message: str
    line: int | None


@dataclass(frozen=True)
class Note:
    """A moment of a run: before a line, at a call, a return or an exception; `changed` are variables.

    `printed` is how many characters had been printed.
    """

    event: str
    line: int
    function: str
    depth: int
    changed: Mapping[str, Any]
    printed: int
    value: Any = NOTHING
    raised: Raised | None = None


@dataclass(frozen=True)
class Reply:
    """What came of a call.

    `ended` is "" for a call that came to its end, else what stopped it: "processor" or "clock" (time),
    "steps", "output" (printed too much), "input" (asked for more lines than there were), "died" (the process
    is gone), "answer" (too long or not readable).
    """

    ended: str = ""
    result: Any = NOTHING
    after: tuple[Any, ...] = ()
    raised: Raised | None = None
    printed: str = ""
    typed: int = 0
    shared: str | None = None
    repeated: str = ""
    steps: int = 0
    calls: Mapping[str, int] = field(default_factory=dict)
    deepest: Mapping[str, int] = field(default_factory=dict)
    reads: Sequence[Sequence[int]] = ()
    variables: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[Note] = ()

    @property
    def fatal(self) -> bool:
        """The process is no longer there: the next call needs another."""
        return self.ended in ("processor", "clock", "died", "answer")


class Gone(Exception):
    """The process ended, or was ended, before it answered; the argument says why."""


class Runner:
    """A stranger's file loaded in a confined process.

    `given` is source whose functions `replace` stand in for the file's own. `trusted` says that the file is
    the user's own: it is then run even where nothing can confine it. `only` is how much of the file to leave
    out (`agent.DEFINITIONS`), where somebody has found that before.
    """

    def __init__(
        self,
        source: str,
        wanted: Sequence[str] = (),
        given: str = "",
        replace: Sequence[str] = (),
        limits: Limits | None = None,
        trusted: bool = False,
        around: Boundary | None = None,
        only: int = 0,
    ) -> None:
        self.limits = limits or Limits()
        self.around = around or confining(trusted)
        self.order: dict[str, Any] = {
            "source": source,
            "wanted": list(wanted),
            "given": given,
            "replace": list(replace),
            "only": only,
        }
        self.present: tuple[str, ...] = ()
        self.raised: Raised | None = None
        self.failure = ""
        self.begun: Begun | None = None
        self.buffer = b""
        self.left = math.inf  # seconds of own time (`clocks`) that all calls from now on may take together
        self.spent_by = "processor"  # what they took it for
        self.start()

    def start(self) -> None:
        """Begin a process, or another one, and load the file."""
        self.close()
        script = str(Path(agent.__file__))
        limits, outside = self.limits, self.around is Boundary.SANDLOCK  # inside it nobody may set limits
        own = (0, 0, 0) if outside else (limits.memory, limits.life, int(self.around is Boundary.BUBBLEWRAP))
        words = [*map(str, own), f"keeper={os.getpid()}"]  # whoever looks at the processes sees whose it is
        self.begun = begin([python(), "-I", "-S", "-B", script, *words], self.around, limits, [script])
        if outside:
            with contextlib.suppress(ProcessLookupError):  # it is gone, and nothing is left to limit
                agent.limit(self.begun.pid, limits.memory, limits.life, False)
        self.buffer = b""
        self._load()

    def reload(
        self, wanted: Sequence[str], given: str = "", replace: Sequence[str] = (), source: str | None = None
    ) -> None:
        """Load the file afresh, with other functions in place; in the same process if it is still there.

        Another file may take its place (`source`) only where both are by the same hand: the first may have
        changed anything in the process.
        """
        self.order.update(wanted=list(wanted), given=given, replace=list(replace))
        if source is not None and source != self.order["source"]:
            self.order.update(source=source, only=0)
        if self.begun is None or processor(self.begun.pid) > self.limits.life / 2:
            self.start()
        else:
            self._load()

    def _load(self) -> None:
        """Load the file. What it does after all definitions may take too long: then it is left out."""
        self._load_once()
        if self.failure in SHORT_OF_TIME and self.order["only"] < agent.DEFINITIONS:
            self.order["only"] += 1
            self.start()

    def _load_once(self) -> None:
        token = secrets.token_hex(8)
        self.present, self.raised, self.failure = (), None, ""
        left, self.left = self.left, math.inf  # loading has a limit of its own
        try:
            self._send([{**self.order, "token": token}])
            answer = self._answer(token)
        except Gone as gone:
            self.failure = str(gone)
            self.close()
            return
        finally:
            self.left = left
        self.present = tuple(name for name in texts(answer.get("present")) if name in self.order["wanted"])
        self.raised = raised(answer.get("error"))

    def call(self, call: Call) -> Reply:
        """Make one call."""
        return next(iter(self.calls([call])))

    def calls(self, calls: Sequence[Call]) -> Iterator[Reply]:
        """Make calls in order; the replies end with the first fatal one."""
        tokens = [secrets.token_hex(8) for _ in calls]
        try:
            if self.begun is None:
                raise Gone(self.failure or "died")
            self._send([call.order(token) for call, token in zip(calls, tokens)])
            for call, token in zip(calls, tokens):
                yield reply(self._answer(token), call)
        except Gone as gone:
            self.close()
            yield Reply(ended=str(gone))

    def close(self) -> None:
        """End the process."""
        if self.begun is not None:
            self.begun.end()
            self.begun = None

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _send(self, orders: list[dict[str, Any]]) -> None:
        assert self.begun is not None
        data = memoryview(json.dumps(orders).encode() + b"\n")
        os.set_blocking(self.begun.input, False)
        watch = Stopwatch(self.begun.pid)
        while data:
            if not select.select([], [self.begun.input], [], LOOK)[1]:
                self._check(watch)
                continue
            try:
                data = data[os.write(self.begun.input, data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Gone("died") from None

    def _answer(self, token: str) -> dict[str, Any]:
        try:
            answer = json.loads(self._line())
        except (ValueError, RecursionError):
            raise Gone("answer") from None
        if type(answer) is not dict or answer.get("token") != token:
            raise Gone("answer")
        return answer

    def _line(self) -> bytes:
        """The next line, waited for no longer than the limits say."""
        assert self.begun is not None
        if self.left <= 0:
            raise Gone(self.spent_by)
        watch = Stopwatch(self.begun.pid)
        while b"\n" not in self.buffer:
            if len(self.buffer) > self.limits.answer:
                raise Gone("answer")
            if select.select([self.begun.output], [], [], LOOK)[0]:
                data = os.read(self.begun.output, 1 << 16)
                if not data:
                    raise Gone("died")
                self.buffer += data
                if b"\n" in data:
                    break
            self._check(watch)  # whatever came: what trickles in is no answer yet
        self.left -= watch.own
        line, _newline, self.buffer = self.buffer.partition(b"\n")
        return line

    def _check(self, watch: Stopwatch) -> None:
        """End the wait when the limits say so; never because others keep the processors busy."""
        used, own = watch.used, watch.look().own
        if used > self.limits.processor:
            raise Gone("processor")
        if own > min(self.limits.clock, self.left):
            self.left -= own
            self.spent_by = "processor" if used > own / 2 else "clock"
            raise Gone(self.spent_by)


def texts(value: Any) -> list[str]:
    """The strings of a claimed list of strings."""
    return [item for item in value if type(item) is str] if type(value) is list else []


def count(value: Any) -> int:
    """A claimed count; 0 for what cannot be one."""
    return value if type(value) is int and 0 <= value <= MOST else 0


def numbers(value: Any) -> dict[str, int]:
    """A claimed dictionary of counts."""
    return {key: count(item) for key, item in value.items()} if type(value) is dict else {}


def text(value: Any, longest: int) -> str:
    """A claimed text, fit for a terminal."""
    return printable(value[:longest], KEPT) if type(value) is str else ""


def raised(value: Any) -> Raised | None:
    """A claimed exception."""
    if type(value) is not dict:
        return None
    return Raised(
        text(value.get("type"), 80) or "?", text(value.get("message"), 300), count(value.get("line")) or None
    )


def notes(value: Any) -> Iterator[Note]:
    """The notes of a run that are claimed and have their shape."""
    for one in value if type(value) is list else ():
        if type(one) is dict and type(one.get("changed")) is dict:
            changed = {text(name, 80): agent.unpack(item) for name, item in one["changed"].items()}
            words = text(one.get("event"), 10), count(one.get("line")), text(one.get("function"), 80)
            came = agent.unpack(one["value"]) if "value" in one else NOTHING
            yield Note(
                *words,
                count(one.get("depth")),
                changed,
                count(one.get("out")),
                came,
                raised(one.get("error")),
            )


def reply(answer: dict[str, Any], call: Call) -> Reply:
    """What the agent claims, by exact type; `Gone` where a call that came to its end lacks what was asked."""
    after, shared, variables = answer.get("after"), answer.get("shared"), answer.get("globals")
    reads = answer.get("reads", [])
    ended, error = text(answer.get("ended"), 20), raised(answer.get("error"))
    if not ended and error is None:
        whole = type(after) is list and len(after) == len(call.arguments)
        whole = whole and type(reads) is list and len(reads) == len(call.watch)
        if call.trace:  # a call that ran has been counted
            counted = numbers(answer.get("calls")).get(call.function, 0)
            whole = whole and counted > 0 and count(answer.get("steps")) > 0
        if not whole or any(type(row) is not list for row in reads):
            raise Gone("answer")
    return Reply(
        ended=ended,
        result=agent.unpack(answer["result"]) if "result" in answer else NOTHING,
        after=tuple(agent.unpack(item) for item in after) if type(after) is list else (),
        raised=error,
        printed=text(answer.get("out"), agent.OUTPUT_LIMIT),
        typed=count(answer.get("typed")),
        shared=shared if type(shared) is str else None,
        repeated=text(answer.get("repeated"), 80),
        steps=count(answer.get("steps")),
        calls=numbers(answer.get("calls")),
        deepest=numbers(answer.get("deepest")),
        reads=[[count(one) for one in row] for row in reads if type(row) is list] if call.watch else (),
        variables={str(name): agent.unpack(item) for name, item in variables.items()}
        if type(variables) is dict
        else {},
        notes=tuple(notes(answer.get("notes"))),
    )
