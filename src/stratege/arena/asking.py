"""What a guest is told when it is to move, and what is made of its answer."""

from __future__ import annotations

from typing import Any

from stratege.arena.match import ILLEGAL, Fault
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.printable import printable

LONGEST = 80
PATIENCE = 60.0  # seconds for a move where nobody limits the time


def told(line: Line) -> dict[str, Any]:
    """The position as plain data: its text, who is to move, the legal moves, and the board as it is drawn."""
    game = line.game
    return {
        "game": game.name,
        "variant": game.variant.name,
        "size": game.size,
        "text": line.position.text(),
        "player": line.to_move,
        "moves": line.position.moves(),
        "board": str(line.position),
    }


def move_of(line: Line, answer: object) -> int:
    """The move that an answer means, which may be anything at all; a `Fault` if it means none."""
    if answer is None:
        raise Fault(ILLEGAL, _("it answers None, which is no move; perhaps a `return` is missing"))
    if type(answer) is not str or len(answer) > LONGEST:
        raise Fault(ILLEGAL, _("its answer {answer} is not the text of a move", answer=brief(repr(answer))))
    try:
        move = line.game.parse_move(answer, line.to_move)
        line.play(move)
    except StrategeError as error:
        raise Fault(ILLEGAL, brief(str(error), 2 * LONGEST).rstrip(".")) from None
    return move


def brief(text: str, longest: int = LONGEST) -> str:
    """A text from outside, short and fit for a terminal."""
    clean = printable(" ".join(text.split()))
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"
