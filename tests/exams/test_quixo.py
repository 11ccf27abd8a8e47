"""Paper 004: Quixo. The oracles here read lines as strings, push with pop and insert, and never prune."""

import copy
import math
from collections.abc import Iterator
from itertools import combinations, product
from typing import SupportsIndex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratege.exams import quixo

Board = list[list[int]]
Move = list[int]


@st.composite
def boards(draw: st.DrawFn, sizes: tuple[int, ...] = (3, 4, 5)) -> Board:
    n = draw(st.sampled_from(sizes))
    size(n)
    row = st.lists(st.integers(0, 2), min_size=n, max_size=n)
    return draw(st.lists(row, min_size=n, max_size=n))


players = st.sampled_from([1, 2])


@pytest.fixture(autouse=True)
def papers_size() -> Iterator[None]:
    """The paper's board is 5 by 5; tests on smaller ones say so, and the next test finds 5 again."""
    yield
    quixo.TAILLE = 5


def size(n: int) -> None:
    quixo.TAILLE = n


def lines(board: Board) -> list[str]:
    """Every row, column and long diagonal, as a string of digits."""
    n = len(board)
    cells = [[(i, j) for j in range(n)] for i in range(n)] + [[(i, j) for i in range(n)] for j in range(n)]
    cells += [[(k, k) for k in range(n)], [(k, n - 1 - k) for k in range(n)]]
    return ["".join(str(board[i][j]) for i, j in line) for line in cells]


def has_line(board: Board, player: int) -> bool:
    return str(player) * len(board) in lines(board)


def oracle_moves(board: Board, player: int) -> list[Move]:
    """All quadruples of squares, kept when they are a move: the definition, slow and sorted by itself."""
    n = len(board)
    ends = (0, n - 1)
    return [
        [i, j, k, m]
        for i, j, k, m in product(range(n), repeat=4)
        if (i in ends or j in ends)
        and board[i][j] in (0, player)
        and ((i == k and j != m and m in ends) or (j == m and i != k and k in ends))
    ]


def oracle_play(board: Board, player: int, move: Move) -> Board:
    """Take the cube out of its line, put it back in at the end."""
    i, j, k, m = move
    if j == m and i != k:
        turned = oracle_play(mirror(board), player, [j, i, m, k])
        return mirror(turned)
    after = copy.deepcopy(board)
    after[i].pop(j)
    after[i].insert(m, player)
    return after


def mirror(board: Board) -> Board:
    return [list(column) for column in zip(*board, strict=True)]


def swap(board: Board) -> Board:
    return [[(0, 2, 1)[cube] for cube in row] for row in board]


# Q1, Q5 to Q7: the board and the choices


def test_initialisation_is_5_separate_rows_of_blank_cubes() -> None:
    board = quixo.initialisation()
    assert board == [[0] * 5] * 5
    board[0][0] = 1
    assert sum(map(sum, board)) == 1


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_the_border_is_the_board_without_its_inside(n: int) -> None:
    size(n)
    inside = set(product(range(1, n - 1), repeat=2))
    for i, j in product(range(-2, n + 2), repeat=2):
        on_board = 0 <= i < n and 0 <= j < n
        assert quixo.case_bord(i, j) == (on_board and (i, j) not in inside)


def test_the_papers_border_has_16_squares() -> None:
    assert sum(quixo.case_bord(i, j) for i, j in product(range(-5, 10), repeat=2)) == 16


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_a_corner_has_2_destinations_and_another_border_cube_3(n: int) -> None:
    size(n)
    squares = list(product(range(n), repeat=2))
    for i, j in squares:
        if quixo.case_bord(i, j):
            corner = i in (0, n - 1) and j in (0, n - 1)
            number = sum(quixo.case_deplacement_valide(i, j, k, m) for k, m in squares)
            assert number == (2 if corner else 3)


def test_a_cube_never_goes_back_in_place_nor_off_the_board_nor_inside() -> None:
    assert not quixo.case_deplacement_valide(0, 2, 0, 2)
    assert not quixo.case_deplacement_valide(0, 2, 0, 5)
    assert not quixo.case_deplacement_valide(0, 2, -1, 2)
    assert not quixo.case_deplacement_valide(0, 2, 2, 2)
    assert not quixo.case_deplacement_valide(0, 2, 0, 3)
    assert not quixo.case_deplacement_valide(0, 2, 4, 4)


def figure_2() -> Iterator[Board]:
    """The boards that agree with what is left of figure 2: each row's marks, some without their places."""
    for top, second, fourth in product(
        combinations(range(5), 4), combinations(range(5), 2), combinations(range(5), 3)
    ):
        board = [[0] * 5 for _ in range(5)]
        for i, places, marks in [
            (0, top, [2, 2, 2, 1]),
            (1, second, [2, 1]),
            (2, range(5), [1, 2, 1, 2, 2]),
            (3, fourth, [2, 1, 1]),
            (4, range(5), [2, 1, 2, 1, 2]),
        ]:
            for j, mark in zip(places, marks, strict=True):
                board[i][j] = mark
        # Q4 takes this cube.
        if board[1][4] != 2:
            yield board


