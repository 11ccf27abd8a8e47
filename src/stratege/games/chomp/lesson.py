"""The first lesson of Chomp."""

from __future__ import annotations

from stratege.core.language import N_
from stratege.core.lesson import Lesson, Step

LESSON: Lesson = (
    Step(
        N_(
            "Choose a square: you eat it and all that is above it or to its right. Your opponent does the"
            " same."
        ),
        "5,5,5,5:1",
        shown=("2,3", "1,2", "0,4"),
    ),
    Step(
        N_("The square at the bottom left is poisoned. Leave your opponent nothing but the poison."),
        "4:1",
        right=("0,1",),
        praise=N_("Only the poison is left: you have won."),
        hint=N_("There is still something to eat, and your opponent will leave you the poison."),
    ),
    Step(
        N_(
            "Of two arms of the same length, whatever is eaten of one can be eaten of the other. Make "
            "them equal."
        ),
        "5,1,1:1",
        right=("0,3",),
        praise=N_("Now copy each bite: your opponent will run out first."),
        hint=N_("The arms are not equal yet."),
    ),
    Step(
        N_("A square bar is won by whoever moves first. Find the bite that leaves two equal arms."),
        "4,4,4,4:1",
        right=("1,1",),
        praise=N_("Two arms of three. That first bite wins on every square bar."),
        hint=N_("Leave the lowest row and the left column, and nothing else."),
    ),
)
