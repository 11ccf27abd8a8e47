"""Paper 002: Chomp. The oracle here plays on sets of squares, without row lengths."""

from collections.abc import Iterator
from functools import cache
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.exams import chomp

Square = tuple[int, int]


def positions() -> st.SearchStrategy[list[int]]:
    """Any shape of at most 5 columns and 4 rows: lengths that never grow upwards, without 0."""
    return st.lists(st.integers(1, 5), min_size=1, max_size=4).map(lambda rows: sorted(rows, reverse=True))


def squares(pos: list[int]) -> frozenset[Square]:
    return frozenset((i, j) for i, length in enumerate(pos) for j in range(length))


def bite(shape: frozenset[Square], move: Square) -> frozenset[Square]:
    return frozenset((i, j) for i, j in shape if i < move[0] or j < move[1])


@cache
def oracle_wins(shape: frozenset[Square]) -> bool:
    return any(not oracle_wins(bite(shape, move)) for move in shape - {(0, 0)})


def all_positions(columns: int, rows: int) -> Iterator[list[int]]:
    """Every non-empty shape inside the rectangle."""
    for bottom in range(1, columns + 1):
        yield [bottom]
        if rows > 1:
            for above in all_positions(bottom, rows - 1):
                yield [bottom, *above]


# Q3 to Q7: the board


def test_tablette_is_the_papers_first_position() -> None:
    assert chomp.tablette(5, 3) == [5, 5, 5]
    assert chomp.tablette(1, 1) == [1]


def test_the_papers_four_positions_follow_from_each_other() -> None:
    assert chomp.joue([5, 5, 5], (1, 3)) == [5, 3, 3]
    assert chomp.joue([5, 3, 3], (2, 1)) == [5, 3, 1]
    assert chomp.joue([5, 3, 1], (0, 1)) == [1, 1, 1]


def test_affiche_prints_the_papers_example(capsys: pytest.CaptureFixture[str]) -> None:
    chomp.affiche([4, 2, 1])
    assert capsys.readouterr().out == "■\n■ ■\n□ ■ ■ ■\n"


def test_affiche_of_the_poison_alone(capsys: pytest.CaptureFixture[str]) -> None:
    chomp.affiche([1])
    assert capsys.readouterr().out == "□\n"


@given(positions())
def test_playable_moves_are_the_squares_without_the_poison_in_reading_order(pos: list[int]) -> None:
    moves = chomp.coups_jouables(pos)
    assert moves == sorted(squares(pos) - {(0, 0)})


@given(st.lists(st.integers(0, 2)))
def test_enleve_0_drops_only_the_zeros_at_the_end_in_place(numbers: list[int]) -> None:
    before = numbers[:]
    chomp.enleve_0(numbers)
    assert numbers + [0] * (len(before) - len(numbers)) == before
    assert not numbers or numbers[-1] != 0


@given(positions(), st.data())
def test_joue_removes_exactly_what_is_above_and_right_and_keeps_its_argument(
    pos: list[int], data: st.DataObject
) -> None:
    moves = chomp.coups_jouables(pos)
    if not moves:
        return
    move = data.draw(st.sampled_from(moves))
    before = pos[:]
    after = chomp.joue(pos, move)
    assert squares(after) == bite(squares(pos), move)
    assert 0 not in after
    assert pos == before


# Q2, Q8 to Q12: who wins


@pytest.mark.parametrize("n", range(2, 9))
def test_a_line_longer_than_one_wins_by_leaving_the_poison(n: int) -> None:
    assert chomp.gagnante([n])
    assert chomp.gagnante([1] * n)
    assert chomp.coup_gagnant([n]) == (0, 1)
    assert chomp.coup_gagnant([1] * n) == (1, 0)


@pytest.mark.parametrize("right", range(1, 6))
@pytest.mark.parametrize("up", range(1, 6))
def test_an_L_loses_exactly_when_its_arms_are_equal(right: int, up: int) -> None:
    assert chomp.gagnante([1 + right] + [1] * up) == (right != up)


@pytest.mark.parametrize("n", range(2, 7))
def test_a_square_has_the_single_winning_move_1_1(n: int) -> None:
    carte = chomp.carte_gagnante(n, n)
    assert [(i, j) for i in range(n) for j in range(n) if carte[i][j] == 2] == [(1, 1)]


