"""Stages: the papers' algorithms step by step, each a list of frames (`school.frames`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stratege.core.errors import BadOption
from stratege.core.language import N_, _
from stratege.school.frames import MOST_FRAMES, Frame
from stratege.school.stages import calls, pits, pixels
from stratege.school.trying import literals


@dataclass(frozen=True)
class Stage:
    """An algorithm to watch: what it is about, its parameters with values to begin with, its frames.

    `shows` are the functions of the papers that it plays, each with its module's name.
    """

    title: str
    about: str
    parameters: dict[str, str]
    frames: Callable[..., list[Frame]]
    shows: tuple[str, ...]

    @property
    def heading(self) -> str:
        """Its title, in the current language."""
        return _(self.title)

    @property
    def words(self) -> str:
        """What it is about, in the current language."""
        return _(self.about)

    def played(self, texts: Sequence[str]) -> list[Frame]:
        """Its frames with these values, each written in Python; a sentence for those that make no sense."""
        frames = self.frames(*literals(tuple(self.parameters), texts))
        if len(frames) > MOST_FRAMES:
            raise BadOption(_("That takes more than {n} steps: choose something smaller.", n=MOST_FRAMES))
        return frames


BOARD = "[0, 0, 2, 0, 5, 14, 2, 1, 1, 2, 0, 1]"

STAGES: dict[str, Stage] = {
    "sowing": Stage(
        N_("Sowing and harvest"),
        N_("A move of Awalé, seed by seed: never into the pit that the seeds came from, then back again."),
        {"plateau": BOARD, "case": "5"},
        pits.sowing,
        ("awale.semer_graines", "awale_ccinp.deplacer_graines", "awale.ramasser_graines"),
    ),
    "harvest": Stage(
        N_("A recursive harvest"),
        N_(
            "Each call empties one pit and leaves the rest to the next; the numbers come back on the way out."
        ),
        {"plateau": "[0, 0, 0, 0, 0, 2, 2, 3, 2, 1, 0, 0]", "case": "8"},
        pits.harvest,
        ("awale_ccinp.ramasser_graines",),
    ),
    "notes": Stage(
        N_("Chomp with notes and without"),
        N_("Every call is a bar below the one that made it; equal positions have equal colours."),
        {"pos": "[3, 2]"},
        calls.notes,
        ("chomp.gagnante", "chomp.gagnante_memo"),
    ),
    "rectangles": Stage(
        N_("Rectangles being found"),
        N_("From each pixel that is still free: widths row by row, the largest area, then the next pixel."),
        {"img": "[[7, 7, 7, 1], [7, 7, 7, 1], [2, 2, 1, 1]]"},
        pixels.rectangles,
        ("images.rectangle_max", "images.compression_rectangle"),
    ),
    "runs": Stage(
        N_("Runs being counted"),
        N_("Along the line once; a change of colour notes the count."),
        {"ligne01": "[1, 1, 1, 0, 1, 1, 0, 0, 0, 0]"},
        pixels.runs,
        ("images.compte_0_1",),
    ),
}


TREES = {
    "awale_ccinp.NegaAwale": "tree?game=awale&method=negamax&position=0,3,0,0,0,2,1,2,0,0,1,1",
    "awale_ccinp.max_vals": "tree?game=awale&method=negamax&position=0,3,0,0,0,2,1,2,0,0,1,1",
    "quixo.alphabeta": "tree?game=quixo&depth=2&position=.oxox/oooxo/ox.xo/ooxxo/.xoox",
}
"""Functions that are shown by a tree, and which."""


def stage_for(function: str) -> str | None:
    """Where to watch a function, if anywhere: the last part of the address."""
    return TREES.get(function) or next((name for name, one in STAGES.items() if function in one.shows), None)
