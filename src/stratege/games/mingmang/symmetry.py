"""The eight symmetries of a Ming Mang board; one of them leaves the start as it is."""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.games.boards import TURNS, turned, turned_cells


@rule
def count(rules: tuple[int, ...]) -> int:
    """Four turns, each mirrored or not."""
    return TURNS


@rule
def image(rules: tuple[int, ...], state: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The board turned."""
    return turned_cells(rules[0], state[0], number), turned_cells(rules[0], state[1], number)


@rule
def move_image(rules: tuple[int, ...], move: int, number: int) -> int:
    """The move between the images of both cells."""
    origin = turned(rules[0], move >> rules[3], number)
    return origin << rules[3] | turned(rules[0], move & (1 << rules[3]) - 1, number)
