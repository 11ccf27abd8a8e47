"""A game as the house knows it: one declared object, in the game's `__init__.py`.

    GAME = Declaration(game=Quixo, kernel=kernel, evaluation=lambda: evaluate, …)

Only the game and its kernel must be there. Parts that take long to import or are seldom wanted are given as
functions that load them, called when first asked for; a part that is not given has a neutral stand-in.
Nothing else in the house knows a game by name: doors say of it what it says here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from stratege.core import language
from stratege.core.comparison import Comparison
from stratege.core.game import Game
from stratege.core.kernel import Kernel
from stratege.core.lesson import Lesson
from stratege.core.level_figures import LevelFigures, level_figures
from stratege.core.neutral import evaluation as no_evaluation
from stratege.core.neutral import observation as every_bit
from stratege.core.neutral import symmetry as identity
from stratege.core.neutral import table_probe as no_table_probe
from stratege.core.parts import (
    Bounds,
    Certainty,
    Evaluation,
    Explanation,
    MakeConversion,
    Observation,
    PaperBoards,
    PaperMachine,
    Solutions,
    Solver,
    Symmetry,
    TableProbe,
)
from stratege.core.places import Places
from stratege.core.recipe import Recipe
from stratege.core.strength import USUAL, Ladder

Animation = Literal["move", "stack", "sow", "flip", "push", "vanish"]
"""How a move is shown: what stands on the first place goes to the second (`move`); the topmost piece does
(`stack`); what was taken up is dealt out one by one over the next places (`sow`); a piece goes straight and
others turn over (`flip`); a line is pushed (`push`); what is gone vanishes, first at the place (`vanish`)."""


@dataclass(frozen=True)
class Bench:
    """Positions to be searched to this depth: what `stratege bench` measures and fingerprints."""

    depth: int
    positions: tuple[str, ...]


@dataclass(frozen=True)
class FirstTable:
    """A small table that a first start of the web app builds; those of least `order` come first."""

    variant: str | None = None
    size: str | None = None
    order: int = 3


def packaged_books(module_file: str, *boards: tuple[str, str]) -> dict[tuple[str, str], Path]:
    """The opening books beside a game's module, for boards by variant and size: `books/VARIANT-SIZE.book`."""
    folder = Path(module_file).with_name("books")
    return {board: folder / f"{'-'.join(board)}.book" for board in boards}


