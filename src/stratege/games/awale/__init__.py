"""Awalé: sow seeds around the board and harvest them."""

from __future__ import annotations

from pathlib import Path

from stratege.core.comparison import Comparison
from stratege.core.declaration import Bench, Declaration, FirstTable, packaged_books
from stratege.core.language import N_
from stratege.core.lesson import Lesson
from stratege.core.parts import (
    Bounds,
    Certainty,
    Evaluation,
    Explanation,
    Observation,
    PaperBoards,
    PaperMachine,
    TableProbe,
)
from stratege.core.recipe import Recipe
from stratege.games.awale import kernel, places
from stratege.games.awale.game import Awale


def _network() -> Evaluation:
    from stratege.games.awale import network

    return network


def _evaluation() -> Evaluation:
    """What was learned; without its weights, the linear terms."""
    from stratege.core.weights import judged_by
    from stratege.games.awale import evaluate

    return judged_by(_network, evaluate)


def _recipe() -> Recipe:
    from stratege.games.awale import table_recipe

    return table_recipe


def _table_probe() -> TableProbe:
    from stratege.games.awale import table_probe

    return table_probe


def _certainty() -> Certainty:
    from stratege.games.awale import certainty

    return certainty


def _explanation() -> Explanation:
    from stratege.games.awale import explain

    return explain


def _paper_machine() -> PaperMachine:
    from stratege.games.awale import paper

    return paper


def _observation() -> Observation:
    from stratege.games.awale import observation

    return observation


def _paper_boards() -> PaperBoards:
    from stratege.games.awale import paper_boards

    return paper_boards


def _lesson() -> Lesson:
    from stratege.games.awale import lesson

    return lesson.LESSON


def _bounds() -> Bounds:
    from stratege.games.awale import bounds

    return bounds


def _comparison() -> Comparison:
    from stratege.games.awale import comparison

    return comparison


GAME = Declaration(
    game=Awale,
    kernel=kernel,
    load_observation=_observation,
    load_evaluation=_evaluation,
    load_recipe=_recipe,
    load_table_probe=_table_probe,
    load_certainty=_certainty,
    load_explanation=_explanation,
    load_paper_machine=_paper_machine,
    load_paper_boards=_paper_boards,
    load_comparison=_comparison,
    load_bounds=_bounds,
    load_lesson=_lesson,
    blurb=N_("Sow seeds around the board and harvest more than your opponent."),
    rules_in_words=N_(
        "Take all the seeds of one of your six pits and sow them one by one into the next pits, counter-"
        "clockwise, never into the pit they came from. If the last seed falls into a pit of your opponent"
        " that then holds two or three, you harvest that pit, and the ones before it as long as they are "
        "your opponent's and hold two or three. You may not leave your opponent without a seed. Who holds"
        " more than half of the seeds wins."
    ),
    size_hint=N_("seeds in a pit, such as 4"),
    scene="1,6,0,5,2,7,3,0,6,1,5,4:5,3:1:16",
    bench=Bench(
        14,
        (
            "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0",
            "1,2,1,5,7,2,1,9,3,1,0,4:12,0:1:30",
            "0,0,3,1,0,8,2,1,0,7,1,1:11,13:2:41",
            "2,0,1,0,3,0,0,1,2,0,0,1:20,18:1:60",
        ),
    ),
    figures_file=Path(__file__).with_name("levels.json"),
    books=packaged_books(__file__, ("abapa", "4"), ("standard", "4"), ("ccinp", "4")),
    places=places,
    animation="sow",
    selective=("deeper", "reductions", "probcut"),
    opposite=True,
    first_tables=(FirstTable("standard", order=0),),
    puzzle_boards=(("standard", "4"),),
)
