"""Every sowing of every row, played once by the kernel and written down by rank.

A move empties one pit of the mover's row, and what it does to each row depends on that row alone but for one
number, its *reach*: how many seeds a pit 5 would have to hold to sow and harvest the opponent's row in the
same way (pit p with s seeds reaches s + p - 5; 0 if it stays at home). So a board's moves are

    the mover's row → (reach, rank of that row after)              `moves`
    (reach, the other row) → (seeds taken, rank of that row after) `landings`, or `ILLEGAL`

and the moves without harvest that lead to a board are found the same way in the tables turned round:

    the other row → (reach, rank of that row before)               `origins`
    (reach, the mover's row) → rank of that row before             `sources`, or `ILLEGAL`

A move that starves the opponent is `ILLEGAL` here even where it is legal as a last resort: nothing follows
it but the end, and `stuck` says what that is worth.

An entry is `high << LOW | rank`. A row's number is `first[seeds] + rank`. For each reach, `landings` and
`sources` hold a part of their own, beginning at `landing[reach]` and `source[reach]`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, NamedTuple

from stratege.core.compiling import compiled, rule
from stratege.core.kernel import Rules
from stratege.games.awale.kernel import FORBIDDEN, LAST_RESORT, MOST_MOVES, STORE, moves, play, seeds_in
from stratege.games.awale.ranking import ROWS, row_of, row_rank

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray

    Numbers = NDArray[numpy.int64]
    Entries = NDArray[numpy.int32]

LOW = 24
RANK = (1 << LOW) - 1
ILLEGAL = -1


class Sowings(NamedTuple):
    """The tables for boards of one number of seeds, as the opening comment has them."""

    first: Numbers
    crossing: Numbers
    """For each reach: how many seeds leave the mover's row."""
    move: Numbers
    """Where the moves of each row begin."""
    moves: Entries
    landing: Numbers
    landings: Entries
    origin: Numbers
    """Where the origins of each row begin."""
    origins: Entries
    source: Numbers
    sources: Entries
    stuck: Numbers
    """By the seeds that the mover holds, the value where no move leaves the opponent a seed: each takes their
    own row, or, where such a move is legal as a last resort, the mover takes all seeds of the board by it."""


def feeding(rules: Rules) -> Rules:
    """The rules under which the moves that leave the opponent a seed, or take nothing, are the legal ones."""
    return (FORBIDDEN, *rules[1:]) if rules[0] == LAST_RESORT else rules


def sowings(rules: Rules, seeds: int) -> Sowings:
    """The tables for boards of so many seeds."""
    import numpy

    twin = compiled(__name__)
    stuck, rules = _stuck(rules, seeds), feeding(rules)
    first = _starts(ROWS[: seeds + 1])
    count = int(first[-1])
    leaving, arriving, crossing = (
        numpy.full(6 * count, ILLEGAL, numpy.int32),
        numpy.zeros(6 * count, numpy.int32),
        numpy.zeros(seeds + 1, numpy.int64),
    )
    twin.sow_own_rows(rules, seeds, first, crossing, leaving, arriving)
    there = leaving != ILLEGAL
    ranks = numpy.concatenate([numpy.arange(ROWS[held], dtype=numpy.int32) for held in range(seeds + 1)])
    origins = (leaving & ~RANK | numpy.repeat(ranks, 6))[there]
    order = numpy.argsort(arriving[there], kind="stable")
    most = seeds - numpy.arange(seeds + 1)  # what the other row can hold, for each reach
    landing, source = _starts(first[most + 1]), _starts(first[most + crossing + 1])
    landings = numpy.full(landing[-1], ILLEGAL, numpy.int32)
    sources = numpy.full(source[-1], ILLEGAL, numpy.int32)
    room = numpy.zeros(MOST_MOVES, numpy.int64)
    twin.sow_other_rows(rules, seeds, first, crossing, landing, landings, source, sources, room)
    return Sowings(
        first,
        crossing,
        _starts(there.reshape(-1, 6).sum(axis=1)),
        leaving[there],
        landing,
        landings,
        _starts(numpy.bincount(arriving[there], minlength=count)),
        origins[order],
        source,
        sources,
        stuck,
    )


def _stuck(rules: Rules, seeds: int) -> Numbers:
    import numpy

    held = numpy.arange(seeds + 1)
    own_rows = 2 * held - seeds
    return numpy.where(held > 0, seeds, own_rows) if rules[0] == LAST_RESORT else own_rows


def _starts(sizes: ArrayLike) -> Numbers:
    """Where parts of these sizes begin when laid one after the other, and where the last one ends."""
    import numpy

    return numpy.concatenate([[0], numpy.cumsum(sizes, dtype=numpy.int64)])


@rule
def sow_own_rows(
    rules: tuple[int, ...],
    seeds: int,
    first: MutableSequence[int],
    crossing: MutableSequence[int],
    leaving: MutableSequence[int],
    arriving: MutableSequence[int],
) -> None:
    """For pit p of row r, at [6 r + p]: the entry of `moves`, and the number of the row after."""
    for held in range(seeds + 1):
        for rank in range(ROWS[held]):
            row = row_of(held, rank)
            for pit in range(6):
                hand = row >> 8 * pit & 255
                if hand != 0:
                    after = play(rules, (row, 0, 0), pit)[1]
                    reach, kept = max(0, hand + pit - 5), seeds_in(after)
                    slot = 6 * (first[held] + rank) + pit
                    crossing[reach] = held - kept
                    leaving[slot] = reach << LOW | row_rank(after)
                    arriving[slot] = first[kept] + row_rank(after)


@rule
def sow_other_rows(
    rules: tuple[int, ...],
    seeds: int,
    first: MutableSequence[int],
    crossing: MutableSequence[int],
    landing: MutableSequence[int],
    landings: MutableSequence[int],
    source: MutableSequence[int],
    sources: MutableSequence[int],
    room: MutableSequence[int],
) -> None:
    """Fill `landings` and, with the moves that take nothing, `sources`."""
    for reach in range(seeds + 1):
        pit = 5 if reach > 0 else 0
        hand = max(reach, 1) << 8 * pit
        for held in range(seeds - reach + 1):
            for rank in range(ROWS[held]):
                state = (hand, row_of(held, rank), 0)
                if moves(rules, state, room, 0) != 0:
                    after = play(rules, state, pit)
                    taken, landed = after[1] >> STORE, row_rank(after[0])
                    landings[landing[reach] + first[held] + rank] = taken << LOW | landed
                    if taken == 0:
                        sources[source[reach] + first[held + crossing[reach]] + landed] = rank
