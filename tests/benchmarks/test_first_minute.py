"""The first minute is measured where nothing was ever compiled, and told beside what it was before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from benchmarks.startup import first_minute
from benchmarks.startup.first_minute import GAMES, ROOT, fresh, in_terminal, report

from stratege.core import registry


def test_a_fresh_home_knows_nothing_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STRATEGE_CACHE", "STRATEGE_TABLES", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "/somewhere")
    surroundings = fresh(ROOT, str(tmp_path))
    assert surroundings["HOME"] == str(tmp_path)
    assert surroundings["PYTHONPATH"] == str(ROOT / "src")
    assert not [name for name in surroundings if name.startswith(("STRATEGE_", "XDG_"))]
    assert set(GAMES) == set(registry.GAMES)


def test_figures_stand_beside_those_before() -> None:
    told = report({"a": 1.234, "b": 2.0}, {"a": 45.6}, "version abc")
    assert "Before: version abc." in told.summary
    assert told.tables[0].rows == [["a", "45.60", "1.23"], ["b", "", "2.00"]]


def test_a_command_is_timed_from_its_first_words_to_its_end() -> None:
    first, whole = in_terminal(ROOT, ["games"])
    assert 0 < first <= whole


def test_a_few_are_measured_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def pretend(checkout: Path, measure: object) -> tuple[float, float]:
        asked.append(repr(measure))
        return 1.0, 2.0

    monkeypatch.setattr(first_minute, "on_fresh_server", pretend)
    monkeypatch.setattr(first_minute, "in_terminal", lambda checkout, words: (0.1, 0.2))
    figures = first_minute.measured(ROOT, quick=True)
    assert figures["the server's address"] == 1.0
    assert figures["first picture"] == 2.0
    assert len(asked) == 5
    assert len(first_minute.measured(ROOT)) == len(GAMES) * 4 + 7


@pytest.mark.parametrize("end", ["ready", "failed"])
def test_a_preparation_that_failed_is_no_figure(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter([{"state": "working"}, {"state": end, "words": "No space left."}])

    async def get(_path: str) -> SimpleNamespace:
        return SimpleNamespace(json=lambda: next(told))

    @asynccontextmanager
    async def visitor(_address: str) -> AsyncIterator[SimpleNamespace]:
        yield SimpleNamespace(get=get)

    monkeypatch.setattr(first_minute, "visitor", visitor)
    if end == "ready":
        assert asyncio.run(first_minute.everything_prepared("")) > 0
    else:
        with pytest.raises(RuntimeError, match="No space"):
            asyncio.run(first_minute.everything_prepared(""))
