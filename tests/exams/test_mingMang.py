"""Paper 003, part 3: Ming Mang. The oracle here reads captures off strings with a regular expression."""

import re
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratege.exams import mingMang

Board = list[list[int]]
Move = tuple[int, int, int, int]
Type = Callable[[Sequence[str]], list[str]]


def read(drawing: str) -> Board:
    """A board from its display."""
    return [[".xo".index(c) for c in line.split()] for line in drawing.strip().splitlines()]


def show(board: Board) -> str:
    return "\n".join(" ".join(".xo"[square] for square in row) for row in board)


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Type:
    """Type these answers, echoed after their prompts as on a terminal, then close the keyboard."""

    def type_answers(answers: Sequence[str]) -> list[str]:
        left = list(answers)

        def fake_input(prompt: str = "") -> str:
            if not left:
                raise EOFError
            print(prompt + left[0])
            return left.pop(0)

        monkeypatch.setattr("builtins.input", fake_input)
        return left

    return type_answers


@st.composite
def boards(draw: st.DrawFn, max_n: int = 6) -> Board:
    n = draw(st.integers(3, max_n))
    row = st.lists(st.sampled_from([0, 0, 1, 2]), min_size=n, max_size=n)
    return draw(st.lists(row, min_size=n, max_size=n))


players = st.sampled_from([1, 2])


def rays(board: Board, i: int, j: int) -> list[list[tuple[int, int]]]:
    """The squares seen from (i, j) in each direction, nearest first, counted from 1."""
    n = len(board)
    return [
        [(row, j) for row in range(i - 1, 0, -1)],
        [(row, j) for row in range(i + 1, n + 1)],
        [(i, column) for column in range(j - 1, 0, -1)],
        [(i, column) for column in range(j + 1, n + 1)],
    ]


def content(board: Board, squares: list[tuple[int, int]]) -> str:
    return "".join(str(board[i - 1][j - 1]) for i, j in squares)


def oracle_moves(board: Board, player: int) -> list[Move]:
    moves: list[Move] = []
    for i, row in enumerate(board, 1):
        for j, square in enumerate(row, 1):
            for ray in rays(board, i, j) if square == player else []:
                free = re.match("0*", content(board, ray))
                assert free is not None
                moves += [(i, j, k, l) for k, l in ray[: free.end()]]  # noqa: E741
    return sorted(moves)


def oracle_play(board: Board, player: int, move: Move) -> Board:
    i, j, k, l = move  # noqa: E741
    after = [row[:] for row in board]
    after[i - 1][j - 1] = 0
    after[k - 1][l - 1] = player
    for ray in rays(after, k, l):
        taken = re.match(f"({3 - player}+){player}", content(after, ray))
        for row, column in ray[: taken.end(1)] if taken else []:
            after[row - 1][column - 1] = player
    return after


# The paper's game and examples

OPENING = """\
x o o o o o o o
x . . . . . . o
x . . . . . . o
x . . . . . . o
x . . . . . . o
x . . . . . . o
x . . . . . . o
x x x x x x x o

Player 1 :
Select a pawn, row : 1
Select a pawn, column : 1
Select a pawn, row : 4
Select a pawn, column : 1
Select a destination, row : 4
Select a destination, column : 8
Select a destination, row : 4
Select a destination, column : 6

x o o o o o o o
x . . . . . . o
x . . . . . . o
. . . . . x . o
x . . . . . . o
x . . . . . . o
x . . . . . . o
x x x x x x x o

Player 2 :
Select a pawn, row : 1
Select a pawn, column : 6
Select a destination, row : 4
Select a destination, column : 6
Select a destination, row : 5
Select a destination, column : 6
Select a destination, row : 2
Select a destination, column : 6

x o o o o . o o
x . . . . o . o
x . . . . . . o
. . . . . x . o
x . . . . . . o
x . . . . . . o
x . . . . . . o
x x x x x x x o
"""


