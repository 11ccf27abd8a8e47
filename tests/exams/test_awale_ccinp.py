"""Paper 001: Awalé and its Negamax player."""

import copy
import inspect
import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stratege.exams import awale
from stratege.exams import awale_ccinp as cc

REFUSED = "La case choisie n'est pas valable"

# Few seeds, where famine is near, or many, where sowing goes round several times.
pits = st.one_of(st.integers(0, 3), st.integers(0, 40))
boards = st.one_of(
    st.lists(st.integers(0, 3), min_size=12, max_size=12), st.lists(pits, min_size=12, max_size=12)
)
turns = st.integers(0, 101)


def state(board: list[int], score: tuple[int, int] = (0, 0), n: int = 0) -> cc.Jeu:
    return {"joueur1": "Alice", "joueur2": "Bob", "score": list(score), "n": n, "plateau": board.copy()}


games = st.builds(state, boards, st.tuples(st.integers(0, 26), st.integers(0, 26)), turns)


def sown(board: list[int], case: int) -> tuple[list[int], int]:
    """The board after sowing a pit and the last pit, by division: eleven seeds go once round."""
    laps, rest = divmod(board[case], 11)
    result = [seeds + laps for seeds in board]
    for step in range(1, rest + 1):
        result[(case + step) % 12] += 1
    result[case] = 0
    return result, (case + (rest or 11)) % 12 if board[case] else case


def harvested(board: list[int], last: int) -> list[int]:
    """The board after the harvest that starts at pit `last`."""
    taken = set(itertools.takewhile(lambda k: board[k] in (2, 3), range(last, 5, -1)))
    return [0 if k in taken else seeds for k, seeds in enumerate(board)]


# Part II.1: the structure


def test_the_initial_state_has_the_five_entries_of_the_paper() -> None:
    assert cc.initialisation("Alice", "Bob") == state([4] * 12)


def test_player_1_plays_on_even_turns() -> None:
    assert [cc.tour_joueur1(state([4] * 12, n=n)) for n in (0, 1, 2, 99)] == [True, False, True, False]


@given(boards)
def test_turning_the_board_exchanges_the_two_rows_in_place(board: list[int]) -> None:
    jeu = state(board)
    plateau = jeu["plateau"]
    cc.tourner_plateau(jeu)
    assert jeu == state(board[6:] + board[:6])
    assert jeu["plateau"] is plateau


@given(games)
def test_copie_is_equal_and_shares_no_list(jeu: cc.Jeu) -> None:
    double = cc.copie(jeu)
    assert double == jeu
    assert double is not jeu
    assert double["plateau"] is not jeu["plateau"]
    assert double["score"] is not jeu["score"]


def test_affiche_shows_the_active_players_row_below_from_left_to_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cc.affiche([0, 1, 2, 3, 4, 15, 6, 7, 8, 9, 10, 11])
    assert capsys.readouterr().out.splitlines() == [
        " 11  10   9   8   7   6",
        "[11][10][ 9][ 8][ 7][ 6]",
        "[ 0][ 1][ 2][ 3][ 4][15]",
        "  0   1   2   3   4   5",
    ]


# Part II.2: a turn


def test_sowing_pit_3_first_gives_figure_3() -> None:
    plateau = [4] * 12
    assert cc.deplacer_graines(plateau, 3) == 7
    assert plateau == [4, 4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 4]


@pytest.mark.parametrize(("seeds", "last"), [(11, 2), (12, 4), (22, 2), (23, 4), (33, 2), (34, 4), (48, 7)])
def test_sowing_skips_the_origin_at_every_lap(seeds: int, last: int) -> None:
    plateau = [0] * 12
    plateau[3] = seeds
    assert cc.deplacer_graines(plateau, 3) == last
    assert plateau[3] == 0
    assert sum(plateau) == seeds


@given(boards, st.integers(0, 11))
def test_sowing_agrees_with_division_by_eleven(plateau: list[int], case: int) -> None:
    before = plateau.copy()
    last = cc.deplacer_graines(plateau, case)
    assert (plateau, last) == sown(before, case)
    assert sum(plateau) == sum(before)


def test_only_two_or_three_seeds_of_the_opponent_can_be_taken() -> None:
    plateau = [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]
    assert [case for case in range(12) if cc.case_ramassable(plateau, case)] == [8, 9]
    assert [case for case in range(12) if cc.case_ramassable([2] * 12, case)] == [6, 7, 8, 9, 10, 11]


def test_harvest_goes_backwards_and_stops_at_the_players_own_pits() -> None:
    plateau = [2] * 8 + [3, 3, 2, 2]
    assert cc.ramasser_graines(plateau, 9) == 10
    assert plateau == [2] * 6 + [0, 0, 0, 0, 2, 2]


