"""What runs beside a stranger's code: reads calls, makes them, answers with plain data.

This file is run as a script by a bare interpreter, so it imports the standard library only. Everything it
says is a claim by the stranger's process: whoever reads it compares and judges elsewhere. A line is one JSON
value; lists, numbers, text, None and booleans stand for themselves, {"t": […]} is a tuple,
{"d": [[key, value], …]} a dictionary, {"s": […]} a set, {"x": "name"} anything else.
"""

import __future__

import ast
import builtins
import io
import json
import os
import random
import sys
import traceback
from types import FrameType, ModuleType
from typing import Any

OUTPUT_LIMIT = 20_000
DEPTH_LIMIT = 60
ENTRY_LIMIT = 5_000  # of a dictionary: a stranger can choose keys that all collide
ANSWER, GIVEN = "<answer>", "<given>"
LAZY = __future__.annotations.compiler_flag  # what a type is called is of no matter
NAMING = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.AugAssign)
INNER = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")  # lines of these are one line to who wrote it
VALUE_LIMIT = 5_000  # characters of a value in a record
DEFINITIONS = 2  # after the last definition: 0: load all, 1: what gives a meaning to names, 2: nothing


def pack(value: Any, depth: int = 0) -> Any:
    """A value as JSON, by exact type: an object of a stranger's class is only a name."""
    kind = type(value)
    if kind in (bool, int, float, str) or value is None:
        return value
    if depth > DEPTH_LIMIT:
        return {"x": "…"}
    if kind is list or kind is Watched:
        return [pack(item, depth + 1) for item in list.__iter__(value)]
    if kind is tuple:
        return {"t": [pack(item, depth + 1) for item in value]}
    if kind is dict:
        return {"d": [[pack(key, depth + 1), pack(item, depth + 1)] for key, item in value.items()]}
    if kind is set:
        return {"s": [pack(item, depth + 1) for item in value]}
    return {"x": kind.__name__[:80]}


class Foreign:
    """What came instead of plain data: equal to nothing, itself included."""

    def __init__(self, name: str) -> None:
        self.name = name if name.isprintable() else ascii(name)

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<{self.name}>"


def unpack(packed: Any, depth: int = 0) -> Any:
    """The value that `pack` wrote; whatever it could not write is a `Foreign`."""
    if depth > 4 * DEPTH_LIMIT:
        return Foreign("…")
    if type(packed) is list:
        return [unpack(item, depth + 1) for item in packed]
    if type(packed) is not dict:
        return packed
    if "t" in packed and type(packed["t"]) is list:
        return tuple(unpack(item, depth + 1) for item in packed["t"])
    if "d" in packed and type(packed["d"]) is list and len(packed["d"]) <= ENTRY_LIMIT:
        try:
            return {unpack(key, depth + 1): unpack(item, depth + 1) for key, item in packed["d"]}
        except (TypeError, ValueError):
            return Foreign("dict")
    if "s" in packed and type(packed["s"]) is list and len(packed["s"]) <= ENTRY_LIMIT:
        try:
            return {unpack(item, depth + 1) for item in packed["s"]}
        except TypeError:
            return Foreign("set")
    return Foreign(str(packed.get("x", "?"))[:80])


class Watched(list):  # type: ignore[type-arg]
    """A list that counts how often each of its places is read."""

    def __init__(self, items: Any) -> None:
        super().__init__(items)
        self.reads = [0] * len(self)

    def __getitem__(self, index: Any) -> Any:
        for place in range(*index.indices(len(self))) if isinstance(index, slice) else (index,):
            self.reads[place] += 1
        return super().__getitem__(index)

    def __iter__(self) -> Any:
        for place in range(len(self)):
            yield self[place]


class Ended(BaseException):
    """No more lines to type, or too much printed or worked; no `except Exception` stops it."""


class Terminal(io.TextIOBase):
    """What is printed and what is typed, in one transcript."""

    def __init__(self, lines: "list[str]") -> None:
        self.waiting = list(lines)
        self.typed = 0
        self.parts: list[str] = []
        self.size = 0

    def write(self, text: str) -> int:
        self.size += len(text)
        if self.size > OUTPUT_LIMIT:
            raise Ended("output")
        self.parts.append(str(text))
        return len(text)

    def ask(self, prompt: object = "") -> str:
        """What `input` gives: the script's next line."""
        self.write(str(prompt))
        if self.typed == len(self.waiting):
            raise Ended("input")
        line = self.waiting[self.typed]
        self.typed += 1
        self.write(line + "\n")
        return line

    def text(self) -> str:
        return "".join(self.parts)


class Tracer:
    """Counts the lines run and the calls made in the stranger's file."""

    def __init__(self, limit: int) -> None:
        self.steps = 0
        self.calls: dict[str, int] = {}
        self.depth: dict[str, int] = {}
        self.deepest: dict[str, int] = {}
        self.limit = limit
        self.lost = False  # an error in here, as too deep a recursion is, ends all counting

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if code.co_filename not in (ANSWER, GIVEN):
            return None
        name = code.co_name
        if event == "call":
            self.calls[name] = self.calls.get(name, 0) + 1
            self.depth[name] = self.depth.get(name, 0) + 1
            self.deepest[name] = max(self.deepest.get(name, 0), self.depth[name])
        elif event == "line":
            self.steps += 1
            if self.steps > self.limit:
                raise Ended("steps")
        elif event == "return":
            self.depth[name] -= 1
        return self.trace


