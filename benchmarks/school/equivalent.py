"""Mutants that do the same as the original on everything that their paper asks for, and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.school.mutants import Mutant

EQUIVALENT = [
    # Pictures without pixels are not spoken of.
    ("ligne_vers_image", r"left out, if not ligne01|return \[\] → return"),
    ("compte_0_1", r"left out, if not ligne01|return \[\] → return"),
    # The first pixel is always of its own colour; an area of 0 is 0 by any sides; equal areas are allowed.
    ("dim_largeur_max", r"line 7, constant: 0 → 1"),
    (
        "rectangle_max",
        r"line 9, constant: 0 → -?1|hauteur \* largeur > ha \* la → hauteur \* largeur >= ha \* la",
    ),
    # Counted from the end, c - 6 is c + 6.
    ("tourner_plateau", r"(c|case) \+ 6 → (c|case) - 6"),
    # There is no pit 12 nor -1, and pit 6 is never playable.
    ("case_ramassable", r"constant: 11 → 12"),
    ("test_case", r"constant: 0 → -1"),
    ("cases_possibles", r"constant: 6 → 7"),
    # Nothing says that the pits are emptied at the end.
    ("gagnant", r"left out, (plt|plateau)\[:\]|constant: 12 → 1[13]|constant: 0 → -?1"),
    # The copy's names differ in any case; after 500 has been refused, one test is left of each pair.
    ("NegaAwale", r"left out, fin\['joueur1'\]|condition left out"),
    # The depth is the paper's own; what is shown between two machines is of no matter.
    (
        "awale_ia",
        r"profondeur_max < 1|line 1[0-9], constant|left out, (if profondeur_max|raise|affiche)|raise",
    ),
    # A row as long as the column is cut to the same length; finding more winning moves is only slower.
    ("joue", r"longueur < j → longueur <= j"),
    ("gagnante_memo", r"left out, break"),
    # A square off the board is none.
    ("case_bord", r"line [78],|left out, if not"),
    # A move goes somewhere; the last cube is put down over what one step too many leaves.
    ("deplacement_case", r"_d < ._n → ._d <= ._n|. > ._n → . >= ._n"),
    # What is off the board is no pawn's; on Nimble's first square none ever moves.
    ("lose", r"constant: 1 → [02]"),
    # The directions are symmetric.
    ("possiblePawn", r"i \+ di → i - di|j \+ dj → j - dj"),
    # The paper says that the look of the screen is indicative.
    ("display", r"left out, print"),
    ("nimble", r"left out, (print|display)"),
    ("mingMang", r"left out, (print|display)"),
    ("mingMangSansRepetition", r"left out, (print|display)"),
]


def equivalent(mutant: Mutant) -> bool:
    """Whether nothing that the paper asks for tells the mutant from the original."""
    return any(
        mutant.question.function == function and re.search(pattern, mutant.change)
        for function, pattern in EQUIVALENT
    )
