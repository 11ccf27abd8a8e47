"""The tables against the rules: each entry derived anew from its successors, with the kernel's own moves.

Nothing here shuffles bits. Only the place of a board (`indexing.locate`) is shared with the fast way.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.kernel import GOES_ON, UNBOUND, Kernel, Rules, State
from stratege.core.words import popcount, shift_right
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, bit_at, word_address
from stratege.games.quixo.retrograde.distances import DRAW, LOSS, WIN
from stratege.games.quixo.retrograde.indexing import IndexTables, board, locate

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

kernel: Kernel = UNBOUND

CONTRADICTION = 2


@rule
def result_of(chart: IndexTables, words: Numbers, below: Numbers, cubes: int, state: State) -> int:
    """1, 0 or -1 for a board of this layer or the one below, as the tables have it."""
    layer = words if popcount(state[0] | state[1]) == cubes else below
    many, entry = popcount(state[0] | state[1]), locate(chart, state[0], state[1])
    return bit_at(layer, many, entry, WON) - bit_at(layer, many, entry, LOST)


@rule
def stored_result(words: Numbers, cubes: int, entry: int) -> int:
    """1, 0 or -1 as stored; anything else if the sets, or the copies in a word of few cubes, disagree."""
    won, lost = bit_at(words, cubes, entry, WON), bit_at(words, cubes, entry, LOST)
    if won & lost != 0:
        return CONTRADICTION
    if cubes < WORD_BITS:
        step = 1 << cubes
        for which in (WON, LOST):
            word = words[word_address(cubes, entry >> cubes, 0, which)]
            for i in range(step, 64, step):
                if shift_right(word, i + (entry & step - 1)) & 1 != bit_at(words, cubes, entry, which):
                    return CONTRADICTION
    return won - lost


@rule
def derived_result(
    rules: Rules,
    chart: IndexTables,
    words: Numbers,
    below: Numbers,
    cubes: int,
    state: State,
    out: MutableSequence[int],
) -> int:
    """1, 0 or -1 as it follows from the successors."""
    reason = kernel.finished(rules, state)
    if reason != GOES_ON:
        return kernel.result(rules, state, reason)
    best = -1
    for i in range(kernel.moves(rules, state, out, 0)):
        after = result_of(chart, words, below, cubes, kernel.play(rules, state, out[i]))
        best = max(best, -after)
        if best == 1:
            return best
    return best


@rule
def first_wrong_result(
    rules: Rules,
    chart: IndexTables,
    blocks: Numbers,
    words: Numbers,
    below: Numbers,
    first: int,
    last: int,
    entries: Numbers,
    out: MutableSequence[int],
) -> int:
    """The first wrong entry among `entries[first:last]`, or from `first` to `last` if there are none; -1."""
    cubes = chart.cells - popcount(blocks[0])
    for i in range(first, last):
        entry = entries[i] if len(entries) > 0 else i
        state = board(chart, blocks[entry >> cubes], entry & (1 << cubes) - 1)
        derived = derived_result(rules, chart, words, below, cubes, state, out)
        if derived != stored_result(words, cubes, entry):
            return entry
    return -1


@rule
def derived_byte(
    rules: Rules, chart: IndexTables, data: Bytes, starts: Numbers, state: State, out: MutableSequence[int]
) -> int:
    """A small board's byte as it follows from the successors: the soonest win, the latest loss."""
    reason = kernel.finished(rules, state)
    if reason != GOES_ON:
        return WIN if kernel.result(rules, state, reason) > 0 else LOSS
    win, loss, draw = 0, 0, 0
    for i in range(kernel.moves(rules, state, out, 0)):
        after = kernel.play(rules, state, out[i])
        blanks = chart.cells - popcount(after[0] | after[1])
        byte = int(data[starts[blanks] + locate(chart, after[0], after[1])])
        if byte == DRAW:
            draw = DRAW
        elif byte & 1 == LOSS & 1:
            win = byte + 1 if win == 0 else min(win, byte + 1)
        else:
            loss = max(loss, byte + 3)
    return win if win != 0 else draw if draw != 0 else loss


@rule
def first_wrong_byte(
    rules: Rules,
    chart: IndexTables,
    blocks: Numbers,
    firsts: Numbers,
    starts: Numbers,
    data: Bytes,
    first: int,
    last: int,
    entries: Numbers,
    out: MutableSequence[int],
) -> int:
    """As `first_wrong_result`, for a small board.

    `firsts` tells where in `blocks` those with 0, 1, … blanks begin, `starts` where their boards begin.
    """
    for i in range(first, last):
        entry, blanks = entries[i] if len(entries) > 0 else i, 0
        while entry >= starts[blanks + 1]:
            blanks += 1
        cubes, at = chart.cells - blanks, entry - starts[blanks]
        state = board(chart, blocks[firsts[blanks] + (at >> cubes)], at & (1 << cubes) - 1)
        if derived_byte(rules, chart, data, starts, state, out) != data[entry]:
            return entry
    return -1
