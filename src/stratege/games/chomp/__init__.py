"""Chomp: bite a bar of chocolate and leave the poison to the other."""

from __future__ import annotations

from pathlib import Path

from stratege.core.declaration import Declaration, FirstTable
from stratege.core.language import N_
from stratege.core.lesson import Lesson
from stratege.core.parts import (
    Explanation,
    Observation,
    PaperBoards,
    Solutions,
    Solver,
    Symmetry,
)
from stratege.core.recipe import Recipe
from stratege.core.strength import SHORT
from stratege.games.chomp import kernel, places
from stratege.games.chomp.game import Chomp


def _symmetry() -> Symmetry:
    from stratege.games.chomp import symmetry

    return symmetry


def _solver() -> Solver:
    from stratege.games.chomp import solver

    return solver


def _recipe() -> Recipe:
    from stratege.games.chomp import table_recipe

    return table_recipe


def _explanation() -> Explanation:
    from stratege.games.chomp import explain

    return explain


def _solutions() -> Solutions:
    from stratege.games.chomp import solutions

    return solutions


def _observation() -> Observation:
    from stratege.games.chomp import observation

    return observation


def _paper_boards() -> PaperBoards:
    from stratege.games.chomp import paper_boards

    return paper_boards


def _lesson() -> Lesson:
    from stratege.games.chomp import lesson

    return lesson.LESSON


GAME = Declaration(
    game=Chomp,
    kernel=kernel,
    load_observation=_observation,
    load_symmetry=_symmetry,
    load_solver=_solver,
    load_recipe=_recipe,
    load_explanation=_explanation,
    load_solutions=_solutions,
    load_paper_boards=_paper_boards,
    load_lesson=_lesson,
    blurb=N_("Bite the chocolate bar from the top right; leave the poisoned square to the other."),
    rules_in_words=N_(
        "Choose a square of the bar: you eat it and all that is above it or to its right. The square at "
        "the bottom left is poisoned. Who is left with nothing else loses."
    ),
    size_hint=N_("columns×rows, such as 7x5"),
    scene="7,7,5,5,2:1",
    ladder=SHORT,
    figures_file=Path(__file__).with_name("levels.json"),
    places=places,
    animation="vanish",
    first_tables=(FirstTable(size="10x8"),),
    measured_size="14x14",
    puzzle_boards=(("standard", "7x5"), ("standard", "10x8")),
)
