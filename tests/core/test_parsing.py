"""Threads that parse at the same time do not disturb each other."""

from __future__ import annotations

import gc
import inspect
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from stratege.core import parsing
from stratege.core.parsing import parse


@pytest.fixture
def busy_collector() -> Iterator[None]:
    """A collector of garbage that comes often and runs Python code, during which threads change."""

    def looked(_phase: str, _info: dict[str, int]) -> None:
        for _step in range(200):
            pass

    threshold, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.callbacks.append(looked)
    gc.set_threshold(50)
    sys.setswitchinterval(1e-5)
    yield
    gc.callbacks.remove(looked)
    gc.set_threshold(*threshold)
    sys.setswitchinterval(interval)


def test_threads_parse_at_the_same_time(busy_collector: None) -> None:
    source = inspect.getsource(inspect)[:40_000].rpartition("\n\n\n")[0]
    with ThreadPoolExecutor(4) as pool:
        trees = list(pool.map(parse, [source] * 40))
    assert {len(tree.body) for tree in trees} == {len(parse(source).body)}


def test_expressions_too() -> None:
    assert parsing.parse("f(1)", mode="eval").body.lineno == 1
    with pytest.raises(SyntaxError):
        parse("f(")
