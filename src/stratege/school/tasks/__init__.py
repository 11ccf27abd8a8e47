"""The questions in our own words, hints in steps, the paper's programs with their gaps; one file a paper."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from stratege.core.language import current


@dataclass(frozen=True)
class Task:
    """What a question asks for, each text by its language."""

    en: str
    fr: str
    hints: Mapping[str, list[str]] = field(default_factory=dict)
    start: str = ""
    solution: str = ""

    @property
    def words(self) -> str:
        """The question, in the current language."""
        return self.fr if current() == "fr" else self.en

    @property
    def steps(self) -> list[str]:
        """The hints, the slightest first, in the current language."""
        return self.hints["fr" if current() == "fr" else "en"]


@cache
def tasks(paper: str) -> dict[str, Task]:
    """The tasks of a paper by the names of its questions (`Table.name_of`).

    >>> tasks("002")["Q3"].hints["en"][1]
    '`[x] * k` repeats a value `k` times.'
    """
    text = files(__package__).joinpath(f"{paper}.toml").read_text(encoding="utf-8")
    return {name: Task(**entry) for name, entry in tomllib.loads(text).items()}
