"""Chomp solved: the outcome of every shape in a box, and all winning moves of any shape that can be known.

A box is swept as a whole (`box_sweep.py`) and remembered as one bit for each shape: up to `WIDEST`, 16×16,
which is 75 MB; tables go further. Shapes of at most three rows or columns that are longer: `three_rows.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING

from stratege.core.compiling import compiled
from stratege.core.errors import BadOption
from stratege.core.language import _, in_figures
from stratege.core.recipe import Exact
from stratege.games.chomp import kernel, three_rows
from stratege.games.chomp.numbering import (
    Box,
    below_list,
    below_table,
    count,
    laid,
    laid_shape,
    number,
    turned,
)
from stratege.games.chomp.sweep_tables import sweep_tables_of, words_for

if TYPE_CHECKING:
    from stratege.games.chomp.numbering import Words

Move = tuple[int, int]
"""The eaten square: row, column."""

Probe = Callable[[tuple[int, ...]], Exact | None]
"""What a table says of a shape, if there is one that holds it."""

WIDEST = 16
"""The side of the largest box that is solved in memory."""
MOST_AT_ONCE = 10_000_000
"""Shapes of a box that is solved within the blink of an eye, for the sake of one position."""
MOST_GRUNDY = 1_000_000
SOLVES_ALL = False

SWEEP = "stratege.games.chomp.box_sweep"
WALK = "stratege.games.chomp.verify"
KERNEL = "stratege.games.chomp.kernel"


@dataclass(frozen=True)
class Solved:
    """The outcome of every shape in a box: bit i of `bits` says whether shape number i is lost."""

    box: Box
    bits: Words

    def is_lost(self, shape: Sequence[int]) -> bool:
        """Whether the player to move loses against perfect play.

        >>> solved((3, 3)).is_lost((3, 1, 1)), solved((3, 3)).is_lost((3, 3, 3))
        (True, False)
        """
        return self._bit(laid_shape(shape, self.box))

    def winning_moves(self, shape: Sequence[int]) -> list[Move]:
        """Every move (row, column) that leaves a lost shape, in order.

        >>> solved((10, 8)).winning_moves((10,) * 8)
        [(3, 8), (4, 5)]
        """
        found = [move for move, after in moves(laid_shape(shape, self.box)) if self._bit(after)]
        return found if laid(self.box) == self.box else _turned_moves(found)

    def _bit(self, lying_shape: tuple[int, ...]) -> bool:
        lying = laid(self.box)
        index = number(below_list(lying), *lying, lying_shape)
        return bool(self.bits[index >> 6] >> (index & 63) & 1)


def solved(box: Box, tell: Callable[[float], None] = lambda fraction: None) -> Solved:
    """The box solved; `BadOption` if it has too many shapes. `tell` hears the fraction done, now and then."""
    import numpy

    check_size(box)
    lying = laid(box)
    bits = numpy.zeros(words_for(count(box)), numpy.int64)
    fill(lying, bits, tell)
    return Solved(box, bits)


def check_size(box: Box, widest: int = WIDEST) -> None:
    """Refuse a box of more shapes than the square of that side has."""
    most = count((widest, widest))
    if count(box) > most:
        raise BadOption(
            _(
                "A box of {columns}×{rows} has {shapes} shapes; up to {most} can be solved, which is "
                "{widest}×{widest}.",
                columns=box[0],
                rows=box[1],
                shapes=f"10^{log10(count(box)):.0f}" if count(box) > 10**12 else in_figures(count(box)),
                most=in_figures(most),
                widest=widest,
            )
        )


def fill(
    lying: Box,
    bits: Words,
    tell: Callable[[float], None] = lambda fraction: None,
    shadows: Callable[[int], Words] | None = None,
) -> None:
    """Set the bit of every lost shape of a lying box; `tell` hears the fraction done, now and then.

    `shadows` makes room for so many words, about as many as the bits take, whatever they hold.
    """
    import numpy

    columns, rows = lying
    plan, room = sweep_tables_of(lying)
    seen = numpy.empty(room, numpy.int64) if shadows is None else shadows(room)
    sweep = compiled(SWEEP).sweep
    bits[:] = 0
    bits[0] = 1  # the empty shape is no position: nobody can be left with it
    for plane in range(int(plan.starts[rows]), columns + 1):
        sweep(*plan, bits, seen, rows, plane, plane)
        tell(count((plane, rows)) / count(lying))


def unknown(shape: tuple[int, ...]) -> None:
    """Where there is no table to ask."""


def winning_moves(shape: Sequence[int], probe: Probe = unknown) -> list[Move]:
    """Every winning move of a shape, by the quickest way; `BadOption` if it is too large for all of them.

    `probe` asks tables.

    >>> winning_moves((5, 3, 1)), winning_moves((3, 1, 1)), winning_moves((10_000, 9_999))
    ([(0, 2)], [], [])
    """
    known = winning_moves_unswept(shape, probe)
    return solved(box_of(shape)).winning_moves(shape) if known is None else known


def winning_moves_unswept(shape: Sequence[int], probe: Probe) -> list[Move] | None:
    """The same, where no large box has to be swept for it; else None."""
    known = winning_moves_at_once(shape)
    if known is None:
        known = _of_three_rows(shape)
    return _by_table(shape, probe) if known is None else known


def winning_moves_at_once(shape: Sequence[int]) -> list[Move] | None:
    """Every winning move of a shape whose box is small enough to be solved on the spot; else None."""
    box = box_of(shape)
    return recently_solved(box).winning_moves(shape) if count(box) <= MOST_AT_ONCE else None


def values(rules: tuple[int, ...], state: Sequence[int]) -> dict[int, int] | None:
    """For each legal move, by its number: 1 if it wins, -1 if it loses; None for a shape too large."""
    good = winning_moves_at_once(state)
    if good is None:
        return None
    wins = {row * rules[0] + column for row, column in good}
    out = [0] * sum(state)
    end = kernel.moves(rules, tuple(state), out, 0)
    return {move: 1 if move in wins else -1 for move in out[:end]}


def grundy_values(box: Box) -> Words:
    """The Grundy value of every shape of a box, by its number; the empty shape has none, and 0 stands for it.

    >>> [int(value) for value in grundy_values((2, 2))]
    [0, 0, 1, 1, 0, 2]
    """
    import numpy

    if count(box) > MOST_GRUNDY:
        raise BadOption(
            _(
                "Grundy values are for boxes of up to {most} shapes; {columns}×{rows} has {shapes}.",
                most=in_figures(MOST_GRUNDY),
                columns=box[0],
                rows=box[1],
                shapes=in_figures(count(box)) if count(box) < 10**12 else f"{count(box):.3g}",
            )
        )
    lying = laid(box)
    squares = lying[0] * lying[1]
    grundy, reached, out = (numpy.zeros(size, numpy.int64) for size in (count(box), squares + 1, squares))
    compiled(WALK, KERNEL).fill_grundy(below_table(lying), lying, grundy, reached, out)
    return grundy


def grundy(shape: Sequence[int]) -> int:
    """The Grundy value of a shape: 0 if it is lost.

    >>> grundy((3, 1, 1)), grundy((3, 3, 3))
    (0, 5)
    """
    box = box_of(shape)
    lying = laid(box)
    index = number(below_list(lying), *lying, laid_shape(shape, box))
    return int(_recent_grundy_values(box)[index])


def box_of(shape: Sequence[int]) -> Box:
    """The smallest box around a shape."""
    return shape[0], sum(length > 0 for length in shape)


def moves(shape: tuple[int, ...]) -> list[tuple[Move, tuple[int, ...]]]:
    """Every legal move with the shape it leaves."""
    rules, out = (shape[0], len(shape)), [0] * sum(shape)
    end = kernel.moves(rules, shape, out, 0)
    return [(divmod(move, rules[0]), kernel.play(rules, shape, move)) for move in out[:end]]


def _turned_moves(moves: list[Move]) -> list[Move]:
    return sorted((column, row) for row, column in moves)


def _by_table(shape: Sequence[int], probe: Probe) -> list[Move] | None:
    """Every winning move by a table that knows all shapes they lead to; None if there is none."""
    if probe(tuple(shape)) is None:
        return None
    known = [(move, probe(after)) for move, after in moves(tuple(shape))]
    found = [(move, exact.result) for move, exact in known if exact is not None]
    return [move for move, result in found if result < 0] if len(found) == len(known) else None


def _of_three_rows(shape: Sequence[int]) -> list[Move] | None:
    columns, rows = box_of(shape)
    if rows <= columns:
        return three_rows.winning_moves(shape[:rows])
    moves = three_rows.winning_moves(turned(shape))
    return None if moves is None else _turned_moves(moves)


recently_solved = functools.lru_cache(maxsize=8)(solved)
_recent_grundy_values = functools.lru_cache(maxsize=4)(grundy_values)
