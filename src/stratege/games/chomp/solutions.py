"""What `stratege solve chomp` tells."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.parts import Maps
from stratege.core.position import Position
from stratege.core.recipe import Exact
from stratege.games.chomp import GAME, solver, table_recipe
from stratege.games.chomp import maps as chomp_maps
from stratege.games.chomp.numbering import Box, count


def asked(text: str, misere: bool) -> Position:
    """The full bar of a size such as `10x8`, or any shape such as `5,3,1`."""
    chomp = GAME.game
    if misere:
        raise BadOption(_("{game} has no such option; see `stratege solve --help`.", game=chomp.title))
    if not text or re.fullmatch(r"\s*\d+\s*[x×*]\s*\d+\s*", text):
        return chomp.create(None, text or None).start()
    return chomp.create(None, chomp.size_of(text)).parse(text)


def winning_moves(position: Position, probe: solver.Probe) -> list[str]:
    """Every move to a lost shape."""
    known = solver.winning_moves_unswept(position.state, probe)
    if known is None:
        box = solver.box_of(position.state)
        _check_memory(box)
        known = solver.solved(box).winning_moves(position.state)
    return [f"{row},{column}" for row, column in known]


def facts(position: Position, grundy: bool) -> dict[str, Any]:
    """The Grundy value, where it is asked for."""
    return {"grundy": solver.grundy(position.state)} if grundy else {}


def two_winners(side: int, probe: Callable[[Game, State], Exact | None]) -> list[tuple[Position, list[str]]]:
    """The bars, no higher than wide, up to side × side; above what is solved in memory, by a table."""
    square = GAME.game.create(None, f"{side}x{side}")
    if probe(square, square.start().state) is not None:
        is_lost: Callable[[State], bool] = partial(_lost_by_table, square, probe)
    else:
        _check_memory((side, side))
        is_lost = solver.solved((side, side)).is_lost
    found = []
    for columns in range(1, side + 1):
        for rows in range(1, columns + 1):
            shape = (columns,) * rows + (0,) * (side - rows)
            wins = [f"{row},{column}" for (row, column), after in solver.moves(shape) if is_lost(after)]
            if len(wins) > 1:
                found.append((GAME.game.create(None, f"{columns}x{rows}").start(), wins))
    return found


def _lost_by_table(square: Game, probe: Callable[[Game, State], Exact | None], shape: State) -> bool:
    exact = probe(square, shape)
    assert exact is not None, "the table holds every shape of its box"
    return exact.result < 0


def _check_memory(box: Box) -> None:
    """Refuse a box that is too large to be solved in memory: a table can be built, or not even that."""
    if count(box) <= count((solver.WIDEST, solver.WIDEST)):
        return
    solver.check_size(box, table_recipe.WIDEST)
    raise BadOption(
        _(
            "{columns}×{rows} takes a table of that box, or of a larger one: `stratege tables build chomp "
            "--box {columns}x{rows}` makes it, and `stratege tables plan` says what it takes.",
            columns=box[0],
            rows=box[1],
        )
    )


def maps() -> Maps:
    """The maps of winning first moves."""
    return chomp_maps
