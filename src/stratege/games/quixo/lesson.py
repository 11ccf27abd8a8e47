"""The first lesson of Quixo."""

from __future__ import annotations

from stratege.core.language import N_
from stratege.core.lesson import Lesson, Step

LESSON: Lesson = (
    Step(
        N_(
            "Take a cube of the border that is blank or shows your sign, turn your sign up, and push it "
            "back in at another end of its row or column: the others slide."
        ),
        "...../...../...../...../.....:1",
        shown=("0,2-4,2", "4,0-4,4"),
    ),
    Step(
        N_("Push a cube of the upper row back in at its right end."),
        ".o.../...../...../...../....x:1",
        right=("0,0-0,4", "0,2-0,4", "0,3-0,4"),
        praise=N_("What stood to its right has slid to the left, into its place."),
        hint=N_("Take a cube of row 0 and push it in at column 4."),
    ),
    Step(
        N_("Five of your sign in a row, a column or a diagonal win. Make the line."),
        "xxx.x/o.o../.o.../o..o./.....:1",
        right=("0,3-0,4", "0,3-0,0", "4,3-0,3"),
        praise=N_("Five crosses: you have won."),
        hint=N_("Look at the upper row: one cube is missing."),
    ),
    Step(
        N_(
            "Pushing moves your opponent's cubes too. If a move makes a line for both, who made it loses."
            " Win without making a line of rings."
        ),
        "xxxox/ooo.o/...../...../xx.xx:1",
        right=("0,2-4,2", "4,2-4,0", "4,2-4,4"),
        praise=N_("Five crosses, and no line of rings."),
        hint=N_("Look at the lowest row; and at what a push down column 3 does to the second one."),
    ),
)
