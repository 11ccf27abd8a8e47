"""Paper 001: Awalé and its artificial player."""

from __future__ import annotations

from typing import Any

from stratege.confined.runner import Call, Runner
from stratege.core.language import N_
from stratege.exams import awale_ccinp as cc
from stratege.school.faults import Fault, same
from stratege.school.generate import Draw, awale_001, captures, cases, drawn, seeds
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
    """A state of the game."""
    start = cc.initialisation("Alice", "Bob")
    return {**start, "score": list(scores), "n": turns, "plateau": plateau}


def living(draw: Draw, size: int) -> dict[str, Any]:
    """A state of a game that goes on, by the counts of seeds and turns."""
    scores = (draw.randint(0, 20), draw.randint(0, 20))
    return state(seeds(draw, size, draw.randint(5, 48)), scores, draw.randint(0, 90))


def acceptable(draw: Draw, size: int) -> Arguments | None:
    """A state and a move that may be made."""
    made = (
        living(draw, size) if draw.random() < 0.5 else {**living(draw, size), "plateau": captures(draw, size)}
    )
    pits = cc.cases_possibles(made)  # type: ignore[arg-type]
    return (made, draw.choice(pits)) if pits else None


def refused(draw: Draw, size: int) -> Arguments | None:
    """A state and a pit that may not be played."""
    made = living(draw, size)
    made["plateau"] = (hunger(draw, size) or (made["plateau"], 0))[0]
    pits = [pit for pit in range(12) if not cc.test_case(made["plateau"], pit)]
    return (made, draw.choice(pits)) if pits else None


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
    made = {**living(draw, 60), "plateau": captures(draw, 60)}
    return (made, depth, 0) if cc.tour_suivant(made) else None  # type: ignore[arg-type]


def near_the_end(draw: Draw, size: int) -> Arguments | None:
    """A game whose end is within reach, looked at from below the root."""
    made = {**living(draw, size), "plateau": captures(draw, 10)}
    made["score"] = [draw.randint(18, 24), draw.randint(18, 24)]
    made["n"] = draw.choice((made["n"], 97, 98, 99))
    return made, draw.randint(1, 3), 1


def finished(draw: Draw, size: int) -> Arguments:
    """A finished game."""
    made = awale_001(draw, size)
    made["score"] = draw.choice(([25, 3], [3, 25], [24, 24], [10, 12]))
    made["plateau"] = [0] * 12 if made["score"][0] < 25 > made["score"][1] else made["plateau"]
    return made, 3, 1


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
    (state([4] * 12, (25, 0)),),
    (state([4] * 12, (24, 0)),),
    (state([4] * 12, (0, 25)),),
    (state([4] * 12, (0, 24)),),
    (state([1] * 12, (0, 0), 99),),
    (state([1] * 12, (0, 0), 100),),
    (state([1] * 12, (0, 0), 101),),
    (state([0, 0, 0, 0, 1, 1, 1] + [0] * 5),),
    (state([0, 0, 0, 0, 1, 1, 2] + [0] * 5),),
    (state([0] * 6 + [1] * 6),),
    (state([4, 0, 0, 0, 0, 0] + [0] * 6),),
]
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
            Cases(N_("each pit at its place"), cases((state(list(range(12))),), (state(FIGURE_3),))),
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
                cases((state([4] * 12),), (state(FIGURE_3, (3, 5), 7),)),
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
            Cases(N_("the start"), cases((state([4] * 12),), (state(FAMINE),))),
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
                    (state([0] * 5 + [2, 1] + [0] * 5),),
                    (state([0] * 5 + [2, 1] + [0] * 5, turns=1),),
                    (state([4] * 12),),
                    (state([0] * 12, (24, 24)),),
                    (state([0] * 12, (20, 28), 3),),
                ),
            ),
            Cases(N_("other states"), drawn("Q16", 60, lambda draw, size: (awale_001(draw, size),)), 2),
            ANNEX,
        ),
        after=scores_kept,
    ),
    Question(
        "Q17",
        "gain",
        MODULE,
        (
            Cases(
                N_("the start"), cases((state([4] * 12), 3), (state([4, 4, 4, 5, 5, 2, 1, 1, 4, 4, 4, 4]), 5))
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
