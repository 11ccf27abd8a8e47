"""Paper 002: the poisoned chocolate, Chomp."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any

from stratege.confined.runner import Call, Runner
from stratege.core.language import N_
from stratege.exams import chomp
from stratege.school.faults import Fault, brief, same
from stratege.school.generate import Draw, cases, chocolate, drawn
from stratege.school.questions import Arguments, Cases, Question, Table, Watched, Written, unordered
from stratege.school.syntax import avoiding, recursive, using
from stratege.school.tables.laws import answered, growing

EXAMPLES = N_("the paper's examples")
POSITIONS = N_("other positions")
ANNEX = Written(
    N_("only what the annex lists"),
    avoiding(
        "min", "max", "sum", "any", "all", "sort", "sorted", "remove", "count", "index", "insert", "copy"
    ),
)
MODULE = "chomp"
LOOKING_UP = 150  # lines that may run to find what is known


def bar(expected: str, got: str, arguments: Arguments) -> bool:
    """The squares in rows, the top row first; the poison looks unlike the others, whatever their signs."""
    (position,) = arguments
    lines = [line.split() for line in got.splitlines() if line.strip()]
    return _squares(lines, position) or _squares([list("".join(line)) for line in lines], position)


def _squares(rows: list[list[str]], position: list[int]) -> bool:
    if [len(row) for row in rows] != position[::-1]:
        return False
    poison, *others = [*rows[-1], *(sign for row in rows[:-1] for sign in row)]
    return len(set(others)) <= 1 and poison not in others


def edible(pos: list[int], coup: Any = (0, 1)) -> bool:
    """A position, and a move in it."""
    falling = all(one >= other for one, other in pairwise(pos))
    return falling and len(pos) > 0 and pos[-1] > 0 and tuple(coup) in {*chomp.coups_jouables(pos), (0, 1)}


def bite(draw: Draw, size: int) -> Arguments | None:
    """A position and a move."""
    position = chocolate(draw, size)
    moves = chomp.coups_jouables(position)
    return (position, draw.choice(moves)) if moves else None


@cache
def wins(position: tuple[int, ...]) -> bool:
    """Whether the mover wins."""
    return chomp.gagnante_memo(list(position), {})


def noted(expected: Any, got: Any, arguments: Arguments) -> bool:
    """The dictionary holds true values, whatever its keys look like: tuples, or texts with the lengths."""
    if type(got) is not dict:
        return same(expected, got)
    asked = tuple(arguments[0])
    read = {lengths(key): value for key, value in got.items()}
    return asked in read and all(
        within(key, asked) and value is wins(key) for key, value in read.items() if key and 0 not in key
    )


def lengths(key: Any) -> tuple[int, ...]:
    """The rows that a key tells of; one number of several digits is a row each, since no bar is so long."""
    if type(key) is str and len(key) < 200:
        digits = r"[0-9]" if key.isdecimal() else r"[0-9]{1,3}"
        key = tuple(int(one) for one in re.findall(digits, key))
    if type(key) is not tuple or any(type(one) is not int for one in key):
        return (-1,)
    return tuple(key)


def within(position: tuple[int, ...], asked: tuple[int, ...]) -> bool:
    """A position that can come of the one asked about: nothing else is worked out for a stranger."""
    fits = len(position) <= len(asked) and all(0 < one <= most for one, most in zip(position, asked))
    return fits and all(one >= other for one, other in pairwise(position))


def winning(expected: Any, got: Any, arguments: Arguments) -> bool:
    """A winning move, any one; False where there is none."""
    if expected is False or got is False:
        return expected is got
    if type(got) is not tuple or len(got) != 2 or got not in chomp.coups_jouables(arguments[0]):
        return False
    return all(type(one) is int for one in got) and not wins(tuple(chomp.joue(arguments[0], got)))


def counting(runner: Runner, function: str) -> Fault | None:
    """The counter grows by one at every call."""
    for position in ([2, 1], [3, 2]):
        call = Call(function, (position,), trace=300_000, variables={"compteur": 0}, read=["compteur"])
        reply = answered(runner, call)
        if isinstance(reply, Fault):
            return reply
        calls, got = reply.calls.get(function, 0), reply.variables.get("compteur")
        if type(got) is not int or got != calls:
            return Fault("uncounted", {"got": brief(got, 20), "calls": calls})
    return None


@cache
def enough(position: tuple[int, ...]) -> int:
    """Calls that suffice in any order of moves: each position asked once by each that leads to it."""
    seen, waiting, total = {position}, [position], 1
    while waiting:
        here = list(waiting.pop())
        for move in chomp.coups_jouables(here):
            total += 1
            after = tuple(chomp.joue(here, move))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return total


def remembering(runner: Runner, function: str) -> Fault | None:
    """A position is worked out once: few calls at first, one when the answer is known."""
    reply = answered(runner, Call(function, ([5, 5, 5, 5], {}), trace=400_000))
    bound = enough((5, 5, 5, 5))
    if isinstance(reply, Fault):
        return Fault("forgets", {"got": "?", "enough": bound}) if reply.kind == "endless" else reply
    if reply.calls.get(function, 0) > bound:
        return Fault("forgets", {"got": reply.calls[function], "enough": bound})
    again = answered(runner, Call(function, ([5, 5, 5, 5], reply.after[1]), trace=50_000))
    if isinstance(again, Fault):
        return again
    if again.steps <= LOOKING_UP:
        return None
    return Fault("forgets", {"got": sum(again.calls.values()), "enough": 1})


# A lost position: every move has to be looked at, and most of what follows is common to them.
LOST = (7, 4, 3)


def once_only(runner: Runner, function: str) -> Fault | None:
    """No position is worked out twice, over all the moves: it takes hardly more than to ask once."""
    once = answered(runner, Call("gagnante_memo", (list(LOST), {}), trace=400_000))
    if isinstance(once, Fault):
        return once
    reply = answered(runner, Call(function, (list(LOST),), trace=400_000))
    asked = once.calls["gagnante_memo"]
    if isinstance(reply, Fault):
        return Fault("forgets", {"got": "?", "enough": asked}) if reply.kind == "endless" else reply
    if reply.steps <= 1.5 * once.steps:
        return None
    return Fault("forgets", {"got": reply.calls.get("gagnante_memo", 0), "enough": asked})


SMALL = [[1], [2], [1, 1], [2, 1], [2, 2], [3, 1, 1], [3, 1], [3, 3, 3], [4, 1, 1, 1], [5, 5]]

QUESTIONS = (
    Question(
        "Q3",
        "tablette",
        MODULE,
        (Cases(N_("bars"), cases((5, 3), (1, 1), (4, 5), (1, 6), (6, 1), (10, 8))),),
        valid=lambda m, n: m > 0 and n > 0,
    ),
    Question(
        "Q4",
        "affiche",
        MODULE,
        (
            Cases(N_("the paper's example"), cases(([4, 2, 1],))),
            Cases(POSITIONS, drawn("Q4", 20, lambda draw, size: (chocolate(draw, size),))),
        ),
        result=lambda expected, got, arguments: True,
        printed=bar,
        valid=edible,
    ),
    Question(
        "Q5",
        "coups_jouables",
        MODULE,
        (
            Cases(N_("small positions"), cases(*((one,) for one in SMALL))),
            Cases(POSITIONS, drawn("Q5", 40, lambda draw, size: (chocolate(draw, size),))),
        ),
        result=unordered,
        valid=edible,
    ),
    Question(
        "Q6",
        "enleve_0",
        MODULE,
        (
            Cases(N_("zeros at the end"), cases(([2, 1, 0, 0],), ([2, 1],), ([3, 0],))),
            Cases(
                N_("other lists"),
                drawn("Q6", 40, lambda draw, size: ([draw.choice((0, 0, 1, 2)) for _ in range(size // 12)],)),
            ),
            Cases(N_("edge cases"), cases(([],), ([0],), ([0, 0, 0],), ([0, 1],), ([2, 0, 1, 0],))),
            ANNEX,
        ),
    ),
    Question(
        "Q7",
        "joue",
        MODULE,
        (
            Cases(EXAMPLES, cases(([5, 5, 5], (1, 3)), ([5, 3, 3], (2, 1)), ([5, 3, 1], (0, 1)))),
            Cases(POSITIONS, drawn("Q7", 80, bite), 2),
            Watched(
                N_("the work grows no faster than the number of rows"),
                growing(lambda n: ([n] * n, (1, 1)), (50, 100, 200)),
            ),
            ANNEX,
        ),
        fresh=True,
        valid=edible,
    ),
    Question(
        "Q8",
        "gagnante",
        MODULE,
        (
            Cases(N_("small positions"), cases(*((one,) for one in SMALL))),
            Cases(POSITIONS, drawn("Q8", 30, lambda draw, size: (chocolate(draw, size, 3),)), 2),
            Written(N_("recursive"), recursive),
            ANNEX,
        ),
        valid=edible,
    ),
    Question(
        "Q9",
        "gagnante",
        MODULE,
        (
            Cases(N_("right as before"), cases(*((one,) for one in SMALL[:6])), 0.5),
            Watched(N_("compteur counts the calls"), counting, 1),
        ),
        valid=edible,
    ),
    Question(
        "Q10",
        "gagnante_memo",
        MODULE,
        (
            Cases(N_("small positions"), cases(*((one, {}) for one in SMALL))),
            Cases(POSITIONS, drawn("Q10", 30, lambda draw, size: (chocolate(draw, size), {})), 2),
            Watched(N_("what is known is not worked out again"), remembering, 1),
            ANNEX,
        ),
        after=lambda expected, got, arguments: noted(expected, got, arguments),
        valid=lambda pos, known: edible(pos),
    ),
    Question(
        "Q13",
        "coup_gagnant",
        MODULE,
        (
            Cases(N_("small positions"), cases(*((one,) for one in SMALL))),
            Cases(POSITIONS, drawn("Q13", 40, lambda draw, size: (chocolate(draw, size),)), 2),
            Written(N_("uses gagnante_memo"), using("gagnante_memo")),
            Watched(N_("no position is worked out twice"), once_only, 1),
        ),
        result=winning,
        valid=edible,
    ),
    Question(
        "Q14",
        "carte_gagnante",
        MODULE,
        (
            Cases(N_("small bars"), cases((1, 1), (2, 2), (3, 2), (2, 3), (3, 3), (1, 4), (4, 1))),
            Cases(N_("larger bars"), cases((5, 4), (4, 5), (6, 3), (5, 5)), 2),
        ),
        distinct=True,
        valid=lambda m, n: m > 0 and n > 0,
    ),
)

TABLE = Table(
    "002",
    QUESTIONS,
    {MODULE: ()},
    {MODULE: tuple(one.function for one in QUESTIONS)},
)
