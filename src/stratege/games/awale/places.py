"""Awalé's pits, one by one."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.places import Cell, counted, with_board
from stratege.core.position import Position
from stratege.games.awale.game import PITS, seeds_of


def cells(position: Position) -> dict[str, Cell]:
    """The seeds in each pit."""
    pits, _stores = seeds_of(position)
    return {pit: Cell(seeds, _("seeds: {n}", n=seeds)) for pit, seeds in zip(PITS, pits)}


def edited(position: Position, place: str, step: int) -> Position:
    """A seed more or less in a pit."""
    return with_board(position, counted(cells(position), place, step))
