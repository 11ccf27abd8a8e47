"""Paper 003, part 2: Nimble, with the paper's whole game."""

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.exams import nimble

Type = Callable[[Sequence[str]], list[str]]

PAPER_BOARD = [0, 0, 1, 2, 0, 2]
PAPER_TRANSCRIPT = """\
0 | 0 | 1 | 2 | 0 | 2 |
-----
1 | 2 | 3 | 4 | 5 | 6 |

Player 1
Choose a square : 2
Choose a square : 7
Choose a square : 4
Choose a destination : 2

0 | 1 | 1 | 1 | 0 | 2 |
-----
1 | 2 | 3 | 4 | 5 | 6 |

Player 2
Choose a square : 2
Choose a destination : 1

1 | 0 | 1 | 1 | 0 | 2 |
-----
1 | 2 | 3 | 4 | 5 | 6 |

Player 1
Choose a square : 4
Choose a destination : 3

1 | 0 | 2 | 0 | 0 | 2 |
-----
1 | 2 | 3 | 4 | 5 | 6 |

Player 2
Choose a square : 6
Choose a destination : 1

2 | 0 | 2 | 0 | 0 | 1 |
-----
1 | 2 | 3 | 4 | 5 | 6 |

Player 1
Choose a square : 3
Choose a destination : 1

3 | 0 | 1 | 0 | 0 | 1 |
-----
1 | 2 | 3 | 4 | 5 | 6 |

Player 2
Choose a square : 6
Choose a destination : 1

4 | 0 | 1 | 0 | 0 | 0 |
-----
1 | 2 | 3 | 4 | 5 | 6 |

Player 1
Choose a square : 3
Choose a destination : 1

5 | 0 | 0 | 0 | 0 | 0 |
-----
1 | 2 | 3 | 4 | 5 | 6 |

Winner : 1
"""


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Type:
    """Type these answers, each echoed after its prompt as on a terminal; what is left stays in the list."""

    def type_answers(answers: Sequence[str]) -> list[str]:
        left = list(answers)

        def fake_input(prompt: str = "") -> str:
            answer = left.pop(0)
            print(prompt + answer)
            return answer

        monkeypatch.setattr("builtins.input", fake_input)
        return left

    return type_answers


def deal(monkeypatch: pytest.MonkeyPatch, board: list[int]) -> None:
    """Make chance give this board, whatever it is asked for."""
    left = list(board)
    monkeypatch.setattr("random.randint", lambda low, high: left.pop(0))


def boards(size: int = 7, pawns: int = 4) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, pawns), min_size=1, max_size=size)


def legal_moves(board: list[int]) -> list[tuple[int, int]]:
    return [(i, j) for i in range(1, len(board) + 1) if board[i - 1] for j in range(1, i)]


def distance_left(board: list[int]) -> int:
    """How many steps all the pawns have left to square 1."""
    return sum(steps * pawns for steps, pawns in enumerate(board))


# The whole game


