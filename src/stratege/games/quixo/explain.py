"""Why a Quixo move is good or bad, in words: the lines it makes."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.position import Position
from stratege.games.quixo import kernel


def explain(position: Position, move: int) -> str:
    """Whether the move makes a line, for whom; empty if none."""
    rules = position.game.rules
    reason = kernel.finished(rules, kernel.play(rules, position.state, move))
    if reason == kernel.THEIR_LINE:
        return _("makes a line")
    return _("makes a line for the opponent") if reason else ""