def test_harvest_calls_itself_as_the_paper_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    original = cc.ramasser_graines

    def spy(plateau: list[int], case: int) -> int:
        calls.append(case)
        return original(plateau, case)

    monkeypatch.setattr(cc, "ramasser_graines", spy)
    assert cc.ramasser_graines([0] * 6 + [1, 2, 3, 0, 0, 0], 8) == 5
    assert calls == [8, 7, 6]


@given(boards, st.integers(0, 11))
def test_harvest_agrees_with_the_longest_run_and_keeps_count(plateau: list[int], last: int) -> None:
    before = plateau.copy()
    taken = cc.ramasser_graines(plateau, last)
    assert plateau == harvested(before, last)
    assert taken == sum(before) - sum(plateau)


@given(boards, st.integers(0, 5))
def test_test_famine_is_true_when_the_opponent_keeps_a_seed(plateau: list[int], case: int) -> None:
    before = plateau.copy()
    assert cc.test_famine(plateau, case) == any(harvested(*sown(before, case))[6:])
    assert plateau == before


@given(boards, st.integers(0, 5))
def test_test_famine_means_the_opposite_of_paper_000(plateau: list[int], case: int) -> None:
    assert cc.test_famine(plateau, case) is not awale.test_famine(plateau, case)


def test_taking_the_whole_row_is_forbidden_rather_than_cancelled() -> None:
    grand_slam = [1, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0]
    assert not cc.test_case(grand_slam, 5)
    assert cc.cases_possibles(state(grand_slam)) == [0]


def test_a_starved_opponent_must_be_fed() -> None:
    assert cc.cases_possibles(state([5, 5, 3, 2, 1, 1] + [0] * 6)) == [1, 5]


@pytest.mark.parametrize("case", [-12, -1, 6, 11, 12, 1000])
def test_a_pit_that_is_not_the_players_is_refused_without_error(case: int) -> None:
    assert cc.test_case([4] * 12, case) is False


@given(games)
def test_possible_pits_are_own_filled_and_feeding(jeu: cc.Jeu) -> None:
    before = copy.deepcopy(jeu)
    plateau = before["plateau"]
    expected = [case for case in range(6) if plateau[case] and any(harvested(*sown(plateau, case))[6:])]
    assert cc.cases_possibles(jeu) == expected
    assert jeu == before


@pytest.mark.parametrize(
    ("jeu", "goes_on"),
    [
        pytest.param(state([4] * 12), True, id="start"),
        pytest.param(state([1] * 12, (24, 0)), True, id="player 1 has 24"),
        pytest.param(state([1] * 12, (25, 0)), False, id="player 1 has 25"),
        pytest.param(state([1] * 12, (0, 24)), True, id="player 2 has 24"),
        pytest.param(state([1] * 12, (0, 25)), False, id="player 2 has 25"),
        pytest.param(state([0] * 5 + [3, 1] + [0] * 5), True, id="4 left, whatever the scores"),
        pytest.param(state([0] * 5 + [3] + [0] * 6), False, id="3 left, whatever the scores"),
        pytest.param(state([1] * 12, n=99), True, id="99 turns"),
        pytest.param(state([1] * 12, n=100), False, id="100 turns"),
        pytest.param(state([0] * 6 + [8] * 6), False, id="no seed to play"),
        pytest.param(state([5, 4, 3, 2, 1, 0] + [0] * 6), False, id="no move feeds"),
    ],
)
def test_tour_suivant_is_true_while_the_game_goes_on(jeu: cc.Jeu, goes_on: bool) -> None:
    before = copy.deepcopy(jeu)
    assert cc.tour_suivant(jeu) is goes_on
    assert jeu == before


def test_the_two_papers_end_one_seed_apart() -> None:
    board = [0] * 5 + [3] + [0] * 6
    etat_jeu = awale.initialisation("Alice", "Bob")
    etat_jeu["plateau"], etat_jeu["score_j1"], etat_jeu["score_j2"] = board, 24, 21
    assert awale.tour_termine(etat_jeu)
    assert not cc.tour_suivant(state(board, (24, 21)))


@pytest.mark.parametrize(("n", "score"), [(6, (5, 0)), (7, (0, 5))])
def test_a_turn_sows_harvests_counts_and_turns_the_board(n: int, score: tuple[int, int]) -> None:
    jeu = state([0, 0, 0, 0, 0, 2, 1, 2, 4, 4, 4, 4], n=n)
    assert cc.tour_jeu(jeu, 5) is True
    assert jeu == state([0, 0, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0], score, n + 1)


def test_a_turn_that_ends_the_game_returns_false() -> None:
    jeu = state([0, 0, 0, 0, 0, 2, 1, 2, 4, 4, 4, 4], (20, 0))
    assert cc.tour_jeu(jeu, 5) is False
    assert jeu["score"] == [25, 0]


