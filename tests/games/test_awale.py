"""Awalé, rule by rule."""

from __future__ import annotations

import pytest
from tests.games import naive_awale

from stratege.core.errors import BadNotation, BadOption, IllegalMove
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.core.repetition import REPEATED
from stratege.games.awale import kernel
from stratege.games.awale.game import seeds_of


def at(text: str, variant: str = "standard") -> Position:
    return game("awale", variant).parse(text)


def pits(position: Position) -> list[int]:
    return seeds_of(position)[0]


def test_sowing_skips_the_origin_at_every_lap() -> None:
    after = at("0,0,0,0,0,23,1,0,0,0,0,0").play("f")
    # Two laps of eleven and one more; g holds 1 + 2 + 1 and is not taken.
    assert pits(after) == [2, 2, 2, 2, 2, 0, 4, 2, 2, 2, 2, 2]


def test_sowing_of_paper_000() -> None:
    board = "0,0,2,0,16,5,2,1,0,1,0,1:20,0"
    assert pits(at(board).play("c")) == [0, 0, 0, 1, 17, 5, 2, 1, 0, 1, 0, 1]
    # e sows a lap and five more, ending in j with 3: j, i and h are taken, g with 4 stops the harvest.
    assert pits(at(board).play("e")) == [1, 1, 3, 1, 0, 7, 4, 0, 0, 0, 1, 2]
    # f sows g to k: 3, 2, 1, 2, 1 — k holds 1, so nothing is taken.
    assert pits(at(board).play("f")) == [0, 0, 2, 0, 16, 0, 3, 2, 1, 2, 1, 1]


def test_capture_goes_backwards_while_pits_hold_two_or_three() -> None:
    after = at("0,0,0,0,5,0,5,2,1,2,0,9:9,9").play("e")
    # f 1, g 6, h 3, i 2, j 3: j, i and h are taken, g stops the harvest.
    assert pits(after) == [0, 0, 0, 0, 0, 1, 6, 0, 0, 0, 0, 9]
    assert seeds_of(after)[1] == [17, 9]


def test_capture_does_not_enter_ones_own_row() -> None:
    after = at("2,2,2,1,2,1,1,4,4,4,4,4:9,8").play("f")
    assert pits(after) == [2, 2, 2, 1, 2, 0, 0, 4, 4, 4, 4, 4]
    assert seeds_of(after)[1] == [11, 8]


def test_ending_in_ones_own_row_takes_nothing() -> None:
    after = at("1,1,0,0,0,0,3,3,3,3,3,3:14,14").play("a")
    assert seeds_of(after)[1] == [14, 14]


@pytest.mark.parametrize("variant", ["standard", "ccinp"])
def test_taking_the_opponents_last_seeds_is_illegal(variant: str) -> None:
    position = at("3,0,0,0,0,1,1,0,0,0,0,0:22,21", variant)
    assert position.moves() == ["a"]
    with pytest.raises(IllegalMove, match="leave the opponent no seed"):
        position.play("f")


def test_a_grand_slam_takes_nothing_in_tournaments() -> None:
    after = at("3,0,0,0,0,1,1,0,0,0,0,0:22,21", "abapa").play("f")
    assert pits(after) == [3, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]
    assert seeds_of(after)[1] == [22, 21]


@pytest.mark.parametrize("variant", ["standard", "ccinp", "abapa", "awari"])
def test_an_empty_row_must_be_fed(variant: str) -> None:
    assert at("1,0,0,0,2,1,0,0,0,0,0,0:22,22", variant).moves() == ["e", "f"]


@pytest.mark.parametrize("variant", ["standard", "ccinp", "abapa"])
def test_who_cannot_feed_ends_the_game_and_keeps_the_seeds(variant: str) -> None:
    outcome = at("4,0,0,0,0,0,0,0,0,0,0,0:20,24", variant).outcome()
    assert outcome is not None
    assert (outcome.code, outcome.score, outcome.winner) == ("no-move", (24, 24), None)


def test_more_than_half_of_the_seeds_ends_the_game() -> None:
    assert at("4,0,0,0,0,0,4,0,0,0,0,0:24,16").outcome() is None
    outcome = at("4,0,0,0,0,0,3,0,0,0,0,0:25,16").outcome()
    assert outcome is not None
    assert (outcome.code, outcome.score, outcome.winner) == ("majority", (29, 19), 1)


def test_the_two_papers_end_one_seed_apart() -> None:
    three_left = "1,0,0,0,0,0,2,0,0,0,0,0:22,23"
    assert at(three_left).outcome() is None
    ccinp = at(three_left, "ccinp").outcome()
    assert ccinp is not None
    assert (ccinp.code, ccinp.winner) == ("few-seeds", 2)
    two_left = at("1,0,0,0,0,0,1,0,0,0,0,0:22,24").outcome()
    assert two_left is not None
    assert two_left.code == "few-seeds"


