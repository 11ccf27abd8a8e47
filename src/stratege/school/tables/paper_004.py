"""Paper 004: Quixo."""

from __future__ import annotations

import copy
import math
from itertools import product
from typing import Any

from stratege.confined.runner import Call, Runner
from stratege.core.language import N_
from stratege.exams import quixo
from stratege.school.faults import Fault, same
from stratege.school.generate import Draw, cases, cubes, drawn, quixo_moves
from stratege.school.questions import Arguments, Cases, Question, Table, Watched, Written
from stratege.school.syntax import avoiding, unlisted, using
from stratege.school.tables.laws import answered

BOARDS = N_("other boards")
MODULE = "quixo"
# "No function of Python whose cost is linear, on lists, dictionaries and texts, but slices."
LINEAR = Written(
    N_("no ready-made function of linear cost"),
    avoiding(
        "sum",
        "any",
        "all",
        "sort",
        "sorted",
        "reversed",
        "count",
        "index",
        "map",
        "filter",
        "insert",
        "remove",
    ),
)

FULL = [
    [1, 1, 1, 1, 2],
    [0, 2, 0, 0, 2],
    [0, 0, 1, 0, 2],
    [1, 0, 0, 0, 2],
    [0, 0, 0, 0, 0],
]


def player(draw: Draw) -> int:
    """1 or 2."""
    return draw.randint(1, 2)


def choice(draw: Draw, size: int) -> Arguments:
    """A board, a square, a player."""
    return cubes(draw, size), draw.randrange(5), draw.randrange(5), player(draw)


def push(draw: Draw, size: int) -> Arguments | None:
    """A board, a player, a move of theirs."""
    board, who = cubes(draw, size), player(draw)
    moves = quixo_moves(board, who)
    return (board, who, *draw.choice(moves)) if moves else None


def in_line(draw: Draw, size: int) -> Arguments:
    """A board, a player, a row, a length."""
    return cubes(draw, size), player(draw), draw.randrange(5), draw.randint(2, 5)


def border() -> list[tuple[int, int]]:
    """The squares of the border."""
    return [(i, j) for i, j in product(range(5), repeat=2) if quixo.case_bord(i, j)]


def allowed(jeu: Any, joueur: int, *move: int) -> bool:
    """The player may make this move."""
    return list(move) in quixo_moves(jeu, joueur)


def search(draw: Draw, depth: int, who: int) -> Arguments:
    """A board that nobody has won, with few moves where the search goes deep, the whole window, a depth."""
    own, blank = (0.35, 0.05) if depth > 1 else (0.35, 0.3)
    while True:
        weights = {0: blank, who: own, 3 - who: 1 - own - blank}
        rows = [draw.choices(list(weights), list(weights.values()), k=5) for _ in range(5)]
        if not quixo.gagnant(rows, 1) and not quixo.gagnant(rows, 2):
            if 0 < len(quixo_moves(rows, who)) <= (20 if depth > 1 else 44):
                return rows, who, -math.inf, math.inf, depth


def best(expected: Any, got: Any, arguments: Arguments) -> bool:
    """The value, as a number of either kind, and a move that is worth it: where several are, any one."""
    if type(got) is not tuple or len(got) != 2 or type(got[0]) not in (int, float):
        return False
    if got[0] != expected[0] or same(expected[1], got[1]):
        return bool(got[0] == expected[0])
    jeu, joueur, alpha, beta, profondeur = arguments
    if expected[1] is None or not any(same(one, got[1]) for one in quixo_moves(jeu, joueur)):
        return False
    after = copy.deepcopy(jeu)
    quixo.deplacement_case(after, joueur, *got[1])
    return bool(quixo.alphabeta(after, 3 - joueur, alpha, beta, profondeur - 1)[0] == expected[0])


def decided(draw: Draw, size: int) -> list[list[int]]:
    """A board where at most one has a line: whose it is if both have one, the paper says elsewhere only."""
    board = cubes(draw, size)
    return board if not (quixo.gagnant(board, 1) and quixo.gagnant(board, 2)) else decided(draw, size)