@pytest.mark.parametrize("case", [1, 5, 6, -1, 12])
def test_a_refused_pit_changes_nothing_and_says_so(case: int, capsys: pytest.CaptureFixture[str]) -> None:
    board = [1, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0]
    jeu = state(board)
    assert cc.tour_jeu(jeu, case) is True
    assert jeu == state(board)
    assert capsys.readouterr().out == REFUSED + "\n"


@pytest.mark.parametrize(("n", "score", "name"), [(0, [23, 22], "Alice"), (1, [22, 23], "Bob")])
def test_the_remaining_seeds_go_to_the_owner_of_the_row(n: int, score: list[int], name: str) -> None:
    jeu = state([0, 0, 0, 1, 0, 2, 0, 2, 0, 0, 0, 0], (20, 20), n)
    assert cc.gagnant(jeu) == name
    assert jeu["score"] == score


def test_equal_scores_are_a_draw() -> None:
    assert cc.gagnant(state([4] * 12)) == "égalité"


@given(games)
def test_gagnant_called_twice_changes_nothing_more(jeu: cc.Jeu) -> None:
    seeds = sum(jeu["plateau"]) + sum(jeu["score"])
    name = cc.gagnant(jeu)
    once = copy.deepcopy(jeu)
    assert once["plateau"] == [0] * 12
    assert sum(once["score"]) == seeds
    assert cc.gagnant(jeu) == name
    assert jeu == once


@pytest.mark.parametrize("seed", range(10))
def test_a_random_game_ends_and_never_loses_a_seed(seed: int) -> None:
    rng = random.Random(seed)
    jeu = cc.initialisation("Alice", "Bob")
    goes_on = True
    while goes_on:
        assert jeu["n"] < 100
        goes_on = cc.tour_jeu(jeu, rng.choice(cc.cases_possibles(jeu)))
        assert sum(jeu["plateau"]) + sum(jeu["score"]) == 48
    name = cc.gagnant(jeu)
    lead = jeu["score"][0] - jeu["score"][1]
    assert name == ("Alice" if lead > 0 else "Bob" if lead < 0 else "égalité")


# Two humans


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
    jeu = cc.initialisation("Alice", "Bob")
    while cc.tour_suivant(jeu):
        case = int(next(answers))
        if case in cc.cases_possibles(jeu):
            cc.tour_jeu(jeu, case)
    return cc.gagnant(jeu), jeu["n"]


