"""Bit operations mean the same interpreted and compiled, the sign bit included."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core import word_calls

from stratege.core import intrinsics, words
from stratege.core.compiling import compiled
from stratege.core.weights import LANES, OWN_ROWS
from stratege.core.wordsize import WIDEST, as_state, as_words, fit_words, from_words

pytestmark = pytest.mark.bounds


WORDS = st.integers(0, (1 << 64) - 1)


class Compiled:
    """Intrinsics can only be called from compiled code; these are."""

    kernel = compiled("tests.core.word_calls")


@given(WORDS)
def test_popcount_and_indices(word: int) -> None:
    (signed,) = as_words((word,))
    assert Compiled.kernel.count(signed) == words.popcount(word)
    assert Compiled.kernel.highest(signed) == words.highest_index(word)
    if word:
        assert Compiled.kernel.lowest(signed) == words.lowest_index(word)


@given(WORDS, st.integers(0, 63))
def test_shift_right_brings_in_zeros(word: int, count: int) -> None:
    (signed,) = as_words((word,))
    assert from_words((Compiled.kernel.shifted(signed, count),)) == (words.shift_right(word, count),)


@given(WORDS)
def test_mirrored_twice_is_the_same_word(word: int) -> None:
    (signed,) = as_words((word,))
    assert from_words((Compiled.kernel.backwards(signed),)) == (words.mirrored(word),)
    assert words.mirrored(words.mirrored(word)) == word


@given(st.tuples(WORDS, WORDS, WORDS), st.integers(0, 2), st.integers(0, 1000))
def test_put_replaces_one_item(state: tuple[int, ...], index: int, value: int) -> None:
    replaced = words.put(state, index, value)
    assert from_words(Compiled.kernel.replaced(as_words(state), index, value)) == replaced
    assert [a == b for a, b in zip(state, replaced)].count(False) <= 1


def test_memory_is_read_byte_by_byte_or_a_word_at_once() -> None:
    numbers = numpy.array([0, 1, 127, -128, -1, *range(80, 95)], numpy.int8)
    for i in range(len(numbers) - 8):  # mostly not at multiples of eight
        address = numbers.ctypes.data + i
        assert Compiled.kernel.byte(address) == words.byte_at(address) == numbers[i]
        expected = int.from_bytes(numbers[i : i + 8].tobytes(), "little")
        assert words.word_at(address) == expected
        assert from_words((Compiled.kernel.word(address),)) == (expected,)


FACTS = st.tuples(*[st.integers(OWN_ROWS, OWN_ROWS + word_calls.SUMMED - 1)] * 4)


@given(FACTS)
def test_a_layer_is_the_same_in_both_lives(facts: tuple[int, ...]) -> None:
    found = word_calls.layered(facts)
    assert found == Compiled.kernel.layered(facts)
    rows = word_calls.LAYER.rows
    sums = [sum(rows[fact][lane] for fact in facts) for lane in range(LANES)]
    held = [sorted((low, one, high))[1] for low, one, high in zip(rows[0], sums, rows[1])]
    assert found == sum(one * factor for one, factor in zip(held, rows[2]))


@given(st.lists(WORDS, max_size=100))
def test_states_come_in_a_few_widths_with_zeros_behind(numbers: list[int]) -> None:
    padded = as_state(tuple(numbers))
    assert from_words(padded) == (*numbers, *[0] * (len(padded) - len(numbers)))
    assert len(padded) in (0, 1, 2, 3, 8, 16, 32, 64, 128)


@given(st.lists(st.integers(0, 1 << 70), max_size=WIDEST))
def test_only_numbers_below_two_to_the_64_are_words(numbers: list[int]) -> None:
    assert fit_words(tuple(numbers)) == all(number < 1 << 64 for number in numbers)


def test_a_state_too_wide_for_the_compiler_is_none_for_it() -> None:
    assert fit_words((1,) * WIDEST)
    assert not fit_words((1,) * (WIDEST + 1))


def test_every_word_operation_has_its_compiled_life() -> None:
    marked = [name for name, value in vars(words).items() if hasattr(value, "__twin__")]
    assert marked
    assert all(hasattr(intrinsics, name) for name in marked)
