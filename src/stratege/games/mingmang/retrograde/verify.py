"""The tables against the rules: each entry derived anew from its successors, with the kernel's own moves.

Nothing here permutes bits. An entry is a board's number on small boards, its block and index otherwise: who
has no table of numbers (`ternary` is empty) asks for the latter.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.kernel import UNBOUND, Kernel, Rules
from stratege.games.mingmang.retrograde.indexing import IndexTables, board, locate
from stratege.games.mingmang.retrograde.numbering import board_of, number_of

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

kernel: Kernel = UNBOUND


@rule
def after_moves(
    rules: Rules,
    chart: IndexTables,
    ternary: Numbers,
    entries: Numbers,
    places: Numbers,
    ends: Numbers,
    out: MutableSequence[int],
) -> None:
    """Write where the boards after each move from these entries stand, and where those of each entry end."""
    count = 0
    for i in range(len(entries)):
        entry = int(entries[i])
        mine, theirs = board_of(entry) if len(ternary) > 0 else board(chart, entry)
        for j in range(kernel.moves(rules, (mine, theirs), out, 0)):
            after = kernel.play(rules, (mine, theirs), out[j])
            if len(ternary) > 0:
                places[count] = number_of(ternary, after[0], after[1])
            else:
                places[count] = locate(chart, after[0], after[1])
            count += 1
        ends[i] = count


@rule
def derived(successors: Bytes, first: int, last: int) -> int:
    """The byte that follows from the successors': the quickest win, else the slowest loss, else a draw."""
    win, loss = 0, 1
    for i in range(first, last):
        byte = int(successors[i])
        if byte & 1 != 0:
            win = byte + 1 if win == 0 else min(win, byte + 1)
        elif byte == 0:
            loss = 0
        elif loss != 0:
            loss = max(loss, byte + 1)
    return win if win != 0 else loss


@rule
def first_wrong(stored: Bytes, successors: Bytes, ends: Numbers) -> int:
    """The first of these bytes that does not follow from those of its successors; -1 if all do."""
    start = 0
    for i in range(len(stored)):
        if derived(successors, start, ends[i]) != stored[i]:
            return i
        start = ends[i]
    return -1