class Recorder(Tracer):
    """Notes what happens in the stranger's file: before each line, at each call, return and error.

    As Python Tutor's logger does, but that a note has only the variables that have changed since the last one
    of its frame, and that `room`, the characters that all notes may have together, ends it too.
    """

    def __init__(self, limit: int, room: int, terminal: Terminal) -> None:
        super().__init__(limit)
        self.room, self.terminal = room, terminal
        self.notes: list[dict[str, Any]] = []
        self.known: list[dict[str, str]] = []  # the variables of each frame, as they were told

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        going_on = super().trace(frame, event, argument)
        code = frame.f_code
        if going_on is not None and code.co_filename == ANSWER and code.co_name not in INNER:
            if event == "call":
                self.known.append({})
            self.note(frame, event, argument)
            if event == "return":
                self.known.pop()
        return going_on

    def note(self, frame: FrameType, event: str, argument: Any) -> None:
        before, changed = self.known[-1], {}
        for name, value in frame.f_locals.items():
            packed = pack(value)
            text = json.dumps(packed)
            if before.get(name) != text:
                before[name] = text
                changed[name] = packed if len(text) <= VALUE_LIMIT else {"x": "…"}
        one = {"event": event, "line": frame.f_lineno, "function": frame.f_code.co_name}
        one.update(depth=len(self.known), changed=changed, out=self.terminal.size)
        if event == "return":
            one["value"] = pack(argument)
        elif event == "exception":
            one["error"] = told(argument[1])
        self.room -= len(json.dumps(one))
        if self.room < 0:
            raise Ended("steps")
        self.notes.append(one)


def places(value: Any, path: str = "") -> "dict[int, str]":
    """Where each list and dictionary inside a value stands."""
    found: dict[int, str] = {}
    if type(value) in (list, Watched, dict):
        found[id(value)] = path
    if type(value) in (list, Watched, tuple):
        for number, item in enumerate(list.__iter__(value) if isinstance(value, list) else value):
            found.update(places(item, f"{path}[{number}]"))
    elif type(value) is dict:
        for key, item in value.items():
            found.update(places(item, f"{path}[{key!r}]"))
    return found


def repeated(value: Any) -> str:
    """The place of a list that stands twice inside a value, so that changing one changes the other."""
    seen: set[int] = set()
    if type(value) in (list, tuple):
        for number, item in enumerate(value):
            if type(item) in (list, dict) and id(item) in seen:
                return f"[{number}]"
            seen.add(id(item))
    return ""


class Absent:
    """Stands for what could not be imported: it says so again where it is used."""

    def __init__(self, why: str) -> None:
        self.why = why

    def __getattr__(self, *asked: Any, **named: Any) -> Any:
        raise ImportError(self.why)

    __call__ = __getattr__


def statements(source: str, only: int) -> "list[ast.stmt]":
    """The statements of a file, an import for each module; `only` as `DEFINITIONS` says."""
    found: list[ast.stmt] = []
    for one in ast.parse(source, ANSWER).body:
        if isinstance(one, ast.Import):
            found += [ast.copy_location(ast.Import([name]), one) for name in one.names]
        else:
            found.append(one)
    defining = [place for place, one in enumerate(found) if isinstance(one, (ast.FunctionDef, ast.ClassDef))]
    end = defining[-1] + 1 if only and defining else len(found)
    return found[:end] + [one for one in found[end:] if only == 1 and isinstance(one, NAMING)]


