"""No symmetry but the identity."""

from __future__ import annotations

from stratege.core.compiling import rule


@rule
def count(rules: tuple[int, ...]) -> int:
    """The identity alone."""
    return 1


@rule
def image(rules: tuple[int, ...], state: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The state itself."""
    return state


@rule
def move_image(rules: tuple[int, ...], move: int, number: int) -> int:
    """The move itself."""
    return move