def test_the_papers_game_line_for_line(
    monkeypatch: pytest.MonkeyPatch, keyboard: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    deal(monkeypatch, PAPER_BOARD)
    answers = [line.split(" : ")[1] for line in PAPER_TRANSCRIPT.splitlines() if line.startswith("Choose")]
    left = keyboard(answers)
    nimble.nimble(6, 2)
    # The rule between squares and numbers is as wide as they are; the paper's text shortens it.
    rule = "-" * len("0 | 0 | 1 | 2 | 0 | 2 |")
    assert capsys.readouterr().out == PAPER_TRANSCRIPT.replace("-----", rule)
    assert left == []


def test_a_board_without_a_move_is_won_by_player_2_unasked(
    monkeypatch: pytest.MonkeyPatch, keyboard: Type, capsys: pytest.CaptureFixture[str]
) -> None:
    deal(monkeypatch, [3, 0])
    keyboard([])
    nimble.nimble(2, 3)
    assert capsys.readouterr().out == "3 | 0 |\n-------\n1 | 2 |\n\nWinner : 2\n"


@given(boards(), st.randoms(use_true_random=False))
def test_any_game_ends_with_all_pawns_on_square_1_and_the_last_mover_winning(
    board: list[int], chance: Random
) -> None:
    n = len(board)
    start = board[:]
    script: list[str] = []
    plies = 0
    while moves := legal_moves(board):
        i, j = chance.choice(moves)
        script += [str(i), str(j)]
        nimble.move(board, n, i, j)
        plies += 1
    assert board == [sum(start)] + [0] * (n - 1)
    assert plies <= distance_left(start)
    with pytest.MonkeyPatch.context() as patch:
        printed: list[str] = []
        patch.setattr(nimble, "newBoard", lambda n, p: start)
        patch.setattr("builtins.input", lambda prompt: script.pop(0))
        patch.setattr("builtins.print", lambda *texts: printed.append(" ".join(texts)))
        nimble.nimble(n, 4)
    assert script == []
    assert printed[-1] == f"\nWinner : {1 if plies % 2 else 2}"


# The functions one by one


@given(st.integers(1, 30), st.integers(1, 5))
def test_a_new_board_has_n_squares_of_0_to_p_pawns(n: int, p: int) -> None:
    board = nimble.newBoard(n, p)
    assert len(board) == n
    assert all(0 <= pawns <= p for pawns in board)


def test_both_ends_of_0_to_p_are_dealt() -> None:
    assert set(nimble.newBoard(300, 2)) == {0, 1, 2}


def test_display_is_the_papers(capsys: pytest.CaptureFixture[str]) -> None:
    nimble.display([0, 3, 0, 2, 3, 1], 6)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "0 | 3 | 0 | 2 | 3 | 1 |"
    assert lines[2] == "1 | 2 | 3 | 4 | 5 | 6 |"


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=120))
def test_display_puts_each_number_under_its_square(board: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        lines: list[str] = []
        patch.setattr("builtins.print", lines.append)
        nimble.display(board, len(board))
    squares, rule, numbers = lines
    assert [int(cell) for cell in squares.split("|")[:-1]] == board
    assert [int(cell) for cell in numbers.split("|")[:-1]] == list(range(1, len(board) + 1))
    assert [k for k, c in enumerate(squares) if c == "|"] == [k for k, c in enumerate(numbers) if c == "|"]
    assert rule == "-" * len(squares)


@given(boards(), st.integers(-3, 11), st.integers(-3, 11))
def test_possible_squares_and_destinations_are_the_legal_moves(board: list[int], i: int, j: int) -> None:
    n = len(board)
    moves = legal_moves(board)
    assert nimble.possibleSquare(board, n, i) == any(start == i for start, _ in moves)
    if nimble.possibleSquare(board, n, i):
        assert nimble.possibleDestination(board, n, i, j) == ((i, j) in moves)


@given(boards())
def test_lose_means_no_legal_move(board: list[int]) -> None:
    assert nimble.lose(board, len(board)) == (not legal_moves(board))


@given(boards(), st.data())
def test_a_move_takes_one_pawn_left_and_touches_nothing_else(board: list[int], data: st.DataObject) -> None:
    moves = legal_moves(board)
    if not moves:
        return
    i, j = data.draw(st.sampled_from(moves))
    before = board[:]
    nimble.move(board, len(board), i, j)
    change = [now - then for now, then in zip(board, before, strict=True)]
    assert change == [{i: -1, j: 1}.get(square, 0) for square in range(1, len(board) + 1)]
    assert distance_left(board) == distance_left(before) - (i - j)


WRONG = ["", " ", "a", "1.5", "-1", "0", "1", "2", "5", "7", "99", "4 2", "none"]


def test_any_wrong_square_is_asked_again(keyboard: Type, capsys: pytest.CaptureFixture[str]) -> None:
    left = keyboard([*WRONG, "4", "3"])
    assert nimble.selectSquare(PAPER_BOARD, 6) == 4
    assert left == ["3"]
    assert capsys.readouterr().out.count("Choose a square : ") == len(WRONG) + 1


def test_any_wrong_destination_is_asked_again(keyboard: Type, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = ["", "x", "2.0", "-1", "0", "4", "5", "7"]
    left = keyboard([*wrong, "3", "1"])
    assert nimble.selectDestination(PAPER_BOARD, 6, 4) == 3
    assert left == ["1"]
    assert capsys.readouterr().out.count("Choose a destination : ") == len(wrong) + 1


@pytest.mark.parametrize("stop", [EOFError, KeyboardInterrupt])
def test_closing_the_keyboard_is_not_swallowed_as_a_wrong_input(
    stop: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    presses = iter([stop])

    def closed_once(prompt: str) -> str:
        for error in presses:
            raise error
        return "4"

    monkeypatch.setattr("builtins.input", closed_once)
    with pytest.raises(stop):
        nimble.selectSquare(PAPER_BOARD, 6)
