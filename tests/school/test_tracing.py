"""Runs line by line: what is shown is what Python does, within bounds, whatever the file does."""

from __future__ import annotations

import json
import sys
from types import FrameType
from typing import Any

import pytest

from stratege.cli.main import run as command
from stratege.confined.agent import ANSWER
from stratege.core.errors import BadOption
from stratege.school import tracing
from stratege.school.marking import chosen_of
from stratege.school.tables import table

SOW = """\
def deplacer_graines(plateau, case):
    n = plateau[case]
    plateau[case] = 0
    c = case
    while n > 0:
        c = (c + 1) % 12
        if c != case:
            plateau[c] += 1
            n -= 1
    return c
"""
BOARD = [0, 0, 0, 2] + [0] * 8


def traced(paper: str, question: str, source: str, *values: Any, lines: tuple[str, ...] = ()) -> tracing.Run:
    asked = table(paper)
    (chosen,) = chosen_of(asked, question)
    return tracing.traced(asked, chosen, source, [repr(one) for one in values], lines)


def by_python(source: str, name: str, *values: Any) -> list[tuple[str, int, dict[str, Any]]]:
    """The same by an independent tracer: events, lines, and variables as they stand."""
    seen: list[tuple[str, int, dict[str, Any]]] = []

    def note(frame: FrameType, event: str, _argument: Any) -> Any:
        if frame.f_code.co_filename != ANSWER:
            return None
        seen.append((event, frame.f_lineno, json.loads(json.dumps(frame.f_locals))))
        return note

    names: dict[str, Any] = {}
    exec(compile(source, ANSWER, "exec"), names)
    before = sys.gettrace()
    sys.settrace(note)
    try:
        names[name](*values)
    finally:
        sys.settrace(before)
    return seen


def test_a_run_is_what_python_does() -> None:
    run = traced("001", "Q8", SOW, BOARD, 3)
    told = [(one.note.event, one.note.line, one.variables) for one in run.steps]
    assert told == by_python(SOW, "deplacer_graines", list(BOARD), 3)
    assert (run.reply.result, run.cut, run.fault) == (5, False, None)


def test_recursion_has_a_stack() -> None:
    source = "def ramasser_graines(plateau, case):\n    if plateau[case] == 0:\n        return 0\n"
    source += (
        "    n = plateau[case]\n    plateau[case] = 0\n    return n + ramasser_graines(plateau, case - 1)\n"
    )
    run = traced("001", "Q10", source, [0] * 6 + [2, 3, 0, 0, 0, 0], 7)
    stacks = [len(one.stack) for one in run.steps if one.note.event == "call"]
    assert stacks == [1, 2, 3]
    returned = [one.note.value for one in run.steps if one.note.event == "return"]
    assert returned == [0, 2, 5]
    inner = [one for one in run.steps if one.stack == ("ramasser_graines",) * 2]
    assert {one.variables["case"] for one in inner} == {6}


def test_boards_are_drawn_where_they_change(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    path = tmp_path / "awale.py"
    path.write_text(SOW)
    call = f"deplacer_graines({BOARD}, 3)"
    assert command(["trace", "001", str(path), "--question", "Q8", "--call", call]) == 0
    shown = capsys.readouterr().out
    assert shown.count("11  10   9   8   7   6") == 4  # at the start, emptied, two seeds
    assert " 2 │     n = plateau[case]\n     n = 2\n" in shown
    assert shown.endswith("The result: 5.\n")
    assert command(["trace", "001", str(path), "--question", "Q8", "--call", call, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["code"], told["result"], told["error"], told["cut"]) == (SOW, "5", None, False)
    first, *_more = told["trace"]
    assert (first["event"], first["func_name"], first["changed"]) == (
        "call",
        "deplacer_graines",
        ["plateau", "case"],
    )
    assert {one["event"] for one in told["trace"]} == {"call", "step_line", "return"}


def test_what_is_printed_and_typed_comes_with_its_step() -> None:
    source = "def selectSquare(board, n):\n    print('which?')\n    return int(input('> '))\n"
    run = traced("003", "nimble.selectSquare", source, [0, 1], 2, lines=("2",))
    printed = [tracing.step_json(run, one)["stdout"] for one in run.steps]
    assert printed[0] == printed[1] == ""
    assert printed[2] == "which?\n"
    assert printed[-1] == "which?\n> 2\n"


@pytest.mark.parametrize(
    ("source", "kind", "cut"),
    [
        ("def joue(pos, coup):\n    while True:\n        pos = pos\n", None, True),
        ("def joue(pos, coup):\n    x = 1\n    y = 2\n    return joue(pos, coup)\n", None, True),
        ("def joue(pos, coup):\n    pos.append(pos)\n    return 1\n", None, False),
        ("def joue(pos, coup):\n    x = list(range(10**6))\n    return 1\n", None, False),
        ("def joue(pos, coup):\n    x = 'a' * 4000\n    while x:\n        x = x[1:]\n", None, True),
        ("def joue(pos, coup):\n    return 1 / 0\n", "raised", False),
        ("import os\ndef joue(pos, coup):\n    os._exit(0)\n", "died", False),
        ("import time\ndef joue(pos, coup):\n    return sum(range(10**12))\n", "endless", False),
        ("def joue(pos, coup)\n", "syntax", False),
        ("x = 1\n", "missing", False),
    ],
)
def test_whatever_it_does_the_run_ends_and_is_told(source: str, kind: str | None, cut: bool) -> None:
    run = traced("002", "Q7", source, [3, 2], (1, 1))
    assert (run.fault.kind if run.fault else None, run.cut) == (kind, cut)
    assert len(run.steps) <= 4 * tracing.STEPS
    assert len(json.dumps(tracing.as_json(run))) < 3_000_000
    assert tracing.as_text(run)
    assert tracing.frames(run)


def test_frames_show_the_line_and_escape_the_file() -> None:
    source = "def joue(pos, coup):\n    return [1] if 1 < 2 else '<script>'\n"
    frames = tracing.frames(traced("002", "Q7", source, [3, 2], (1, 1)))
    assert "&lt;script&gt;" in frames[0].picture
    assert "<script>" not in "".join(one.picture for one in frames)
    assert ("line-2", "class", "now") in frames[1].changes
    assert frames[-1].words == "The result: [1]."
    svg = next(one.value for one in frames[0].changes if one.kind == "html")
    assert svg.count("<rect") > 5


@pytest.mark.parametrize("call", ["joue([3], (1, 1)", "autre([3])", "joue(pos=[3])", "3", "x.joue(1)"])
def test_a_call_is_one_of_the_function(call: str) -> None:
    (question,) = chosen_of(table("002"), "Q7")
    with pytest.raises(BadOption, match="Write a call of joue"):
        tracing.arguments_of(question, call)
