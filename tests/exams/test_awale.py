"""Paper 000, exercise 2: Awalé on a dictionary and a list of twelve pits."""

import copy
import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.exams import awale as aw

QUESTION_1 = [0, 0, 2, 0, 16, 5, 2, 1, 0, 1, 0, 1]
QUESTION_6 = [3, 2, 0, 5, 4, 3, 3, 2, 0, 4, 5, 1]
QUESTION_7 = [7, 2, 9, 0, 4, 2, 3, 1, 3, 2, 3, 5]
QUESTION_8 = [19, 0, 9, 3, 0, 2, 1, 2, 1, 1, 2, 2]

REFUSED = "La case choisie n'est pas acceptable"

# Few seeds, where famine is near, or many, where sowing goes round several times.
pits = st.one_of(st.integers(0, 3), st.integers(0, 40))
boards = st.one_of(
    st.lists(st.integers(0, 3), min_size=12, max_size=12), st.lists(pits, min_size=12, max_size=12)
)


def state(board: list[int], score_j1: int = 0, score_j2: int = 0, nb_tours: int = 0) -> aw.EtatJeu:
    return {
        "joueur1": "Alice",
        "joueur2": "Bob",
        "score_j1": score_j1,
        "score_j2": score_j2,
        "nb_tours": nb_tours,
        "plateau": board.copy(),
    }


def sown(board: list[int], c: int) -> tuple[list[int], int]:
    """The board after sowing pit c and the last pit, by division: eleven seeds go once round."""
    laps, rest = divmod(board[c], 11)
    result = [seeds + laps for seeds in board]
    for step in range(1, rest + 1):
        result[(c + step) % 12] += 1
    result[c] = 0
    return result, (c + (rest or 11)) % 12 if board[c] else c


def harvested(board: list[int], last: int) -> list[int]:
    """The board after the harvest that starts at pit `last`."""
    taken = set(itertools.takewhile(lambda k: board[k] in (2, 3), range(last, 5, -1)))
    return [0 if k in taken else seeds for k, seeds in enumerate(board)]


# Part 1: sowing


def test_the_initial_state_has_the_six_entries_of_the_paper() -> None:
    assert aw.initialisation("Alice", "Bob") == {
        "joueur1": "Alice",
        "joueur2": "Bob",
        "score_j1": 0,
        "score_j2": 0,
        "nb_tours": 0,
        "plateau": [4] * 12,
    }


def test_two_games_do_not_share_their_board() -> None:
    aw.initialisation("Alice", "Bob")["plateau"][0] = 9
    assert aw.initialisation("Alice", "Bob")["plateau"] == [4] * 12


def test_player_1_plays_on_even_turns() -> None:
    assert [aw.tour_joueur1(state([4] * 12, nb_tours=n)) for n in (0, 1, 2, 99)] == [True, False, True, False]


@pytest.mark.parametrize(
    ("n", "p", "expected"), [(0, 11, 28), (0, 5, 23), (6, 11, 5), (4, 4, 16), (11, 11, 1)]
)
def test_somme_includes_both_ends(n: int, p: int, expected: int) -> None:
    assert aw.somme(QUESTION_1, n, p) == expected


def test_tourner_plateau_from_figure_3_to_figure_4() -> None:
    plt = QUESTION_1.copy()
    aw.tourner_plateau(plt)
    assert plt == [2, 1, 0, 1, 0, 1, 0, 0, 2, 0, 16, 5]


@given(boards)
def test_turning_the_board_twice_changes_nothing(plt: list[int]) -> None:
    before = plt.copy()
    aw.tourner_plateau(plt)
    assert plt == before[6:] + before[:6]
    aw.tourner_plateau(plt)
    assert plt == before


@pytest.mark.parametrize(
    ("c", "expected", "last"),
    [
        (2, [0, 0, 0, 1, 17, 5, 2, 1, 0, 1, 0, 1], 4),
        (4, [1, 1, 3, 1, 0, 7, 4, 3, 2, 3, 1, 2], 9),
        (5, [0, 0, 2, 0, 16, 0, 3, 2, 1, 2, 1, 1], 10),
    ],
)
def test_sowing_the_board_of_question_1(c: int, expected: list[int], last: int) -> None:
    plt = QUESTION_1.copy()
    assert aw.semer_graines(plt, c) == last
    assert plt == expected


