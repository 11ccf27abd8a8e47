"""The squares of a Chomp bar, one by one."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.places import Cell, with_board
from stratege.core.position import Position

EATEN, THERE = 0, 1


def cells(position: Position) -> dict[str, Cell]:
    """Which squares are still there."""
    columns, rows = position.game.rules
    return {
        f"{row},{column}": _cell(row, column, position.state[row])
        for row in range(rows)
        for column in range(columns)
    }


def _cell(row: int, column: int, length: int) -> Cell:
    if column >= length:
        return Cell(EATEN, _("eaten"))
    return Cell(THERE, _("chocolate") if row or column else _("poison"))


def edited(position: Position, place: str, step: int) -> Position:
    """The square bitten off, or given back: the shape ends there."""
    row, column = map(int, place.split(","))
    lengths = list(position.state)
    if step > 0:
        lengths[: row + 1] = [max(length, column + 1) for length in lengths[: row + 1]]
    elif row or column:
        lengths[row:] = [min(length, column) for length in lengths[row:]]
    return with_board(position, ",".join(str(length) for length in lengths if length))
