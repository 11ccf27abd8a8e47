"""Lines: a start and moves, with history, repetition, ply limit, resignation and outcome."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from tests.games.catalogue import identify, usual_games

import stratege
from stratege.core.errors import BadOption, IllegalMove
from stratege.core.game import Game
from stratege.core.line import Line

STRICT = stratege.game("mingmang", "no-repeat", 4)


def test_nonsense_is_refused_and_the_rules_come_first() -> None:
    start = stratege.game("quixo").start()
    with pytest.raises(BadOption, match="1 and 2"):
        Line(start).resign(3)
    with pytest.raises(BadOption, match="1 and 2"):
        Line(start, resigned=0)
    with pytest.raises(BadOption, match="at least 0"):
        Line(start, ply_limit=-1)
    lost = Line(stratege.parse("nimble", "3,0,0:1"))
    assert lost.resign(2).outcome() == lost.outcome() is not None
    assert Line(start).resign().back().outcome() is None


def walk(rules: Game, plies: int, seed: int = 0) -> Line:
    """A line of random moves, shorter if the game ends."""
    draw, line = random.Random(f"line {seed}"), Line(rules.start(seed=seed))
    while line.plies < plies and line.legal():
        line = line.play(draw.choice(line.legal()))
    return line


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_a_line_is_its_start_and_its_moves(rules: Game) -> None:
    line = walk(rules, 12)
    position, positions = line.start, [line.start]
    for text in line.moves_text:
        position = position.play(text)
        positions.append(position)
    assert [*line.positions()] == positions
    assert line.history == tuple(positions[:-1])
    assert line.position == position
    assert line.outcome() == position.outcome()
    assert line.legal() == position.legal()
    assert line.plies == len(line.moves) == len(positions) - 1
    for same in (Line(line.start, line.moves), Line(line.start, line.moves_text), line.back(0)):
        assert same == line
        assert hash(same) == hash(line)
    assert line.back(3) == Line(line.start, line.moves[:-3] if line.plies > 3 else ())
    assert line != line.resign()
    assert line != Line(line.start, line.moves, ply_limit=1000)


def test_a_line_never_changes() -> None:
    line = Line(stratege.game("awale").start())
    line.play("e")
    assert line.plies == 0
    with pytest.raises(AttributeError):
        line.plies = 3


def test_what_is_wrong_is_said_and_changes_nothing() -> None:
    with pytest.raises(IllegalMove, match="the pit is the opponent's"):
        Line(stratege.game("awale").start(), ["e", "e"])
    over = Line(stratege.game("awale").start()).resign()
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play("e")
    assert over.legal() == []


def test_how_games_end_that_no_rule_ends() -> None:
    line = Line(stratege.game("quixo").start(), ply_limit=3)
    for _ply in range(3):
        assert line.outcome() is None
        line = line.play(line.legal()[0])
    drawn = line.outcome()
    assert drawn is not None
    assert (drawn.winner, drawn.code, drawn.reason) == (None, "ply-limit", "the limit of 3 moves is reached")
    assert line.legal() == []
    for player, loser in ((None, 2), (1, 1), (2, 2)):
        resigned = line.back().back().resign(player).outcome()
        assert resigned is not None
        assert (resigned.winner, resigned.code) == (3 - loser, "resigned")
        assert resigned.reason == f"player {loser} resigns"


def test_a_line_knows_how_often_its_board_has_stood() -> None:
    line = Line(stratege.game("mingmang", size=4).parse("xxx./..../..../...o:1"))
    for times in range(3):
        assert line.times_before == times
        for move in ("1,3-1,4", "4,4-4,3", "1,4-1,3", "4,3-4,4"):
            line = line.play(move)
    strict = Line(STRICT.parse("xxx./..../..../...o:1"), ["1,3-1,4", "4,4-4,3", "1,4-1,3"])
    with pytest.raises(IllegalMove, match="seen before"):
        strict.play("4,3-4,4")


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_a_line_is_pickled_and_copied_after_use_too(rules: Game) -> None:
    line = walk(rules, 10)
    assert line.position.legal() is not None
    for one in (line, line.resign(), Line(line.start, line.moves, 500)):
        for again in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one), copy.copy(one)):
            assert again == one
            assert hash(again) == hash(one)
            assert again.outcome() == one.outcome()
            assert [*again.positions()] == [*one.positions()]


def test_a_long_line_is_replayed_in_linear_time() -> None:
    """Counted in boards copied, not in seconds: the positions of a line share their row of boards."""
    line = walk(STRICT, 400)
    again = Line(line.start, line.moves)
    pasts = [position.past for position in again.positions()]
    assert len(pasts[-1]) == len(pasts) - 1 > 100
    assert len({id(past._row) for past in pasts[1:]}) <= 2  # type: ignore[attr-defined]
