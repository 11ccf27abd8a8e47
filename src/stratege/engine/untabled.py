"""The tables of a game that has none which compiled code could ask (see `core.kernel.Endgame`)."""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule

UNKNOWN = -128


@rule
def final_margin(
    rules: tuple[int, ...], state: tuple[int, ...], arrays: MutableSequence[int], start: int
) -> int:
    """Nothing is known."""
    return UNKNOWN
