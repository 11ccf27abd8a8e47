"""Ming Mang, rule by rule."""

from __future__ import annotations

import random
import re

import numpy
import pytest

from stratege.core.compiling import compiled
from stratege.core.errors import BadNotation, BadOption, IllegalMove
from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.registry import game, parse
from stratege.core.wordsize import as_state, as_words
from stratege.games.mingmang import evaluate


def board(*rows: str) -> str:
    return "/".join(rows) + ":1"


def test_the_start_is_the_papers() -> None:
    assert game("mingmang", size=4).start().text() == "xooo/x..o/x..o/xxxo:1"


def test_pawns_move_like_rooks_until_something_stands_in_the_way() -> None:
    position = parse("mingmang", board("x..o", "....", "....", "...."))
    assert position.moves() == ["1,1-1,2", "1,1-1,3", "1,1-2,1", "1,1-3,1", "1,1-4,1"]


def test_a_closed_line_flips_whole() -> None:
    position = parse("mingmang", board("....x", ".....", "xooo.", ".....", "....."))
    assert position.play("1,5-3,5").text() == "...../...../xxxxx/...../.....:2"


def test_a_pawn_flips_in_up_to_four_directions() -> None:
    # The middle is entered through a gap: the pawn comes from the right and closes left, up and down.
    rows = ("..x..", "..o..", "xo..x", "..o..", "..x..")
    after = parse("mingmang", board(*rows)).play("3,5-3,3")
    assert after.text() == "..x../..x../xxx../..x../..x..:2"


def test_a_gap_or_the_edge_closes_nothing() -> None:
    assert (
        parse("mingmang", board("oo..x", ".....", ".....", ".....", "....."))
        .play("1,5-1,3")
        .text()
        .startswith("oox..")
    )
    assert (
        parse("mingmang", board("xo.o.", "....x", ".....", ".....", "....."))
        .play("2,5-1,5")
        .text()
        .startswith("xo.ox")
    )


def test_moving_in_between_is_safe_and_flipped_pawns_flip_nothing() -> None:
    assert parse("mingmang", board("o.o", ".x.", "...")).play("2,2-1,2").text() == "oxo/.../...:2"
    # Flipping 1,2 would close 2,2 between 1,2 and 3,2, but only the pawn that moved flips.
    after = parse("mingmang", board("xo.x", ".o..", ".x..", "....")).play("1,4-1,3")
    assert after.text() == "xxx./.o../.x../....:2"


def test_the_moved_pawns_origin_closes_nothing() -> None:
    after = parse("mingmang", board("x.o.", "....", "....", "....")).play("1,1-1,2")
    assert after.text() == ".xo./..../..../....:2"


@pytest.mark.parametrize("text", ["x../.../...:2", "xxx/xox/xxx:2", "oxx/xxx/xxx:2"])
def test_who_has_no_pawn_or_cannot_move_loses(text: str) -> None:
    outcome = parse("mingmang", text).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.code) == (1, "no-move")


def test_four_pawns_hold_a_draw_for_ever_against_all_others() -> None:
    """Three wall a corner in and one goes to and fro behind them: whatever the others are and do, nothing of
    that ends. They stand anywhere and go anywhere."""
    n, draw = 8, random.Random(5)
    walls, behind = {2, n + 1, 2 * n}, {0, 1, n}
    rules = game("mingmang")
    outside = [cell for cell in range(n * n) if cell not in {*walls, *behind}]
    for _time in range(40):
        others = sum(1 << cell for cell in draw.sample(outside, draw.choice((4, 20, 50))))
        held = Position(rules, (others, sum(1 << cell for cell in {*walls, draw.choice(sorted(behind))})))
        for _ply in range(60):
            if not held.legal():
                break  # the others have no room left, and lose
            held = held.play(draw.choice(held.legal()))
            pawns = {cell for cell in range(n * n) if held.state[0] >> cell & 1}
            assert len(pawns) == 4
            assert walls < pawns < {*walls, *behind}
            ends = {move: {n * row + column for row, column in ends_of(rules, move)} for move in held.legal()}
            held = held.play(next(move for move in ends if ends[move] <= behind))


