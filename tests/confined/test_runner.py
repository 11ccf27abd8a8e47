"""The confined process: plain data across, limits kept, nothing left, whatever confines it."""

from __future__ import annotations

import json
import os
import resource
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.patience import PATIENCE

from stratege.confined import agent, boundary
from stratege.confined.boundary import Boundary, Limits, Unconfined, confining, works
from stratege.confined.runner import Call, Gone, Runner, reply

QUICK = Limits(processor=0.4, clock=PATIENCE, answer=100_000)
HERE = [one for one in (Boundary.SANDLOCK, Boundary.BUBBLEWRAP) if works(one)]

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text() | st.integers() | st.tuples(st.integers(), st.booleans()), inner)
    ),
    max_leaves=20,
)


def run(source: str, function: str, *arguments: Any, limits: Limits = QUICK, **options: Any) -> Any:
    with Runner(source, [function], limits=limits) as runner:
        return runner.call(Call(function, arguments, **options))


@given(plain)
def test_plain_data_crosses_as_it_is(value: Any) -> None:
    back = agent.unpack(json.loads(json.dumps(agent.pack(value))))
    assert repr(back) == repr(value)


def test_other_objects_are_only_a_name_and_equal_nothing() -> None:
    class Same(int):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = int.__hash__

    back = agent.unpack(json.loads(json.dumps(agent.pack([Same(3), frozenset({1}), {Same(1): 2}]))))
    assert [repr(one) for one in back[:2]] == ["<Same>", "<frozenset>"]
    assert back[0] != 3
    assert back[0] != back[0]


def test_a_call_gives_its_result_its_arguments_and_what_it_printed() -> None:
    source = "def f(a, b):\n    print('hello', b)\n    a.append(b)\n    return (a, True)\n"
    reply = run(source, "f", [1], 2)
    assert (reply.result, reply.after, reply.printed) == (([1, 2], True), ([1, 2], 2), "hello 2\n")
    assert reply.shared == "[0]"


def test_what_is_typed_is_read_and_shown() -> None:
    source = "def f():\n    a = input('a? ')\n    return a + input()\n"
    reply = run(source, "f", lines=["x", "y", "z"])
    assert (reply.result, reply.printed, reply.typed) == ("xy", "a? x\ny\n", 2)
    assert run(source, "f", lines=["x"]).ended == "input"


def test_an_exception_has_its_name_and_line() -> None:
    reply = run("def f():\n    x = 1\n    return x / 0\n", "f")
    assert reply.raised is not None
    assert (reply.raised.type, reply.raised.line) == ("ZeroDivisionError", 3)


def test_lines_and_calls_are_counted() -> None:
    source = "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\n"
    reply = run(source, "f", 5, trace=1000)
    assert (reply.calls["f"], reply.deepest["f"], reply.steps) == (6, 6, 6)
    assert run("def f():\n    while True:\n        pass\n", "f", trace=1000).ended == "steps"


def test_reading_is_counted() -> None:
    source = "def f(rows):\n    return rows[1][0] + rows[1][0] + sum(rows[1])\n"
    reply = run(source, "f", [[1], [2, 3]], watch=[(0, 1)])
    assert (reply.result, reply.reads) == (9, [[3, 1]])


TRICKLE = """import os, time
    while True:
        for number in range(3, 10):
            try: os.write(number, b" ")
            except OSError: pass
        time.sleep(0.03)
"""


@pytest.mark.parametrize(
    ("body", "ended"),
    [
        ("while True: pass", "processor"),
        ("import time; time.sleep(999)", "clock"),
        ("import os; os._exit(0)", "died"),
        ("while True: print('x' * 999)", "output"),
        ("return [0] * 60_000", "answer"),
        (TRICKLE, "clock"),
    ],
)
def test_a_call_that_does_not_end_well_is_ended(body: str, ended: str) -> None:
    limits = replace(QUICK, clock=4) if ended == "clock" else QUICK
    with Runner(f"def f():\n    {body}\n\ndef g():\n    return 1\n", ["f"], limits=limits) as runner:
        assert runner.call(Call("f", ())).ended == ended
        runner.start()
        assert runner.call(Call("g", ())).result == 1


