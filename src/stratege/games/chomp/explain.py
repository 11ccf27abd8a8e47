"""Why a Chomp move is good, in words."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.position import Position


def explain(position: Position, move: int) -> str:
    """The shapes that everybody can see are lost; empty for any other."""
    after = position.game.kernel.play(position.game.rules, position.state, move)
    lengths = [length for length in after if length]
    if lengths == [1]:
        return _("leaves the poison alone")
    if len(lengths) > 1 and lengths[1] == 1 and len(lengths) == lengths[0]:
        return _("leaves two arms of the same length")
    return ""
