"""Why an Awalé move is good, in words: what it takes, and what it threatens to take."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.position import Position
from stratege.games.awale import kernel
from stratege.games.awale.evaluate import promise


def explain(position: Position, move: int) -> str:
    """What the move harvests and the best harvest it prepares; empty if neither."""
    rules = position.game.rules
    after = kernel.play(rules, position.state, move)
    taken = position.game.captured(position, move)
    again = (after[1], after[0], after[2])  # were the opponent to pass
    threats = [(promise(rules, again, pit, 0), -pit) for pit in range(6) if after[1] >> 8 * pit & 255]
    best, pit = max(threats, default=(0, 0))
    words = []
    if taken:
        words.append(_("takes {n} seeds", n=taken))
    if best:
        letter = position.game.move_text(-pit, position.to_move)
        words.append(_("threatens to take {n} with {pit}", n=best, pit=letter))
    return ", ".join(words)