@pytest.mark.parametrize(("seeds", "last"), [(11, 2), (12, 4), (22, 2), (23, 4), (33, 2), (34, 4), (48, 7)])
def test_sowing_skips_the_origin_at_every_lap(seeds: int, last: int) -> None:
    plt = [0] * 12
    plt[3] = seeds
    assert aw.semer_graines(plt, 3) == last
    assert plt[3] == 0
    assert sum(plt) == seeds


@given(boards, st.integers(0, 11))
def test_sowing_agrees_with_division_by_eleven(plt: list[int], c: int) -> None:
    before = plt.copy()
    last = aw.semer_graines(plt, c)
    assert (plt, last) == sown(before, c)
    assert sum(plt) == sum(before)


# Part 2: harvest


def test_pits_to_take_on_the_board_of_question_6() -> None:
    assert [c for c in range(12) if aw.case_ramassable(QUESTION_6, c)] == [6, 7]


def test_only_two_or_three_seeds_of_the_opponent_can_be_taken() -> None:
    plt = [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]
    assert [c for c in range(12) if aw.case_ramassable(plt, c)] == [8, 9]
    assert [c for c in range(12) if aw.case_ramassable([2] * 12, c)] == [6, 7, 8, 9, 10, 11]


def test_harvest_on_the_board_of_question_7() -> None:
    plt = QUESTION_7.copy()
    assert aw.ramasser_graines(plt, 10) == 8
    assert plt == [7, 2, 9, 0, 4, 2, 3, 1, 0, 0, 0, 5]


def test_no_harvest_when_the_last_pit_is_the_players_own() -> None:
    plt = [2] * 12
    assert aw.ramasser_graines(plt, 5) == 0
    assert plt == [2] * 12


def test_harvest_stops_at_the_players_own_pits() -> None:
    plt = [2] * 12
    assert aw.ramasser_graines(plt, 11) == 12
    assert plt == [2] * 6 + [0] * 6


@given(boards, st.integers(0, 11))
def test_harvest_agrees_with_the_longest_run_and_keeps_count(plt: list[int], last: int) -> None:
    before = plt.copy()
    taken = aw.ramasser_graines(plt, last)
    assert plt == harvested(before, last)
    assert taken == sum(before) - sum(plt)


def test_famine_on_the_board_of_question_8() -> None:
    assert [aw.test_famine(QUESTION_8, c) for c in (0, 2, 5)] == [False, True, False]


def test_not_feeding_a_starved_opponent_is_famine_too() -> None:
    plt = [1, 0, 0, 0, 2, 1] + [0] * 6
    assert [aw.test_famine(plt, c) for c in (0, 4, 5)] == [True, False, False]


@given(boards, st.integers(0, 5))
def test_famine_means_an_empty_row_after_the_move_and_leaves_the_board_alone(plt: list[int], c: int) -> None:
    before = plt.copy()
    assert aw.test_famine(plt, c) == (sum(harvested(*sown(before, c))[6:]) == 0)
    assert plt == before


# Part 3: the game


def test_acceptable_pits_on_the_board_of_question_8() -> None:
    assert [c for c in range(12) if aw.test_case(QUESTION_8, c)] == [0, 3, 5]


@pytest.mark.parametrize("c", [-12, -1, 6, 11, 12, 1000])
def test_a_pit_that_is_not_the_players_is_refused_without_error(c: int) -> None:
    assert aw.test_case([4] * 12, c) is False


@given(boards)
def test_possible_pits_are_own_filled_and_feeding(plt: list[int]) -> None:
    etat_jeu = state(plt)
    expected = [c for c in range(6) if plt[c] and any(harvested(*sown(plt, c))[6:])]
    assert aw.cases_possibles(etat_jeu) == expected
    assert etat_jeu == state(plt)


