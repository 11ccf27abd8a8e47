"""The papers, and the functions each of them names: what the manifest says, and what the code adds to it."""

from __future__ import annotations

import importlib
import inspect
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

MANIFEST = Path(__file__).parent / "manifest"


@dataclass(frozen=True)
class Function:
    """A function that a paper names.

    A pure one gives its result and changes nothing. `arguments` are values to begin with, each written as a
    Python literal; one that asks at the keyboard has none.
    """

    module: str
    question: str
    name: str
    signature: str
    pure: bool
    arguments: tuple[str, ...] = ()

    @property
    def callable(self) -> bool:
        """Whether anybody may try it: it needs nobody at the keyboard."""
        return self.pure or bool(self.arguments)

    @property
    def full_name(self) -> str:
        """The name with its module's, since two exercises of a paper may share one."""
        return f"{self.module}.{self.name}"

    @property
    def code(self) -> Callable[..., Any]:
        """The function itself."""
        found: Callable[..., Any] = getattr(module_of(self.module), self.name)
        return found

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters."""
        return tuple(inspect.signature(self.code).parameters)

    @property
    def documentation(self) -> str:
        """Its docstring."""
        return inspect.getdoc(self.code) or ""

    @property
    def source(self) -> str:
        """How it is written."""
        return inspect.getsource(self.code)


@dataclass(frozen=True)
class Paper:
    """A paper: its functions are in the order of its questions."""

    number: str
    title: str
    functions: tuple[Function, ...]
    source: str = ""
    year: int | None = None

    def function(self, full_name: str) -> Function | None:
        """The function `module.name`, if the paper names it."""
        return next((one for one in self.functions if one.full_name == full_name), None)

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that answer it, in the order of its exercises."""
        return tuple(dict.fromkeys(one.module for one in self.functions))


def module_of(name: str) -> ModuleType:
    """The module that answers a paper's exercise."""
    return importlib.import_module(f"stratege.exams.{name}")


@cache
def papers() -> dict[str, Paper]:
    """Every paper by its number.

    >>> papers()["002"].function("chomp.joue").arguments
    ('[5, 5, 5]', '(1, 3)')
    """
    read = (tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(MANIFEST.glob("*.toml")))
    return {paper.number: paper for paper in map(_paper, read)}


def _paper(read: dict[str, Any]) -> Paper:
    functions = tuple(
        Function(**{**entry, "arguments": tuple(entry.get("arguments", ()))}) for entry in read["function"]
    )
    return Paper(read["paper"], read["title"], functions, read.get("source", ""), read.get("year"))