def test_q3_what_player_1_may_take_in_figure_2() -> None:
    for board in figure_2():
        chosen = [(i, j) for i in range(5) for j in range(5) if quixo.case_choix_valide(board, i, j, 1)]
        # Rows 2 and 4 are complete; row 0 has one X and one blank; rows 1 and 3 depend on the lost blanks.
        assert [square for square in chosen if square[0] == 2] == [(2, 0)]
        assert [square for square in chosen if square[0] == 4] == [(4, 1), (4, 3)]
        assert sum(i == 0 for i, _ in chosen) == 2
        assert (1, 4) in chosen


def test_q4_where_the_cube_1_4_may_go_in_figure_2() -> None:
    for board in figure_2():
        moves = quixo.deplacements_possibles(board, 1)
        assert [move[2:] for move in moves if move[:2] == [1, 4]] == [[0, 4], [1, 0], [4, 4]]


@given(boards(), players, st.integers(-2, 6), st.integers(-2, 6))
def test_a_cube_may_be_chosen_on_the_border_if_blank_or_ones_own(
    board: Board, player: int, i: int, j: int
) -> None:
    expected = any(move[:2] == [i, j] for move in oracle_moves(board, player))
    assert quixo.case_choix_valide(board, i, j, player) == expected


# Q8, Q9: pushing


@pytest.mark.parametrize(
    ("move", "line"),
    [
        ([0, 1, 0, 4], [1, 3, 4, 5, 9]),
        ([0, 3, 0, 0], [9, 1, 2, 3, 5]),
        ([0, 0, 0, 4], [2, 3, 4, 5, 9]),
        ([0, 4, 0, 0], [9, 1, 2, 3, 4]),
    ],
)
def test_the_cubes_slide_to_the_hole_along_a_row_or_a_column(move: Move, line: list[int]) -> None:
    row_board = [[1, 2, 3, 4, 5]] + [[0] * 5 for _ in range(4)]
    column_board = mirror(row_board)
    i, j, k, m = move
    quixo.deplacement_case(row_board, 9, i, j, k, m)
    quixo.deplacement_case(column_board, 9, j, i, m, k)
    assert row_board == [line] + [[0] * 5 for _ in range(4)]
    assert column_board == mirror(row_board)


@settings(deadline=None)
@given(boards(), players)
def test_every_push_is_taking_the_cube_out_and_putting_it_in(board: Board, player: int) -> None:
    for move in oracle_moves(board, player):
        after = copy.deepcopy(board)
        quixo.deplacement_case(after, player, *move)
        assert after == oracle_play(board, player, move)


# Q10, Q11, Q16: lines


@given(boards(), players, st.integers(1, 6))
def test_alignments_mean_at_least_n_in_a_row(board: Board, player: int, length: int) -> None:
    n = len(board)
    found = [str(player) * length in line for line in lines(board)]
    assert [quixo.alig(board, player, i, length) for i in range(n)] == found[:n]
    assert [quixo.acol(board, player, j, length) for j in range(n)] == found[n : 2 * n]
    assert quixo.adiag1(board, player, length) == found[2 * n]
    assert quixo.adiag2(board, player, length) == found[2 * n + 1]


class ReadOnce(list[int]):
    """A row that refuses to show the same square twice."""

    def __init__(self, cubes: list[int]) -> None:
        super().__init__(cubes)
        self.read: set[int] = set()

    def __getitem__(self, j: SupportsIndex) -> int:  # type: ignore[override]
        assert int(j) not in self.read
        self.read.add(int(j))
        return super().__getitem__(j)


@given(st.lists(st.integers(0, 2), min_size=5, max_size=5), players, st.integers(2, 5))
def test_q10_reads_each_square_at_most_once(row: list[int], player: int, length: int) -> None:
    board: Board = [[0] * 5 for _ in range(5)]
    board[2] = ReadOnce(row)
    assert quixo.alig(board, player, 2, length) == (str(player) * length in "".join(map(str, row)))


@pytest.mark.parametrize("n", [3, 4, 5])
def test_each_full_line_alone_wins(n: int) -> None:
    for filled in [
        *([(i, j) for j in range(n)] for i in range(n)),
        *([(i, j) for i in range(n)] for j in range(n)),
        [(k, k) for k in range(n)],
        [(k, n - 1 - k) for k in range(n)],
    ]:
        board = [[0] * n for _ in range(n)]
        for i, j in filled:
            board[i][j] = 2
        assert quixo.gagnant(board, 2)
        assert not quixo.gagnant(board, 1)
        board[filled[1][0]][filled[1][1]] = 1
        assert not quixo.gagnant(board, 2)


