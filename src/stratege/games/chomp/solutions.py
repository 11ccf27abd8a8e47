"""What `stratege solve chomp` tells."""

from __future__ import annotations

import re
from typing import Any

from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.core.parts import Maps
from stratege.core.position import Position
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


def maps() -> Maps:
    """The maps of winning first moves."""
    return chomp_maps
