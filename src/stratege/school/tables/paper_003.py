"""Paper 003: Nimble and Ming Mang. Its scale is its own: 10 points for the first, 30 for the second."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

from stratege.confined.runner import Call, Runner
from stratege.core.language import N_
from stratege.exams import mingMang as ming  # noqa: N813 (the paper's name)
from stratege.exams import nimble
from stratege.school.faults import Fault
from stratege.school.generate import Draw, cases, drawn, pawns
from stratege.school.questions import Arguments, Case, Cases, Question, Table, Watched, anyhow
from stratege.school.tables.laws import answered, last_line

BOARDS = N_("other boards")
EDGES = N_("edge cases")
FIRST, SECOND = "nimble", "mingMang"

# Nimble

GAME = [0, 0, 1, 2, 0, 2]


def row(draw: Draw, size: int) -> list[int]:
    """A board of up to 8 squares, many of them empty."""
    return [draw.choice((0, 0, 1, draw.randint(0, 3))) for _ in range(2 + size // 16)]


def on_row(draw: Draw, size: int) -> Arguments:
    """A board, its length, and a number that may be no square."""
    board = row(draw, size)
    return board, len(board), draw.randint(-1, len(board) + 2)


def movable(draw: Draw, size: int) -> Arguments | None:
    """A board, its length and a square whose pawn can move."""
    board = row(draw, size)
    squares = [i for i in range(1, len(board) + 1) if nimble.possibleSquare(board, len(board), i)]
    return (board, len(board), draw.choice(squares)) if squares else None


def step_to(draw: Draw, size: int) -> Arguments | None:
    """… and a number that may be no destination."""
    found = movable(draw, size)
    return (*found, draw.randint(-1, found[1] + 2)) if found else None


def slide(draw: Draw, size: int) -> Arguments | None:
    """… and a destination."""
    found = movable(draw, size)
    return (*found, draw.randint(1, found[2] - 1)) if found else None


def boards_at_random(expected: Any, got: Any, arguments: Arguments) -> bool:
    """As many squares as asked, each from 0 to p; both ends occur, where there is room for them."""
    n, p = arguments
    if type(got) is not list or len(got) != n or any(type(one) is not int for one in got):
        return False
    return all(0 <= one <= p for one in got) and (n < 100 or {0, p} <= set(got))


def shows_row(expected: str, got: str, arguments: Arguments) -> bool:
    """The numbers of pawns, then the numbers of the squares."""
    board, n = arguments
    return re.findall(r"\d+", got) == [str(one) for one in [*board, *range(1, n + 1)]]


def typed_squares(seed: str) -> list[Case]:
    """Boards, wrong numbers first and a right one last."""
    draw, made = random.Random(seed), list[Case]()
    while len(made) < 12:
        found = movable(draw, 20 + 6 * len(made))
        if found:
            board, n, good = found
            bad = [i for i in range(-1, n + 3) if not nimble.possibleSquare(board, n, i)]
            lines = [*(str(i) for i in draw.sample(bad, min(len(bad), draw.randint(1, 3)))), str(good)]
            made.append(Case((board, n), tuple(lines), reads_all=True))
    return made


def typed_destinations(seed: str) -> list[Case]:
    """The same for where a pawn goes."""
    draw, made = random.Random(seed), list[Case]()
    while len(made) < 12:
        found = slide(draw, 20 + 6 * len(made))
        if found:
            board, n, i, good = found
            bad = [j for j in range(-1, n + 3) if not nimble.possibleDestination(board, n, i, j)]
            lines = [*(str(j) for j in draw.sample(bad, min(len(bad), draw.randint(1, 3)))), str(good)]
            made.append(Case((board, n, i), tuple(lines), reads_all=True))
    return made


def nimble_game(seed: int, mistakes: bool) -> Case:
    """A whole game on a board put in place of a random one."""
    draw = random.Random(seed)
    board = [draw.randint(0, 2) for _ in range(draw.randint(3, 6))]
    start, n, lines = list(board), len(board), list[str]()
    while not nimble.lose(board, n):
        squares = [i for i in range(1, n + 1) if nimble.possibleSquare(board, n, i)]
        i = draw.choice(squares)
        j = draw.randint(1, i - 1)
        lines += [str(n + 1)] * (mistakes and draw.random() < 0.5) + [str(i)]
        lines += [str(i)] * (mistakes and draw.random() < 0.5) + [str(j)]
        nimble.move(board, n, i, j)
    return Case((n, 2), tuple(lines), {"newBoard": start}, reads_all=True)


def square_exists(board: list[int], n: int, i: int = 2, *rest: int) -> bool:
    """The board has n squares, and a pawn can leave square i."""
    return len(board) == n and nimble.possibleSquare(board, n, i)


NIMBLE_QUESTIONS = (
    Question(
        "2.2",
        "newBoard",
        FIRST,
        (
            Cases(N_("as many squares as asked"), cases((1, 1), (6, 3), (9, 5), (4, 0)), 0.5),
            Cases(N_("every number from 0 to p"), cases((300, 1), (300, 3), (600, 5)), 0.5),
        ),
        result=boards_at_random,
        random=True,
    ),
    Question(
        "2.2",
        "display",
        FIRST,
        (
            Cases(N_("the paper's example"), cases(([0, 3, 0, 2, 3, 1], 6)), 0.5),
            Cases(
                BOARDS, drawn("display", 15, lambda draw, size: ((board := row(draw, size)), len(board))), 0.5
            ),
        ),
        result=anyhow,
        printed=shows_row,
        fixed=(1,),
    ),
    Question(
        "2.2",
        "possibleSquare",
        FIRST,
        (
            Cases(N_("the paper's game"), cases(*((GAME, 6, i) for i in range(1, 8))), 0.5),
            Cases(BOARDS, drawn("square", 60, on_row), 0.5),
        ),
        fixed=(1,),
    ),
    Question(
        "2.2", "selectSquare", FIRST, (Cases(N_("asked until it is right"), lambda: typed_squares("s")),)
    ),
    Question(
        "2.2",
        "possibleDestination",
        FIRST,
        (Cases(N_("squares to the left, and others"), drawn("destination", 80, step_to)),),
        fixed=(1,),
        valid=square_exists,
    ),
    Question(
        "2.2",
        "selectDestination",
        FIRST,
        (Cases(N_("asked until it is right"), lambda: typed_destinations("d")),),
    ),
    Question(
        "2.2",
        "move",
        FIRST,
        (
            Cases(N_("the paper's game"), cases((GAME, 6, 4, 2), ([0, 1, 1, 1, 0, 2], 6, 2, 1)), 0.5),
            Cases(BOARDS, drawn("move", 60, slide), 0.5),
        ),
        fixed=(1,),
        valid=lambda board, n, i, j: square_exists(board, n, i) and 1 <= j < i,
    ),
    Question(
        "2.2",
        "lose",
        FIRST,
        (
            Cases(
                N_("the end and before it"),
                cases(([5, 0, 0], 3), ([5, 1, 0], 3), ([0, 0, 1], 3), ([0], 1), ([3], 1)),
                0.5,
            ),
            Cases(
                BOARDS,
                drawn("lose", 40, lambda draw, size: ((board := row(draw, size // 3)), len(board))),
                0.5,
            ),
        ),
        fixed=(1,),
    ),
    Question(
        "2.2",
        "nimble",
        FIRST,
        (
            Cases(N_("whole games"), lambda: [nimble_game(seed, False) for seed in range(6)]),
            Cases(
                N_("games with wrong numbers"),
                lambda: [nimble_game(seed, True) for seed in range(6, 10)],
                0.5,
            ),
            Cases(N_("nothing to move"), lambda: [Case((3, 0), reads_all=True)], 0.5),
        ),
        result=anyhow,
        printed=last_line,
        valid=lambda n, p: n > 0,
    ),
)

# Ming Mang

STRAIGHT = [
    [1, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 1, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 1, 2, 2, 2, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 2, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 2],
]


def some_board(draw: Draw, size: int) -> tuple[list[list[int]], int]:
    """A board of 3 × 3 to 6 × 6 and its side."""
    n = draw.randint(3, 3 + size // 30)
    return pawns(draw, size, n), n


def square_of(draw: Draw, n: int) -> tuple[int, int]:
    """Two numbers, mostly of a square."""
    return draw.randint(0, n + 1), draw.randint(0, n + 1)


def a_square(draw: Draw, size: int) -> Arguments:
    """A board, its side, a player and a square that may be none."""
    board, n = some_board(draw, size)
    return board, n, draw.randint(1, 2), *square_of(draw, n)


def a_pawn(draw: Draw, size: int) -> tuple[Any, ...] | None:
    """A board, its side, a player, and a move of theirs."""
    board, n = some_board(draw, size)
    player = draw.randint(1, 2)
    moves = ming.possibleMoves(board, n, player)
    return (board, n, player, *draw.choice(moves)) if moves else None


def a_way(draw: Draw, size: int) -> Arguments | None:
    """A board, a pawn that can move, and a square that it may or may not reach."""
    found = a_pawn(draw, size)
    if found is None:
        return None
    board, n, _player, i, j, k, m = found
    target = draw.choice(
        ((k, m), (i, draw.randint(0, n + 1)), (draw.randint(0, n + 1), j), square_of(draw, n))
    )
    return board, n, i, j, *target


def grid(expected: str, got: str, arguments: Arguments) -> bool:
    """The squares in their order: a dot, an x, an o; other words may stand around them."""
    return signs(got) == signs(expected)


def signs(text: str) -> str:
    """The signs of squares in a text.

    >>> signs("Plateau :\\n  1 2\\nX o\\n|.|x|")
    'xo.x'
    """
    words = re.findall(r"[^\W\d_]+|\.", text.lower())
    return "".join(word for word in words if set(word) <= set(".xo"))


def pair(expected: Any, got: Any, arguments: Arguments) -> bool:
    """Two coordinates, as a tuple or a list."""
    if type(got) not in (tuple, list) or any(type(one) is not int for one in got):
        return False
    return bool(tuple(got) == expected)


def squares_to_type(n: int) -> list[tuple[int, int]]:
    """Squares on the board, and pairs of numbers that both are off it.

    Whoever refuses a row at once asks for a row again: after such a pair too, all goes on as it would.
    """
    numbers = range(n + 2)
    return [(r, c) for r in numbers for c in numbers if (1 <= r <= n) == (1 <= c <= n)]


def typed_pawns(seed: str) -> list[Case]:
    """Wrong squares first and a pawn that can move last."""
    draw, made = random.Random(seed), list[Case]()
    while len(made) < 10:
        found = a_pawn(draw, 30 + 6 * len(made))
        if found:
            board, n, player, i, j = found[:5]
            bad = [one for one in squares_to_type(n) if not ming.possiblePawn(board, n, player, *one)]
            typed = [*draw.sample(bad, draw.randint(1, 3)), (i, j)]
            lines = tuple(str(number) for one in typed for number in one)
            made.append(Case((board, n, player), lines, reads_all=True))
    return made


def typed_ways(seed: str) -> list[Case]:
    """The same for where a pawn goes."""
    draw, made = random.Random(seed), list[Case]()
    while len(made) < 10:
        found = a_pawn(draw, 30 + 6 * len(made))
        if found:
            board, n, _player, i, j, k, m = found
            bad = [one for one in squares_to_type(n) if not ming.possibleDestination(board, n, i, j, *one)]
            typed = [*draw.sample(bad, draw.randint(1, 3)), (k, m)]
            lines = tuple(str(number) for one in typed for number in one)
            made.append(Case((board, n, i, j), lines, reads_all=True))
    return made


# Seeds of short games on 4 × 4, with and without mistakes typed, and of games with a move that is refused.
SHORT, MISTYPED, REFUSED = (197, 17, 315, 317), (265, 48, 97), (197, 421)


def _ming_game(seed: int, mistakes: bool) -> Case:
    n, player, lines = 4, 1, list[int]()
    draw, board = random.Random(seed), ming.newBoard(n)
    while True:
        moves = ming.possibleMoves(board, n, player)
        if not moves:
            return Case((n,), tuple(map(str, lines)), reads_all=True)
        i, j, k, m = draw.choice(moves)
        if mistakes and draw.random() < 0.3:
            lines += [0, n + 1]
        lines += [i, j]
        if mistakes and draw.random() < 0.3:
            lines += [i, j]
        lines += [k, m]
        ming.move(board, n, player, i, j, k, m)
        player = 3 - player


def there_and_back(seed: int) -> tuple[list[int], list[int], list[int], int] | None:
    """A game on 4 × 4 whose sixth move would bring back the board after the second.

    What is typed up to that move, another square for the same pawn, what is typed after it, and the winner;
    None if the game goes on for too long.
    """
    draw, board, player, lines = random.Random(seed), ming.newBoard(4), 1, list[int]()
    seen = {ming.configuration(board)}

    def play(move: ming.Move) -> None:
        nonlocal player
        ming.move(board, 4, player, *move)
        seen.add(ming.configuration(board))
        player = 3 - player

    for _ply in range(2):
        move = draw.choice(ming.possibleMoves(board, 4, player))
        lines += move
        play(move)
    choices = [ming.possibleMoves(board, 4, one) for one in (1, 2)]
    if not all(choices):
        return None
    first, second = (draw.choice(moves) for moves in choices)
    back = [(k, m, i, j) for i, j, k, m in (first, second)]
    for move in (first, second, back[0]):
        if move not in ming.possibleMovesSansRepetition(board, 4, player, seen):
            return None
        lines += move
        play(move)
    allowed = ming.possibleMovesSansRepetition(board, 4, player, seen)
    others = [move for move in allowed if move[:2] == back[1][:2]]
    if back[1] in allowed or back[1] not in ming.possibleMoves(board, 4, player) or not others:
        return None
    instead = draw.choice(others)
    play(instead)
    rest: list[int] = []
    while moves := ming.possibleMovesSansRepetition(board, 4, player, seen):
        move = draw.choice(moves)
        rest += move
        play(move)
        if len(rest) > 160:
            return None
    return lines + list(back[1]), list(instead), rest, 3 - player


@cache
def refused_games() -> list[tuple[list[int], list[int], list[int], int]]:
    """Two such games, one for each winner."""
    return [one for one in map(there_and_back, REFUSED) if one is not None]


def refuses_repetition(runner: Runner, function: str) -> Fault | None:
    """The move that repeats a board is refused; then the destination is asked again, or the pawn and it."""
    for before, instead, rest, winner in refused_games():
        faults: list[Fault] = []
        for again in (instead[2:], instead):
            lines = [str(one) for one in [*before, *again, *rest]]
            reply = answered(runner, Call(function, (4,), lines))
            if isinstance(reply, Fault):
                faults.append(reply)
            elif reply.typed != len(lines):
                faults.append(Fault("typed", {"read": reply.typed, "typed": len(lines)}))
            elif not last_line(f"Winner : {winner}", reply.printed, ()):
                faults.append(Fault("printed"))
            else:
                break
        else:
            return faults[0]
    return None


def legal(board: Any, n: int, player: int, i: int, j: int, k: int, m: int) -> bool:
    """The player may make this move."""
    return (i, j, k, m) in ming.possibleMoves(board, n, player)


def mover(board: Any, n: int, i: int, j: int, *rest: int) -> bool:
    """A pawn that can move stands there."""
    return any(ming.possiblePawn(board, n, player, i, j) for player in (1, 2))


MING_QUESTIONS = (
    Question(
        "3.2",
        "newBoard",
        SECOND,
        (
            Cases(N_("the paper's board"), cases((8,))),
            Cases(N_("other sizes"), cases((2,), (3,), (4,), (5,), (9,))),
        ),
        distinct=True,
        valid=lambda n: n > 1,
    ),
    Question(
        "3.2",
        "display",
        SECOND,
        (
            Cases(N_("the paper's board"), cases((ming.newBoard(8), 8))),
            Cases(BOARDS, drawn("mdisplay", 15, lambda draw, size: some_board(draw, size))),
        ),
        result=anyhow,
        printed=grid,
        fixed=(1,),
    ),
    Question(
        "3.2",
        "possiblePawn",
        SECOND,
        (
            Cases(
                N_("the start"),
                cases(
                    *((ming.newBoard(4), 4, p, i, j) for p in (1, 2) for i in (1, 2, 4) for j in (1, 2, 4))
                ),
            ),
            Cases(BOARDS, drawn("pawn", 120, a_square), 2),
            Cases(
                EDGES,
                cases(
                    (ming.newBoard(3), 3, 1, 0, 1),
                    (ming.newBoard(3), 3, 2, 4, 3),
                    ([[1, 0], [0, 0]], 2, 1, 0, 0),
                ),
            ),
        ),
        fixed=(1, 2),
    ),
    Question(
        "3.2",
        "selectPawn",
        SECOND,
        (Cases(N_("asked until it is right"), lambda: typed_pawns("p"), 2),),
        result=pair,
    ),
    Question(
        "3.2",
        "possibleDestination",
        SECOND,
        (
            Cases(
                N_("the start"), cases(*((ming.newBoard(8), 8, 4, 1, 4, column) for column in range(1, 10)))
            ),
            Cases(BOARDS, drawn("way", 150, a_way), 3),
        ),
        fixed=(1,),
        valid=mover,
    ),
    Question(
        "3.2",
        "selectDestination",
        SECOND,
        (Cases(N_("asked until it is right"), lambda: typed_ways("w"), 2),),
        result=pair,
    ),
    Question(
        "3.2",
        "move",
        SECOND,
        (
            Cases(N_("the paper's example"), cases((STRAIGHT, 8, 1, 2, 7, 4, 7))),
            Cases(
                N_("moves without captures"),
                cases((ming.newBoard(8), 8, 1, 4, 1, 4, 6), (ming.newBoard(3), 3, 1, 2, 1, 2, 2)),
            ),
            Cases(BOARDS, drawn("mmove", 200, a_pawn), 4),
        ),
        fixed=(1, 2),
        valid=legal,
    ),
    Question(
        "3.2",
        "lose",
        SECOND,
        (
            Cases(
                N_("the end and before it"),
                cases(([[1, 2], [1, 2]], 2, 1), ([[1, 0], [0, 0]], 2, 1), ([[1, 0], [0, 0]], 2, 2)),
            ),
            Cases(
                BOARDS,
                drawn("mlose", 80, lambda draw, size: (*some_board(draw, size // 2), draw.randint(1, 2))),
            ),
        ),
        fixed=(1, 2),
    ),
    Question(
        "3.2",
        "mingMang",
        SECOND,
        (
            Cases(N_("whole games"), lambda: [_ming_game(seed, False) for seed in SHORT], 3),
            Cases(N_("games with wrong squares"), lambda: [_ming_game(seed, True) for seed in MISTYPED]),
            Cases(N_("nothing to move"), lambda: [Case((2,), reads_all=True)]),
        ),
        result=anyhow,
        printed=last_line,
    ),
)

BONUS = Question(
    "3.3",
    "mingMangSansRepetition",
    SECOND,
    (
        Cases(N_("whole games"), lambda: [_ming_game(seed, False) for seed in SHORT[:2]], 0.5),
        Watched(N_("a move that repeats a board is refused"), refuses_repetition),
    ),
    result=anyhow,
    printed=last_line,
)

TABLE = Table(
    "003",
    (*NIMBLE_QUESTIONS, *MING_QUESTIONS, BONUS),
    {FIRST: (), SECOND: ()},
    {
        FIRST: ("possibleSquare", "selectSquare", "nimble"),
        SECOND: ("possiblePawn", "selectPawn", "mingMang"),
    },
)
