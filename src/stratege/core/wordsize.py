"""Between Python's integers and the 64-bit words of compiled kernels."""

from __future__ import annotations

WORD = 1 << 64
SIGN = 1 << 63
EXACT = 3  # words of a state that are given as they are; the fastest games need no more
LEAST = 8  # words of any other state
WIDEST = (
    128  # words of a state that are worth compiling for: a quarter of a minute, and each doubling doubles it
)


def fit_words(*tuples: tuple[int, ...]) -> bool:
    """Whether all are few numbers that can be 64-bit words, so that compiled code can work on them."""
    return all(len(numbers) <= WIDEST and all(number < WORD for number in numbers) for numbers in tuples)


def as_words(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers as compiled code sees them, where the highest bit of a word is the sign."""
    return tuple(number - WORD if number >= SIGN else number for number in numbers)


def as_state(numbers: tuple[int, ...], least: int = 0) -> tuple[int, ...]:
    """A state, or what repetition compares of one, as compiled code takes it: `least` words or more."""
    return as_words(widened(numbers, least))


def widened(numbers: tuple[int, ...], least: int = 0) -> tuple[int, ...]:
    """A state in one of the few widths that wide states come in, with zeros behind.

    Code is compiled anew for each width. The kernels know from their rules how far to look.
    """
    length = max(len(numbers), least)
    width = length if length <= EXACT else max(LEAST, 1 << (length - 1).bit_length())
    return numbers + (0,) * (width - len(numbers))


def from_words(words: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that compiled code gave back, as non-negative Python integers."""
    return tuple(int(word) % WORD for word in words)
