"""A kernel that only passes its arguments on, so that tests can call compiled word operations."""

from __future__ import annotations

import random
from array import array

from stratege.core.compiling import rule
from stratege.core.weights import LANES, OWN_ROWS, Rows
from stratege.core.words import (
    byte_at,
    highest_index,
    layer,
    lowest_index,
    mirrored,
    popcount,
    put,
    shift_right,
    word_at,
)

SUMMED = 20


def _rows() -> Rows:
    """Any rows, of which four cannot sum to more than 16 bits hold."""
    draw = random.Random(1)
    lanes = [draw.randint(-8191, 8191) for _lane in range(LANES * (OWN_ROWS + SUMMED))]
    least, most = sorted(lanes[:LANES]), sorted(lanes[LANES : 2 * LANES])
    lanes[: 2 * LANES] = [*map(min, least, most), *map(max, least, most)]
    return Rows(array("h", lanes))


LAYER = _rows()


@rule
def count(word: int) -> int:
    return popcount(word)


@rule
def lowest(word: int) -> int:
    return lowest_index(word)


@rule
def highest(word: int) -> int:
    return highest_index(word)


@rule
def shifted(word: int, places: int) -> int:
    return shift_right(word, places)


@rule
def backwards(word: int) -> int:
    return mirrored(word)


@rule
def replaced(state: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return put(state, index, value)


@rule
def byte(address: int) -> int:
    return byte_at(address)


@rule
def word(address: int) -> int:
    return word_at(address)


@rule
def layered(rows: tuple[int, ...]) -> int:
    return layer(LAYER, rows)
