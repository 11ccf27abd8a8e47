"""Files that forge what is counted earn nothing by it; those with what an answer needs are believed."""

from __future__ import annotations

import ast
import builtins
import inspect

import pytest
from tests.school.forging import FORGED, SLOW, Forged, slow

from stratege.exams.papers import module_of, papers
from stratege.school.marking import mark
from stratege.school.plain import strange_in
from stratege.school.questions import Cases
from stratege.school.syntax import facts


def names(source: str) -> list[str]:
    """What is strange in a file, wherever it stands."""
    return [fault.values["name"] for fault in strange_in(ast.parse(source)).faults.values()]


@pytest.mark.parametrize("forged", FORGED.values(), ids=list(FORGED))
def test_a_forged_count_earns_nothing(forged: Forged) -> None:
    (question,) = mark(forged.paper, [forged.source], forged.question).questions
    kinds = {part.fault.kind if part.fault else "" for part in question.parts}
    assert forged.kind in kinds
    assert question.earned < question.question.points
    ways = [part for part in question.parts if not isinstance(part.part, Cases)]
    claimed = question.question.fresh or question.question.distinct
    for part in ways if not claimed else question.parts:
        assert part.fault is None or part.fault.kind in (forged.kind, "strange")


def test_without_forging_the_same_answer_is_slow() -> None:
    (question,) = mark("002", [slow()], "Q7").questions
    assert [part.fault.kind for part in question.parts if part.fault] == ["slow"]


def test_results_are_marked_all_the_same() -> None:
    """Only what is a claim is not believed."""
    source = f"import os\nimport numpy\nos.getpid()\n{SLOW.format(before='pass', after='pass')}\n"
    source += "def enleve_0(l):\n"
    source += "    while len(l) > 0 and l[-1] == 0:\n        l.pop()\n"
    (question,) = mark("002", [source], "Q6").questions
    faults = [(type(part.part) is Cases, part.fault and part.fault.kind) for part in question.parts]
    assert faults == [(True, None)] * 3 + [(False, "strange")]
    assert question.parts[-1].fault is not None
    assert question.parts[-1].fault.reason.startswith("Line 3 uses .getpid, which no answer needs")
    assert question.right  # it is not replaced by ours


@pytest.mark.parametrize("module", sorted({name for paper in papers().values() for name in paper.modules}))
def test_our_own_files_are_plain(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "_", 1, raising=False)  # as a console does, and every doctest
    assert names(inspect.getsource(module_of(module))) == []


@pytest.mark.parametrize(
    "source",
    [
        "from math import *\nfrom random import randint, shuffle\nimport copy, time as t\nx = t.time()\n",
        "def f(l):\n    try:\n        return int(input())\n    except:\n        max(l, key=lambda x: x)\n",
        "def f(eval, *dir, **vars):\n    eval = [vars for vars in dir]\n    return eval\n",
        "if __name__ == '__main__':\n    print(f'{[1, 2].index(2):>3}', '{} {}'.format(1, 2), type(3))\n",
        "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef f(n):\n    return n and f(n - 1)\n",
        "def f(n):\n    global c\n    c = 0\n    def g():\n        nonlocal n\n        n += 1\n    yield n\n",
    ],
)
def test_what_students_write_is_plain(source: str) -> None:
    assert names(source) == []


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import os\nos.system('ls')\n", ".system"),
        ("import __main__\n", "__main__"),
        ("from sys import stdout\n", "sys.stdout"),
        ("from random import _os\n", "random._os"),
        ("from . import x\n", "None.x"),
        ("import collections\ncollections.abc.sys.modules\n", ".abc"),
        ("x = ().__class__\n", ".__class__"),
        ("x = (i for i in []).gi_frame\n", ".gi_frame"),
        ("row.reads = 0\n", ".reads"),
        ("t = type\n", "type"),
        ("type('X', (), {})\n", "type"),
        ("type(*x)\n", "type"),
        ("x = __builtins__\n", "__builtins__"),
        ("import math as __builtins__\n", "math"),
        ("def __getattr__(name): pass\n", "__getattr__"),
        ("class A:\n    def f(self): pass\n", "class A"),
        ("with x: pass\n", "with"),
        ("match x:\n    case object(gi_frame=f): pass\n", "matchclass"),
        ("async def f(): pass\n", "asyncfunctiondef"),
        ("def f(x=eval('1')):\n    eval = 1\n", "eval"),
        ("def f():\n    global exec\n    exec = 1\n    exec('1')\n", "exec"),
        ("def f():\n    [0 for exec in []]\n    return exec\n", "exec"),
        ("def f():\n    lambda open: 0\n    open('x')\n", "open"),
        ("eval = 1\neval('1')\n", "eval"),
    ],
)
def test_what_no_answer_needs_is_strange(source: str, name: str) -> None:
    assert names(source) == [name]


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("def g():\n    eval('1')\ndef f():\n    return 1\n", True),
        ("def g():\n    eval('1')\ndef f():\n    return [g]\n", False),
        ("def g():\n    eval('1')\ndef h():\n    g()\ndef f():\n    h()\n", False),
        ("def g():\n    eval('1')\ng()\ndef f():\n    pass\n", False),
        ("def g():\n    eval('1')\ndef f(x=g):\n    pass\n", False),
        ("def g():\n    eval('1')\nk = g\ndef g():\n    pass\ndef f():\n    pass\n", False),
        ("def count():\n    eval('1')\nimport answer\ndef f():\n    answer.count()\n", False),
        ("from operator import attrgetter\ndef f():\n    pass\n", True),
        ("from operator import attrgetter as g\ndef f():\n    g('x')\n", False),
        ("from typing import *\ndef f(x: Any):\n    pass\n", True),
        ("from typing import *\ndef f(x):\n    get_type_hints(x)\n", False),
        ("from turtle import *\ndef f():\n    pass\n", False),
        ("class A:\n    def g(self):\n        eval('1')\ndef f():\n    pass\n", True),
        ("class A:\n    def g(self):\n        eval('1')\ndef f():\n    A()\n", False),
        ("class A:\n    eval('1')\ndef f():\n    pass\n", False),
        ("class A:\n    def g(self, x=eval('1')):\n        pass\ndef f():\n    pass\n", False),
    ],
)
def test_what_never_runs_for_an_answer_is_not_held_against_it(source: str, plain: bool) -> None:
    assert (facts(source).strange("f") is None) == plain


def test_a_function_that_is_lent_is_no_longer_the_files_own() -> None:
    code = "def g():\n    eval('1')\ndef f():\n    g()\n"
    assert strange_in(ast.parse(code)).reached("f", frozenset({"g"})) is None
    assert strange_in(ast.parse(code + "h = g\n")).reached("f", frozenset({"g"})) is not None
