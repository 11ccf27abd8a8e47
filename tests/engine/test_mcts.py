"""Monte-Carlo tree search: its books balance, it repeats itself, and what it proves is true."""

from __future__ import annotations

import contextlib
import functools
import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.catalogue import identify, usual_games

from stratege.core.errors import IllegalMove
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.engine import mcts, mcts_kernel
from stratege.engine.limits import Limits
from stratege.engine.mcts import PATIENCE, MonteCarlo
from stratege.engine.players import Player, RandomPlayer

# Where random games meet no win in one, or the variant knows none: the position, and the moves that win.
WINS = {
    "mingmang": ("ox....../......../x......./......../......../......../......../......../", ("3,1-2,1",)),
    "nimble-misere": ("0,0,1,0,0,0", ("3-2",)),
}


def nodes_of(player: MonteCarlo) -> Iterator[tuple[dict[str, int], list[dict[str, int]]]]:
    """Each node of the last tree that has children, with them."""
    code, work = mcts_kernel, player._work
    names = ("VISITS", "REWARD", "FIRST", "CHILDREN", "PROOF")

    def read(at: int) -> dict[str, int]:
        return {name: int(work[at + getattr(code, name)]) for name in names}

    for at in range(int(work[code.TREE]), int(work[code.FREE]), code.WIDTH):
        node = read(at)
        if node["CHILDREN"]:
            yield node, [read(node["FIRST"] + code.WIDTH * i) for i in range(node["CHILDREN"])]


def random_position(rules: Game, draw: random.Random, plies: int) -> Position:
    """A position of a random game that is not over."""
    while True:
        position = rules.start(seed=draw.getrandbits(32))
        for _ply in range(draw.randrange(plies)):
            if position.legal():
                position = position.play(draw.choice(position.legal()))
        if position.legal():
            return position


def wins_in_one(position: Position) -> list[int]:
    after = [(move, position.play(move).outcome()) for move in position.legal()]
    return [move for move, outcome in after if outcome is not None and outcome.winner == position.to_move]


def a_win_in_one(rules: Game) -> tuple[Position, list[int]]:
    """A position with a choice of moves, of which some win at once."""
    for key in (rules.name, f"{rules.name}-{rules.variant.name}"):
        if key in WINS:
            text, moves = WINS[key]
            return rules.parse(text.rstrip("/")), [rules.parse_move(move, 1) for move in moves]
    draw = random.Random(1)
    while True:
        position = random_position(rules, draw, 120)
        wins = wins_in_one(position)
        if 0 < len(wins) < len(position.legal()):
            return position, wins


@functools.cache
def outcome_for_mover(position: Position) -> int:
    """1 or -1, by trying everything: games that cannot draw or go on for ever."""
    outcome = position.outcome()
    if outcome is not None:
        return 1 if outcome.winner == position.to_move else -1
    return max(-outcome_for_mover(position.play(move)) for move in position.legal())