class Agent:
    """The stranger's file, loaded, and the calls made of it."""

    def __init__(self) -> None:
        self.module = ModuleType("answer")

    def load(self, order: "dict[str, Any]") -> "dict[str, Any]":
        """Run the file statement by statement: one that fails does not hide the functions after it.

        The error told is the one of the definition that is wanted, else the first.
        """
        self.module = sys.modules["answer"] = ModuleType("answer")
        names = self.module.__dict__
        given: dict[str, Any] = {"__name__": "given"}
        exec(compile(order.get("given") or "", GIVEN, "exec"), given)
        lent = {name: given[name] for name in order.get("replace", ())}
        names.update(lent)  # what the file does while it is loaded may need them
        failed = None
        terminal = Terminal([])
        for statement in statements(order["source"], order.get("only", 0)):
            part = ast.Module([statement], [])
            ended, error = self.guarded(
                terminal,
                lambda: exec(compile(part, ANSWER, "exec", LAZY, True), names),  # noqa: B023
            )
            if ended:
                error = {"type": "Ended", "message": ended, "line": statement.lineno}
            if error and isinstance(statement, (ast.Import, ast.ImportFrom)):
                absent = Absent(error["message"])
                names.update({one.asname or one.name.partition(".")[0]: absent for one in statement.names})
            if error and (failed is None or getattr(statement, "name", "") in order["wanted"]):
                failed = error
        names.update(lent)
        present = [name for name in order["wanted"] if name in names]
        return {"present": present, "error": failed, "out": terminal.text()[:2000]}

    def guarded(self, terminal: Terminal, work: Any, tracer: "Tracer | None" = None) -> Any:
        """Run the stranger's code with its terminal; why it was ended, and what it raised."""
        saved = sys.stdout, sys.stderr, builtins.input
        sys.stdout = sys.stderr = terminal
        builtins.input = terminal.ask
        try:
            if tracer:
                sys.settrace(tracer.trace)
            work()
        except Ended as ended:
            return str(ended), None
        except BaseException as error:  # the stranger's, whatever it is
            return "", told(error)
        finally:
            if tracer:
                tracer.lost = sys.gettrace() != tracer.trace
            sys.settrace(None)
            sys.stdout, sys.stderr, builtins.input = saved
        return "", None

    def call(self, order: "dict[str, Any]") -> "dict[str, Any]":
        """One call: what it gave, what became of its arguments, what it printed."""
        arguments = [unpack(item) for item in order["arguments"]]
        for number, row in order.get("watch", ()):
            arguments[number][row] = Watched(arguments[number][row])
        before = {
            place: path
            for number, item in enumerate(arguments)
            for place, path in places(item, f"#{number}").items()
        }
        names = self.module.__dict__
        saved = {name: names[name] for name in order.get("stubs", {}) if name in names}
        for name, packed in order.get("stubs", {}).items():
            names[name] = lambda *_ignored, packed=packed: unpack(packed)
        names.update({name: unpack(item) for name, item in order.get("globals", {}).items()})
        random.seed(order.get("seed", 0))
        terminal = Terminal(order.get("lines", []))
        tracer: Tracer | None = None
        if order.get("record"):
            tracer = Recorder(order["trace"], order["record"], terminal)
        elif order.get("trace"):
            tracer = Tracer(order["trace"])
        given: list[Any] = []
        function = names.get(order["function"])
        ended, error = self.guarded(
            terminal, lambda: given.append(function(*arguments) if callable(function) else function), tracer
        )
        names.update(saved)
        if tracer and tracer.lost and not error:  # what stopped it was caught: the rest is not counted
            ended = ended or "steps"
        answer: dict[str, Any] = {
            "out": terminal.text(),
            "ended": ended,
            "error": error,
            "typed": terminal.typed,
        }
        answer["after"] = [pack(item) for item in arguments]
        if given:
            answer["result"] = pack(given[0])
            shared = [path or "." for place, path in places(given[0]).items() if place in before]
            answer["shared"], answer["repeated"] = shared[0] if shared else None, repeated(given[0])
        if tracer:
            answer.update(steps=tracer.steps, calls=tracer.calls, deepest=tracer.deepest)
        if isinstance(tracer, Recorder):
            answer["notes"] = tracer.notes
        if order.get("watch"):
            answer["reads"] = [arguments[number][row].reads for number, row in order["watch"]]
        if order.get("read"):
            answer["globals"] = {name: pack(names.get(name)) for name in order["read"]}
        return answer


def told(error: BaseException) -> "dict[str, Any]":
    """An exception: its name, its words, the last line of the stranger's file that it passed."""
    line = None
    try:
        frames = traceback.extract_tb(error.__traceback__)
        line = next((frame.lineno for frame in reversed(frames) if frame.filename == ANSWER), None)
        message = str(error)[:300]
    except BaseException:
        message = ""
    if type(error) is SyntaxError:
        line, message = error.lineno, error.msg
    return {"type": type(error).__name__[:80], "message": message, "line": line}


def limit(pid: int, memory: int, seconds: int, processes: bool) -> None:
    """Take from a process (0: this one) what it can do without; the boundary around it does the rest."""
    import resource

    wanted = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: 32,
    }
    if processes:
        wanted[resource.RLIMIT_NPROC] = 0
    for kind, value in wanted.items():
        resource.prlimit(pid, kind, (value, value))


def main() -> None:
    """Serve calls from standard input until it closes."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    memory, seconds, processes = map(int, sys.argv[1:4])
    if memory:  # else the keeper has set the limits, from outside
        limit(0, memory, seconds, bool(processes))
    agent = Agent()
    dumps, loads, write = json.dumps, json.loads, os.write
    for line in incoming:
        orders = loads(line)
        for order in orders:
            try:
                answer = agent.load(order) if "source" in order else agent.call(order)
            except Exception as error:
                answer = {"error": told(error), "ended": "", "out": ""}
            answer["token"] = order["token"]
            try:
                data = dumps(answer).encode() + b"\n"
            except Exception:
                answer = {"token": order["token"], "error": None, "ended": "unwritable", "out": ""}
                data = dumps(answer).encode() + b"\n"
            while data:
                data = data[write(outgoing, data) :]


if __name__ == "__main__":
    main()
