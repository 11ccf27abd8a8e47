"""A game looked at move by move: what each move gave up, its name, why, and how accurate the players were.

What is given up is counted in expected results (`Value.expected`). The percentage of a move, and of a player,
is lichess' (https://lichess.org/page/accuracy).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from stratege.core.language import _
from stratege.core.line import Line
from stratege.engine.adviser import Adviser
from stratege.engine.analysis import Analysis, ValuedMove

BLUNDER, MISTAKE, INACCURACY = "blunder", "mistake", "inaccuracy"
NAMES = ((BLUNDER, 0.15), (MISTAKE, 0.1), (INACCURACY, 0.05))
"""How moves are called that give up so much of the expected result, or more."""
SHOWN = 3  # moves of a main line


def accuracy(losses: Sequence[float]) -> float | None:
    """The percentage of a player who gave up so much with each move; None for one who made none.

    >>> accuracy([0.0]), round(accuracy([0.0, 0.5]))
    (100.0, 54)
    """
    if not losses:
        return None
    each = (103.1669 * math.exp(-4.354 * max(loss, 0.0)) - 3.1669 for loss in losses)
    return sum(min(100.0, max(0.0, one)) for one in each) / len(losses)


def why(adviser: Adviser, analysis: Analysis, valued: ValuedMove) -> str:
    """What a person can see of a move and of the best answer to it, as clauses; empty if there is nothing."""
    clauses = [valued.reason, _only(analysis, valued), _answer(adviser, analysis.of, valued)]
    return _("; ").join(clause for clause in clauses if clause)


def _only(analysis: Analysis, valued: ValuedMove) -> str:
    """That no other move wins, or that all others lose."""
    results = [one.value.result for one in analysis.moves]
    if len(results) < 2 or valued != analysis.moves[0] or results[0] is None or results[1] is None:
        return ""
    if results[0] == 1 > results[1]:
        return _("the only move that wins")
    return _("the only move that does not lose") if results[0] == 0 > results[1] else ""


def _answer(adviser: Adviser, line: Line, valued: ValuedMove) -> str:
    """What the opponent does about it: what can be explained or is known to win; else the line."""
    answers = adviser.known(line.replay(valued.move)).moves
    expected = valued.line[1] if len(valued.line) > 1 else None
    for one in answers:
        if one.move == expected or (expected is None and one.value.proven and one.value.result == 1):
            if one.reason:
                return _("then {move}: {reason}", move=one.move, reason=one.reason)
            if one.value.result == 1:
                return _("then {move} wins", move=one.move)
    return (
        "" if valued.reason or not expected else _("then {moves}", moves=" ".join(valued.line[1 : 1 + SHOWN]))
    )
