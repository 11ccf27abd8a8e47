"""What `stratege solve nimble` tells."""

from __future__ import annotations

import re
from typing import Any

from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.core.position import Position
from stratege.games.nimble import GAME, explain, solver


def asked(text: str, misere: bool) -> Position:
    """The board of these pawns, from the left."""
    board = re.sub(r"[\s,]+", ",", text.strip())
    if not board:
        raise BadOption(_("Which board? Give the pawns on each square, from the left: 0,0,1,2,0,2."))
    return GAME.game.create("misere" if misere else "standard", GAME.game.size_of(board)).parse(board)


def winning_moves(position: Position, probe: object) -> list[str]:
    """Every move to a nim-sum of 0."""
    squares, misere = position.game.rules
    moves = solver.winning_moves(position.state, misere == 1)
    return [position.game.move_text(origin * squares + target, 1) for origin, target in moves]


def facts(position: Position, grundy: bool) -> dict[str, Any]:
    """The nim-sum, and why the board is won or lost."""
    if grundy:
        title = position.game.title
        raise BadOption(_("{game} has no such option; see `stratege solve --help`.", game=title))
    return {
        "nim_sum": solver.nim_sum(position.state),
        "explanation": explain.explanation(position.state, position.game.rules[1] == 1),
    }


def maps() -> None:
    """There is nothing to be mapped."""


def two_winners(side: int, probe: object) -> None:
    """A start is drawn at random: no size has one of its own."""