@pytest.mark.parametrize("game", [mingMang.mingMang, mingMang.mingMangSansRepetition])
def test_the_papers_opening_line_for_line(
    game: Callable[[int], None], keyboard: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard([line.split(" : ")[1] for line in OPENING.splitlines() if line.startswith("Select")])
    with pytest.raises(EOFError):
        game(8)
    assert capsys.readouterr().out == OPENING + "\nPlayer 1 :\n"


def test_the_papers_first_pawn_slides_to_six_squares() -> None:
    moves = mingMang.possibleMoves(mingMang.newBoard(8), 8, 1)
    assert [move for move in moves if move[:2] == (4, 1)] == [(4, 1, 4, column) for column in range(2, 8)]


def test_the_papers_second_pawn_cannot_jump_over_the_first() -> None:
    board = mingMang.afterMove(mingMang.newBoard(8), 8, 1, 4, 1, 4, 6)
    moves = mingMang.possibleMoves(board, 8, 2)
    assert [move for move in moves if move[:2] == (1, 6)] == [(1, 6, 2, 6), (1, 6, 3, 6)]


CAPTURES = {
    "a line of three": (
        1,
        (2, 7, 4, 7),
        """
        x . . . . . . .
        . . . . . . x .
        . . . . . . . .
        . . x o o o . .
        . . . . . . . .
        . o . . . . . .
        . . . . . . . .
        . . . . . . . o""",
        """
        x . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . x x x x x .
        . . . . . . . .
        . o . . . . . .
        . . . . . . . .
        . . . . . . . o""",
    ),
    "four in two directions": (
        1,
        (2, 7, 4, 7),
        """
        x . . . . . . .
        . . . . . . x .
        . . . . . . . .
        . . x o o o . .
        . . . . . . o .
        . o . . . . x .
        . . . . . . . .
        . . . . . . . o""",
        """
        x . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . x x x x x .
        . . . . . . x .
        . o . . . . x .
        . . . . . . . .
        . . . . . . . o""",
    ),
    "moving in between two enemies is safe": (
        2,
        (4, 7, 4, 4),
        """
        x . . . . . . .
        . . . x . . . .
        . . . o . . . .
        . . . . . . o .
        . . . o . . . .
        . . . o . . . .
        . . . x . . . .
        . . . . . . . o""",
        """
        x . . . . . . .
        . . . x . . . .
        . . . o . . . .
        . . . o . . . .
        . . . o . . . .
        . . . o . . . .
        . . . x . . . .
        . . . . . . . o""",
    ),
    "three directions besides the one it comes from": (
        2,
        (1, 3, 3, 3),
        """
        . . o . .
        . . . . .
        o x . x o
        . . x . .
        . . o . .""",
        """
        . . . . .
        . . . . .
        o o o o o
        . . o . .
        . . o . .""",
    ),
    "a flipped pawn flips nothing further": (
        1,
        (2, 4, 1, 4),
        """
        x o o . .
        . o . x .
        . x . . .
        . . . . .
        . . . . .""",
        """
        x x x x .
        . o . . .
        . x . . .
        . . . . .
        . . . . .""",
    ),
    "a gap saves the line": (
        1,
        (2, 5, 1, 5),
        """
        x o . o .
        . . . . x
        . . . . .
        . . . . .
        . . . . .""",
        """
        x o . o x
        . . . . .
        . . . . .
        . . . . .
        . . . . .""",
    ),
    "the pawn that closes has left its own place": (
        1,
        (1, 2, 1, 3),
        """
        o x . o
        . . . .
        . . . .
        . . . .""",
        """
        o . x o
        . . . .
        . . . .
        . . . .""",
    ),
    "the edge closes no line, and the board does not wrap around": (
        1,
        (3, 2, 2, 2),
        """
        . o . .
        . . . .
        . x . .
        . x . .""",
        """
        . o . .
        . x . .
        . . . .
        . x . .""",
    ),
}


@pytest.mark.parametrize("example", CAPTURES)
def test_capture(example: str) -> None:
    player, played, before, after = CAPTURES[example]
    board = read(before)
    assert played in mingMang.possibleMoves(board, len(board), player)
    mingMang.move(board, len(board), player, *played)
    assert show(board) == show(read(after))


# The functions one by one


@pytest.mark.parametrize("n", range(2, 10))
def test_a_new_board_gives_each_player_two_sides_less_a_corner(n: int) -> None:
    board = mingMang.newBoard(n)
    for i in range(n):
        for j in range(n):
            white = j == 0 or (i == n - 1 and j < n - 1)
            black = j == n - 1 or (i == 0 and j > 0)
            assert board[i][j] == (1 if white else 2 if black else 0)


def test_the_rows_of_a_new_board_are_separate_lists() -> None:
    board = mingMang.newBoard(5)
    board[1][1] = 1
    assert board[2][1] == board[3][1] == 0


@given(boards(), players, st.integers(-1, 8), st.integers(-1, 8))
def test_a_possible_pawn_is_one_with_a_move(board: Board, player: int, i: int, j: int) -> None:
    expected = any(move[:2] == (i, j) for move in oracle_moves(board, player))
    assert mingMang.possiblePawn(board, len(board), player, i, j) == expected


@settings(deadline=None)
@given(boards(), players, st.data())
def test_possible_destinations_are_the_slides(board: Board, player: int, data: st.DataObject) -> None:
    moves = oracle_moves(board, player)
    if not moves:
        return
    i, j, _, _ = data.draw(st.sampled_from(moves))
    n = len(board)
    for k in range(-1, n + 3):
        for column in range(-1, n + 3):
            expected = (i, j, k, column) in moves
            assert mingMang.possibleDestination(board, n, i, j, k, column) == expected


@settings(deadline=None)
@given(boards(), players)
def test_possible_moves_are_the_slides_in_order_and_lose_means_none(board: Board, player: int) -> None:
    n = len(board)
    assert mingMang.possibleMoves(board, n, player) == oracle_moves(board, player)
    assert mingMang.lose(board, n, player) == (not oracle_moves(board, player))


@settings(deadline=None)
@given(boards(), players)
def test_every_move_captures_what_the_oracle_captures(board: Board, player: int) -> None:
    before = [row[:] for row in board]
    for move in oracle_moves(board, player):
        assert mingMang.afterMove(board, len(board), player, *move) == oracle_play(before, player, move)
        assert board == before


@settings(deadline=None)
@given(boards(), players)
def test_a_move_keeps_the_number_of_pawns_and_never_costs_its_player_one(board: Board, player: int) -> None:
    def count(some: Board, who: int) -> int:
        return sum(row.count(who) for row in some)

    for move in oracle_moves(board, player):
        after = mingMang.afterMove(board, len(board), player, *move)
        assert count(after, 0) == count(board, 0)
        assert count(after, player) >= count(board, player)


@settings(deadline=None)
@given(boards(), players)
def test_the_rules_do_not_see_the_diagonal_mirror_nor_the_colours(board: Board, player: int) -> None:
    def mirror(some: Board) -> Board:
        return [list(column) for column in zip(*some, strict=True)]

    def swap(some: Board) -> Board:
        return [[(0, 2, 1)[square] for square in row] for row in some]

    n = len(board)
    for i, j, k, l in oracle_moves(board, player):  # noqa: E741
        after = mingMang.afterMove(board, n, player, i, j, k, l)
        assert mingMang.afterMove(mirror(board), n, player, j, i, l, k) == mirror(after)
        assert mingMang.afterMove(swap(board), n, 3 - player, i, j, k, l) == swap(after)


def test_who_has_no_pawn_has_lost() -> None:
    board = read("x . .\n. . .\n. . x")
    assert mingMang.lose(board, 3, 2)
    assert not mingMang.lose(board, 3, 1)


def perft(board: Board, player: int, depth: int) -> int:
    moves = mingMang.possibleMoves(board, len(board), player)
    if depth == 1:
        return len(moves)
    children = (mingMang.afterMove(board, len(board), player, *move) for move in moves)
    return sum(perft(child, 3 - player, depth - 1) for child in children)


@pytest.mark.parametrize(("depth", "leaves"), [(1, 72), (2, 4686), (3, 321363)])
def test_perft_of_8_by_8(depth: int, leaves: int) -> None:
    assert perft(mingMang.newBoard(8), 1, depth) == leaves


def test_any_wrong_pawn_is_asked_again(keyboard: Type, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = ["1", "1", "0", "1", "2", "9", "-7", "1", "2", "8", "5", "5", "", "two", "2", "b", "4"]
    left = keyboard([*wrong, "2", "1", "unread"])
    assert mingMang.selectPawn(mingMang.newBoard(8), 8, 1) == (2, 1)
    assert left == ["unread"]
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "Select a pawn, column : 4",
        "Select a pawn, row : 2",
        "Select a pawn, column : 1",
    ]


def test_any_wrong_destination_is_asked_again(keyboard: Type) -> None:
    wrong = ["4", "1", "4", "8", "3", "2", "3", "1", "4", "0", "4", "9", "x", "5", "", "5"]
    left = keyboard([*wrong, "4", "7", "unread"])
    assert mingMang.selectDestination(mingMang.newBoard(8), 8, 4, 1) == (4, 7)
    assert left == ["unread"]


# Whole games


def typed(moves: list[Move]) -> list[str]:
    return [str(number) for move in moves for number in move]


def test_on_3_by_3_white_shuts_black_in_with_the_first_move(
    keyboard: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard(typed([(2, 1, 2, 2)]))
    mingMang.mingMang(3)
    assert capsys.readouterr().out.endswith("\n\nx o o\n. x o\nx x o\n\nWinner : 1\n")


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_played_to_the_end_is_lost_by_who_cannot_move(
    seed: int, keyboard: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = Random(seed)
    board, player, game = mingMang.newBoard(4), 1, []
    while moves := oracle_moves(board, player):
        game.append(chance.choice(moves))
        board, player = oracle_play(board, player, game[-1]), 3 - player
    left = keyboard(typed(game))
    mingMang.mingMang(4)
    assert left == []
    assert capsys.readouterr().out.endswith(f"\n\n{show(board)}\n\nWinner : {3 - player}\n")


# 3.3: without repetition

THERE_AND_BACK: list[Move] = [(2, 1, 2, 2), (2, 4, 2, 3), (2, 2, 2, 1), (2, 3, 2, 4)]


def test_the_free_game_may_come_back_to_its_start(keyboard: Type, capsys: pytest.CaptureFixture[str]) -> None:
    keyboard(typed(THERE_AND_BACK))
    with pytest.raises(EOFError):
        mingMang.mingMang(4)
    start = show(mingMang.newBoard(4))
    assert capsys.readouterr().out.count(start) == 2


def test_the_bonus_game_refuses_to_come_back_to_its_start(
    keyboard: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    instead = ["3", "3"]
    keyboard(typed(THERE_AND_BACK) + instead)
    with pytest.raises(EOFError):
        mingMang.mingMangSansRepetition(4)
    out = capsys.readouterr().out
    assert out.count(show(mingMang.newBoard(4))) == 1
    assert out.endswith("x o o o\nx . . .\nx . o o\nx x x o\n\nPlayer 1 :\n")


@settings(deadline=None)
@given(boards(max_n=4), players, st.data())
def test_only_moves_to_boards_seen_are_forbidden(board: Board, player: int, data: st.DataObject) -> None:
    n = len(board)
    moves = oracle_moves(board, player)
    forbidden = set(data.draw(st.lists(st.sampled_from(moves)))) if moves else set()
    seen = {mingMang.configuration(oracle_play(board, player, move)) for move in forbidden}
    allowed = [m for m in moves if mingMang.configuration(oracle_play(board, player, m)) not in seen]
    assert mingMang.possibleMovesSansRepetition(board, n, player, seen) == allowed
    assert mingMang.loseSansRepetition(board, n, player, seen) == (not allowed)


def test_who_may_only_repeat_has_lost_though_a_pawn_could_move() -> None:
    board = mingMang.newBoard(5)
    seen = {mingMang.configuration(oracle_play(board, 1, move)) for move in oracle_moves(board, 1)}
    assert not mingMang.lose(board, 5, 1)
    assert mingMang.loseSansRepetition(board, 5, 1, seen)


def test_a_pawn_whose_every_move_repeats_is_asked_again(keyboard: Type) -> None:
    board = mingMang.newBoard(4)
    of_the_pawn = [move for move in oracle_moves(board, 1) if move[:2] == (2, 1)]
    seen = {mingMang.configuration(oracle_play(board, 1, move)) for move in of_the_pawn}
    keyboard(["2", "1", "3", "1", "3", "4", "3", "3"])
    assert mingMang.selectMoveSansRepetition(board, 4, 1, seen) == (3, 1, 3, 3)


@settings(deadline=None, max_examples=20)
@given(st.integers(3, 4), st.randoms(use_true_random=False))
def test_a_bonus_game_ends_without_a_board_seen_twice(n: int, chance: Random) -> None:
    board, player, game = mingMang.newBoard(n), 1, []
    seen = {mingMang.configuration(board)}
    while moves := mingMang.possibleMovesSansRepetition(board, n, player, seen):
        game.append(chance.choice(moves))
        board, player = oracle_play(board, player, game[-1]), 3 - player
        assert mingMang.configuration(board) not in seen
        seen.add(mingMang.configuration(board))
    with pytest.MonkeyPatch.context() as patch:
        answers, printed = typed(game), []
        patch.setattr("builtins.input", lambda prompt: answers.pop(0))
        patch.setattr("builtins.print", lambda *texts: printed.append(" ".join(texts)))
        mingMang.mingMangSansRepetition(n)
    assert answers == []
    assert printed[-1] == f"\nWinner : {3 - player}"