def test_calls_after_a_fatal_one_are_not_answered() -> None:
    with Runner("def f(n):\n    while n: pass\n    return n\n", ["f"], limits=QUICK) as runner:
        replies = list(runner.calls([Call("f", (0,)), Call("f", (1,)), Call("f", (0,))]))
        assert [reply.ended for reply in replies] == ["", "processor"]
        assert next(iter(runner.calls([Call("f", (0,))]))).ended == "died"


FORBIDDEN = {
    "write": "open('/tmp/stratege-was-here', 'w')",
    "write beside": "open('stratege-was-here', 'w')",
    "shared memory": "open('/dev/shm/stratege-was-here', 'w')",
    "secrets": "open('/etc/shadow').read()",
    "home": "__import__('os').listdir(__import__('os').path.expanduser('~'))",
    "our package": "__import__('stratege')",
    "connect": "__import__('socket').create_connection(('127.0.0.1', 1), 1)",
    "listen": "__import__('socket').socket().bind(('127.0.0.1', 0))",
    "fork": "__import__('os').fork()",
    "run": "__import__('subprocess').run(['/bin/true'])",
    "kill the keeper": "__import__('os').kill(__import__('os').getppid(), 9)",
    "memory": "bytearray(10**9)",
}


# Inside bubblewrap the network and the processes are its own: nobody else hears or feels it. Root, whose
# processes nobody counts, is not given bubblewrap (`boundary`).
APART = {"listen", "kill the keeper"} | ({"fork", "run"} if os.geteuid() == 0 else set())


@pytest.mark.parametrize("around", HERE)
def test_a_confined_process_lacks_the_right(around: Boundary) -> None:
    source = "def f(text):\n    eval(text)\n    return 'done'\n"
    with Runner(source, ["f"], limits=QUICK, around=around) as runner:
        for name, text in FORBIDDEN.items():
            if around is Boundary.BUBBLEWRAP and name in APART:
                continue
            reply = runner.call(Call("f", (text,)))
            assert reply.raised is not None or reply.ended == "died", (name, reply)
            if reply.fatal:
                runner.start()
    assert not any(Path(place, "stratege-was-here").exists() for place in ("/tmp", "/dev/shm", "."))


MEDDLING = {
    "limits": "__import__('resource').prlimit(os.getppid(), 7, (64, 64))",
    "own limits": "__import__('resource').setrlimit(7, (16, 16))",
    "processors": "os.sched_setaffinity(os.getppid(), {0})",
    "scheduler": "os.sched_setscheduler(os.getppid(), os.SCHED_BATCH, os.sched_param(0))",
    "priority": "os.setpriority(os.PRIO_PROCESS, os.getppid(), 5)",
    "rights": "os.chmod(place, 0o644)",
    "owner": "os.chown(place, os.getuid(), os.getgid())",
    "dates": "os.utime(place, (1, 1))",
    "attributes": "os.setxattr(place, 'user.stratege', b'x')",
}