def quixo_3x3() -> dict[State, int]:
    """What each 3 × 3 board is for the player to move, 1 won and -1 lost, worked out from the end back."""
    rules, out = game("quixo", size=3), [0] * 20
    children: dict[State, list[State]] = {}
    values: dict[State, int] = {}
    for marks in itertools.product((0, 1, 2), repeat=9):
        state = tuple(sum(1 << cell for cell in range(9) if marks[cell] == mark) for mark in (1, 2))
        reason = rules.kernel.finished(rules.rules, state)
        if reason != 0:
            values[state] = rules.kernel.result(rules.rules, state, reason)
        else:
            end = rules.kernel.moves(rules.rules, state, out, 0)
            children[state] = [rules.kernel.play(rules.rules, state, move) for move in out[:end]]
    before = -1
    while len(values) != before:
        before = len(values)
        for state in [state for state in children if state not in values]:
            replies = [values.get(child, 0) for child in children[state]]
            if -1 in replies:
                values[state] = 1
            elif 0 not in replies:
                values[state] = -1
    return values


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_visits_and_points_add_up_in_the_whole_tree(rules: Game) -> None:
    player, position = MonteCarlo(rules, seed=1), rules.start(seed=1)
    tried = player.weigh(position, Limits(nodes=700))
    assert player.playouts == 700
    assert sum(one.visits for one in tried) == 700
    assert sorted(one.move for one in tried) == position.legal()
    assert all(0 <= one.win_rate <= 1 for one in tried)
    open_visits = [one.visits for one in tried if one.proof is None]
    assert open_visits == sorted(open_visits, reverse=True)
    checked = 0
    for node, children in nodes_of(player):
        if node["PROOF"] == 0:
            own = node["VISITS"] - sum(child["VISITS"] for child in children)
            points = node["REWARD"] - sum(2 * child["VISITS"] - child["REWARD"] for child in children)
            assert own == (PATIENCE + 1 if checked else 0)
            assert 0 <= points <= 2 * own
            checked += 1
    assert checked > 1


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_the_same_seed_sees_the_same_compiled_or_interpreted(rules: Game) -> None:
    position = random_position(rules, random.Random(3), 6)
    limits = Limits(nodes=60)
    first = MonteCarlo(rules, seed=5).weigh(position, limits)
    assert MonteCarlo(rules, seed=5).weigh(position, limits) == first
    assert MonteCarlo(rules, seed=5, interpreted=True).weigh(position, limits) == first
    others = [MonteCarlo(rules, seed=seed).weigh(position, limits) for seed in range(6, 10)]
    assert any(other != first for other in others)


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_a_win_in_one_is_played(rules: Game) -> None:
    position, wins = a_win_in_one(rules)
    player = MonteCarlo(rules, seed=2)
    assert len(position.legal()) > len(wins)
    assert player.choose(Line(position), Limits(nodes=3000)) in wins


@pytest.mark.parametrize("rules", [game("chomp"), game("nimble"), game("nimble", "misere")], ids=identify)
def test_small_positions_are_solved_as_by_trying_everything(rules: Game) -> None:
    draw = random.Random(4)
    player = MonteCarlo(rules, seed=3)
    verdicts = set()
    for _number in range(25):
        if rules.name == "chomp":
            shape = sorted((draw.randrange(5) for _row in range(3)), reverse=True)
            text = ",".join(map(str, [shape[0] + 2, *shape[1:]]))
        else:
            squares = [draw.randrange(6) for _pawn in range(3)]
            text = ",".join(str(squares.count(square)) for square in range(6))
        position = rules.parse(text)
        if not position.legal():
            continue
        tried = player.weigh(position, Limits(nodes=300_000))
        truth = {move: -outcome_for_mover(position.play(move)) for move in position.legal()}
        assert truth[tried[0].move] == max(truth.values()), text
        assert all(one.proof in (None, truth[one.move]) for one in tried), text
        assert tried[0].proof == max(truth.values()), text
        verdicts.add(max(truth.values()))
    assert verdicts == {1, -1}


@pytest.mark.bounds
def test_quixo_is_proved_as_from_the_end_back() -> None:
    rules, draw, truth = game("quixo", size=3), random.Random(6), quixo_3x3()
    assert len(truth) == 3**9
    player, proved = MonteCarlo(rules, seed=4), [0, 0]
    for _number in range(60):
        position = random_position(rules, draw, 12)
        tried = player.weigh(position, Limits(nodes=30_000))
        for one in tried:
            value = -truth[position.play(one.move).state]
            assert one.proof in (None, value), position.text()
            proved[value < 0] += one.proof is not None
        assert truth[position.state] == -1 or -truth[position.play(tried[0].move).state] == 1
    assert min(proved) > 20


def test_it_beats_a_player_of_random_moves() -> None:
    rules = game("awale")
    players: list[Player] = [MonteCarlo(rules, seed=7), RandomPlayer(rules, 8)]
    points = 0.0
    for number in range(40):
        position = rules.start()
        while position.legal():
            player = players[(position.to_move + number) % 2]
            position = position.play(player.choose(Line(position), Limits(nodes=150)))
        outcome = position.outcome()
        assert outcome is not None
        winner = outcome.winner
        points += 0.5 if winner is None else float((winner + number) % 2 == 0)
    assert points >= 0.95 * 40