def reads_once(runner: Runner, function: str) -> Fault | None:
    """No square of the row is read twice."""
    for row in ([1, 1, 0, 1, 1], [1, 1, 1, 1, 1], [0, 2, 1, 2, 2], [2, 0, 1, 1, 1]):
        for length in (2, 3, 5):
            board = [list(row) if i == 2 else [0] * 5 for i in range(5)]
            reply = answered(runner, Call(function, (board, 1, 2, length), watch=[(0, 2)]))
            if isinstance(reply, Fault):
                return reply
            times = max((one for counts in reply.reads for one in counts if type(one) is int), default=0)
            if times > 1:
                return Fault("reads", {"times": times})
    return None


def cuts(runner: Runner, function: str) -> Fault | None:
    """Branches are cut: where every leaf is worth the same, one reply is enough after the first move."""
    for who in (1, 2):
        board, *window = search(Draw(f"cuts{who}"), 2, who)
        call = Call(function, (board, *window), trace=200_000, stubs={"evaluation": 0, "gagnant": False})
        reply = answered(runner, call)
        if isinstance(reply, Fault):
            return reply
        moves, after = quixo_moves(board, who), copy.deepcopy(board)
        quixo.deplacement_case(after, who, *moves[0])
        enough = 2 * len(moves) + len(quixo_moves(after, 3 - who))
        if reply.calls.get(function, 0) > enough:
            return Fault("uncut", {"got": reply.calls[function], "enough": enough})
    return None


EVERY_SQUARE = tuple(product(range(5), repeat=2))
# Every cube of the border with every square of the board.
EVERY_PUSH = tuple((*one, *other) for one in border()[::2] for other in EVERY_SQUARE)

