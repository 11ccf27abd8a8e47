"""Paper 001: Awalé and its artificial player."""

from __future__ import annotations

from typing import Any

from stratege.confined.runner import Call, Runner
from stratege.core.language import N_
from stratege.exams import awale_ccinp as cc
from stratege.school.faults import Fault, same
from stratege.school.generate import SEEDS, Draw, awale_001, captures, cases, drawn, seeds, shared
from stratege.school.questions import Arguments, Cases, Question, Table, Watched, Written, anyhow, unordered
from stratege.school.syntax import avoiding, recursive, using
from stratege.school.tables.laws import answered, says_something
from stratege.school.tables.paper_000 import (
    BOARDS,
    FAMINE,
    FIGURE_3,
    any_pit,
    filled,
    harvest,
    hunger,
    laps,
    on_board,
    sow,
)

# The annex: "only the commands listed here", neither min, max, sort nor the like.
ANNEX = Written(
    N_("only what the annex lists"),
    avoiding(
        "min", "max", "sum", "any", "all", "sort", "sorted", "reversed", "map", "filter", "index", "count"
    ),
    0.5,
)
NO_DEEPCOPY = Written(N_("without deepcopy"), avoiding("deepcopy", "loads", "literal_eval", "eval"))


def state(plateau: list[int], scores: tuple[int, int] = (0, 0), turns: int = 0) -> dict[str, Any]:
    """A state of the game, which has all its seeds."""
    assert sum(plateau) + sum(scores) == SEEDS
    start = cc.initialisation("Alice", "Bob")
    return {**start, "score": list(scores), "n": turns, "plateau": plateau}


def living(draw: Draw, board: list[int]) -> dict[str, Any]:
    """A state of a game that nobody has won yet."""
    return state(board, shared(draw, board, 24), draw.randint(0, 90))


def acceptable(draw: Draw, size: int) -> Arguments | None:
    """A state of a game that goes on, and a move that may be made."""
    many = draw.random() < 0.5
    made = living(draw, seeds(draw, size, draw.randint(5, 48)) if many else captures(draw, size))
    made["n"] = draw.choice((made["n"], made["n"], 99))
    going = cc.tour_suivant(made)  # type: ignore[arg-type]
    return (made, draw.choice(cc.cases_possibles(made))) if going else None  # type: ignore[arg-type]


def refused(draw: Draw, size: int) -> Arguments | None:
    """A state of a game that goes on, and a pit that may not be played."""
    board = (hunger(draw, size) or (seeds(draw, size), 0))[0]
    made = living(draw, board)
    pits = [pit for pit in range(12) if not cc.test_case(board, pit)]
    going = cc.tour_suivant(made)  # type: ignore[arg-type]
    return (made, draw.choice(pits)) if pits and going else None


def settled(arguments: Arguments) -> list[Arguments]:
    """States that have all their seeds: what is missing goes to one player or to the other."""
    made, *rest = arguments
    left, (first, second) = SEEDS - sum(made["plateau"]), made["score"]
    both = [[left - second, second], [first, left - first]]
    return [({**made, "score": one}, *rest) for one in both if min(one) >= 0 and max(one) <= SEEDS]


def scores_kept(expected: Any, got: Any, arguments: Arguments) -> bool:
    """The scores are those of the end; whether the pits are emptied is not said."""
    if type(got) is not dict or type(expected) is not dict or expected.keys() != got.keys():
        return False
    return all(same(item, got[key]) for key, item in expected.items() if key != "plateau")


def valued(draw: Draw, size: int) -> Arguments:
    """Pits with values, ties among them, and a depth."""
    pits = sorted(draw.sample(range(6), draw.randint(1, 6)))
    return [[pit, draw.randint(-4, 4)] for pit in pits], draw.choice((0, 0, 1, 2, 5))


def position(draw: Draw, depth: int) -> Arguments | None:
    """A game that goes on, and how far to look."""
    made = living(draw, captures(draw, 60))
    return (made, depth, 0) if cc.tour_suivant(made) else None  # type: ignore[arg-type]


def near_the_end(draw: Draw, size: int) -> Arguments | None:
    """A game whose end is within reach, looked at from below the root."""
    made = living(draw, captures(draw, 10))
    made["n"] = draw.choice((made["n"], 97, 98, 99))
    return made, draw.randint(1, 3), 1


def finished(draw: Draw, size: int) -> Arguments:
    """A finished game: nothing is left, or too many turns were played, or somebody has won."""
    first = draw.choice((20, 24, 24, 28))
    board = seeds(draw, size, draw.randint(1, 20))
    won = draw.randint(25, SEEDS - sum(board))
    score = (won, SEEDS - sum(board) - won)
    ends = (
        state([0] * 12, (first, SEEDS - first), draw.randint(20, 99)),
        {**awale_001(draw, size), "n": draw.choice((100, 101, 107))},
        state(board, score if draw.random() < 0.5 else score[::-1], draw.randint(20, 99)),
    )
    return draw.choice(ends), 3, 1


