"""Numbers one after the other (the lengths of runs, the sides of rectangles, colours) as yes-or-no decisions.

An *item* has a few numbers below 2^31. Of each the length in bits comes first, as six decisions, then the
bits below the highest. The contexts, of which each is for one of the item's numbers only, are what came
before:

    1   nothing                                    4   both
    2   about how large the two of 3 are           5   the last two of this kind
    3   the number before it, in the item,         6   the last three of this kind, and the number before it
        or else the last one of this kind
"""

from __future__ import annotations

from typing import Any

from stratege.core.compiling import rule
from stratege.core.words import highest_index, unsigned
from stratege.images.mixing import ask, bare, stirred

Array = Any

REMEMBERED = 3
LENGTH_BITS = 6
MOST_BITS = 31
KINDS = 2
FEWEST_DECISIONS, MOST_DECISIONS = LENGTH_BITS, LENGTH_BITS + MOST_BITS - 1
MOST_PREFIX = 1 << 22
MOST_STIRRED = (1 << 30) - 1


@rule
def see_before(keys: Array, field: int, beside: int, last: int, second: int, third: int) -> None:
    """The contexts, as keys."""
    beside, last = min(beside, MOST_STIRRED), min(last, MOST_STIRRED)
    second, third = min(second, MOST_STIRRED), min(third, MOST_STIRRED)
    sizes = (highest_index(beside) + 1) * 64 + highest_index(last) + 1
    keys[0] = stirred(1, field)
    keys[1] = stirred(stirred(2, field), sizes)
    keys[2] = stirred(stirred(3, field), beside if field > 0 else last)
    keys[3] = stirred(stirred(stirred(4, field), beside), last)
    keys[4] = stirred(stirred(stirred(5, field), last), second)
    keys[5] = stirred(stirred(stirred(stirred(stirred(6, field), last), second), third), beside)


@rule
def code_number(model: Array, coder: Array, keys: Array, mode: int, bits: int, number: int) -> int:
    """Code a number whose contexts are seen; one that is read is below 2^31 whatever the file holds."""
    length = highest_index(number) + 1
    node = 1
    for k in range(LENGTH_BITS - 1, -1, -1):
        node = node << 1 | ask(model, coder, keys, mode, bits, 0, node, length >> k & 1)
    length = min(node - (1 << LENGTH_BITS), MOST_BITS)
    if length == 0:
        return 0
    prefix = 1
    for k in range(length - 2, -1, -1):
        node = min(prefix, MOST_PREFIX) << LENGTH_BITS | length
        prefix = prefix << 1 | ask(model, coder, keys, mode, bits, 1, node, number >> k & 1)
    return prefix


@rule
def code_items(
    items: Array, recent: Array, model: Array, coder: Array, keys: Array, mode: int, bits: int
) -> None:
    """Code items, whose numbers are `items[field, item]`; `recent` goes on from one call to the next."""
    fields, count = items.shape
    model = bare(model)
    for k in range(count):
        beside = int(recent[fields - 1, 0])
        for field in range(fields):
            last, second, third = int(recent[field, 0]), int(recent[field, 1]), int(recent[field, 2])
            see_before(keys, field, beside, last, second, third)
            beside = code_number(model, coder, keys, mode, bits, int(items[unsigned(field), unsigned(k)]))
            items[unsigned(field), unsigned(k)] = beside
        for field in range(fields):
            recent[field, 2] = recent[field, 1]
            recent[field, 1] = recent[field, 0]
            recent[field, 0] = items[unsigned(field), unsigned(k)]
