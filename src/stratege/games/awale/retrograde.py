"""Solving the boards of one number of seeds, those with fewer being solved.

A board's value is the best difference of seeds from here on that the mover can force. A move that harvests
leads to fewer seeds, whose values are known; endless play without harvest is worth 0. So a player who is to
come out ahead by t > 0 must get there in finitely many moves, and the values are the least fixed point of

    value = the greatest of (seeds taken - value after the move) over all moves;
            with no move, each takes the seeds of their own row (but see `Sowings.stuck`),

begun with 0 everywhere: sets {value ≥ t} and {value ≤ -t} only ever grow. Boards may then be looked at in
any order, by any number of threads, with values already new or still old: the limit is the same. (It is
chaotic iteration of a monotone operator, Cousot and Cousot 1977.) A killed solver goes on from where it was.

A *working byte* is 2 × value + flag. The flag says that the board is worth another look, because a value that
follows has changed: a hint only, which two threads may lose between them. What proves the end is a last sweep
over all boards that finds no value to change, so that none changed while it looked.

A *finished byte* is 2 × value + 1, never 0; so either kind shifted right by one is the value.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.words import byte_at, lowest_index, unsigned, word_at
from stratege.games.awale.ranking import BEFORE, ROWS, SHIFT
from stratege.games.awale.sowing import LOW, RANK, Sowings

FLAGS = 0x0101_0101_0101_0101
NOTHING = -128  # less than any value


@rule
def evaluate(
    tables: Sowings, layers: MutableSequence[int], seeds: int, held: int, mine: int, theirs: int
) -> int:
    """The value that follows from the values after each move.

    The board is given by the seeds that the mover's row holds and the ranks of both rows, `layers` are
    the addresses of the bytes for each number of seeds.
    """
    # After the loop nothing is read from the tables: else Numba counts references to them at every board,
    # which takes three times as long as all the rest.
    others, stuck = seeds - held, tables.stuck[unsigned(held)]
    row = tables.first[unsigned(held)] + mine
    other = tables.first[unsigned(others)] + theirs
    best = NOTHING
    for i in range(tables.move[unsigned(row)], tables.move[unsigned(row + 1)]):
        move = tables.moves[unsigned(i)]
        reach = unsigned(move >> LOW)
        landing = tables.landings[unsigned(tables.landing[reach] + other)]
        if landing >= 0:
            taken = landing >> LOW
            crossing = tables.crossing[reach]
            left = seeds - taken
            index = BEFORE[unsigned(left << SHIFT | others + crossing - taken)]
            index += (landing & RANK) * ROWS[unsigned(held - crossing)] + (move & RANK)
            best = max(best, taken - (byte_at(layers[unsigned(left)] + index) >> 1))
    return stuck if best == NOTHING else best


@rule
def flag_origins(
    tables: Sowings,
    bytes_: MutableSequence[int],
    seeds: int,
    held: int,
    mine: int,
    theirs: int,
    old: int,
    new: int,
) -> None:
    """Flag the boards from which a move leads here and whose value may change with the one here."""
    others = seeds - held
    row = tables.first[unsigned(held)] + mine
    other = tables.first[unsigned(others)] + theirs
    for i in range(tables.origin[unsigned(other)], tables.origin[unsigned(other + 1)]):
        origin = tables.origins[unsigned(i)]
        reach = unsigned(origin >> LOW)
        source = tables.sources[unsigned(tables.source[reach] + row)]
        if source >= 0:
            crossing = tables.crossing[reach]
            index = BEFORE[unsigned(seeds << SHIFT | others + crossing)]
            index += (origin & RANK) * ROWS[unsigned(held - crossing)] + source
            byte = bytes_[unsigned(index)]
            value = byte >> 1
            # A move that became worse matters where it was the best, one that became better where it now is.
            if (value == -old) if new > old else (value < -new):
                bytes_[unsigned(index)] = byte | 1


@rule
def sweep(
    tables: Sowings,
    layers: MutableSequence[int],
    seeds: int,
    bytes_: MutableSequence[int],
    tiles: MutableSequence[int],
    everything: bool,
) -> int:
    """Look again at the flagged boards, or at all, of these tiles; how many values changed.

    `tiles` are triples, as `sweep_tile` takes them, one after the other; `bytes_` are the working bytes, with
    room for one word more.
    """
    changed = 0
    for at in range(0, len(tiles), 3):
        changed += sweep_tile(
            tables, layers, seeds, bytes_, tiles[at], tiles[at + 1], tiles[at + 2], everything
        )
    return changed


@rule
def sweep_tile(
    tables: Sowings,
    layers: MutableSequence[int],
    seeds: int,
    bytes_: MutableSequence[int],
    held: int,
    start: int,
    end: int,
    everything: bool,
) -> int:
    """`sweep` over the boards whose mover holds so many seeds, the other row ranking from `start` to `end`.

    All rows of the mover against few others: what follows from these stays in the cache meanwhile.
    """
    first, step, address = BEFORE[seeds << SHIFT | held], ROWS[seeds - held], layers[seeds]
    changed = 0
    for mine in range(ROWS[held]):
        index = first + mine * step
        theirs = start
        while theirs < end:
            if everything:
                flags = FLAGS
            elif theirs + 64 <= end and not any_flag(address + index + theirs):
                theirs += 64
                continue
            else:
                flags = word_at(address + index + theirs) & FLAGS
            if end - theirs < 8:
                flags &= (1 << 8 * (end - theirs)) - 1
            while flags != 0:
                other = theirs + (lowest_index(flags) >> 3)
                flags &= flags - 1
                changed += settle(tables, layers, seeds, bytes_, held, mine, other, index + other)
            theirs += 8
    return changed


@rule
def any_flag(address: int) -> bool:
    """Whether one of the 64 bytes from the address on has a flag."""
    union = 0
    for place in range(0, 64, 8):
        union |= word_at(address + place)
    return union & FLAGS != 0


@rule
def settle(
    tables: Sowings,
    layers: MutableSequence[int],
    seeds: int,
    bytes_: MutableSequence[int],
    held: int,
    mine: int,
    theirs: int,
    index: int,
) -> int:
    """Give one board the value that now follows, lower its flag and flag its origins; 1 if it changed."""
    byte = bytes_[unsigned(index)]
    if byte & 1 != 0:
        bytes_[unsigned(index)] = byte - 1
    old = byte >> 1
    new = evaluate(tables, layers, seeds, held, mine, theirs)
    if new == old:
        return 0
    bytes_[unsigned(index)] = 2 * new
    flag_origins(tables, bytes_, seeds, held, mine, theirs, old, new)
    return 1
