"""How likely a decision is: what several contexts remember, mixed, corrected, and learned from.

A *context* is what can be seen before a decision; for each there is a *slot*, which remembers how often the
decision was 1 there, and how sure that is:

    slot = chance << 9 | count        chance of 2^22; count of decisions seen, 511 at most

A new slot believes its first decisions at once (rate 1/1.6, 1/2.6, 1/3.6, …) and is slow to change its mind
later.

Six contexts of growing size each give a chance. Their opinions are added on the scale where evidence adds up,
the *logit* ln(p / (1 - p)), each with a weight (logistic mixing). After the decision each weight moves by its
opinion times the error: who was right is trusted more. There is one set of weights for each number of
contexts that have been met before, as larger contexts are the better ones once they are known, and worthless
until then.

Last comes a *correction*: a table, for a small context, of what really happened when the mixture said so. The
mean of the mixture and the correction is what gets coded.

Everything is an integer: logits are in 256ths, chances of 2^16 or 2^22, weights of 2^16. The tables of logits
are computed with integers too, so that every machine has the same.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy

from stratege.core.compiling import rule
from stratege.core.words import pointer_to, unsigned
from stratege.images.coder import CERTAIN, CHANCE_BITS, COST, LEAST, MEASURE, decided

Array = Any

INPUTS = 6
SETS = INPUTS + 1

COUNT_BITS = 9
MOST_COUNTED = (1 << COUNT_BITS) - 1
SLOT_BITS = 22
NEW_SLOT = 1 << (SLOT_BITS + COUNT_BITS - 1)

STRETCH_BITS = 12
FURTHEST = 2816  # logits are -11 to 11, in 256ths
BIN_BITS = 8
BIN = 1 << BIN_BITS
BINS = 2 * FURTHEST // BIN + 1

WEIGHT_BITS = 16
FIRST_WEIGHT = 1 << (WEIGHT_BITS - 2)  # a quarter
WEIGHT_RATE = 16
HALF_STEP = 1 << (WEIGHT_RATE - 1)
CORRECTION_RATE = 7
RATE_BITS = 16
COST_SHIFT = 4

SMALL_BITS = 12
SMALLS = 1 << SMALL_BITS
LOW_30 = (1 << 30) - 1
FACTOR, NODE_FACTOR = 0x4F1BBCDD, 0x2545F491  # odd, of 31 bits that look random


@rule
def bare(model: Array) -> Array:
    """The model as pointers, which nobody counts: unpacking arrays costs more than using them."""
    slots, weights, corrections, places, opinions, stretch, squash, rates = model
    return (
        pointer_to(slots),
        pointer_to(weights),
        pointer_to(corrections),
        pointer_to(places),
        pointer_to(opinions),
        pointer_to(stretch),
        pointer_to(squash),
        pointer_to(rates),
    )


@rule
def decide(model: Array, coder: Array, mode: int, kind: int, small: int, bit: int) -> int:
    """Code one decision whose slots are at `places`, and learn from it.

    Weights are for decisions of this kind only; `small` is the correction's context.
    """
    slots, weights, corrections, places, opinions, stretch, squash, _rates = model
    registers, tape, costs = coder
    known = 0
    for i in range(INPUTS):
        slot = int(slots[unsigned(places[i])])
        known += 1 if slot & MOST_COUNTED > 1 else 0
        opinions[i] = stretch[unsigned(slot >> (COUNT_BITS + SLOT_BITS - STRETCH_BITS))]
    first = (kind * SETS + known) * INPUTS
    total = 0
    for i in range(INPUTS):
        total += int(opinions[i]) * int(weights[unsigned(first + i)])
    total = min(max(total >> WEIGHT_BITS, -FURTHEST), FURTHEST - 1) + FURTHEST
    mixed = int(squash[unsigned(total)])
    corner, part = small * BINS + (total >> BIN_BITS), total & (BIN - 1)
    before, after = int(corrections[unsigned(corner)]), int(corrections[unsigned(corner + 1)])
    corrected = (before * (BIN - part) + after * part) >> (BIN_BITS + SLOT_BITS - CHANCE_BITS)
    chance = min(max((mixed + corrected) >> 1, LEAST), CERTAIN - LEAST)
    if mode == MEASURE:
        registers[COST] += costs[unsigned((chance if bit == 1 else CERTAIN - chance) >> COST_SHIFT)]
    else:
        bit = decided(registers, tape, mode, chance, bit)
    learn(model, first, corner + (part >> (BIN_BITS - 1)), mixed, bit)
    return bit


@rule
def learn(model: Array, first: int, nearest: int, mixed: int, bit: int) -> None:
    """Move weights, slots and the correction towards what was decided."""
    slots, weights, corrections, places, opinions, _stretch, _squash, rates = model
    error = (bit << CHANCE_BITS) - mixed
    truth = (bit << SLOT_BITS) - bit
    for i in range(INPUTS):
        change = (int(opinions[i]) * error + HALF_STEP) >> WEIGHT_RATE
        weights[unsigned(first + i)] = int(weights[unsigned(first + i)]) + change
    for i in range(INPUTS):
        slot = int(slots[unsigned(places[i])])
        count, chance = slot & MOST_COUNTED, slot >> COUNT_BITS
        chance += (truth - chance) * int(rates[unsigned(count)]) >> RATE_BITS
        slots[unsigned(places[i])] = chance << COUNT_BITS | min(count + 1, MOST_COUNTED)
    old = int(corrections[unsigned(nearest)])
    corrections[unsigned(nearest)] = old + ((truth - old) >> CORRECTION_RATE)


@rule
def stirred(key: int, more: int) -> int:
    """A hash of 30 bits of such a hash and a number below 2^30; no product here reaches 2^62."""
    return ((key ^ more * NODE_FACTOR & LOW_30) * FACTOR >> 15) & LOW_30


@rule
def ask(model: Array, coder: Array, keys: Array, mode: int, bits: int, kind: int, node: int, bit: int) -> int:
    """Code a decision, its slots and its correction found by hashes of the contexts' keys and the node."""
    places = model[3]
    for i in range(INPUTS):
        places[i] = (i << bits) + (stirred(int(keys[i]), node) & ((1 << bits) - 1))
    return decide(model, coder, mode, kind, stirred(int(keys[0]), node) & (SMALLS - 1), bit)