def test_no_repeat_forbids_a_board_already_seen() -> None:
    def there_and_back(variant: str) -> Position:
        start = game("mingmang", variant, 4).start()
        return start.play("2,1-2,2").play("2,4-2,3").play("2,2-2,1")

    assert "2,3-2,4" in there_and_back("free").moves()
    assert "2,3-2,4" not in there_and_back("no-repeat").moves()
    with pytest.raises(IllegalMove, match="seen before"):
        there_and_back("no-repeat").play("2,3-2,4")


def test_no_repeat_looks_at_the_board_alone_not_at_who_is_to_move() -> None:
    # One pawn takes three moves to come back, the other two: the old board, the other player to move.
    position = parse("mingmang", "x../.../..o:1", "no-repeat")
    for move in ("1,1-1,3", "3,3-3,2", "1,3-1,2", "3,2-3,3"):
        position = position.play(move)
    assert "1,2-1,1" not in position.moves()


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("2,2-2,3", "no pawn of yours"),
        ("1,1-1,2", "not empty"),
        ("2,1-3,2", "row or its column"),
        ("4,2-1,2", "not empty"),
        ("2,1-2,4", "not empty"),
    ],
)
def test_a_wrong_move_says_why(move: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        game("mingmang", size=4).start().play(move)


def test_a_pawn_does_not_jump() -> None:
    with pytest.raises(IllegalMove, match="in the way"):
        parse("mingmang", "xo./.../...:1").play("1,1-1,3")


def test_off_the_board_is_bad_notation() -> None:
    with pytest.raises(BadNotation, match="from 1 to 4"):
        game("mingmang", size=4).start().play("0,1-1,1")


def test_sizes() -> None:
    for size in (17, 19, 99):  # rows and columns are right on the widest boards too
        start = game("mingmang", size=size).start()
        moved = start.play(f"{size - 1},1-{size - 1},2")
        assert moved.text().split("/")[size - 2].startswith(".x.")
        assert start.game.parse(moved.text()) == moved
    for size in (2, 1000):
        with pytest.raises(BadOption):
            game("mingmang", size=size)


@pytest.mark.parametrize("size", [3, 4, 5, 8, 9])
def test_every_capture_is_among_the_moves_to_where_something_can_be_closed_in(size: int) -> None:
    rules, draw, captures = game("mingmang", size=size), random.Random(size), 0
    code = compiled(evaluate.__name__) if rules.compilable else None
    for _board in range(60):
        board = [draw.choice((0, 0, 1, 2)) for _cell in range(size * size)]
        state = tuple(sum(1 << at for at, who in enumerate(board) if who == one) for one in (1, 2))
        found = [0] * rules.most_moves
        cells = evaluate.prospects(rules.rules, state)
        del found[evaluate.captures(rules.rules, state, cells, found, 0) :]
        taking = [move for move in listed(rules, state) if evaluate.promise(rules.rules, state, move, -1)]
        assert taking == [move for move in found if evaluate.promise(rules.rules, state, move, cells)]
        captures += len(taking)
        assert found == [move for move in listed(rules, state) if move in set(found)]
        if code is not None:
            room = numpy.zeros(rules.most_moves, numpy.int64)
            words = as_words(rules.rules), as_state(state)
            end = code.captures(*words, code.prospects(*words), room, 0)
            assert room[:end].tolist() == found
    assert captures > 10


@pytest.mark.parametrize("size", [3, 5, 8, 9])
def test_a_move_matters_that_leaves_or_reaches_a_cell_beside_an_enemy_as_all_captures_do(size: int) -> None:
    rules, draw, seen = game("mingmang", size=size), random.Random(size), set()
    code = compiled(evaluate.__name__) if rules.compilable else None
    for _board in range(30):
        board = [draw.choice((0, 0, 0, 0, 1, 2)) for _cell in range(size * size)]
        state = tuple(sum(1 << at for at, who in enumerate(board) if who == one) for one in (1, 2))
        enemies = [divmod(at, size) for at, who in enumerate(board) if who == 2]
        for move in listed(rules, state):
            ends = ends_of(rules, move)
            beside = any(abs(r - row) + abs(c - column) == 1 for r, c in ends for row, column in enemies)
            assert evaluate.matters(rules.rules, state, move) == beside
            assert beside or not evaluate.promise(rules.rules, state, move, -1)
            if code is not None:
                assert code.matters(as_words(rules.rules), as_state(state), move) == beside
            seen.add(beside)
    assert seen == {True, False} or size == 3


@pytest.mark.parametrize("size", [3, 5, 8, 9])
def test_what_is_reached_is_where_moves_go_and_a_threat_is_where_one_of_them_could_close_in(
    size: int,
) -> None:
    rules, draw, threatened = game("mingmang", size=size), random.Random(size), 0
    code = compiled(evaluate.__name__) if rules.compilable else None
    for _board in range(30):
        board = [draw.choice((0, 0, 0, 1, 2)) for _cell in range(size * size)]
        mine, theirs = (sum(1 << at for at, who in enumerate(board) if who == one) for one in (1, 2))
        empty = (1 << size * size) - 1 & ~(mine | theirs)
        moves = listed(rules, (mine, theirs))
        ends = {move: size * row + column for move in moves for row, column in ends_of(rules, move)[1:]}
        assert evaluate.reached(rules.rules, mine, empty) == sum(1 << cell for cell in set(ends.values()))
        closing = {ends[move] for move in moves if evaluate.promise(rules.rules, (mine, theirs), move, -1)}
        threats = evaluate.threats(rules.rules, mine, theirs, empty)
        assert len(closing) <= threats <= len(set(ends.values()))
        threatened += threats > 0
        if code is not None:
            words = as_state((mine, theirs, empty))
            assert code.threats(as_words(rules.rules), *words) == threats
    assert threatened > 5 or size == 3


def ends_of(rules: Game, move: int) -> list[tuple[int, int]]:
    """The cells that a move leaves and reaches, as rows and columns from 0."""
    row, column, to_row, to_column = (int(one) - 1 for one in re.findall("[0-9]+", rules.move_text(move, 1)))
    return [(row, column), (to_row, to_column)]


def test_who_is_far_ahead_draws_near_and_who_is_not_has_no_reason_to() -> None:
    """The pawn in the open is all that differs: far from the two of player 2, or three steps away."""
    for pawns, gains in ((7, True), (6, False)):
        home = "x" * pawns + "." * (8 - pawns)
        far, near = (
            board(home, "........", *middle, "........", "........", "......o.", "......o.")
            for middle in ((".x......", "........"), ("........", "......x."))
        )
        away, close = parse("mingmang", far), parse("mingmang", near)
        rules = close.game.rules
        terms = evaluate.features(rules, close.state)
        assert (terms[-1] > evaluate.features(rules, away.state)[-1]) == gains
        assert evaluate.features(rules, close.state[::-1]) == tuple(-term for term in terms)


def test_a_lead_is_worth_less_against_who_has_a_refuge() -> None:
    """Player 2's wall is whole, or its last pawn stands behind it: then player 1 can come in."""
    home = ("xxxxxxxx", "xxxxxxxx", "........", "........", "....oooo", "....o...", "....o...")
    whole, open_ = (parse("mingmang", board(*home, last)) for last in ("....o...", "......o."))
    rules = whole.game.rules
    assert [evaluate.refuge(rules, *one.state) for one in (whole, open_)] == [evaluate.REFUGE, 0]
    held, free = (evaluate.evaluate(rules, one.state) for one in (whole, open_))
    assert evaluate.SAFE < held < 0.7 * free
    assert evaluate.evaluate(rules, whole.state[::-1]) == -held


def test_no_pawn_is_worth_giving_up_for_a_refuge() -> None:
    leads = range(0, 3000, 50)
    for cells in range(evaluate.REFUGE + 1):
        assert [evaluate.held(lead, cells) for lead in leads] == sorted(
            evaluate.held(one, cells) for one in leads
        )
    assert evaluate.held(600, evaluate.REFUGE) > 400 == evaluate.held(400, 0)


def listed(rules: Game, state: tuple[int, ...]) -> list[int]:
    """All moves, in the kernel's order."""
    out = [0] * rules.most_moves
    return out[: rules.kernel.moves(rules.rules, state, out, 0)]