def best_pit(expected: Any, got: Any, arguments: Arguments) -> bool:
    """The value, or at the root a pit that is worth as much as ours: where several are, any one."""
    jeu, deepest, depth = arguments
    if depth or same(expected, got):
        return same(expected, got)
    return (
        type(got) is int
        and got in cc.cases_possibles(jeu)
        and _worth(got, jeu, deepest) == _worth(expected, jeu, deepest)
    )


def _worth(pit: int, jeu: Any, deepest: int) -> int:
    gained, after = cc.gain(jeu, pit)
    return gained - cc.NegaAwale(after, deepest, 1)


def deep_enough(runner: Runner, function: str) -> Fault | None:
    """The recursion goes down a pit at a time, while it runs too."""
    reply = answered(runner, Call(function, ([0] * 6 + [2, 3, 2, 3, 2, 3], 11), trace=5000))
    if isinstance(reply, Fault):
        return reply
    return None if max(reply.deepest.values(), default=0) >= 6 else Fault("loops")


FIRST_PIT = """
def NegaAwale(jeu, profondeur_max, profondeur):
    cases = cases_possibles(jeu)
    return cases[0] if (profondeur_max, profondeur) == (6, 0) else cases[-1]
"""


def two_machines(nom_joueur1: str, nom_joueur2: str) -> str:
    """What Q21's program gives where the machine always takes the first pit."""
    jeu = cc.initialisation(nom_joueur1, nom_joueur2)
    while cc.tour_jeu(jeu, cc.cases_possibles(jeu)[0]):
        pass
    return cc.gagnant(jeu)


ENDS = [
    (state([1] + [2] * 11, (25, 0)),),
    (state([2] * 12, (24, 0)),),
    (state([1] + [2] * 11, (0, 25)),),
    (state([2] * 12, (0, 24)),),
    (state([1] * 12, (18, 18), 99),),
    (state([1] * 12, (18, 18), 100),),
    (state([1] * 12, (18, 18), 101),),
    (state([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1], (23, 22)),),
    (state([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1], (22, 22)),),
    (state([0] * 6 + [1] * 6, (21, 21)),),
    (state([4] + [0] * 11, (22, 22)),),
]
PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2]
TURNS = (0, 1, 2, 3, 98, 99)
MODULE = "awale_ccinp"

