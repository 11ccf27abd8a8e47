"""The eight symmetries of a Quixo board: it may be turned and mirrored."""

from __future__ import annotations

from stratege.core.compiling import Table, rule
from stratege.core.words import unsigned
from stratege.games.quixo.kernel import SIZES, moves_of
from stratege.games.square_symmetry import TURNS, turned
from stratege.games.square_symmetry import turn_count as count
from stratege.games.square_symmetry import turned_board as image

__all__ = ["count", "image", "move_image"]


def _move_images() -> Table:
    """For each symmetry, the image of every move, all sizes in a row as in the kernel's tables."""
    images = []
    for number in range(TURNS):
        for n in SIZES:
            moves = moves_of(n)
            ends = [tuple(turned(n, cell, number) for cell in move) for move in moves]
            images += [moves.index((taken, inserted)) for taken, inserted in ends]
    return Table(images)


MOVE_IMAGES = _move_images()
ALL_MOVES = len(MOVE_IMAGES) // TURNS


@rule
def move_image(rules: tuple[int, ...], move: int, number: int) -> int:
    """The move that takes and inserts at the images of both cells."""
    return MOVE_IMAGES[unsigned(number * ALL_MOVES + rules[1] + move)]