@pytest.mark.parametrize(
    ("etat_jeu", "goes_on"),
    [
        pytest.param(state([4] * 12), True, id="start"),
        pytest.param(state([1] * 12, score_j1=24), True, id="player 1 has 24"),
        pytest.param(state([1] * 12, score_j1=25), False, id="player 1 has 25"),
        pytest.param(state([1] * 12, score_j2=24), True, id="player 2 has 24"),
        pytest.param(state([1] * 12, score_j2=25), False, id="player 2 has 25"),
        pytest.param(state([0] * 5 + [3] + [0] * 6, 24, 21), True, id="45 taken, 3 left"),
        pytest.param(state([0] * 5 + [2] + [0] * 6, 24, 22), False, id="46 taken, 2 left"),
        pytest.param(state([1] * 12, nb_tours=99), True, id="99 turns"),
        pytest.param(state([1] * 12, nb_tours=100), False, id="100 turns"),
        pytest.param(state([0] * 6 + [8] * 6), False, id="no seed to play"),
        pytest.param(state([8] * 5 + [0] * 7), True, id="one move feeds"),
        pytest.param(state([5, 4, 3, 2, 1, 0] + [0] * 6), False, id="no move feeds"),
    ],
)
def test_tour_termine_is_true_while_the_game_goes_on(etat_jeu: aw.EtatJeu, goes_on: bool) -> None:
    before = copy.deepcopy(etat_jeu)
    assert aw.tour_termine(etat_jeu) is goes_on
    assert etat_jeu == before


def test_a_turn_sows_harvests_counts_and_turns_the_board() -> None:
    etat_jeu = state([0, 0, 0, 0, 0, 2, 1, 2, 4, 4, 4, 4], nb_tours=6)
    plt = etat_jeu["plateau"]
    assert aw.tour_jeu(etat_jeu, 5) is True
    assert etat_jeu == state([0, 0, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0], score_j1=5, nb_tours=7)
    assert etat_jeu["plateau"] is plt


def test_the_harvest_of_an_odd_turn_goes_to_player_2() -> None:
    etat_jeu = state([0, 0, 0, 0, 0, 2, 1, 2, 4, 4, 4, 4], nb_tours=7)
    aw.tour_jeu(etat_jeu, 5)
    assert (etat_jeu["score_j1"], etat_jeu["score_j2"]) == (0, 5)


def test_a_turn_that_ends_the_game_returns_false() -> None:
    etat_jeu = state([0, 0, 0, 0, 0, 2, 1, 2, 4, 4, 4, 4], score_j1=20)
    assert aw.tour_jeu(etat_jeu, 5) is False
    assert etat_jeu["score_j1"] == 25


@pytest.mark.parametrize("c", [1, 2, 6, -1, 12])
def test_a_refused_pit_changes_nothing_and_says_so(c: int, capsys: pytest.CaptureFixture[str]) -> None:
    etat_jeu = state(QUESTION_8)
    assert aw.tour_jeu(etat_jeu, c) is True
    assert etat_jeu == state(QUESTION_8)
    assert capsys.readouterr().out == REFUSED + "\n"


@pytest.mark.parametrize(
    ("nb_tours", "scores", "name"),
    [(0, (23, 22), "Alice"), (1, (22, 23), "Bob"), (100, (23, 22), "Alice")],
)
def test_the_remaining_seeds_go_to_the_owner_of_the_row(
    nb_tours: int, scores: tuple[int, int], name: str
) -> None:
    etat_jeu = state([0, 0, 0, 1, 0, 2, 0, 2, 0, 0, 0, 0], 20, 20, nb_tours)
    assert aw.gagnant(etat_jeu) == name
    assert (etat_jeu["score_j1"], etat_jeu["score_j2"]) == scores


def test_equal_scores_are_a_draw() -> None:
    assert aw.gagnant(state([4] * 12)) == "égalité"


@given(boards, st.integers(0, 24), st.integers(0, 24), st.integers(0, 100))
def test_gagnant_called_twice_changes_nothing_more(plt: list[int], s1: int, s2: int, n: int) -> None:
    etat_jeu = state(plt, s1, s2, n)
    name = aw.gagnant(etat_jeu)
    once = copy.deepcopy(etat_jeu)
    assert once["plateau"] == [0] * 12
    assert once["score_j1"] + once["score_j2"] == s1 + s2 + sum(plt)
    assert aw.gagnant(etat_jeu) == name
    assert etat_jeu == once