@pytest.mark.parametrize(("order", "winner"), [("531420", "Bob"), ("012453", "Alice"), ("012345", "égalité")])
def test_a_whole_game_at_the_keyboard_with_wrong_answers(
    order: str, winner: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = ["a", "", "3.5", "7", "-1", "12"]
    keyboard = Keyboard(itertools.chain(wrong, itertools.cycle(order)))
    monkeypatch.setattr("builtins.input", keyboard)
    name, played = winner_by_replay(itertools.cycle(order))
    assert cc.awale_jcj("Alice", "Bob") == name == winner
    assert set(keyboard.prompts) == {"Choisir une case : "}
    lines = capsys.readouterr().out.splitlines()
    assert lines.count(REFUSED) == len(keyboard.prompts) - played
    assert lines.count(REFUSED) >= len(wrong)
    assert lines[1:3] == ["[ 4]" * 6] * 2


def test_the_end_of_the_input_is_not_taken_for_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(prompt: str = "") -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", closed)
    with pytest.raises(EOFError):
        cc.awale_jcj("Alice", "Bob")


# Part III: the machine


@given(games, st.integers(0, 5))
def test_gain_is_a_turn_played_on_a_copy(jeu: cc.Jeu, case: int) -> None:
    assume(cc.test_case(jeu["plateau"], case))
    before = copy.deepcopy(jeu)
    graines, suite = cc.gain(jeu, case)
    assert jeu == before
    cc.tour_jeu(jeu, case)
    assert suite == jeu
    assert graines == sum(before["plateau"]) - sum(suite["plateau"])


def perft(jeu: cc.Jeu, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(cc.gain(jeu, case)[1], depth - 1) for case in cc.cases_possibles(jeu))


def test_number_of_games_of_five_moves() -> None:
    start = cc.initialisation("Alice", "Bob")
    assert [perft(start, depth) for depth in range(6)] == [1, 6, 36, 190, 1014, 5219]


@pytest.mark.parametrize(
    ("vals_jeu", "case", "value"),
    [
        ([[2, 0]], 2, 0),
        ([[0, -3], [1, -1], [4, -2]], 1, -1),
        ([[1, 4], [3, 4], [5, 0]], 1, 4),
        ([[0, 1], [3, 7], [5, 7]], 3, 7),
    ],
)
def test_max_vals_gives_the_first_best_pit_at_the_root_and_its_value_below(
    vals_jeu: list[list[int]], case: int, value: int
) -> None:
    assert cc.max_vals(vals_jeu, 0) == case
    assert cc.max_vals(vals_jeu, 1) == cc.max_vals(vals_jeu, 5) == value


def value(jeu: cc.Jeu, depth: int) -> int:
    """Minimax with this many moves to look at, the rules of the paper's section III.2 read again."""
    if not cc.tour_suivant(jeu):
        lead = jeu["score"][0] + sum(jeu["plateau"][:6]) - jeu["score"][1] - sum(jeu["plateau"][6:])
        if jeu["n"] % 2:
            lead = jeu["score"][1] + sum(jeu["plateau"][:6]) - jeu["score"][0] - sum(jeu["plateau"][6:])
        return (lead > 0) * 500 - (lead < 0) * 500
    if depth == 0:
        return 0
    children = [cc.gain(jeu, case) for case in cc.cases_possibles(jeu)]
    return max(graines - value(suite, depth - 1) for graines, suite in children)


@settings(deadline=None)
@given(games, st.integers(0, 3))
def test_below_the_root_negaawale_is_the_minimax_value(jeu: cc.Jeu, depth: int) -> None:
    before = copy.deepcopy(jeu)
    assert cc.NegaAwale(jeu, depth + 1, 1) == value(before, depth)
    assert jeu == before


@settings(deadline=None)
@given(games, st.integers(1, 3))
def test_at_the_root_negaawale_is_the_first_best_pit(jeu: cc.Jeu, depth: int) -> None:
    assume(cc.tour_suivant(jeu))
    before = copy.deepcopy(jeu)
    values = {}
    for case in cc.cases_possibles(jeu):
        graines, suite = cc.gain(jeu, case)
        values[case] = graines - value(suite, depth - 1)
    best = max(values.values())
    assert cc.NegaAwale(jeu, depth, 0) == next(case for case in values if values[case] == best)
    assert jeu == before


@pytest.mark.parametrize(
    ("score", "n", "expected"),
    [
        ((25, 3), 0, 500),
        ((25, 3), 1, -500),
        ((3, 25), 0, -500),
        ((3, 25), 1, 500),
        ((23, 22), 0, 500),
        ((22, 22), 0, 0),
    ],
)
def test_a_finished_game_has_a_value_and_keeps_its_seeds(
    score: tuple[int, int], n: int, expected: int
) -> None:
    board = [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    jeu = state(board, score, n)
    assert cc.NegaAwale(jeu, 4, 2) == cc.NegaAwale(jeu, 2, 2) == cc.NegaAwale(jeu, 4, 0) == expected
    assert jeu == state(board, score, n)


@pytest.mark.parametrize(("n", "expected"), [(100, 500), (101, -500)])
def test_the_seeds_left_count_in_the_value_of_a_finished_game(n: int, expected: int) -> None:
    mine, yours = [4] * 6, [2] * 6
    board = mine + yours if n == 100 else yours + mine
    assert cc.NegaAwale(state(board, n=n), 3, 1) == expected


def test_players_of_the_same_name_are_told_apart() -> None:
    jeu = state([1] * 12, (3, 25))
    jeu["joueur1"] = jeu["joueur2"] = "IA"
    assert cc.NegaAwale(jeu, 3, 1) == -500


def test_looking_one_move_further_saves_six_seeds() -> None:
    """Pit 5 takes 2 seeds, but lets the two seeds of pit 11 take the 3 + 3 of pits 0 and 1."""
    jeu = state([2, 2, 0, 4, 0, 1, 1, 0, 0, 0, 0, 2])
    assert cc.NegaAwale(jeu, 1, 0) == 5
    assert cc.NegaAwale(jeu, 2, 0) == 0


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_two_machines_play_the_moves_of_negaawale(depth: int, capsys: pytest.CaptureFixture[str]) -> None:
    jeu = cc.initialisation("Alice", "Bob")
    while cc.tour_suivant(jeu):
        _, jeu = cc.gain(jeu, cc.NegaAwale(jeu, depth, 0))
    assert cc.awale_ia("Alice", "Bob", depth) == cc.gagnant(jeu)
    assert REFUSED not in capsys.readouterr().out


def test_two_machines_look_six_moves_ahead_unless_told() -> None:
    assert inspect.signature(cc.awale_ia).parameters["profondeur_max"].default == 6


def test_two_machines_refuse_to_look_at_nothing() -> None:
    with pytest.raises(ValueError, match="profondeur_max"):
        cc.awale_ia("Alice", "Bob", 0)


def test_pytest_does_not_collect_the_functions_called_test() -> None:
    assert vars(cc.test_famine)["__test__"] is vars(cc.test_case)["__test__"] is False
