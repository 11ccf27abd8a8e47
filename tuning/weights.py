"""The evaluations that can be tuned: a sum of terms with a weight each, or a network."""

from __future__ import annotations

import hashlib
import importlib
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

from stratege.core import weights as files
from stratege.core.files import write_whole
from stratege.core.kernel import Rules, State
from stratege.core.parts import Evaluation
from stratege.core.registry import GAMES
from stratege.core.sources import DATA

FOLDER = Path(tempfile.gettempdir()) / "stratege-tuning"
LINEAR, OWN = "linear", "own"


class Weighted(Evaluation, Protocol):
    """An evaluation that is a sum of features, each with its weight."""

    __file__: str
    WEIGHTS: tuple[int, ...]

    def features(self, rules: Rules, state: State) -> tuple[int, ...]:
        """What is counted of a position."""


class Inputs(Protocol):
    """What a network sees of a position, in two lives like a kernel."""

    __file__: str
    __name__: str
    ROWS: int
    GROUPS: tuple[int, ...]
    """How many rows there are for each fact, after the network's own; of each group one is so."""
    CELLS: tuple[int, ...]
    """Of how many cells a group's rows are the patterns, numbers in base 3, the first cell the lowest digit;
    0 for a group of other facts."""
    SCALE: int
    """By how much a value is more where the odds to win are e times as high."""

    def inputs(self, rules: Rules, state: State) -> tuple[int, ...]:
        """The rows of weights of what is so."""


def weighted(name: str) -> Weighted:
    """The linear evaluation of the game of that name; ends the program if it has none."""
    evaluation = _part(name, "evaluate")
    if not hasattr(evaluation, "WEIGHTS"):
        raise SystemExit(f"{name} has no weights to tune")
    return cast(Weighted, evaluation)


def network_inputs(name: str) -> Inputs:
    """What the game's network sees; ends the program if there is none."""
    return cast(Inputs, _part(name, "inputs"))


def network_file(name: str) -> Path:
    """The module of the game's network, beside which its weights stand."""
    return Path(network_inputs(name).__file__).with_name("network.py")


def _part(name: str, part: str) -> ModuleType:
    package = GAMES[name].kernel.__name__.rpartition(".")[0]
    try:
        return importlib.import_module(f"{package}.{part}")
    except ModuleNotFoundError:
        raise SystemExit(f"{name} has nothing to tune: there is no {package}.{part}") from None


class Source(bytes):
    """What is in a module that judges: a changed copy of a game's evaluate.py, tried without touching it."""


Judge = str | bytes | Source
"""Who judges: `linear` terms, the game's `own` evaluation, a network by what is in its file of weights, or a
module by what is in its file."""


def judge_of(text: str, name: str) -> Judge:
    """Who is meant by a command's words, in the game of that name; of a file, that it can be used is seen."""
    path = Path(text)
    if text in (LINEAR, OWN):
        return text
    if path.suffix == ".py":
        return Source(path.read_bytes())
    files.read(path, name, network_inputs(name).ROWS)
    return path.read_bytes()


def module_of(name: str, judge: Judge) -> str:
    """The module of who judges."""
    if isinstance(judge, Source):
        return written(f"{name}_{hashlib.sha256(judge).hexdigest()[:16]}", {".py": judge})
    if isinstance(judge, bytes):
        module = f"{name}_{hashlib.sha256(judge).hexdigest()[:16]}"
        return written(module, {DATA: judge, ".py": network_file(name).read_bytes()})
    return weighted(name).__name__ if judge == LINEAR else GAMES[name].evaluation.__name__


def written(module: str, contents: Mapping[str, bytes]) -> str:
    """Make a module of its own of these contents, by suffix: compiled, its weights are constants."""
    FOLDER.mkdir(exist_ok=True)
    for suffix, content in contents.items():
        file = FOLDER / (module + suffix)
        if not file.exists() or file.read_bytes() != content:
            write_whole(file, content)
    if str(FOLDER) not in sys.path:
        sys.path.insert(0, str(FOLDER))
    importlib.invalidate_caches()
    return module
