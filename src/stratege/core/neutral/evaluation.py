"""No judgement short of the end: the search looks for won and lost positions only."""

from __future__ import annotations

from stratege.core.compiling import rule

UNIT = ""
EXCHANGES = 0
CONTEMPT = 0


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Nothing is known before the end."""
    return 0


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> int:
    """No move looks better than another."""
    return 0