@dataclass(frozen=True, kw_only=True, eq=False)
class Declaration:
    """A game, its parts, and what the doors say of it. Texts are English, as `language._` takes them."""

    game: type[Game]
    kernel: Kernel

    load_evaluation: Callable[[], Evaluation] = lambda: no_evaluation
    load_symmetry: Callable[[], Symmetry] = lambda: identity
    load_observation: Callable[[], Observation] = lambda: every_bit
    load_solver: Callable[[], Solver] | None = None
    load_recipe: Callable[[], Recipe] | None = None
    load_table_probe: Callable[[], TableProbe] | None = None
    load_certainty: Callable[[], Certainty] | None = None
    load_conversion: Callable[[], MakeConversion] | None = None
    load_explanation: Callable[[], Explanation] | None = None
    load_paper_machine: Callable[[], PaperMachine] | None = None
    load_paper_boards: Callable[[], PaperBoards] | None = None
    load_solutions: Callable[[], Solutions] | None = None
    load_comparison: Callable[[], Comparison] | None = None
    load_bounds: Callable[[], Bounds] | None = None
    load_lesson: Callable[[], Lesson] = lambda: ()

    blurb: str = ""
    """One sentence that makes people want to play it."""
    rules_in_words: str = ""
    """The rules, in a paragraph or a few."""
    size_hint: str = ""
    """What a size means, and an example."""
    scene: str = ""
    """A position in the middle of a game, for pictures; the start where it is empty."""
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each language, its words for the texts of a game that is not in the house's own catalogue."""

    ladder: Ladder = USUAL
    figures_file: Path | None = None
    """How strong its levels are, as it was measured."""
    bench: Bench | None = None
    places: Places | None = None
    animation: Animation = "move"
    selective: tuple[str, ...] = ()
    """The parts of the selective search (`engine.alphabeta_kernel.work.PARTS`) with which who has a time and
    no depth searches: matches must have shown that they pay."""
    opposite: bool = False
    """Whether the players sit on opposite sides of the board, so that turning it round makes sense."""
    signs: tuple[str, str] = ("1", "2")
    """What each player's pieces show; empty for light and dark ones."""
    first_tables: tuple[FirstTable, ...] = ()
    first_games: int = 60
    house_games: int = 2000
    """How many house games a first start plays, so that there is something to explore, and how many there are
    in the end, once there was time for them."""
    puzzle_boards: tuple[tuple[str, str], ...] = ()
    """On which boards, by variant and size, puzzles are made: a solver or a table of seconds knows them."""
    books: Mapping[tuple[str, str], Path] = field(default_factory=dict)
    """The opening books that come with it, by variant and size."""
    measured_size: str | None = None
    """A board whose table takes seconds, by which the time of larger ones is reckoned; none where the first
    layers of every table do."""
    solved_sizes: tuple[str, ...] = ()
    """Small boards known by heart once their table is built, of the first variant."""

    def __post_init__(self) -> None:
        self.game.declaration = self
        language.add_translations(self.translations)

    @property
    def name(self) -> str:
        """What the game is called in commands, files and addresses."""
        return self.game.name

    @cached_property
    def level_figures(self) -> tuple[LevelFigures, ...]:
        """How strong its levels are, the lowest first; nothing where that was not measured."""
        return level_figures(self.figures_file)

    @cached_property
    def evaluation(self) -> Evaluation:
        """How good positions look; to who has none, they all look alike."""
        return self.load_evaluation()

    @cached_property
    def symmetry(self) -> Symmetry:
        """Which boards are the same game; only equal ones to who has none."""
        return self.load_symmetry()

    @cached_property
    def observation(self) -> Observation:
        """What a learner sees; every bit, of who does not say."""
        return self.load_observation()

    @cached_property
    def solver(self) -> Solver | None:
        """The game's formula."""
        return None if self.load_solver is None else self.load_solver()

    @cached_property
    def recipe(self) -> Recipe | None:
        """How its exact table is made."""
        return None if self.load_recipe is None else self.load_recipe()

    @cached_property
    def table_probe(self) -> TableProbe:
        """How the search asks the table; one that knows nothing where there is none to be asked."""
        return no_table_probe if self.load_table_probe is None else self.load_table_probe()

    @cached_property
    def certainty(self) -> Certainty | None:
        """When the table's value holds; always, to who has none."""
        return None if self.load_certainty is None else self.load_certainty()

    @cached_property
    def conversion(self) -> MakeConversion | None:
        """How won boards are brought home that a table knows without distance."""
        return None if self.load_conversion is None else self.load_conversion()

    @cached_property
    def explanation(self) -> Explanation | None:
        """Why moves are good."""
        return None if self.load_explanation is None else self.load_explanation()

    @cached_property
    def paper_machine(self) -> PaperMachine | None:
        """The machine of the game's exam paper."""
        return None if self.load_paper_machine is None else self.load_paper_machine()

    @cached_property
    def paper_boards(self) -> PaperBoards | None:
        """How the machine in a student's answers to that paper is asked."""
        return None if self.load_paper_boards is None else self.load_paper_boards()

    @cached_property
    def lesson(self) -> Lesson:
        """Its first lesson; no steps where there is none."""
        return self.load_lesson()

    @cached_property
    def solutions(self) -> Solutions | None:
        """What `stratege solve` tells."""
        return None if self.load_solutions is None else self.load_solutions()

    @cached_property
    def bounds(self) -> Bounds | None:
        """What is proven of positions that its tables do not hold."""
        return None if self.load_bounds is None else self.load_bounds()

    @cached_property
    def comparison(self) -> Comparison | None:
        """Over which boards its variants can be compared."""
        return None if self.load_comparison is None else self.load_comparison()
