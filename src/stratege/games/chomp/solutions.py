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
from stratege.games.chomp import GAME, solver
from stratege.games.chomp import maps as chomp_maps


def asked(text: str, misere: bool) -> Position:
    """The full bar of a size such as `10x8`, or any shape such as `5,3,1`."""
    chomp = GAME.game
    if misere:
        raise BadOption(_("{game} has no such option; see `stratege solve --help`.", game=chomp.title))
    if not text or re.fullmatch(r"\s*\d+\s*[x×*]\s*\d+\s*", text):
        return chomp.create(None, text or None).start()
    return chomp.create(None, chomp.size_of(text)).parse(text)


def winning_moves(position: Position) -> list[str]:
    """Every move to a lost shape."""
    return [f"{row},{column}" for row, column in solver.winning_moves(position.state)]


def facts(position: Position, grundy: bool) -> dict[str, Any]:
    """The Grundy value, where it is asked for."""
    return {"grundy": solver.grundy(position.state)} if grundy else {}


def two_winners(side: int, probe: Callable[[Game, State], Exact | None]) -> list[tuple[Position, list[str]]]:
    """The bars, no higher than wide, up to side × side; above what is solved in memory, by their table."""
    square = GAME.game.create(None, f"{side}x{side}")
    if probe(square, square.start().state) is not None:
        is_lost: Callable[[State], bool] = partial(_lost_by_table, square, probe)
    elif side <= solver.WIDEST:
        is_lost = solver.solved((side, side)).is_lost
    else:
        raise BadOption(
            _(
                "Bars up to {size} need the table of that box: `stratege tables build chomp --box {size}`; "
                "`stratege tables plan` says what it takes.",
                size=square.size,
            )
        )
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


def maps() -> Maps:
    """The maps of winning first moves."""
    return chomp_maps
