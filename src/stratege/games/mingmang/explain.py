"""Why a Ming Mang move is good, in words: what it flips."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.position import Position


def explain(position: Position, move: int) -> str:
    """How many pawns the move flips; empty if none."""
    after = position.game.kernel.play(position.game.rules, position.state, move)
    flipped = position.state[1].bit_count() - after[0].bit_count()
    return _("flips {n} pawns", n=flipped) if flipped else ""
