"""Quixo: take a cube, push it back in, and make a line."""

from __future__ import annotations

from pathlib import Path

from stratege.core.declaration import Bench, Declaration, FirstTable, packaged_books
from stratege.core.language import N_
from stratege.core.lesson import Lesson
from stratege.core.parts import (
    Evaluation,
    Explanation,
    MakeConversion,
    Observation,
    PaperBoards,
    PaperMachine,
    Symmetry,
    TableProbe,
)
from stratege.core.recipe import Recipe
from stratege.games.boards import GridPlaces
from stratege.games.quixo import kernel
from stratege.games.quixo.game import Quixo


def _network() -> Evaluation:
    from stratege.games.quixo import network

    return network


def _evaluation() -> Evaluation:
    """What was learned; without its weights, the linear terms."""
    from stratege.core.weights import judged_by
    from stratege.games.quixo import evaluate

    return judged_by(_network, evaluate)


def _symmetry() -> Symmetry:
    from stratege.games.quixo import symmetry

    return symmetry


def _recipe() -> Recipe:
    from stratege.games.quixo import table_recipe

    return table_recipe


def _table_probe() -> TableProbe:
    from stratege.games.quixo import table_probe

    return table_probe


def _conversion() -> MakeConversion:
    from stratege.games.quixo.conversion import Conversion

    return Conversion


def _explanation() -> Explanation:
    from stratege.games.quixo import explain

    return explain


def _paper_machine() -> PaperMachine:
    from stratege.games.quixo import paper

    return paper


def _observation() -> Observation:
    from stratege.games import planes

    return planes


def _paper_boards() -> PaperBoards:
    from stratege.games.quixo import paper_boards

    return paper_boards


def _lesson() -> Lesson:
    from stratege.games.quixo import lesson

    return lesson.LESSON


GAME = Declaration(
    game=Quixo,
    kernel=kernel,
    load_observation=_observation,
    load_evaluation=_evaluation,
    load_symmetry=_symmetry,
    load_recipe=_recipe,
    load_table_probe=_table_probe,
    load_conversion=_conversion,
    load_explanation=_explanation,
    load_paper_machine=_paper_machine,
    load_paper_boards=_paper_boards,
    load_lesson=_lesson,
    blurb=N_("Take a cube, push it back in, and be the first with a whole line."),
    rules_in_words=N_(
        "Take a cube of the border that is blank or shows your sign, turn your sign up, and push it back "
        "in at another end of its row or column. Who has a whole line of their sign wins; if a move makes"
        " a line for both, who made the move loses."
    ),
    size_hint=N_("3, 4 or 5"),
    scene="xo..x/..o../x.x.o/.o.../x..o.:1",
    bench=Bench(
        7,
        (
            "...../...../...../...../.....:1",
            "xo.../...../..x../...../o....:1",
            "xoxx./..xoo/oo.x./o..xo/xoo.o:2",
            "xoxox/oxoxo/xoxo./oxo.x/.oxxo:1",
        ),
    ),
    figures_file=Path(__file__).with_name("levels.json"),
    books=packaged_books(__file__, ("standard", "5")),
    places=GridPlaces(0, (N_("blank"), N_("cross"), N_("ring"))),
    animation="push",
    opposite=True,
    signs=("✕", "○"),
    first_tables=(FirstTable(size="3", order=2), FirstTable(size="4", order=2)),
    measured_size="4",
    selective=("deeper", "reductions", "wins"),
    solved_sizes=("3", "4"),
    puzzle_boards=(("standard", "4"),),
)