def there_and_back(rules: Game) -> Position:
    """Player 1 has gone there and back, player 2 only there: coming back, too, would repeat the start."""
    start = rules.start()
    for first, second in itertools.product(start.moves(), start.play(start.moves()[0]).moves()):
        with contextlib.suppress(IllegalMove):
            back = "-".join(reversed(first.split("-")))
            position = start.play(first).play(second).play(back)
            if len(position.legal()) < len(Position(rules, position.state, position.to_move).legal()):
                return position
    raise AssertionError("every way back is closed")


@pytest.mark.bounds
def test_boards_that_may_not_come_back_are_not_even_tried() -> None:
    rules = game("mingmang", "no-repeat", 5)
    position = there_and_back(rules)
    tried = MonteCarlo(rules, seed=9).weigh(position, Limits(nodes=400))
    assert sorted(one.move for one in tried) == position.legal()
    assert sum(one.visits for one in tried) == 400


@pytest.mark.bounds
def test_nothing_is_proved_below_the_root_where_the_past_matters() -> None:
    """Which moves are forbidden deeper down the tree cannot know, so it must not conclude from them."""
    proved = {}
    for variant in ("free", "no-repeat"):
        rules = game("mingmang", variant, 3)
        player = MonteCarlo(rules, seed=2)
        player.weigh(rules.start(), Limits(nodes=5000))
        proved[variant] = sum(node["PROOF"] != 0 for node, _children in nodes_of(player))
    assert proved["free"] > 0
    assert proved["no-repeat"] == 0


def test_random_numbers_are_even() -> None:
    player = MonteCarlo(game("quixo"), seed=3, interpreted=True)
    counts = Counter(mcts_kernel.drawn(7, player._work) for _number in range(7000))
    assert sorted(counts) == list(range(7))
    assert all(850 < count < 1150 for count in counts.values())


def test_a_board_too_wide_for_words_is_played_interpreted() -> None:
    rules = game("mingmang", size=9)
    player = MonteCarlo(rules, seed=1)
    assert isinstance(player._work, list)
    position = rules.start()
    tried = player.weigh(position, Limits(nodes=40))
    assert sorted(one.move for one in tried) == position.legal()
    assert player.playouts == 40
    assert player.choose(Line(position), Limits(seconds=0.05)) in position.legal()


@pytest.mark.bounds
def test_a_full_tree_goes_on_without_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "ROOM", 100)
    rules = game("quixo", size=3)
    player = MonteCarlo(rules, seed=1)
    tried = player.weigh(rules.start(), Limits(nodes=2000))
    assert sum(one.visits for one in tried) == 2000
    code = mcts_kernel
    assert player._work[code.FREE] <= player._work[code.END] == len(player._work)
    assert sum(1 for _node in nodes_of(player)) < 10


def test_time_and_stop_end_a_search_and_not_the_next() -> None:
    rules = game("quixo")
    player, position = MonteCarlo(rules, seed=1), rules.start()
    begun = time.perf_counter()
    assert player.choose(Line(position), Limits(seconds=0.05)) in position.legal()
    assert 0.04 < time.perf_counter() - begun < 60
    assert player.playouts > 0
    for seconds in (0.0, 0.001):
        assert player.choose(Line(position), Limits(seconds=seconds)) in position.legal()
    stopper = threading.Timer(0.05, player.stop)
    stopper.start()
    player.weigh(position, Limits(seconds=600))
    stopper.join()
    assert player.playouts > 0
    assert time.perf_counter() - begun < 600
    player.stop()
    player.weigh(position, Limits(nodes=500))
    assert player.playouts == 500
    player.weigh(position, Limits(nodes=500, seconds=60))
    assert player.playouts == 500


def test_without_limits_there_is_a_usual_number_of_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "PLAYOUTS", 333)
    player = MonteCarlo(game("awale"), seed=1)
    player.weigh(game("awale").start(), Limits())
    assert player.playouts == 333


def test_a_forced_move_is_played_without_thinking() -> None:
    position = game("chomp").parse("2")
    player = MonteCarlo(game("chomp"), seed=1)
    player.playouts = -1
    assert player.choose(Line(position), Limits(nodes=100)) == position.legal()[0]
    assert player.playouts == -1
