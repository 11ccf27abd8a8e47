"""A kernel that only passes its arguments on, so that tests can call compiled word operations."""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.core.words import (
    byte_at,
    highest_index,
    lowest_index,
    mirrored,
    popcount,
    put,
    shift_right,
    word_at,
)


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
