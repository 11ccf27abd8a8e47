"""Nimble's squares, one by one."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.places import Cell, counted, with_board
from stratege.core.position import Position


def cells(position: Position) -> dict[str, Cell]:
    """The pawns on each square."""
    return {str(i): Cell(pawns, _("pawns: {n}", n=pawns)) for i, pawns in enumerate(position.state, start=1)}


def edited(position: Position, place: str, step: int) -> Position:
    """A pawn more or less on a square."""
    return with_board(position, counted(cells(position), place, step))