@pytest.mark.parametrize("seed", range(10))
def test_a_random_game_ends_and_never_loses_a_seed(seed: int) -> None:
    rng = random.Random(seed)
    etat_jeu = aw.initialisation("Alice", "Bob")
    goes_on = True
    while goes_on:
        assert etat_jeu["nb_tours"] < 100
        goes_on = aw.tour_jeu(etat_jeu, rng.choice(aw.cases_possibles(etat_jeu)))
        assert sum(etat_jeu["plateau"]) + etat_jeu["score_j1"] + etat_jeu["score_j2"] == 48
    name = aw.gagnant(etat_jeu)
    lead = etat_jeu["score_j1"] - etat_jeu["score_j2"]
    assert name == ("Alice" if lead > 0 else "Bob" if lead < 0 else "égalité")


def perft(etat_jeu: aw.EtatJeu, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for c in aw.cases_possibles(etat_jeu):
        child = copy.deepcopy(etat_jeu)
        aw.tour_jeu(child, c)
        total += perft(child, depth - 1)
    return total


def test_number_of_games_of_four_moves() -> None:
    assert [perft(aw.initialisation("Alice", "Bob"), depth) for depth in range(5)] == [1, 6, 36, 190, 1014]


# The interactive game


class Keyboard:
    """Stands for `input`: gives the answers one by one and remembers the prompts."""

    def __init__(self, answers: Iterator[str]) -> None:
        self.answers = answers
        self.prompts: list[str] = []

    def __call__(self, prompt: str = "") -> str:
        self.prompts.append(prompt)
        return next(self.answers)


def winner_by_replay(answers: Iterator[str]) -> tuple[str, int]:
    """The game that these answers make, wrong ones skipped: its winner and its number of turns."""
    etat_jeu = aw.initialisation("Alice", "Bob")
    while aw.tour_termine(etat_jeu):
        c = int(next(answers))
        if c in aw.cases_possibles(etat_jeu):
            aw.tour_jeu(etat_jeu, c)
    return aw.gagnant(etat_jeu), etat_jeu["nb_tours"]


@pytest.mark.parametrize(("order", "winner"), [("531420", "Bob"), ("012453", "Alice"), ("012345", "égalité")])
def test_a_whole_game_at_the_keyboard_with_wrong_answers(
    order: str, winner: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = ["a", "", "3.5", "7", "-1", "12"]
    keyboard = Keyboard(itertools.chain(wrong, itertools.cycle(order)))
    monkeypatch.setattr("builtins.input", keyboard)
    aw.awale("Alice", "Bob")
    lines = capsys.readouterr().out.splitlines()
    name, turns = winner_by_replay(itertools.cycle(order))
    assert lines[-1] == name == winner
    assert lines.count(REFUSED) == len(keyboard.prompts) - turns
    assert lines.count(REFUSED) >= len(wrong)


def test_the_current_player_is_asked_and_sees_the_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard = Keyboard(iter(["3", "9", "0"]))
    monkeypatch.setattr("builtins.input", keyboard)
    with pytest.raises(StopIteration):
        aw.awale("Alice", "Bob")
    assert [prompt.split(",")[0] for prompt in keyboard.prompts] == ["Alice", "Bob", "Bob", "Alice"]
    # After Alice's pit 3, the board turned: her row is the upper one, from 11 to 6.
    assert "[ 5][ 5][ 0][ 4][ 4][ 4]\n[ 5][ 5][ 4][ 4][ 4][ 4]\n" in capsys.readouterr().out


def test_the_end_of_the_input_is_not_taken_for_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(prompt: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", closed)
    with pytest.raises(EOFError):
        aw.awale("Alice", "Bob")


def test_pytest_does_not_collect_the_functions_called_test() -> None:
    assert vars(aw.test_famine)["__test__"] is vars(aw.test_case)["__test__"] is False