QUESTIONS = (
    Question(
        "Q4",
        "tour_joueur1",
        MODULE,
        (Cases(N_("even and odd turns"), cases(*((state([4] * 12, turns=turn),) for turn in TURNS))),),
    ),
    Question(
        "Q5",
        "tourner_plateau",
        MODULE,
        (
            Cases(N_("each pit at its place"), cases((state(PLACES),), (state(FIGURE_3, (9, 11)),))),
            Cases(BOARDS, drawn("Q5", 20, lambda draw, size: (awale_001(draw, size),))),
        ),
    ),
    Question(
        "Q7",
        "copie",
        MODULE,
        (
            Cases(
                N_("an equal game that shares no list"),
                cases((state([4] * 12),), (state(FIGURE_3, (9, 11), 7),)),
            ),
            Cases(BOARDS, drawn("Q7", 20, lambda draw, size: (awale_001(draw, size),))),
            NO_DEEPCOPY,
        ),
        fresh=True,
    ),
    Question(
        "Q8",
        "deplacer_graines",
        MODULE,
        (
            Cases(N_("the start"), cases(([4] * 12, 3), ([4] * 12, 0), ([4] * 12, 5))),
            Cases(BOARDS, drawn("Q8", 60, sow)),
            Cases(N_("several laps"), drawn("Q8b", 30, laps)),
        ),
        valid=filled,
    ),
    Question(
        "Q9",
        "case_ramassable",
        MODULE,
        (
            Cases(
                N_("every pit of a board"),
                cases(*(([2, 2, 3, 2, 2, 2, 1, 2, 3, 4, 0, 2], pit) for pit in range(12))),
            ),
            Cases(BOARDS, drawn("Q9", 80, harvest)),
        ),
        valid=on_board,
    ),
    Question(
        "Q10",
        "ramasser_graines",
        MODULE,
        (
            Cases(
                N_("harvests"),
                cases(([0, 0, 0, 0, 0, 2, 2, 3, 2, 1, 0, 0], 8), ([4] * 12, 7), ([0] * 6 + [2] * 6, 9)),
            ),
            Cases(BOARDS, drawn("Q10", 80, harvest)),
            Cases(
                N_("up to the own side"), cases(([2] * 12, 11), ([3] * 12, 6), ([2] * 12, 5), ([2] * 12, 0))
            ),
            Written(N_("recursive, as it is written"), recursive),
            Watched(N_("recursive, as it runs"), deep_enough),
            Written(N_("uses case_ramassable"), using("case_ramassable")),
        ),
        valid=on_board,
    ),
    Question(
        "Q11",
        "test_famine",
        MODULE,
        (
            Cases(
                N_("the opponent fed or starved"),
                cases((FAMINE, 0), (FAMINE, 2), (FAMINE, 5), ([1] + [0] * 11, 0)),
            ),
            Cases(BOARDS, drawn("Q11", 120, hunger), 2),
            ANNEX,
        ),
        valid=filled,
    ),
    Question(
        "Q12",
        "test_case",
        MODULE,
        (
            Cases(N_("every pit of a board"), cases(*((FAMINE, pit) for pit in range(12)))),
            Cases(BOARDS, drawn("Q12", 120, any_pit)),
        ),
        valid=on_board,
    ),
    Question(
        "Q13",
        "cases_possibles",
        MODULE,
        (
            Cases(N_("the start"), cases((state([4] * 12),), (state(FAMINE, (4, 2)),))),
            Cases(BOARDS, drawn("Q13", 60, lambda draw, size: (awale_001(draw, size),))),
        ),
        result=unordered,
    ),
    Question(
        "Q14",
        "tour_suivant",
        MODULE,
        (
            Cases(N_("each end of a game"), cases(*ENDS), 2),
            Cases(N_("other states"), drawn("Q14", 80, lambda draw, size: (awale_001(draw, size),))),
            ANNEX,
        ),
        mended=settled,
    ),
    Question(
        "Q15",
        "tour_jeu",
        MODULE,
        (
            Cases(N_("moves"), drawn("Q15", 80, acceptable), 2),
            Cases(N_("pits that may not be played"), drawn("Q15b", 30, refused)),
        ),
        printed=says_something,
        fixed=(0, 1),
    ),
    Question(
        "Q16",
        "gagnant",
        MODULE,
        (
            Cases(
                N_("who wins"),
                cases(
                    (state([0] * 5 + [2, 1] + [0] * 5, (23, 22)),),
                    (state([0] * 5 + [2, 1] + [0] * 5, (23, 22), 1),),
                    (state([4] * 12),),
                    (state([0] * 12, (24, 24)),),
                    (state([0] * 12, (20, 28), 3),),
                ),
            ),
            Cases(N_("other states"), drawn("Q16", 60, lambda draw, size: (awale_001(draw, size),)), 2),
            ANNEX,
        ),
        after=scores_kept,
        mended=settled,
    ),
    Question(
        "Q17",
        "gain",
        MODULE,
        (
            Cases(
                N_("the start"),
                cases((state([4] * 12), 3), (state([4, 4, 4, 5, 5, 2, 1, 1, 4, 4, 4, 4], (2, 4)), 5)),
            ),
            Cases(BOARDS, drawn("Q17", 80, acceptable), 2),
        ),
        fresh=True,
        fixed=(0, 1),
    ),
    Question(
        "Q20",
        "max_vals",
        MODULE,
        (
            Cases(
                N_("the pit at the root, its value below"),
                cases(([[1, -2], [3, 4], [5, 4]], 0), ([[1, -2], [3, 4]], 1)),
            ),
            Cases(N_("other lists"), drawn("Q20", 60, valued)),
            Cases(
                N_("the first of equals; all negative"),
                cases(([[2, 5], [4, 5]], 0), ([[0, -7], [3, -9]], 0), ([[1, -3]], 2)),
            ),
            ANNEX,
        ),
        valid=lambda vals_jeu, profondeur: len(vals_jeu) > 0,
    ),
    Question(
        "Q19",
        "NegaAwale",
        MODULE,
        (
            Cases(N_("one move ahead"), drawn("Q19a", 25, lambda draw, size: position(draw, 1))),
            Cases(N_("further ahead"), drawn("Q19b", 12, lambda draw, size: position(draw, 2 + size % 2))),
            Cases(N_("near the end"), drawn("Q19c", 40, near_the_end)),
            Cases(N_("finished games"), drawn("Q19d", 25, finished)),
            ANNEX,
        ),
        result=best_pit,
        after=anyhow,
        fixed=(0, 1, 2),
        ours=("gagnant",),
    ),
    Question(
        "Q21",
        "awale_ia",
        MODULE,
        (Cases(N_("two machines that look six moves ahead"), cases(("Alice", "Bob"), ("Zoé", "Yann"))),),
        given=FIRST_PIT,
        ours=("NegaAwale", "gagnant", "affiche", "tour_jeu"),
        reference=two_machines,
        fixed=(0, 1),
    ),
)

TABLE = Table(
    "001",
    QUESTIONS,
    {MODULE: ("initialisation", "affiche")},
    {MODULE: tuple(one.function for one in QUESTIONS)},
    ("Q22", "Q23", "Q24", "Q25"),
)
