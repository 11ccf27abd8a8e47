"""Why a Nimble move is good and a Nimble position won or lost, in words."""

from __future__ import annotations

from collections.abc import Sequence

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


def explanation(pawns: Sequence[int], misere: bool = False) -> str:
    """Why the player to move wins or loses, in one or two sentences.

    >>> explanation([0, 0, 1, 2, 0, 2])
    'A pawn n squares from the left end is a heap of n; the nim-sum of all is 2. Who leaves 0 wins.'
    """
    far = sum(pawns[2:])
    if misere and far == 0:
        return _("Only single steps are left, {n} of them: who finds an odd number loses.", n=sum(pawns[1:]))
    if misere and far == 1:
        return _("One pawn has more than one step to go: who moves it leaves an odd number of single steps.")
    total = nim_sum(pawns)
    heaps = _("A pawn n squares from the left end is a heap of n; the nim-sum of all is {sum}.", sum=total)
    return heaps + " " + (_("Who leaves 0 wins.") if total else _("Who finds 0 loses."))
