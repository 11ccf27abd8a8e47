"""Why a Quixo move is good or bad, in words: the lines it makes."""

from __future__ import annotations

from stratege.core.language import _
from stratege.core.position import Position
from stratege.games.quixo import kernel


def explain(position: Position, move: int) -> str:
    """Whether the move makes a line, or all but one of one, for whom; empty if none."""
    rules = position.game.rules
    theirs, mine = kernel.play(rules, position.state, move)
    reason = kernel.finished(rules, (theirs, mine))
    if reason:
        return _("makes a line") if reason == kernel.THEIR_LINE else _("makes a line for the opponent")
    almost = rules[0] - 1
    had, had_theirs = (longest(rules[0], marks) for marks in position.state)
    words = []
    if longest(rules[0], mine) == almost > had:
        words.append(_("makes {n} in line", n=almost))
    if longest(rules[0], theirs) < almost == had_theirs:
        words.append(_("breaks the opponent's {n} in line", n=almost))
    elif longest(rules[0], theirs) == almost > had_theirs:
        words.append(_("gives the opponent {n} in line", n=almost))
    return ", ".join(words)


def longest(n: int, marks: int) -> int:
    """The most marks in one line of an n × n board."""
    return max((marks & line).bit_count() for line in kernel.lines_of(n))