@given(boards(), players)
def test_gagnant_is_having_a_full_line(board: Board, player: int) -> None:
    assert quixo.gagnant(board, player) == has_line(board, player)


@given(boards(sizes=(5,)), players)
def test_alignement_4_counts_the_lines_that_hold_four_in_a_row(board: Board, player: int) -> None:
    assert quixo.alignement_4(board, player) == sum(str(player) * 4 in line for line in lines(board))


def test_alignement_4_counts_a_line_once_and_every_line() -> None:
    board = quixo.initialisation()
    board[1] = [1, 1, 1, 1, 1]
    assert quixo.alignement_4(board, 1) == 1
    assert quixo.alignement_4([[1] * 5] * 5, 1) == 12
    assert quixo.alignement_4([[1, 1, 0, 1, 1]] * 5, 1) == 4


# Q12, Q15: moves


@settings(deadline=None)
@given(boards(), players)
def test_moves_are_all_the_legal_ones_in_lexicographic_order(board: Board, player: int) -> None:
    moves = quixo.deplacements_possibles(board, player)
    assert moves == oracle_moves(board, player)
    assert moves == sorted(moves)


def test_q12_44_moves_at_the_start() -> None:
    assert len(quixo.deplacements_possibles(quixo.initialisation(), 1)) == 44


def test_q12_the_least_number_of_moves_is_4_with_two_opposite_corners() -> None:
    board = [[2] * 5 for _ in range(5)]
    board[0][0] = board[4][4] = board[1][1] = board[2][2] = board[2][1] = board[1][3] = board[3][2] = 1
    assert not quixo.gagnant(board, 2)
    assert quixo.deplacements_possibles(board, 1) == [[0, 0, 0, 4], [0, 0, 4, 0], [4, 4, 0, 4], [4, 4, 4, 0]]


def test_q12_nobody_has_fewer_than_4_moves_on_3_by_3_before_the_end() -> None:
    size(3)
    least = 99
    for a, b, c, d, e, f, g, h in product((1, 2), repeat=8):
        board = [[a, b, c], [d, 1, e], [f, g, h]]
        if not quixo.gagnant(board, 2):
            least = min(least, len(quixo.deplacements_possibles(board, 1)))
    assert least == 4


def perft(board: Board, player: int, depth: int) -> int:
    moves = quixo.deplacements_possibles(board, player)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        child = copy.deepcopy(board)
        quixo.deplacement_case(child, player, *move)
        total += perft(child, 3 - player, depth - 1)
    return total


@pytest.mark.parametrize(
    ("n", "leaves"), [(3, [20, 356, 6332]), (4, [32, 952]), (5, [44, 1836])], ids=["3x3", "4x4", "5x5"]
)
def test_perft(n: int, leaves: list[int]) -> None:
    size(n)
    start = [[0] * n for _ in range(n)]
    assert [perft(start, 1, depth) for depth in range(1, len(leaves) + 1)] == leaves


# Q17: evaluation


def test_evaluation_adds_up_the_papers_terms() -> None:
    board = [
        [1, 1, 1, 1, 2],
        [0, 2, 0, 0, 2],
        [0, 0, 1, 0, 2],
        [1, 0, 0, 0, 2],
        [0, 0, 0, 0, 0],
    ]
    # X: one line of four, the centre, 6 cubes against 5. O: one line of four, 5 cubes against 6.
    assert quixo.evaluation(board, 1, 0) == 5 + 20 + (6 - 5)
    assert quixo.evaluation(board, 1, 3) == 5 + 20 + (6 - 5) + 3
    assert quixo.evaluation(board, 2, 0) == -(5 + (5 - 6))
    assert quixo.evaluation(board, 2, 3) == -(5 + (5 - 6) + 3)


def test_the_centre_is_that_of_the_board_given() -> None:
    assert quixo.evaluation([[0, 0, 0], [0, 1, 0], [0, 0, 0]], 1, 0) == 20 + 1
    assert quixo.evaluation([[0, 0, 0], [0, 0, 0], [0, 0, 1]], 1, 0) == 1


@pytest.mark.parametrize("to_move", [1, 2])
def test_a_win_is_worth_100_and_the_depth_left_whoever_is_to_move(to_move: int) -> None:
    board = quixo.initialisation()
    board[3] = [1] * 5
    assert quixo.evaluation(board, to_move, 2) == 102
    assert quixo.evaluation(swap(board), to_move, 2) == -102


def test_two_lines_are_a_win_for_the_player_to_move() -> None:
    board = quixo.initialisation()
    board[0], board[4] = [1] * 5, [2] * 5
    assert quixo.evaluation(board, 1, 4) == 104
    assert quixo.evaluation(board, 2, 4) == -104


