"""A binary arithmetic coder: yes-or-no decisions, each with its probability, as one number of many digits.

All that is coded is an interval of 32-bit numbers, `low` to `high`. A decision cuts it in two, in proportion
to the two probabilities, and keeps the part of what was decided: likely decisions hardly shorten it. Bytes at
the front that `low` and `high` share will never change; they are written, and both shift left. Who reads has
the same interval, a `window` of the 32 bits at hand, and sees which part the window is in. Behind the last
byte everyone imagines zeros.

The interval is never wider than its digits, so no carry ever runs back into bytes already written. All
numbers are below 2^48: Python's integers and the machine's agree on every machine.
"""

from __future__ import annotations

from typing import Any

from stratege.core.compiling import rule
from stratege.core.words import unsigned

Array = Any  # an ndarray here, whose element type and shape the compiler needs and mypy cannot see

WRITE, READ, MEASURE = 0, 1, 2
"""What is being done: the same loop does all three, so the two directions cannot disagree."""

LOW, HIGH, WINDOW, AT, COST, REGISTERS = range(6)
"""The coder's state: the interval, the bits being read, where on the tape, what was spent if measured."""

WORD_BITS = 32
WORD = (1 << WORD_BITS) - 1
WORD_BYTES = WORD_BITS // 8
CHANCE_BITS = 16
CERTAIN = 1 << CHANCE_BITS
LEAST = 16
"""No decision is surer than this of 65536: a surprise costs 12 bits at most, and every decision something."""


@rule
def decided(registers: Array, tape: Array, mode: int, chance: int, bit: int) -> int:
    """Write the decision `bit`, 1 with this chance of 65536, or read it; `bit` is ignored then.

    A decision moves at most four bytes. Bytes read behind the end of the tape are zeros.
    """
    low, high = int(registers[LOW]), int(registers[HIGH])
    middle = low + ((high - low) * chance >> CHANCE_BITS)
    if mode == READ:
        bit = 1 if int(registers[WINDOW]) <= middle else 0
    if bit == 1:
        high = middle
    else:
        low = middle + 1
    while (low ^ high) >> (WORD_BITS - 8) == 0:
        at = int(registers[AT])
        if mode == READ:
            byte = int(tape[unsigned(at)]) if at < len(tape) else 0
            registers[WINDOW] = (int(registers[WINDOW]) << 8 & WORD) | byte
        else:
            tape[unsigned(at)] = low >> (WORD_BITS - 8)
        registers[AT] = at + 1
        low = low << 8 & WORD
        high = (high << 8 & WORD) | 255
    registers[LOW] = low
    registers[HIGH] = high
    return bit


@rule
def begin_reading(registers: Array, tape: Array) -> None:
    """Fill the window."""
    for _byte in range(WORD_BYTES):
        at = int(registers[AT])
        byte = int(tape[unsigned(at)]) if at < len(tape) else 0
        registers[WINDOW] = int(registers[WINDOW]) << 8 | byte
        registers[AT] = at + 1


def last_bytes(low: int, high: int) -> bytes:
    """The fewest bytes that, with zeros behind them, are inside the interval.

    >>> last_bytes(0, 5), last_bytes(1, 0x01000000), last_bytes(0x00FFFFF0, 0x01000000)
    (b'', b'\\x01', b'\\x01')
    """
    for count in range(WORD_BYTES):
        step = 1 << (WORD_BITS - 8 * count)
        number = -(-low // step) * step
        if number <= high:
            return number.to_bytes(WORD_BYTES + 1, "big")[1 : 1 + count]
    return low.to_bytes(WORD_BYTES, "big")