QUESTIONS = (
    Question(
        "Q1", "initialisation", MODULE, (Cases(N_("five rows of five blanks"), cases(())),), distinct=True
    ),
    Question(
        "Q5",
        "case_bord",
        MODULE,
        (
            Cases(N_("every square"), cases(*EVERY_SQUARE), 2),
            Written(N_("without listing the squares"), unlisted),
        ),
    ),
    Question(
        "Q6",
        "case_choix_valide",
        MODULE,
        (
            Cases(
                N_("squares of a board"), cases(*((FULL, i, j, p) for i, j in EVERY_SQUARE for p in (1, 2)))
            ),
            Cases(BOARDS, drawn("Q6", 80, choice)),
            Written(N_("uses case_bord"), using("case_bord")),
        ),
        fixed=(3,),
        valid=lambda jeu, i, j, joueur: 0 <= i < 5 and 0 <= j < 5,
    ),
    Question(
        "Q7",
        "case_deplacement_valide",
        MODULE,
        (
            Cases(N_("the paper's cube"), cases(*((1, 4, i, j) for i, j in EVERY_SQUARE))),
            Cases(N_("other cubes"), cases(*EVERY_PUSH), 2),
        ),
        valid=lambda i_d, j_d, i_n, j_n: quixo.case_bord(i_d, j_d),
    ),
    Question(
        "Q9",
        "deplacement_case",
        MODULE,
        (
            Cases(
                N_("the four movements"),
                cases(
                    ([[0, 1, 2, 1, 2], *([0] * 5 for _ in range(4))], 1, 0, 0, 0, 4),
                    ([[2, 1, 2, 1, 0], *([0] * 5 for _ in range(4))], 1, 0, 4, 0, 0),
                    ([[0] * 5, [1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [0] * 5, [1, 0, 0, 0, 0]], 2, 0, 0, 4, 0),
                    ([[1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [0] * 5, [1, 0, 0, 0, 0], [0] * 5], 2, 4, 0, 0, 0),
                ),
            ),
            Cases(BOARDS, drawn("Q9", 150, push), 2),
        ),
        fixed=(1,),
        valid=allowed,
    ),
    Question(
        "Q10",
        "alig",
        MODULE,
        (
            Cases(
                N_("rows of a board"),
                cases(*((FULL, p, i, n) for p in (1, 2) for i in range(5) for n in (2, 3, 4, 5))),
            ),
            Cases(BOARDS, drawn("Q10", 120, in_line), 2),
            Cases(
                N_("edge cases"),
                cases(
                    ([[1, 1, 0, 1, 1], *([0] * 5 for _ in range(4))], 1, 0, 3),
                    ([[1, 1, 0, 1, 1], *([0] * 5 for _ in range(4))], 1, 0, 2),
                    ([[0, 1, 1, 1, 1], *([0] * 5 for _ in range(4))], 1, 0, 4),
                    ([[1, 1, 1, 1, 0], *([0] * 5 for _ in range(4))], 1, 0, 5),
                    ([[2, 2, 2, 2, 2], *([0] * 5 for _ in range(4))], 2, 0, 5),
                ),
            ),
            Watched(N_("no square is read twice"), reads_once, 1),
            LINEAR,
        ),
        fixed=(1, 3),
        valid=lambda jeu, joueur, i, n: 0 <= i < 5,
    ),
    Question(
        "Q11",
        "gagnant",
        MODULE,
        (
            Cases(
                N_("each line"),
                cases(
                    *(
                        ([[1 if i == k else 0 for j in range(5)] for i in range(5)], p)
                        for k in range(5)
                        for p in (1, 2)
                    ),
                    *(
                        ([[2 if j == k else 0 for j in range(5)] for i in range(5)], p)
                        for k in range(5)
                        for p in (1, 2)
                    ),
                    ([[1 if i == j else 2 for j in range(5)] for i in range(5)], 1),
                    ([[2 if i + j == 4 else 0 for j in range(5)] for i in range(5)], 2),
                ),
            ),
            Cases(BOARDS, drawn("Q11", 120, lambda draw, size: (cubes(draw, size), player(draw)))),
            Written(N_("uses the functions before"), using("alig", "acol", "adiag1", "adiag2")),
            LINEAR,
        ),
        fixed=(1,),
    ),
    Question(
        "Q16",
        "alignement_4",
        MODULE,
        (
            Cases(
                N_("lines of a board"),
                cases(
                    (FULL, 1), (FULL, 2), ([[1] * 5 for _ in range(5)], 1), ([[0] * 5 for _ in range(5)], 1)
                ),
            ),
            Cases(BOARDS, drawn("Q16", 120, lambda draw, size: (cubes(draw, size), player(draw))), 2),
            Written(N_("uses the functions before"), using("alig", "acol", "adiag1", "adiag2")),
        ),
        fixed=(1,),
    ),
    Question(
        "Q17",
        "evaluation",
        MODULE,
        (
            Cases(N_("terms of a board"), cases(*((FULL, p, d) for p in (1, 2) for d in (0, 3)))),
            Cases(
                BOARDS,
                drawn("Q17", 100, lambda draw, size: (decided(draw, size), player(draw), draw.randint(0, 4))),
                2,
            ),
            Cases(
                N_("won boards"),
                cases(
                    *(
                        ([[mark if i == 1 else 0 for _j in range(5)] for i in range(5)], p, d)
                        for mark in (1, 2)
                        for p in (1, 2)
                        for d in (0, 2)
                    )
                ),
            ),
            LINEAR,
        ),
        fixed=(1,),
        valid=lambda jeu, *rest: not (quixo.gagnant(jeu, 1) and quixo.gagnant(jeu, 2)),
    ),
    Question(
        "Q19",
        "alphabeta",
        MODULE,
        (
            Cases(N_("leaves"), drawn("Q19a", 20, lambda draw, size: search(draw, 0, player(draw)))),
            Cases(N_("one turn ahead"), drawn("Q19b", 8, lambda draw, size: search(draw, 1, 1 + size // 50))),
            Cases(
                N_("two turns ahead"), drawn("Q19c", 4, lambda draw, size: search(draw, 2, 1 + size // 50))
            ),
            Cases(
                N_("won boards"),
                cases(
                    *(
                        (
                            [[mark if i == 1 else 0 for _j in range(5)] for i in range(5)],
                            p,
                            -math.inf,
                            math.inf,
                            2,
                        )
                        for mark in (1, 2)
                        for p in (1, 2)
                    )
                ),
            ),
            Watched(N_("branches are cut"), cuts),
        ),
        result=best,
        ours=("evaluation",),  # it may judge otherwise where both have a line
        fixed=(1, 2, 3, 4),
        # A board with more blanks has more moves: where it is searched, a smaller one only takes longer.
        valid=lambda jeu, joueur, alpha, beta, profondeur: profondeur == 0,
    ),
)

TABLE = Table(
    "004",
    QUESTIONS,
    {MODULE: ("acol", "adiag1", "adiag2", "deplacements_possibles")},
    {MODULE: tuple(one.function for one in QUESTIONS)},
    ("Q20", "Q21"),
)