def new_model(slots: int, kinds: int, smalls: int) -> tuple[Any, ...]:
    """What is known at first, with so many slots, kinds of decisions, contexts of the correction: nothing."""
    stretch, squash, rates = tables()
    as_they_are = squash[::BIN].astype(numpy.int32) << (SLOT_BITS - CHANCE_BITS)
    return (
        numpy.full(slots, NEW_SLOT, numpy.int32),
        numpy.full(kinds * SETS * INPUTS, FIRST_WEIGHT, numpy.int32),
        numpy.tile(as_they_are, smalls),
        numpy.zeros(INPUTS, numpy.int32),
        numpy.zeros(INPUTS, numpy.int32),
        stretch,
        squash,
        rates,
    )


@cache
def tables() -> tuple[Any, Any, Any]:
    """Logit of a chance in 4096ths, chance of a logit, rate after so many decisions."""
    squash = numpy.array(logistic_curve(), numpy.int32)
    middles = (numpy.arange(1 << STRETCH_BITS) << (CHANCE_BITS - STRETCH_BITS)) + 8
    stretch = (numpy.searchsorted(squash, middles) - FURTHEST).astype(numpy.int16)
    rates = [10 * (1 << RATE_BITS) // (10 * count + 16) for count in range(MOST_COUNTED + 1)]
    return stretch, squash, numpy.array(rates, numpy.int32)


def logistic_curve() -> list[int]:
    """65536 / (1 + e^(-k / 256)) rounded down, for k from -2816 to 2816.

    e^(1 / 256) to 60 binary places is a sum of integers, its powers products of integers.

    >>> curve = logistic_curve()
    >>> curve[FURTHEST], curve[FURTHEST + 256], curve[FURTHEST - 256]  # e / (1 + e) is 0.731059
    (32768, 47910, 17625)
    """
    one = 1 << 60
    root, term = one, one
    for k in range(1, 12):
        term //= 256 * k
        root += term
    powers = [one]
    for _step in range(FURTHEST):
        powers.append(powers[-1] * root >> 60)
    below = [CERTAIN * one // (one + power) for power in powers[:0:-1]]
    return below + [CERTAIN * power // (one + power) for power in powers]
