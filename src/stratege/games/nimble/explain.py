"""Why a Nimble move is good, in words."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.position import Position
from stratege.games.nimble.solver import is_lost, nim_sum


def explain(position: Position, move: int) -> str:
    """The nim-sum before the move, and that the move makes it 0; empty for a move that does not win."""
    squares, misere = position.game.rules
    origin, target = divmod(move, squares)
    after = position.game.kernel.play(position.game.rules, position.state, move)
    if not is_lost(after, misere == 1):
        return ""
    if misere and not any(after[2:]):
        return _("leaves an odd number of pawns one step from the end")
    return _(
        "the nim-sum is {sum}: move a pawn from {origin} to {target}",
        sum=nim_sum(position.state),
        origin=origin + 1,
        target=target + 1,
    )
