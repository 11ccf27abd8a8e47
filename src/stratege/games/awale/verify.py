"""The tables against the kernel: what its own moves make of a board, and whether the fast way agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from typing import TYPE_CHECKING, Any

from stratege.core.compiling import compiled, rule
from stratege.core.kernel import Rules
from stratege.core.words import byte_at
from stratege.games.awale import retrograde
from stratege.games.awale.kernel import MOST_MOVES, STORE, finished, moves, play, result, seeds_in
from stratege.games.awale.ranking import BEFORE, ROWS, SHIFT, board_at, boards, index_of, row_rank
from stratege.games.awale.retrograde import NOTHING
from stratege.games.awale.sowing import ILLEGAL, LOW, RANK, Sowings, feeding, sowings

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes, Entries
    from stratege.games.awale.sowing import Numbers


@rule
def derived(
    rules: tuple[int, ...], seeds: int, layers: MutableSequence[int], index: int, room: MutableSequence[int]
) -> int:
    """The value of a board by the kernel's rules and the bytes of what follows."""
    mine, theirs = board_at(seeds, index)
    state = (mine, theirs, 0)
    end = 0 if finished(rules, state) != 0 else moves(rules, state, room, 0)
    best = result(rules, state, 0) if end == 0 else NOTHING
    for i in range(end):
        after = play(rules, state, room[i])
        taken = after[1] >> STORE
        entry = byte_at(layers[seeds - taken] + index_of(after[0], after[1]))
        best = max(best, taken - (entry >> 1))
    return best


@rule
def first_wrong(
    rules: tuple[int, ...],
    seeds: int,
    layers: MutableSequence[int],
    start: int,
    end: int,
    room: MutableSequence[int],
) -> int:
    """The first board from `start` to `end` whose byte is not 2 × the derived value + 1, or -1."""
    for index in range(start, end):
        if byte_at(layers[seeds] + index) != 2 * derived(rules, seeds, layers, index, room) + 1:
            return index
    return -1


@rule
def first_wrong_of(
    rules: tuple[int, ...],
    seeds: int,
    layers: MutableSequence[int],
    entries: MutableSequence[int],
    room: MutableSequence[int],
) -> int:
    """The first wrong board of these, or -1."""
    for i in range(len(entries)):
        if first_wrong(rules, seeds, layers, entries[i], entries[i] + 1, room) >= 0:
            return entries[i]
    return -1


@rule
def after_moves(
    rules: tuple[int, ...],
    seeds: int,
    entries: MutableSequence[int],
    ends: MutableSequence[int],
    taken: Numbers,
    places: Numbers,
    room: MutableSequence[int],
) -> None:
    """For each of these boards and its moves: what a move takes, and the index of the board after it.

    Where the game is over `ends` has the result; `NOTHING` stands where it goes on, and for no move.
    """
    for i in range(len(entries)):
        mine, theirs = board_at(seeds, entries[i])
        state = (mine, theirs, 0)
        count = 0 if finished(rules, state) != 0 else moves(rules, state, room, 0)
        ends[i] = result(rules, state, 0) if count == 0 else NOTHING
        for j in range(MOST_MOVES):
            taken[i, j] = NOTHING
            if j < count:
                after = play(rules, state, room[j])
                taken[i, j] = after[1] >> STORE
                places[i, j] = index_of(after[0], after[1])


def derived_from(
    rules: Rules, seeds: int, entries: Entries, gather: Callable[[int, Entries], Bytes]
) -> Numbers:
    """The values of these boards, as `derived`; `gather` has the bytes of boards of so many seeds."""
    import numpy

    ends = numpy.empty(len(entries), numpy.int64)
    taken, places = (numpy.zeros((len(entries), MOST_MOVES), numpy.int64) for _each in range(2))
    room = numpy.zeros(MOST_MOVES, numpy.int64)
    compiled(__name__).after_moves(rules, seeds, entries, ends, taken, places, room)
    values = taken.copy()
    for took in numpy.unique(taken[taken != NOTHING]).tolist():
        chosen = taken == took
        values[chosen] -= gather(seeds - took, places[chosen]).view(numpy.int8) >> 1
    best: Numbers = numpy.maximum(ends, values.max(axis=1))
    return best


def kernel_moves(rules: Rules, seeds: int, index: int) -> list[tuple[int, int]]:
    """What each of the kernel's moves takes, and the index of the board it leads to."""
    room = [0] * MOST_MOVES
    state = (*board_at(seeds, index), 0)
    afters = [play(rules, state, move) for move in room[: moves(rules, state, room, 0)]]
    return [(after[1] >> STORE, index_of(after[0], after[1])) for after in afters]


def table_moves(tables: Sowings, seeds: int, index: int) -> list[tuple[int, int]]:
    """The same, by the tables of sowings."""
    held, mine, theirs = _ranks(seeds, index)
    row, other = tables.first[held] + mine, tables.first[seeds - held] + theirs
    found = []
    for move in tables.moves[tables.move[row] : tables.move[row + 1]].tolist():
        landing = int(tables.landings[tables.landing[move >> LOW] + other])
        if landing != ILLEGAL:
            taken, left = landing >> LOW, held - int(tables.crossing[move >> LOW])
            before = BEFORE[seeds - taken << SHIFT | seeds - taken - left]
            found.append((taken, before + (landing & RANK) * ROWS[left] + (move & RANK)))
    return found


def check_sowings(rules: Rules, seeds: int, indices: Iterable[int], flags: Any = None) -> None:
    """Raise `AssertionError` unless the tables give the kernel's moves of these boards, and the way back.

    `flags` are signed bytes to write on, one for each board.
    """
    import numpy

    tables = sowings(rules, seeds)
    flags = numpy.zeros(boards(seeds), numpy.int8) if flags is None else flags
    flag_origins = compiled(retrograde.__name__).flag_origins
    for index in indices:
        expected = kernel_moves(feeding(rules), seeds, index)
        assert table_moves(tables, seeds, index) == expected, f"{seeds} seeds, board {index}: other moves"
        for after in (after for taken, after in expected if taken == 0):
            flags[index] = 0
            flag_origins(tables, flags, seeds, *_ranks(seeds, after), 0, 1)
            assert flags[index] == 1, f"{seeds} seeds, board {after}: not traced back to {index}"


def _ranks(seeds: int, index: int) -> tuple[int, int, int]:
    """A board as the compiled code has it: seeds in the mover's row, and the ranks of both rows."""
    mine, theirs = board_at(seeds, index)
    return seeds_in(mine), row_rank(mine), row_rank(theirs)
