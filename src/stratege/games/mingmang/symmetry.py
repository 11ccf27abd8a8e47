"""The eight symmetries of a Ming Mang board; one of them leaves the start as it is."""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.games.square_symmetry import turn_count as count
from stratege.games.square_symmetry import turned
from stratege.games.square_symmetry import turned_board as image

__all__ = ["count", "image", "move_image"]


@rule
def move_image(rules: tuple[int, ...], move: int, number: int) -> int:
    """The move between the images of both cells."""
    origin = turned(rules[0], move >> rules[3], number)
    return origin << rules[3] | turned(rules[0], move & (1 << rules[3]) - 1, number)
