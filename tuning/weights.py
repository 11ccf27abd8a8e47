"""The evaluations whose weights can be tuned."""

from __future__ import annotations

from typing import Protocol, cast

from stratege.core.kernel import Rules, State
from stratege.core.parts import Evaluation
from stratege.core.registry import GAMES


class Weighted(Evaluation, Protocol):
    """An evaluation that is a sum of features, each with its weight."""

    __file__: str
    WEIGHTS: tuple[int, ...]

    def features(self, rules: Rules, state: State) -> tuple[int, ...]:
        """What is counted of a position."""


def weighted(name: str) -> Weighted:
    """The evaluation of the game of that name; ends the program if it has no weights."""
    evaluation = GAMES[name].evaluation
    if not hasattr(evaluation, "WEIGHTS"):
        raise SystemExit(f"{name} has no weights to tune")
    return cast(Weighted, evaluation)
