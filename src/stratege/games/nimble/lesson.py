"""The first lesson of Nimble."""

from __future__ import annotations

from stratege.core.language import N_
from stratege.core.lesson import Lesson, Step

LESSON: Lesson = (
    Step(
        N_(
            "Move one pawn to any square further left; several may stand on a square. Then it is the "
            "other's turn."
        ),
        "0,0,1,0,1,1:1",
        shown=("6-2", "3-1", "5-2"),
    ),
    Step(
        N_("Who cannot move loses. Make the last move."),
        "1,0,0,0,1:1",
        right=("5-1",),
        praise=N_("All pawns are on the first square: your opponent cannot move."),
        hint=N_("Your opponent will make the last move."),
    ),
    Step(
        N_(
            "Two pawns on the same square cancel each other: whatever one does, the other can copy. Make "
            "them equal."
        ),
        "0,0,1,0,1:1",
        right=("5-3",),
        praise=N_("From now on, copy your opponent's moves."),
        hint=N_("The pawns are not on the same square."),
    ),
    Step(
        N_(
            "With more pawns, write each one's way to the first square in powers of two, and leave every "
            "power an even number of times. Here the ways are 1, 2 and 4: what must the 4 become?"
        ),
        "0,1,1,0,1:1",
        right=("5-4",),
        praise=N_("1, 2 and 3 = 1 + 2: each power is there twice."),
        hint=N_("A power is left an odd number of times."),
    ),
)