@given(boards(), players, st.integers(0, 5))
def test_evaluation_changes_sign_with_the_colours(board: Board, player: int, depth: int) -> None:
    assert quixo.evaluation(swap(board), 3 - player, depth) == -quixo.evaluation(board, player, depth)


# Q19: alphabeta


def minimax(board: Board, player: int, depth: int) -> tuple[float, list[Move]]:
    """The value without pruning, and every move that reaches it, in order."""
    # With two lines the player to move wins: the other made them.
    for winner in (player, 3 - player):
        if has_line(board, winner):
            return (100 + depth if winner == 1 else -100 - depth), []
    if depth == 0:
        return quixo.evaluation(board, player, 0), []
    moves = oracle_moves(board, player)
    values = [minimax(oracle_play(board, player, move), 3 - player, depth - 1)[0] for move in moves]
    best = max(values) if player == 1 else min(values)
    return best, [move for move, value in zip(moves, values, strict=True) if value == best]


@settings(deadline=None)
@given(boards(sizes=(3,)), players, st.integers(0, 2))
def test_alphabeta_is_minimax_and_returns_its_first_best_move(board: Board, player: int, depth: int) -> None:
    value, best = minimax(board, player, depth)
    before = copy.deepcopy(board)
    assert quixo.alphabeta(board, player, -math.inf, math.inf, depth) == (value, best[0] if best else None)
    assert board == before


def test_alphabeta_is_minimax_three_turns_ahead_from_the_start_of_3_by_3() -> None:
    size(3)
    start = [[0] * 3 for _ in range(3)]
    for player in (1, 2):
        value, best = minimax(start, player, 3)
        assert quixo.alphabeta(start, player, -math.inf, math.inf, 3) == (value, best[0])


@settings(deadline=None, max_examples=8)
@given(boards(sizes=(4, 5)), players)
def test_alphabeta_is_minimax_on_larger_boards(board: Board, player: int) -> None:
    value, best = minimax(board, player, 1)
    assert quixo.alphabeta(board, player, -math.inf, math.inf, 1) == (value, best[0] if best else None)


@settings(deadline=None)
@given(boards(sizes=(3,)), players, st.integers(0, 2), st.integers(-110, 110), st.integers(1, 60))
def test_a_bounded_window_gives_the_value_inside_and_a_bound_outside(
    board: Board, player: int, depth: int, alpha: int, width: int
) -> None:
    beta = alpha + width
    true_value, _ = minimax(board, player, depth)
    value, move = quixo.alphabeta(board, player, alpha, beta, depth)
    if value <= alpha:
        assert true_value <= value
    elif value >= beta:
        assert true_value >= value
    else:
        assert true_value == value
    assert move is None or move in oracle_moves(board, player)


@given(boards(), players, st.integers(0, 4))
def test_a_finished_game_has_its_evaluation_and_no_move(board: Board, player: int, depth: int) -> None:
    board[1] = [1] * len(board)
    expected = quixo.evaluation(board, player, depth)
    assert quixo.alphabeta(board, player, -math.inf, math.inf, depth) == (expected, None)


def test_alphabeta_finds_the_win_in_one_and_prefers_it_to_a_later_one() -> None:
    board = quixo.initialisation()
    board[2] = [1, 1, 1, 1, 0]
    value, move = quixo.alphabeta(board, 1, -math.inf, math.inf, 2)
    assert value == 101
    assert move is not None
    assert has_line(oracle_play(board, 1, move), 1)


def test_alphabeta_does_not_make_the_opponents_line_along_with_its_own() -> None:
    # Pushing the right column up makes 1's row 1, and 2's row 2 with it: that move loses.
    board = [
        [0, 2, 0, 2, 0],
        [1, 1, 1, 1, 0],
        [2, 2, 2, 2, 1],
        [0, 1, 0, 1, 2],
        [0, 0, 1, 0, 0],
    ]
    both = [0, 4, 4, 4]
    after = oracle_play(board, 1, both)
    assert has_line(after, 1)
    assert has_line(after, 2)
    value, move = quixo.alphabeta(board, 1, -math.inf, math.inf, 1)
    assert move != both
    assert quixo.alphabeta(after, 2, -math.inf, math.inf, 0) == (-100, None)
    assert value > -100


def test_at_a_cut_the_papers_code_keeps_the_move_for_min_and_forgets_it_for_max() -> None:
    size(3)
    start = [[0] * 3 for _ in range(3)]
    _, at_beta = quixo.alphabeta(start, 1, -math.inf, -math.inf, 1)
    _, at_alpha = quixo.alphabeta(start, 2, math.inf, math.inf, 1)
    assert at_beta is None
    assert at_alpha == oracle_moves(start, 2)[0]
