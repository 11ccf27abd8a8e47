"""Ming Mang: close the enemy's lines and they change sides."""

from __future__ import annotations

from pathlib import Path

from stratege.core.comparison import Comparison
from stratege.core.declaration import Bench, Declaration, FirstTable, packaged_books
from stratege.core.language import N_
from stratege.core.lesson import Lesson
from stratege.core.parts import Evaluation, Explanation, Observation, Symmetry
from stratege.core.recipe import Recipe
from stratege.core.strength import BEST, Strength
from stratege.games.boards import GridPlaces
from stratege.games.mingmang import kernel
from stratege.games.mingmang.game import MingMang


def _evaluation() -> Evaluation:
    from stratege.games.mingmang import evaluate

    return evaluate


def _symmetry() -> Symmetry:
    from stratege.games.mingmang import symmetry

    return symmetry


def _recipe() -> Recipe:
    from stratege.games.mingmang import table_recipe

    return table_recipe


def _explanation() -> Explanation:
    from stratege.games.mingmang import explain

    return explain


def _observation() -> Observation:
    from stratege.games import planes

    return planes


def _lesson() -> Lesson:
    from stratege.games.mingmang import lesson

    return lesson.LESSON


def _comparison() -> Comparison:
    from stratege.games.mingmang import comparison

    return comparison


GAME = Declaration(
    game=MingMang,
    kernel=kernel,
    load_observation=_observation,
    load_evaluation=_evaluation,
    load_symmetry=_symmetry,
    load_recipe=_recipe,
    load_explanation=_explanation,
    load_comparison=_comparison,
    load_lesson=_lesson,
    blurb=N_("Close the enemy's lines between two of your pawns and they change sides."),
    rules_in_words=N_(
        "Move one of your pawns along its row or column, as far as the way is free. Enemies that stand in"
        " an unbroken line between the pawn you moved and another of yours change their colour; those "
        "that have changed close in nobody else. Moving in between two enemies is safe. Who cannot move "
        "loses."
    ),
    size_hint=N_("the side of the board, such as 8"),
    scene="xooooooo/x......o/x..x...o/x......o/x....o.o/x......o/x......o/xxxxxxxo:1",
    # Whoever overlooks little holds their equals to a draw: levels differ by how much they overlook.
    ladder=(
        Strength(1, blindness=224),
        Strength(2, blindness=224),
        Strength(3, blindness=176),
        Strength(3, blindness=112),
        Strength(3, blindness=64),
        Strength(3, blindness=80, exchanges=True),
        Strength(3, blindness=44, exchanges=True),
        Strength(3, blindness=20, exchanges=True),
        Strength(3, blindness=6, exchanges=True),
        BEST,
    ),
    bench=Bench(
        5,
        (
            "xooooooo/x......o/x......o/x......o/x......o/x......o/x......o/xxxxxxxo:1",
            "xo..oooo/xxo...../x.o.o.../...o..oo/x.xxxx.o/...x.x../.x....../x...xx.o:1",
            "x......o/......../...xo.../..x.o.../......../......../.o....../x......o:2",
        ),
    ),
    figures_file=Path(__file__).with_name("levels.json"),
    books=packaged_books(__file__, ("free", "8")),
    places=GridPlaces(1, (N_("empty"), N_("light pawn"), N_("dark pawn"))),
    animation="flip",
    selective=("deeper", "reductions", "passes", "pruning"),
    opposite=True,
    signs=("", ""),
    first_tables=(FirstTable("free", "3", order=4), FirstTable("free", "4", order=4)),
    measured_size="4",
    solved_sizes=("3", "4"),
    puzzle_boards=(("free", "4"),),
)
