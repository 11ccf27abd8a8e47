"""The tables of a game that has none which compiled code could ask."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import TYPE_CHECKING, Any

from stratege.core.compiling import rule

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNKNOWN = -128


def arrays(rules: tuple[int, ...], data: Callable[[str], NDArray[Any] | None]) -> tuple[()]:
    """There are none."""
    return ()


@rule
def final_margin(
    rules: tuple[int, ...], state: tuple[int, ...], arrays: MutableSequence[int], start: int
) -> int:
    """Nothing is known."""
    return UNKNOWN
