"""Rules that compile in no time, for tests of what becomes of their machine code."""

from __future__ import annotations

from stratege.core.compiling import rule


@rule
def double(number: int) -> int:
    """Twice the number."""
    return 2 * number


@rule
def sextuple(number: int) -> int:
    """Six times the number."""
    return 3 * double(number)