def test_a_confined_process_changes_neither_its_keeper_nor_the_marks_on_files(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    place.write_text("x")
    before = place.stat()
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    source = "import os\ndef f(text, place):\n    eval(text)\n    return 'done'\n"
    with Runner(source, ["f"], limits=QUICK, around=Boundary.SANDLOCK) as runner:
        assert runner.begun is not None
        kept = resource.prlimit(runner.begun.pid, resource.RLIMIT_AS)
        assert kept == (QUICK.memory, QUICK.memory)
        for name, text in MEDDLING.items():
            reply = runner.call(Call("f", (text, str(place))))
            assert reply.raised is not None, name
            assert reply.raised.type == "PermissionError" or name.endswith("limits"), (name, reply.raised)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == limits
    assert (place.stat().st_mode, place.stat().st_mtime) == (before.st_mode, before.st_mtime)


def test_nothing_is_left_after_the_runner(tmp_path: Path) -> None:
    with Runner("def f():\n    return 1\n", ["f"]) as runner:
        assert runner.begun is not None
        pid = runner.begun.pid
        assert os.path.exists(f"/proc/{pid}")
    assert not os.path.exists(f"/proc/{pid}")


def test_where_nothing_confines_strangers_are_refused_and_ones_own_is_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(boundary, "boundary", lambda: Boundary.NONE)
    with pytest.raises(Unconfined):
        confining()
    assert confining(trusted=True) is Boundary.NONE
    with Runner("def f():\n    return 1\n", ["f"], around=Boundary.NONE) as runner:
        assert runner.call(Call("f", ())).result == 1


def test_functions_can_be_put_in_place() -> None:
    source = "def g():\n    return 'mine'\n\ndef f():\n    return g()\n"
    with Runner(source, ["f"], "def g():\n    return 'given'\n", ["g"]) as runner:
        assert runner.call(Call("f", ())).result == "given"
        assert runner.call(Call("f", (), stubs={"g": [1]})).result == [1]
        assert runner.call(Call("f", ())).result == "given"
        runner.reload(["f"])
        assert runner.call(Call("f", ())).result == "mine"


def test_variables_are_set_before_and_read_after() -> None:
    source = "count = 5\n\ndef f():\n    global count\n    count += 1\n"
    assert run(source, "f", variables={"count": 1}, read=["count"]).variables == {"count": 2}


FORGED: dict[str, dict[str, Any]] = {
    "nothing": {},
    "arguments": {"after": []},
    "reads": {"reads": 5},
    "rows": {"reads": [5]},
    "no reads": {"reads": []},
    "steps": {"steps": 10**4000},
    "no steps": {"steps": 0},
    "calls": {"calls": {"f": -1}},
    "no calls": {"calls": {}},
}
RIGHT = {"after": [1], "result": 1, "reads": [[1]], "steps": 1, "calls": {"f": 1}}


@pytest.mark.parametrize("name", FORGED)
def test_what_is_claimed_is_whole_or_no_answer(name: str) -> None:
    call = Call("f", (1,), trace=10, watch=[(0, 0)])
    assert reply(RIGHT, call).result == 1
    with pytest.raises(Gone):
        reply({**RIGHT, **FORGED[name]} if FORGED[name] else {}, call)


def test_strangers_words_are_no_commands_to_a_terminal() -> None:
    source = "def f():\n    print('a\\x1b[2J\\ud800')\n"
    source += "    raise type('E\\x1b', (Exception,), {})('b\\x1b\\nc')\n"
    said = run(source, "f")
    assert said.printed == "a\ufffd[2J\ufffd\n"
    assert (said.raised.type, said.raised.message) == ("E\ufffd", "b\ufffd\nc")
    assert repr(agent.unpack({"x": "a\x1b"})).isprintable()


def test_a_dictionary_of_strange_or_many_keys_is_quickly_read() -> None:
    strange = agent.unpack({"d": [[{"x": "key"}, 0] for _ in range(5_000)]})
    assert len({hash(key) for key in strange}) > 4_000
    assert isinstance(agent.unpack({"d": [[number, 0] for number in range(100_000)]}), agent.Foreign)


@pytest.mark.parametrize("around", HERE)
def test_our_answers_are_hidden_where_the_package_lies_among_what_is_readable(
    around: Boundary, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = Path(boundary.__file__).parent.parent
    usual = boundary.readable()
    monkeypatch.setattr(boundary, "readable", lambda: [*usual, str(package.parent)])
    source = "def f(path):\n    return len(open(path).read())\n"
    with Runner(source, ["f"], limits=QUICK, around=around) as runner:
        assert runner.call(Call("f", (str(package / "__init__.py"),))).result > 0
        for name in ("exams/chomp.py", "archive/answers/001-Q22.sql"):
            assert (package / name).is_file()
            raised = runner.call(Call("f", (str(package / name),))).raised
            assert raised is not None, name
            assert raised.type in ("PermissionError", "FileNotFoundError")
