"""Nimble: slide pawns to the left until nobody can."""

from __future__ import annotations

from pathlib import Path

from stratege.core.comparison import Comparison
from stratege.core.declaration import Declaration
from stratege.core.language import N_
from stratege.core.lesson import Lesson
from stratege.core.parts import Explanation, Observation, Solutions, Solver
from stratege.core.strength import SHORT
from stratege.games.nimble import kernel, places
from stratege.games.nimble.game import Nimble


def _solver() -> Solver:
    from stratege.games.nimble import solver

    return solver


def _explanation() -> Explanation:
    from stratege.games.nimble import explain

    return explain


def _solutions() -> Solutions:
    from stratege.games.nimble import solutions

    return solutions


def _observation() -> Observation:
    from stratege.games.nimble import observation

    return observation


def _lesson() -> Lesson:
    from stratege.games.nimble import lesson

    return lesson.LESSON


def _comparison() -> Comparison:
    from stratege.games.nimble import comparison

    return comparison


GAME = Declaration(
    game=Nimble,
    kernel=kernel,
    load_observation=_observation,
    load_solver=_solver,
    load_explanation=_explanation,
    load_solutions=_solutions,
    load_comparison=_comparison,
    load_lesson=_lesson,
    blurb=N_("Slide pawns to the left until nobody can. Simple, and solved by binary numbers."),
    rules_in_words=N_(
        "Pawns stand on a row of squares, any number on each. Move one pawn to any square further left. "
        "Who cannot move, all pawns being on the first square, loses."
    ),
    size_hint=N_("squares×the most pawns on one of them, such as 6x3"),
    scene="1,0,2,0,3,1:1",
    ladder=SHORT,
    figures_file=Path(__file__).with_name("levels.json"),
    places=places,
    animation="stack",
    puzzle_boards=(("standard", "6x2"), ("standard", "8x2"), ("standard", "12x1")),
)