def test_two_rows_lose_exactly_when_the_lower_is_one_longer() -> None:
    connues: dict[tuple[int, ...], bool] = {}
    for low in range(1, 12):
        for high in range(1, low + 1):
            assert chomp.gagnante_memo([low, high], connues) == (low != high + 1)


def test_every_rectangle_but_the_poison_alone_wins() -> None:
    connues: dict[tuple[int, ...], bool] = {}
    for m in range(1, 7):
        for n in range(1, 7):
            assert chomp.gagnante_memo(chomp.tablette(m, n), connues) == ((m, n) != (1, 1))


def test_both_solvers_agree_with_the_oracle_on_every_shape_of_4_by_4() -> None:
    connues: dict[tuple[int, ...], bool] = {}
    shapes = list(all_positions(4, 4))
    assert len(shapes) == comb(8, 4) - 1
    for pos in shapes:
        expected = oracle_wins(squares(pos))
        assert chomp.gagnante(pos) == expected
        assert chomp.gagnante_memo(pos, connues) == expected


def test_a_position_and_its_mirror_in_the_diagonal_are_won_alike() -> None:
    connues: dict[tuple[int, ...], bool] = {}
    for pos in all_positions(5, 4):
        mirror = [sum(length > j for length in pos) for j in range(pos[0])]
        assert chomp.gagnante_memo(pos, connues) == chomp.gagnante_memo(mirror, connues)


def count_calls(pos: list[int]) -> tuple[bool, int]:
    """What Q9 counts, without a global: the answer and the number of calls it takes."""
    calls = 1
    for move in chomp.coups_jouables(pos):
        won, more = count_calls(chomp.joue(pos, move))
        calls += more
        if not won:
            return True, calls
    return False, calls


@pytest.mark.parametrize("pos", [[1], [2], [3, 3, 3], [4, 2, 1], [4, 4, 4, 4]])
def test_compteur_goes_up_by_one_at_each_call(pos: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chomp, "compteur", 0)
    assert (chomp.gagnante(pos), chomp.compteur) == count_calls(pos)


def test_compteur_of_the_papers_4_by_5_far_exceeds_the_number_of_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chomp, "compteur", 0)
    assert chomp.gagnante(chomp.tablette(4, 5))
    assert chomp.compteur > 100 * comb(4 + 5, 4)


def test_memo_answers_from_the_dictionary_before_computing() -> None:
    lie: dict[tuple[int, ...], bool] = {(1,): True}
    assert chomp.gagnante_memo([1], lie) is True
    assert lie == {(1,): True}


@given(positions())
def test_memo_stores_its_answer_and_only_truths_under_tuples(pos: list[int]) -> None:
    connues: dict[tuple[int, ...], bool] = {}
    answer = chomp.gagnante_memo(pos, connues)
    assert connues[tuple(pos)] is answer
    assert all(oracle_wins(squares(list(key))) == won for key, won in connues.items())


# Q13 to Q15: the winning moves


@given(positions())
def test_coup_gagnant_is_the_first_move_to_a_lost_position_or_False(pos: list[int]) -> None:
    winning = [move for move in sorted(squares(pos) - {(0, 0)}) if not oracle_wins(bite(squares(pos), move))]
    found = chomp.coup_gagnant(pos)
    if winning:
        assert found == winning[0]
    else:
        assert found is False


@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 4), (4, 1), (3, 2), (5, 3), (4, 4)])
def test_carte_says_of_each_move_whether_it_wins(m: int, n: int) -> None:
    start = squares(chomp.tablette(m, n))
    assert chomp.carte_gagnante(m, n) == [
        [0 if (i, j) == (0, 0) else 1 if oracle_wins(bite(start, (i, j))) else 2 for j in range(m)]
        for i in range(n)
    ]


def test_carte_of_the_turned_board_is_the_turned_carte() -> None:
    assert chomp.carte_gagnante(3, 5) == [list(row) for row in zip(*chomp.carte_gagnante(5, 3), strict=True)]


def test_8_rows_of_10_columns_have_two_winning_moves() -> None:
    carte = chomp.carte_gagnante(10, 8)
    assert [(i, j) for i in range(8) for j in range(10) if carte[i][j] == 2] == [(3, 8), (4, 5)]


def test_affiche_carte_prints_the_top_row_first(capsys: pytest.CaptureFixture[str]) -> None:
    chomp.affiche_carte(chomp.carte_gagnante(3, 2))
    assert capsys.readouterr().out == "■ ■ ★\n□ ■ ■\n"
