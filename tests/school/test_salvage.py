"""A mistake of syntax in one function does not cost the others."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.school.salvage import salvaged
from stratege.school.syntax import Unreadable

RIGHT = '''import math


@cached
def first(n):
    """A text
at the margin
    """
    return n


if math.pi > 3:
    x = 1
else:
    x = 2


def last(n):
    return (n +
1)
'''
BROKEN = {
    "colon": ("def f(n)\n    return n\n", 1),
    "bracket": ("def f(n):\n    x = (n + 1\n    return x\n", 2),
    "operator": ("def f(n):\n    if n =< 3:\n        return 1\n", 2),
    "assignment": ("def f(n):\n    if n = 3:\n        return 1\n", 2),
    "indent": ("def f(n):\n    x = 1\n      y = 2\n", 3),
    "nothing": ("def f(n):\n\n", 2),
    "text": ("def f(n):\n    return 'n\n", 2),
    "long text": ('def f(n):\n    """n\n    return n\n', 2),
    "tabs": ("def f(n):\n\tif n:\n        return 1\n\treturn 2\n", 3),
}


def test_what_is_python_stays_as_it_is() -> None:
    found = salvaged(RIGHT)
    assert (found.source, found.broken) == (RIGHT, {})
    assert found.lacks("f") is None


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("before", ["", RIGHT])
def test_only_the_broken_function_is_left_out(name: str, before: str) -> None:
    code, line = BROKEN[name]
    found = salvaged(before + code + RIGHT)
    assert set(found.facts.functions) == {"first", "last"}
    fault = found.lacks("f")
    assert fault is not None
    assert (fault.kind, fault.values["line"]) == ("syntax", before.count("\n") + line)
    assert found.lacks("other") is None
    lines = found.source.splitlines()
    assert len(lines) == (before + code + RIGHT).count("\n")  # they keep their numbers
    assert lines[-2:] == RIGHT.splitlines()[-2:]


def test_a_file_without_a_function_is_broken_as_a_whole() -> None:
    found = salvaged("Dear teacher,\nI have not had the time.\n")
    assert found.lacks("anything") is not None


@given(st.lists(st.sampled_from([*RIGHT.splitlines(), *"(['\"\\@:", "    x", "def f(:", "\t", "\f", "\r"])))
def test_anything_is_read_or_refused(lines: list[str]) -> None:
    try:
        found = salvaged("\n".join(lines))
    except Unreadable:
        return
    ast.parse(found.source)


def test_a_long_file_of_nonsense_takes_no_time() -> None:
    with pytest.raises(Unreadable) as refused:
        salvaged("x = (\n" * 30_000)
    assert refused.value.fault.kind == "syntax"
