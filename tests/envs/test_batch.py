"""The boards of a batch do what positions do: the same moves, rewards and ends, whatever the past."""

from __future__ import annotations

import numpy
import pytest
from tests.games.catalogue import every_game, identify

import stratege
from stratege.core.errors import BadOption, IllegalMove
from stratege.core.game import Game
from stratege.core.line import PLY_LIMIT, Line
from stratege.core.wordsize import widened
from stratege.envs.batch import FIRST_MEMORY, ON, TERMINATED, TRUNCATED, BatchEnv


def compared(rules: Game, boards: int, steps: int, ply_limit: int | None = None, seed: int = 7) -> set[int]:
    """Play random moves on boards and on lines at once; which ends were met."""
    batch = BatchEnv(rules, boards, seed, ply_limit)
    limit = ply_limit or rules.ply_limit
    starts = [batch.position(board) for board in range(boards)]
    lines = [Line(start, ply_limit=limit) for start in starts]
    met = set()
    for _step in range(steps):
        for line, mask in zip(lines, batch.mask):
            assert numpy.flatnonzero(mask).tolist() == line.legal()
        actions = batch.sample()
        rewards, ends = batch.step(actions)
        for board, action in enumerate(actions.tolist()):
            line = lines[board].play(action)
            outcome = line.outcome()
            expected = ON if outcome is None else TRUNCATED if outcome.code == PLY_LIMIT else TERMINATED
            mover = 3 - line.to_move
            winner = None if outcome is None else outcome.winner
            assert (ends[board], rewards[board]) == (
                expected,
                0 if winner is None else 1 if winner == mover else -1,
            )
            lines[board] = line if outcome is None else Line(starts[board], ply_limit=limit)
            assert batch.position(board).state == lines[board].position.state
            assert (batch.to_move[board], batch.plies[board]) == (lines[board].to_move, lines[board].plies)
        met |= set(ends.tolist())
    return met


USUAL = [
    stratege.game("awale"),
    stratege.game("awale", "abapa"),
    stratege.game("mingmang", "no-repeat", 4),
    stratege.game("quixo"),
]
"""Each way of ending, and few kernels to compile; the soak has them all."""
SMALL = [one for one in every_game() if one.compilable and one.action_count < 5000]
PARTS = 4


@pytest.mark.parametrize("rules", USUAL, ids=identify)
def test_a_batch_plays_by_the_rules(rules: Game) -> None:
    assert compared(rules, boards=12, steps=60) & {ON, TERMINATED}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rules", SMALL, ids=identify)