@pytest.mark.parametrize("variant", ["standard", "ccinp"])
def test_a_hundred_turns_end_the_game(variant: str) -> None:
    board = "4,4,4,4,4,4,4,4,4,4,4,4:0,0"
    assert at(f"{board}:2:99", variant).outcome() is None
    outcome = at(f"{board}:2:99", variant).play("g").outcome()
    assert outcome is not None
    assert outcome.code == "turn-limit"


def test_tournament_games_end_when_a_position_comes_back() -> None:
    # One seed each, chasing each other round the board for ever.
    position = at("1,0,0,0,0,0,1,0,0,0,0,0:23,23", "abapa")
    plies = 0
    while position.outcome() is None:
        position = position.play(position.moves()[0])
        plies += 1
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.code, plies) == ("repetition", 12)


def test_the_tournament_rule_has_no_turn_limit() -> None:
    assert at("4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:500", "abapa").outcome() is None


def test_a_capture_forgets_the_boards_before_it() -> None:
    quiet = at("1,1,0,0,0,1,2,4,4,4,4,4:8,8", "abapa").play("a")
    assert len(quiet.past) == 1
    assert at("1,1,0,0,0,1,1,4,4,4,4,4:8,8", "abapa").play("f").past == frozenset()


def test_awari_starves_only_where_nothing_else_is_legal() -> None:
    assert at("3,0,0,0,0,1,1,0,0,0,0,0:22,21", "awari").moves() == ["a"]
    starving = at("0,0,0,0,0,1,1,0,0,0,0,0:23,23", "awari")
    assert starving.moves() == ["f"]
    outcome = starving.play("f").outcome()
    assert outcome is not None
    assert (outcome.code, outcome.score, outcome.winner) == ("majority", (25, 23), 1)
    unfed = at("4,0,0,0,0,0,0,0,0,0,0,0:20,24", "awari").play("a").outcome()
    assert unfed is not None
    assert (unfed.code, unfed.score, unfed.winner) == ("no-move", (24, 24), None)


def test_awari_shares_the_seeds_alike_when_a_position_comes_back() -> None:
    position = at("1,0,0,0,0,0,1,0,0,0,0,0:20,22", "awari")  # chasing each other round the board
    while position.outcome() is None:
        position = position.play(position.moves()[0])
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.code, outcome.score, outcome.winner) == ("repetition", (21, 23), 2)


@pytest.mark.parametrize(("variant", "score", "margin"), [("abapa", (13, 11), 2), ("awari", (11, 12), -1)])
def test_whose_seeds_they_are_when_a_position_comes_back(
    variant: str, score: tuple[int, int], margin: int
) -> None:
    position = at("3,1,0,0,0,0,1,0,0,0,0,0:9,10", variant)
    assert kernel.result(position.game.rules, position.state, REPEATED) == margin
    assert position.game.score(position, REPEATED) == score


def test_awari_plays_as_a_plain_reading_of_its_rules() -> None:
    rules = game("awale", "awari").rules
    for seeds in range(5):
        for board in naive_awale.boards(seeds):
            mine, theirs = (sum(n << 8 * pit for pit, n in enumerate(row)) for row in (board[:6], board[6:]))
            room = [0] * 6
            found = []
            for move in room[: kernel.moves(rules, (mine, theirs, 0), room, 0)]:
                after = kernel.play(rules, (mine, theirs, 0), move)
                words = after[0], after[1] & kernel.ROW
                found.append(
                    (
                        after[1] >> kernel.STORE,
                        tuple(word >> 8 * pit & 255 for word in words for pit in range(6)),
                    )
                )
            assert found == naive_awale.awari_options(board)


def test_letters_belong_to_their_side() -> None:
    start = game("awale").start()
    with pytest.raises(IllegalMove, match="opponent's"):
        start.play("g")
    assert start.play("e").moves() == list("ghijkl")


def test_an_empty_pit_cannot_be_played() -> None:
    with pytest.raises(IllegalMove, match="empty"):
        game("awale").start().play("a").play("g").play("a")


def test_any_number_of_seeds_up_to_255() -> None:
    position = at("0,0,0,0,0,200,0,0,0,0,0,55")
    assert sum(pits(position.play("f"))) + sum(seeds_of(position.play("f"))[1]) == 255
    with pytest.raises(BadNotation, match="between 1 and 255"):
        at("0,0,0,0,0,200,0,0,0,0,0,56")
    with pytest.raises(BadOption):
        game("awale", size=22)


@pytest.mark.parametrize(
    "text", ["1,2,3", "4,4,4,4,4,4,4,4,4,4,4,x", "0,0,0,0,0,0,0,0,0,0,0,0", "4,4,4,4,4,4,4,4,4,4,4,4:0"]
)
def test_a_wrong_position_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        at(text)
