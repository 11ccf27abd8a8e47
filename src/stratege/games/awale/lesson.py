"""The first lesson of Awalé."""

from __future__ import annotations

from stratege.core.language import N_
from stratege.core.lesson import Lesson, Step

LESSON: Lesson = (
    Step(
        N_(
            "Each player has six pits: the first player the lower row, a to f, the second the upper one, "
            "g to l. A move empties one of your pits and sows its seeds one by one into the next pits, "
            "counter-clockwise."
        ),
        "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0",
        shown=("c", "h"),
    ),
    Step(
        N_("Sow so that your last seed falls into pit h."),
        "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0",
        right=("d",),
        praise=N_("Four seeds from d: e, f, g, h."),
        hint=N_("Count: the first seed falls into the pit after the one you empty."),
    ),
    Step(
        N_(
            "If the last seed falls into a pit of your opponent that then holds two or three, you harvest"
            " it, and the pits before it too as long as they are your opponent's and hold two or three."
        ),
        "1,0,2,0,0,2,1,1,0,0,0,4:18,19:1:30",
        shown=("f",),
    ),
    Step(
        N_("Harvest as much as you can."),
        "0,1,0,0,4,1,1,2,1,0,3,2:17,16:1:30",
        right=("e",),
        praise=N_("Three pits in a row: i, h and g."),
        hint=N_("That harvests less: look for a last seed with several pits of two or three before it."),
    ),
    Step(
        N_("Famine: your opponent has no seed left, and you may not leave it so. Which pit can you play?"),
        "2,0,1,0,0,1,0,0,0,0,0,0:24,20:1:50",
        right=("f",),
        praise=N_("Only f reaches the other side; a and c would leave your opponent nothing to play."),
    ),
    Step(
        N_("Who has more than half of the seeds wins. You have 23: find the move that ends the game."),
        "1,0,2,0,0,2,1,1,0,0,0,4:23,14:1:40",
        right=("f",),
        praise=N_("Two pits of two: 27 seeds, and the game is yours."),
        hint=N_("That harvests nothing."),
    ),
)
