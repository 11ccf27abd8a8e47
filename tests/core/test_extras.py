"""What can be left out is said in one place, which says the same as `pyproject.toml`."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from stratege.core.extras import (
    EXTRAS,
    JOINED,
    PURPOSES,
    MissingExtra,
    extra_of,
    missing_modules,
    require,
    told_as_missing,
)

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED: dict[str, list[str]] = PROJECT["optional-dependencies"]


def plain(name: str) -> str:
    """A distribution's name as all write it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=; ]", name)[0]).lower()


def test_the_extras_are_those_of_the_package() -> None:
    assert set(EXTRAS) == set(PURPOSES) == set(DECLARED) - {"all"}
    owners = metadata.packages_distributions()
    for extra, modules in EXTRAS.items():
        brought = {plain(line) for line in DECLARED[extra] if not line.startswith("stratege[")}
        own = {plain(name) for module in modules for name in owners[module]}
        assert brought - {"pygments", "markdown-it-py"} <= own, extra  # which Rich brings too
        direct = [line for line in DECLARED[extra] if line.startswith("stratege[")]
        named = {name for line in direct for name in line[9:-1].split(",")}
        assert named == set(JOINED.get(extra, ())), extra


def test_all_is_all() -> None:
    reached, new = set(), {name for line in DECLARED["all"] for name in line[9:-1].split(",")}
    while new:
        reached |= new
        new = {other for name in new for other in JOINED.get(name, ())} - reached
    assert reached == set(EXTRAS)


def test_what_is_missing_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRAS, "engine", ("numba", "no_such_module"))
    assert missing_modules("engine") == missing_modules("archive") == ["no_such_module"]
    with pytest.raises(MissingExtra, match=r"needs no_such_module.*'stratege\[archive\]'") as caught:
        require("archive")
    assert isinstance(caught.value, ImportError)
    error = ModuleNotFoundError("no", name="no_such_module.part")
    assert extra_of(error) == "engine"
    assert "stratege[engine]" in told_as_missing(error)


def test_what_no_extra_brings_is_an_error_like_any_other() -> None:
    error = ModuleNotFoundError("no", name="somebody_elses")
    with pytest.raises(ModuleNotFoundError):
        told_as_missing(error)
