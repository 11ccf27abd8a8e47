"""Values as the integers that compiled code compares, and nothing else knows: `core.value` is for people.

A score counts for the player to move. Beyond ±WON the game is won or lost for certain, `WIN - |score|` plies
from where the score is seen; beyond ±SETTLED a table knows that it is, by the margin and then by the plies
until the table knows, so that a win comes nearer; else the score is in hundredths of the game's unit.
"""

from __future__ import annotations

from stratege.core.compiling import rule

INFINITE, WIN, WON, SETTLED = 32000, 30000, 29000, 20000
MAX_PLY = 128
MARGIN = MAX_PLY  # what is known sooner counts less than the least difference of margins, which are below 70


@rule
def final_score(margin: int, ply: int) -> int:
    """The score, `ply` plies above, of a game that is over."""
    if margin > 0:
        return WIN - ply
    return ply - WIN if margin < 0 else 0


@rule
def table_score(margin: int, ply: int) -> int:
    """The score, `ply` plies above, of a game whose end a table knows, but not how far it is."""
    if margin > 0:
        return SETTLED + MARGIN * margin - ply
    return MARGIN * margin - SETTLED + ply if margin < 0 else 0


@rule
def seen_from_here(score: int, ply: int) -> int:
    """A score of `ply` plies above as it is here, where what is certain is nearer."""
    if score > SETTLED:
        return score + ply
    return score - ply if score < -SETTLED else score


@rule
def seen_from_above(score: int, ply: int) -> int:
    """A score of here as it is `ply` plies above; the inverse of `seen_from_here`."""
    if score > SETTLED:
        return score - ply
    return score + ply if score < -SETTLED else score


def is_won(score: int) -> bool:
    """Whether the game is won or lost for certain, in a known number of plies."""
    return abs(score) > WON


def is_settled(score: int) -> bool:
    """Whether the game is won or lost, as the search or a table knows."""
    return abs(score) > SETTLED
