"""`python -m benchmarks.tables.turn_limit [SEEDS]`: what Awalé's tables are worth near the turn limit.

The tables leave the limit of 100 turns out: they count endless play as 0, where the limit has each player
take the seeds of their own row. Here every board of so many seeds is solved with its limit, one turn after
the other: with no turn left it is worth what lies in the rows, with one more what its best move makes of
that. Each is set against its worth without a limit, and the tables' move against the best one. Not part of
`make bench`; writes its own section of RESULTS.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, MutableSequence
from itertools import islice

import numpy
from numpy.typing import NDArray

from benchmarks.report import Report, Table, keep
from benchmarks.tables.awale import solved
from stratege.core.compiling import compiled, rule
from stratege.core.kernel import Rules
from stratege.core.registry import game
from stratege.core.words import byte_at
from stratege.games.awale.kernel import MOST_MOVES, STORE, finished, moves, play, result
from stratege.games.awale.ranking import board_at, boards, index_of
from stratege.games.awale.table_probe import TURNS_TO_SPARE, addresses
from stratege.games.awale.verify import derived

Layers = dict[int, NDArray[numpy.int8]]

NAME = "Awalé's tables near the turn limit"
HERE = "benchmarks.tables.turn_limit"  # whatever name it was started by
VARIANTS = ("standard", "ccinp")
SEEDS = 12
TURNS = (8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 90)
COLUMNS = ("turns left", "values right %", "winner right %", "moves right %", "seeds lost by a move")
SUMMARY = (
    "All boards of {seeds} seeds on which the game goes on, solved with so many turns left and without a "
    "limit. *Values*: the difference of seeds from here on is the same; *winner*: its sign is; *moves*: the "
    "first move that is best without a limit is best with it; what it loses is the mean over all boards. "
    "The tables are asked while at least {spare} turns are left (`TURNS_TO_SPARE`)."
)


@rule
def no_turn_left(rules: tuple[int, ...], seeds: int, out: MutableSequence[int]) -> None:
    """The bytes, as the tables have them, of all boards of so many seeds where the game ends."""
    for index in range(len(out)):
        mine, theirs = board_at(seeds, index)
        out[index] = 2 * result(rules, (mine, theirs, 0), 0) + 1


@rule
def one_turn_more(
    rules: tuple[int, ...],
    seeds: int,
    layers: MutableSequence[int],
    out: MutableSequence[int],
    room: MutableSequence[int],
) -> None:
    """The bytes of all boards of so many seeds with a turn more than the layers have."""
    for index in range(len(out)):
        out[index] = 2 * derived(rules, seeds, layers, index, room) + 1


@rule
def compare(
    rules: tuple[int, ...],
    seeds: int,
    limited: MutableSequence[int],
    limitless: MutableSequence[int],
    size: int,
    counts: MutableSequence[int],
    room: MutableSequence[int],
) -> None:
    """Count boards, values right, winners right, moves right, and the seeds that these moves lose.

    `limited` are the layers with a turn less than the boards have.
    """
    for index in range(size):
        mine, theirs = board_at(seeds, index)
        state = (mine, theirs, 0)
        end = 0 if finished(rules, state) != 0 else moves(rules, state, room, 0)
        best, expected, chosen = -128, -128, -128
        for i in range(end):
            after = play(rules, state, room[i])
            taken = after[1] >> STORE
            place = index_of(after[0], after[1])
            now = taken - (byte_at(limited[seeds - taken] + place) >> 1)
            then = taken - (byte_at(limitless[seeds - taken] + place) >> 1)
            if then > expected:
                expected, chosen = then, now
            best = max(best, now)
        if end > 0:
            counts[0] += 1
            counts[1] += best == expected
            counts[2] += (best > 0) == (expected > 0) and (best < 0) == (expected < 0)
            counts[3] += chosen == best
            counts[4] += best - chosen


def by_turns(rules: Rules, seeds: int) -> Iterator[Layers]:
    """All boards of at most so many seeds, as the tables have them, with 0 turns left, with 1, and so on."""
    code, room = compiled(HERE), numpy.zeros(MOST_MOVES, numpy.int64)
    layers = {some: numpy.empty(boards(some), numpy.int8) for some in range(seeds + 1)}
    for some, layer in layers.items():
        code.no_turn_left(rules, some, layer)
    while True:
        yield layers
        before, layers = layers, {some: numpy.empty_like(layer) for some, layer in layers.items()}
        for some, layer in layers.items():
            code.one_turn_more(rules, some, addresses(before), layer, room)


def measured(variant: str, seeds: int) -> list[list[str]]:
    """How far the tables are right, a row for each number of turns left."""
    rules, room = game("awale", variant).rules, numpy.zeros(MOST_MOVES, numpy.int64)
    limitless = dict(enumerate(solved(rules, seeds)))
    rows = []
    for turns, after in enumerate(islice(by_turns(rules, seeds), max(TURNS)), start=1):
        if turns in TURNS:
            counts, places = numpy.zeros(5, numpy.int64), (addresses(after), addresses(limitless))
            compiled(HERE).compare(rules, seeds, *places, boards(seeds), counts, room)
            rows.append(described(turns, *counts.tolist()))
    return rows


def described(turns: int, number: int, values: int, winners: int, moves: int, lost: int) -> list[str]:
    """A row of the table."""
    shares = (f"{100 * count / number:.1f}" for count in (values, winners, moves))
    return [str(turns), *shares, f"{lost / number:.2f}"]


def main() -> None:
    parser = argparse.ArgumentParser(prog=f"python -m {HERE}", description=__doc__)
    parser.add_argument("seeds", type=int, nargs="?", default=SEEDS)
    seeds = parser.parse_args().seeds
    tables = [
        Table(game("awale", variant).label(), COLUMNS, measured(variant, seeds)) for variant in VARIANTS
    ]
    keep(NAME, Report(SUMMARY.format(seeds=seeds, spare=TURNS_TO_SPARE), tables))
    for table in tables:
        print(table.title, *(" | ".join(row) for row in (table.columns, *table.rows)), sep="\n")


if __name__ == "__main__":
    main()
