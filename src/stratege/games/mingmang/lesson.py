"""The first lesson of Ming Mang."""

from __future__ import annotations

from stratege.core.language import N_
from stratege.core.lesson import Lesson, Step

LESSON: Lesson = (
    Step(
        N_("A pawn moves along its row or column, as far as the way is free. The first player is light."),
        "xooo/x..o/x..o/xxxo:1",
        shown=("2,1-2,3", "1,2-2,2"),
    ),
    Step(
        N_(
            "Close a line: enemies between the pawn you move and another of yours change sides. Turn the "
            "dark pawn."
        ),
        "..../xo../..../..xo:1",
        right=("4,3-2,3",),
        praise=N_("It stood between two of yours, and is yours now."),
        hint=N_("Put a pawn on the other side of the dark one in row 2."),
    ),
    Step(
        N_("A line may be long, and several lines can be closed at once. Turn three pawns with one move."),
        "xoo..x/...o../...x../....../....../o....o:1",
        right=("1,6-1,4",),
        praise=N_("Two in the row and one in the column."),
        hint=N_("Find the place that ends a line of two in its row and a line of one in its column."),
    ),
    Step(
        N_("Moving in between two enemies is safe: only who moves closes lines. Go between them."),
        "..../o.o./..../.x.o:1",
        right=("4,2-2,2",),
        praise=N_("Nothing happens to it there."),
        hint=N_("The place between the two dark pawns is in row 2, column 2."),
    ),
    Step(
        N_("Who cannot move loses. Leave your opponent no move."),
        "xo../..../..x./....:1",
        right=("3,3-1,3",),
        praise=N_("No dark pawn is left, so your opponent cannot move: you have won."),
        hint=N_("Your opponent still has a pawn to move."),
    ),
)
