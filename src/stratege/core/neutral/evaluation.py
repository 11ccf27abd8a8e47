"""No judgement short of the end: the search looks for won and lost positions only."""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule

UNIT = ""
EXCHANGES = 0
CONTEMPT = 0
MARGIN = 0
PASSES = 0
OPTIMISM = 0


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Nothing is known before the end."""
    return 0


@rule
def liked(rules: tuple[int, ...], state: tuple[int, ...], turn: int) -> int:
    """One board is as good as another."""
    return 0


@rule
def passed(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """Nobody passes."""
    return state


@rule
def prospects(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """There is nothing to tell."""
    return 0


@rule
def matters(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> bool:
    """Only its rank tells how much a move matters."""
    return False


@rule
def captures(
    rules: tuple[int, ...], state: tuple[int, ...], prospects: int, out: MutableSequence[int], start: int
) -> int:
    """No move captures anything."""
    return start


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int, prospects: int) -> int:
    """No move looks better than another."""
    return 0