def test_a_million_moves_by_the_rules(rules: Game, part: int) -> None:
    """In parts, which several processes can share: positions in plain Python take their time."""
    usual = rules == stratege.game(rules.name, rules.variant.name)
    compared(rules, boards=100, steps=(10_000 if usual else 500) // PARTS, seed=part)


@pytest.mark.parametrize("rules", USUAL, ids=identify)
def test_looking_ahead_is_what_each_move_would_do(rules: Game) -> None:
    """The same rewards and ends, and the same picture for the other player, as the move itself gives."""
    boards, steps = 6, 25
    batch = BatchEnv(rules, boards, seed=4)
    for _step in range(steps):
        ahead = batch.look_ahead()
        before, mask = batch.observe(), batch.mask.copy()
        assert [*zip(ahead.boards.tolist(), ahead.actions.tolist())] == [
            (board, action) for board in range(boards) for action in numpy.flatnonzero(mask[board]).tolist()
        ]
        chosen = batch.sample()
        rows = [
            int(numpy.flatnonzero((ahead.boards == board) & (ahead.actions == chosen[board]))[0])
            for board in range(boards)
        ]
        assert (batch.observe() == before).all()
        rewards, ends = batch.step(chosen)
        assert (ahead.rewards[rows] == rewards).all()
        assert (ahead.ends[rows] == ends).all()
        goes_on = ends == ON
        assert (ahead.seen[rows][goes_on] == batch.observe()[goes_on]).all()


def test_long_games_are_truncated_and_begin_anew() -> None:
    assert compared(stratege.game("quixo"), boards=5, steps=20, ply_limit=6) >= {ON, TRUNCATED}


def test_the_past_grows_with_the_game() -> None:
    """Beyond the room that it has at first."""
    batch = BatchEnv(stratege.game("awale", "abapa"), 50, seed=3)
    for _step in range(40):
        batch.step(batch.sample())
    assert batch.plies.max() > FIRST_MEMORY
    compared(stratege.game("awale", "abapa"), boards=8, steps=80)


@pytest.mark.parametrize("rules", USUAL, ids=identify)
def test_what_is_seen_is_the_same_in_both_lives(rules: Game) -> None:
    batch = BatchEnv(rules, 6, seed=2)
    for _step in range(7):
        batch.step(batch.sample())
    part = rules.declaration.observation
    seen = batch.observe(numpy.empty(batch.observation_shape, numpy.float32))
    for board in range(6):
        state = widened(batch.position(board).state)
        out = [0] * int(numpy.prod(part.shape(rules.rules, state)))
        part.observe(rules.rules, state, out, 0)
        assert seen[board].ravel().tolist() == out
        assert 0 <= min(out) <= max(out) <= max(1, part.highest(rules.rules, rules.start(0).state))


def test_awale_is_seen_as_seeds() -> None:
    batch = BatchEnv(stratege.game("awale"), 1)
    assert batch.observe().tolist() == [[4] * 12 + [0, 0]]
    batch.step([4])
    assert batch.observe().tolist() == [[5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 0, 5, 0, 0]]


def test_the_same_seed_plays_the_same_games() -> None:
    one, two, three = (BatchEnv(stratege.game("awale"), 20, seed=seed) for seed in (5, 5, 6))
    for _step in range(4):
        moves = one.sample()
        assert (moves == two.sample()).all()
        one.step(moves)
        two.step(moves)
        three.step(three.sample())
    assert (one.observe() == two.observe()).all()
    assert not (one.observe() == three.observe()).all()


def test_a_wrong_action_is_refused_and_changes_nothing() -> None:
    batch = BatchEnv(stratege.game("awale"), 3, seed=1)
    before = batch.observe()
    for wrong in ([0, 1, 6], [0, -1, 2]):
        with pytest.raises(IllegalMove, match=r"board [12]"):
            batch.step(wrong)
    with pytest.raises(BadOption):
        batch.step([0, 1])
    assert (batch.observe() == before).all()
    with pytest.raises(BadOption, match="too large"):
        BatchEnv(stratege.game("mingmang", size=9), 2)
    with pytest.raises(BadOption):
        BatchEnv(stratege.game("awale"), 0)


def test_what_is_no_array_of_actions_is_refused_and_changes_nothing() -> None:
    batch = BatchEnv(stratege.game("awale"), 2, seed=1)
    before = batch.observe()
    for shape in ([], [[0, 1]], [[0], [1, 2]], 3, [0, 1, 2]):
        with pytest.raises(BadOption, match="one action for each of the 2 boards"):
            batch.step(shape)
    for kind in ([0.5, 1], numpy.zeros(2), ["a", "b"], [True, False], [None, 1]):
        with pytest.raises(BadOption, match="whole numbers"):
            batch.step(kind)  # type: ignore[arg-type]
    assert (batch.observe() == before).all()
    batch.step(numpy.array([0, 9, 1], numpy.uint8)[::2])  # not in one piece, and no int64


def test_what_is_seen_goes_into_no_array_that_does_not_fit() -> None:
    batch = BatchEnv(stratege.game("awale"), 3, seed=1)
    wide = numpy.zeros((3, 28), numpy.int32)
    for out in (numpy.zeros(42), numpy.zeros((2, 14)), numpy.zeros((3, 15)), wide[:, ::2]):
        with pytest.raises(BadOption, match=r"shape \(3, 14\)"):
            batch.observe(out)
    for kind in (numpy.complex128, bool, object, numpy.float16):
        with pytest.raises(BadOption, match="float32 or float64"):
            batch.observe(numpy.zeros((3, 14), kind))
        with pytest.raises(BadOption, match="float32 or float64"):
            batch.look_ahead(kind)
    assert not wide.any()
    assert batch.position(-1) == batch.position(2)
    with pytest.raises(IndexError):
        batch.position(3)


@pytest.mark.parametrize("plies", [0, -1])
def test_a_game_that_cannot_be_played_is_refused(plies: int) -> None:
    with pytest.raises(BadOption, match="1 ply at the earliest"):
        BatchEnv(stratege.game("quixo"), 2, ply_limit=plies)
    with pytest.raises(BadOption, match="over before anybody has moved"):
        BatchEnv(stratege.game("chomp", size="1x1"), 2)
