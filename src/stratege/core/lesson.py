"""A game's first lesson: examples to step through and moves to find, told by the game's declaration.

LESSON = (
    Step(N_("Two rows of pits …"), "4,4,…", shown=("c",)),
    Step(N_("Harvest both pits."), "1,0,2,…", right=("f",), praise=N_("…")),
)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stratege.core.errors import BadNotation, IllegalMove
from stratege.core.language import _
from stratege.core.position import Position


@dataclass(frozen=True)
class Step:
    """A page of a lesson: words and a position of the usual variant. Texts are English, as `language._` takes
    them.

    With `shown` moves it is an example, played out one by one; with `right` ones it is a question, which any
    of them answers. Then `praise` says what was to be seen, and `hint` what is wrong with other moves.
    """

    words: str
    position: str
    shown: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    praise: str = ""
    hint: str = ""


Lesson = tuple[Step, ...]


def why_not(position: Position, text: str) -> str:
    """Why that move, or none from that place, can be made: the sentence that `Position.play` refuses it with.

    Raises `BadNotation` for what is neither a move nor a place of the board; empty if it can be made.
    """
    try:
        position.play(text)
    except IllegalMove as refused:
        return str(refused)
    except BadNotation:
        if all(text not in move.split("-") for move in _moves_from(position, text)):
            raise
        return _why_not_from(position, text)
    return ""


def _moves_from(position: Position, place: str) -> Iterable[str]:
    """What could be written as a move from a place, whether or not it can be made."""
    places = position.game.declaration.places
    others = [] if places is None else places.cells(position)
    return [f"{place}-{other}" for other in others if place in others and other != place]


def _why_not_from(position: Position, place: str) -> str:
    """Why nothing moves from a place: the reason that all moves from there are refused for, if it is one; if
    the game can read none of them as moves, why it mostly cannot."""
    reasons: set[str] = set()
    unread: list[str] = []
    for text in _moves_from(position, place):
        try:
            move = position.game.parse_move(text, position.to_move)
        except IllegalMove as refused:
            unread.append(str(refused).replace(text, place))
        except BadNotation:
            continue
        else:
            if move in position.legal():
                return ""
            reasons.add(position.game.why_illegal(position, move))
    if not reasons:
        return max(unread, key=unread.count, default="")
    why = reasons.pop() if len(reasons) == 1 else _("there is nowhere to go from there")
    return _("{move} is not legal: {why}.", move=place, why=why)
