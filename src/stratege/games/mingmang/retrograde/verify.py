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
def derived(
    rules: Rules,
    chart: IndexTables,
    ternary: Numbers,
    data: Bytes,
    mine: int,
    theirs: int,
    out: MutableSequence[int],
) -> int:
    """The byte that follows from the successors': the quickest win, else the slowest loss, else a draw."""
    win, loss = 0, 1
    for i in range(kernel.moves(rules, (mine, theirs), out, 0)):
        after = kernel.play(rules, (mine, theirs), out[i])
        if len(ternary) > 0:
            byte = int(data[number_of(ternary, after[0], after[1])])
        else:
            byte = int(data[locate(chart, after[0], after[1])])
        if byte & 1 != 0:
            win = byte + 1 if win == 0 else min(win, byte + 1)
        elif byte == 0:
            loss = 0
        elif loss != 0:
            loss = max(loss, byte + 1)
    return win if win != 0 else loss


@rule
def first_wrong(
    rules: Rules,
    chart: IndexTables,
    ternary: Numbers,
    data: Bytes,
    entries: Numbers,
    first: int,
    last: int,
    out: MutableSequence[int],
) -> int:
    """The first of `entries[first:last]` that does not follow from its successors; -1 if all do."""
    for i in range(first, last):
        entry = int(entries[i])
        mine, theirs = board_of(entry) if len(ternary) > 0 else board(chart, entry)
        if derived(rules, chart, ternary, data, mine, theirs, out) != data[entry]:
            return entry
    return -1
