"""The search is right: whatever it prunes, remembers or orders, its values are plain minimax's."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Iterator
from dataclasses import replace

import numpy
import pytest
from tests.games.catalogue import identify, usual_games

from stratege.core.compiling import compiled
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.core.scores import INFINITE, WIN, is_settled, is_won
from stratege.core.wordsize import as_state, as_words
from stratege.engine.alphabeta import EVERYTHING, Found, Manner, Searcher
from stratege.engine.alphabeta_kernel.work import (
    USE_EXCHANGES,
    USE_HISTORY,
    USE_KILLERS,
    USE_NULL_WINDOW,
    USE_PASSES,
    USE_PROBCUT,
    USE_PROMISE,
    USE_PRUNING,
    USE_TABLE,
)
from stratege.engine.limits import Limits
from stratege.games.mingmang.evaluate import EXCHANGES, evaluate, promise
from stratege.games.quixo.evaluate import CONTEMPT

POSITIONS = 2000  # of each game, over its sizes and depths

# (game, depth, how many positions)
CASES = [
    (game("awale"), 5, 1500),
    (game("awale", "ccinp"), 4, 500),
    (game("quixo"), 3, 700),
    (game("quixo", size=4), 4, 300),
    (game("quixo", size=3), 4, 1000),
    (game("mingmang"), 2, 60),
    (game("mingmang", size=5), 3, 1060),
    (game("mingmang", size=4), 5, 940),
    (game("chomp", size="3x5"), 5, 2000),
    (game("nimble", size="6x2"), 4, 2000),
]


def random_positions(rules: Game, count: int, seed: str) -> Iterator[Position]:
    """Positions of random games that are not over, at every stage of the game."""
    draw = random.Random(seed)
    while count:
        position = rules.start(seed=draw.getrandbits(32))
        for _ply in range(draw.randrange(40)):
            if not position.legal():
                break
            position = position.play(draw.choice(position.legal()))
        if position.legal():
            count -= 1
            yield position


def minimax(position: Position, depth: int, root: Position | None = None) -> int:
    """Plain minimax of the position, in a tree whose root is another if given."""
    rules = position.game
    code = compiled(
        "tests.engine.minimax", rules.kernel.__name__, evaluation=rules.declaration.evaluation.__name__
    )
    out = numpy.zeros(rules.most_moves * (depth + 1 + code.evaluation.EXCHANGES), numpy.int64)
    top = root or position
    trace = as_state(rules.kernel.trace(rules.rules, top.state, top.to_move))
    ply = 0 if root is None else 1
    words = as_words(rules.rules), as_state(position.state)
    return int(code.minimax(*words, position.to_move, trace, depth, ply, out, 0))


@pytest.mark.parametrize(
    ("rules", "depth", "count"),
    CASES,
    ids=lambda value: identify(value) if isinstance(value, Game) else str(value),
)
@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_the_value_is_minimaxs(rules: Game, depth: int, count: int, share: int) -> None:
    """One searcher for all positions, so that what it remembers of one must not harm the next."""
    searcher = Searcher(rules, table_mib=1)
    for position in random_positions(rules, count // share, "minimax"):
        searcher.prepare(position, [], None)
        for plies in range(1, depth + 1):
            value = searcher.value(position, -INFINITE, INFINITE, plies)
        assert value == minimax(position, depth), position.text()
        line = searcher.line()
        assert line[0] in position.legal()
        assert -minimax(position.play(line[0]), depth - 1, position) == value, position.text()


def test_every_game_has_its_positions() -> None:
    for name in ("awale", "quixo", "mingmang", "chomp", "nimble"):
        assert sum(count for rules, depth, count in CASES if rules.name == name and depth >= 3) >= POSITIONS


@pytest.mark.bounds
@pytest.mark.parametrize(
    "features",
    [
        0,
        USE_TABLE,
        USE_KILLERS,
        USE_HISTORY,
        USE_PROMISE,
        USE_NULL_WINDOW,
        USE_EXCHANGES,
        EVERYTHING - USE_TABLE,
        EVERYTHING,
    ],
)
@pytest.mark.parametrize(("name", "size", "depth"), [("awale", None, 6), ("quixo", 4, 4), ("mingmang", 5, 4)])
def test_no_ordering_changes_a_value(name: str, size: int | None, depth: int, features: int) -> None:
    """Looking on at exchanges does: it is no ordering, and both do it or neither."""
    rules = game(name, size=size)
    plain, featured = (
        Searcher(rules, table_mib=1, features=USE_TABLE | features & USE_EXCHANGES),
        Searcher(rules, table_mib=1, features=features),
    )
    for position in random_positions(rules, 25, "features"):
        values = []
        for searcher in (plain, featured):
            searcher.prepare(position, [], None)
            values.append(searcher.value(position, -INFINITE, INFINITE, depth))
        assert values[0] == values[1], position.text()


@pytest.mark.bounds
@pytest.mark.parametrize(("name", "size", "depth"), [("awale", None, 6), ("quixo", 4, 4), ("mingmang", 5, 4)])
def test_a_narrow_window_gives_a_true_bound(name: str, size: int | None, depth: int) -> None:
    rules = game(name, size=size)
    searcher, exact = Searcher(rules, table_mib=1), Searcher(rules, table_mib=1)
    draw = random.Random("windows")
    for position in random_positions(rules, 40, "windows"):
        searcher.prepare(position, [], None)
        exact.prepare(position, [], None)
        true = exact.value(position, -INFINITE, INFINITE, depth)
        low = true + draw.randrange(-60, 60)
        high = low + draw.randrange(1, 60)
        value = searcher.value(position, low, high, depth)
        if low < value < high:
            assert value == true
        elif value <= low:
            assert true <= value
        else:
            assert true >= value


@pytest.mark.parametrize(("name", "size"), [("quixo", 3), ("quixo", 4), ("mingmang", 4), ("chomp", "3x5")])
def test_a_win_found_is_a_win_played_out(name: str, size: int | str) -> None:
    """The announced number of plies is the true distance: no defence lasts longer, none is shorter."""
    rules = game(name, size=size)
    searcher = Searcher(rules, table_mib=1)
    seen = 0
    for position in random_positions(rules, 300, "wins"):
        found = searcher.search(position, Limits(depth=4))
        plies = found.plies_to_end
        if plies is not None and found.value > 0:
            seen += 1
            assert forced_end(position, plies)
            assert plies == 1 or not forced_end(position, plies - 2)
    assert seen >= 5


def forced_end(position: Position, plies: int) -> bool:
    """Whether the player to move can force a win within so many plies, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner == position.to_move
    if plies <= 0:
        return False
    return any(forced_loss(position.play(move), plies - 1) for move in position.legal())


def forced_loss(position: Position, plies: int) -> bool:
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is not None and outcome.winner != position.to_move
    if plies <= 0:
        return False
    return all(forced_end(position.play(move), plies - 1) for move in position.legal())


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_a_search_is_deterministic_and_its_line_is_legal(rules: Game) -> None:
    for position in random_positions(rules, 3, "lines"):
        one, two = (Searcher(rules, table_mib=1).search(position, Limits(depth=4)) for _run in range(2))
        assert (one.move, one.value, one.nodes, one.line) == (two.move, two.value, two.nodes, two.line)
        assert one.move == one.line[0]
        for move in one.line:
            assert move in position.legal()
            position = position.play(move)


def test_a_board_too_wide_for_words_is_searched_interpreted() -> None:
    position = game("mingmang", size=9).start()
    found = Searcher(position.game).search(position, Limits(depth=2))
    assert found.depth == 2
    assert found.move in position.legal()


@pytest.mark.bounds
def test_the_node_limit_stops_with_a_move_in_hand() -> None:
    for name, limit in itertools.product(("quixo", "mingmang"), (1, 2, 10, 100, 1000)):
        searcher = Searcher(game(name), table_mib=1)
        position = game(name).start()
        found = searcher.search(position, Limits(nodes=limit))
        assert found.move in position.legal()
        assert searcher.nodes <= limit + 1


@pytest.mark.bounds
def test_no_repeat_never_searches_a_forbidden_move() -> None:
    """By brute force over positions with a past: values and lines keep to the rule inside the tree too."""
    draw = random.Random("no-repeat")
    rules = game("mingmang", "no-repeat", 3)
    checked = 0
    searcher = Searcher(rules, table_mib=1)
    while checked < 150:
        position = rules.parse(
            draw.choice(["x../.../..o:1", "x.x/.../o.o:1", "xx./.../.oo:2", "x.o/.../o.x:1"])
        )
        for _ply in range(draw.randrange(8)):
            if position.legal():
                position = position.play(draw.choice(position.legal()))
        if not position.legal():
            continue
        checked += 1
        searcher.prepare(position, [], None)
        for depth in (1, 2, 3, 4):
            value = searcher.value(position, -INFINITE, INFINITE, depth)
            assert value == played_out(position, depth, 0), (position.text(), depth)


@pytest.mark.bounds
def test_no_exchange_brings_back_a_board() -> None:
    """Every board that a capture leads to was seen before: there is nothing to capture, however it pays."""
    free, strict = (game("mingmang", variant, 4) for variant in ("free", "no-repeat"))
    searcher, cases = Searcher(strict, table_mib=1), 0
    for position in random_positions(free, 200, "exchanges"):
        rules, state = strict.rules, position.state
        captures = [position.play(move) for move in position.legal() if promise(rules, state, move, -1)]
        seen = frozenset(free.kernel.trace(rules, after.state, after.to_move) for after in captures)
        again = Position(strict, state, position.to_move, seen)
        searcher.prepare(again, [], None)
        value = searcher.value(again, -INFINITE, INFINITE, 0)
        assert value == captured_out(again, EXCHANGES) == evaluate(rules, state), again.text()
        cases += captured_out(position, EXCHANGES) > value
    assert cases > 20


def played_out(position: Position, depth: int, ply: int) -> int:
    """Minimax by `Position`, which knows the whole past. Only having no move ends this game, and a leaf
    is judged without looking for moves other than captures."""
    if depth == 0:
        return captured_out(position, EXCHANGES)
    if not position.legal():
        return ply - WIN
    return max(-played_out(position.play(move), depth - 1, ply + 1) for move in position.legal())


def captured_out(position: Position, left: int) -> int:
    """The best of capturing, `left` plies at most, and leaving it at that."""
    rules, state = position.game.rules, position.state
    captures = [move for move in position.legal() if left and promise(rules, state, move, -1)]
    after = [-captured_out(position.play(move), left - 1) for move in captures]
    return max([evaluate(rules, state), *after])


def test_who_looks_on_at_exchanges_does_not_take_what_is_taken_back() -> None:
    """The pawn at 3,3 can be closed in from 2,3, and then three are closed in from 5,3."""
    rules = game("mingmang", size=5)
    position = rules.parse(".xoo./x..oo/x.o.o/xxx.o/xx..o:1")
    taking = rules.parse_move("2,1-2,3", 1)
    near, far = (
        Searcher(rules, table_mib=1, features=one) for one in (EVERYTHING - USE_EXCHANGES, EVERYTHING)
    )
    assert near.search(position, Limits(depth=1)).move == taking
    assert far.search(position, Limits(depth=1)).move != taking
    assert far.search(position, Limits(depth=1)).value < near.search(position, Limits(depth=1)).value


def test_taste_chooses_among_equal_moves_only() -> None:
    """Nothing is to be seen from the start of Nimble: all moves are equal. In Awalé values stay the same."""
    start = game("nimble").start(seed=1)
    searcher = Searcher(start.game, table_mib=1)
    played = set()
    for taste in range(1, 20):
        searcher.behave(Manner(taste=taste))
        played.add(searcher.search(start, Limits(depth=1)).move)
        assert searcher.search(start, Limits(depth=1)).move in played
    assert len(played) > 3
    plain, picky = (Searcher(game("awale"), table_mib=1) for _run in range(2))
    picky.behave(Manner(taste=12345))
    for position in random_positions(game("awale"), 25, "taste"):
        assert plain.search(position, Limits(depth=5)).value == picky.search(position, Limits(depth=5)).value


def test_a_position_of_the_game_that_comes_back_is_a_draw() -> None:
    """Player 2 is two pawns down: going back to a board of the game is worth a draw, anything else is not."""
    rules = game("mingmang", size=4)
    before = rules.parse("xxx./..../..../...o:1")
    history = [before, before.play("1,3-1,4"), before.play("1,3-1,4").play("4,4-4,3")]
    position = history[-1].play("1,4-1,3")
    searcher = Searcher(rules, table_mib=1)
    searcher.prepare(position, history, None)
    assert searcher.value(position.play("4,3-4,4"), -INFINITE, INFINITE, 3, ply=1) == 0
    assert searcher.value(position.play("4,3-4,2"), -INFINITE, INFINITE, 3, ply=1) > 0
    assert searcher.search(position, Limits(depth=4), history).move == rules.parse_move("4,3-4,4", 2)
    searcher.prepare(position, [], None)
    assert searcher.value(position.play("4,3-4,4"), -INFINITE, INFINITE, 3, ply=1) > 0


def ways_back_and_on(count: int, kind: str) -> Iterator[tuple[Position, list[Position], list[int], int]]:
    """Boards of Quixo, a history that half the moves go back to, these moves, the worth of the best other."""
    for position in random_positions(game("quixo"), count, kind):
        history = [position.play(move) for move in position.legal()[::2]]
        back = [move for move in position.legal() if position.play(move) in history]
        on = [move for move in position.legal() if move not in back]
        if on and not any(board.outcome() for board in history):
            yield position, history, back, max(-minimax(position.play(move), 0, position) for move in on)


def test_a_board_that_comes_back_is_worth_the_less_the_wearier_one_is() -> None:
    searcher, left = Searcher(game("quixo"), table_mib=1), 0
    for position, history, back, best_on in ways_back_and_on(80, "weary"):
        for times, contempt in enumerate((0, CONTEMPT, 2 * CONTEMPT, 2 * CONTEMPT)):
            searcher.behave(Manner(weary=times))
            found = searcher.search(position, Limits(depth=1), history)
            assert found.value == max(-contempt, best_on), position.text()
            assert (found.move in back) == (best_on < -contempt) or best_on == -contempt
            left += times > 0 and -contempt < best_on < 0
    assert left > 10


@pytest.mark.bounds
def test_what_was_found_with_other_contempt_is_not_used() -> None:
    rules = game("quixo", size=4)
    searcher, different = Searcher(rules, table_mib=1), 0
    for position in random_positions(rules, 40, "contempt"):
        replies = [position.play(a).play(b) for a in position.legal() for b in position.play(a).legal()]
        found = []
        for times in (0, 2):
            fresh = Searcher(rules, table_mib=1)
            for one in (searcher, fresh):
                one.behave(Manner(weary=times))
                one.prepare(position, replies[::2], None)
                found.append(one.value(position, -INFINITE, INFINITE, 4))
            assert found[-1] == found[-2], position.text()
        different += found[0] != found[2]
    assert different > 5


OPTIMISTIC = Manner(optimistic=True)


@pytest.mark.bounds
def test_who_is_optimistic_adds_what_it_likes_for_itself_whoever_moves_at_the_leaves() -> None:
    rules = game("mingmang")
    evaluation = rules.declaration.evaluation
    searcher, different = Searcher(rules, table_mib=1, features=EVERYTHING & ~USE_EXCHANGES), 0
    searcher.behave(OPTIMISTIC)

    def worth(position: Position, turn: int) -> int:
        """Of a leaf, for the player to move, who is the optimistic one if `turn` is 0."""
        liked = evaluation.OPTIMISM * evaluation.liked(rules.rules, position.state, turn)
        return evaluation.evaluate(rules.rules, position.state) + (-liked if turn else liked)

    for position in random_positions(rules, 15, "optimistic"):
        replies = [position.play(move) for move in position.legal()]
        answers = [[reply.play(move) for move in reply.legal()] for reply in replies]
        if any(one.outcome() for one in [*replies, *itertools.chain(*answers)]):
            continue
        searcher.prepare(position, [], None)
        found = [searcher.value(position, -INFINITE, INFINITE, depth) for depth in (1, 2)]
        assert found[0] == max(-worth(reply, 1) for reply in replies), position.text()
        assert found[1] == max(min(worth(one, 0) for one in some) for some in answers), position.text()
        different += found[1] != minimax(position, 2)
    assert different > 3


SELECTIVE = Manner(selective=True)


@pytest.mark.parametrize(("name", "size", "depth"), [("quixo", 3, 7), ("mingmang", 4, 7), ("awale", 2, 11)])
def test_a_win_that_a_selective_search_finds_is_one(name: str, size: int, depth: int) -> None:
    """It may have missed a shorter one, so plain search finds a win at least as short, or a loss as long."""
    rules = game(name, size=size)
    selective, plain = Searcher(rules, table_mib=1), Searcher(rules, table_mib=1)
    selective.behave(SELECTIVE)
    seen = 0
    for position in random_positions(rules, 120, "selective wins"):
        found = selective.search(position, Limits(depth=depth))
        if found.plies_to_end is not None and found.plies_to_end > 2:
            seen += 1
            value = plain.search(position, Limits(depth=found.plies_to_end + 1)).value
            assert abs(value) >= abs(found.value), position.text()
            assert value * found.value > 0, position.text()
    assert seen >= 5


@pytest.mark.bounds
def test_what_a_selective_search_found_is_not_used_by_a_plain_one() -> None:
    rules = game("quixo")
    searcher, different = Searcher(rules, table_mib=1), 0
    for position in random_positions(rules, 6, "selective"):
        plain = Searcher(rules, table_mib=1).search(position, Limits(depth=5)).value
        searcher.behave(SELECTIVE)
        assert searcher.selective
        different += searcher.search(position, Limits(depth=5)).value != plain
        searcher.behave(Manner())
        assert not searcher.selective
        assert searcher.search(position, Limits(depth=5)).value == plain, position.text()
    assert different


def test_a_selective_search_takes_fewer_nodes_to_a_depth() -> None:
    for rules, depth in ((game("awale"), 11), (game("quixo"), 6), (game("mingmang"), 5)):
        nodes = []
        for manner in (Manner(), SELECTIVE):
            searcher = Searcher(rules, table_mib=4)
            searcher.behave(manner)
            nodes.append(searcher.search(rules.start(), Limits(depth=depth)).nodes)
        assert nodes[1] < 0.8 * nodes[0], (rules.label(), nodes)


def test_what_half_the_depth_finds_far_from_what_is_asked_is_left_at_that() -> None:
    """ProbCut: a null window far from a position's value costs a small part of what it does without."""
    rules = game("awale")
    asked = {0: 0, USE_PROBCUT: 0}
    for part in asked:
        searcher = Searcher(rules, table_mib=1, features=EVERYTHING | part)
        for position in random_positions(rules, 12, "probcut"):
            value = Searcher(rules, table_mib=1).search(position, Limits(depth=6)).value
            if is_settled(value):
                continue
            for far, answer in ((value - 400, True), (value + 400, False)):
                searcher.prepare(position, [], None)
                found = searcher.value(position, far, far + 1, 10, ply=1) > far
                asked[part] += searcher.nodes
                assert found is answer, position.text()
    assert asked[USE_PROBCUT] < asked[0] / 4, asked


@pytest.mark.parametrize("part", [USE_PASSES, USE_PRUNING])
def test_who_may_pass_or_leave_late_moves_out_sees_as_much_with_fewer_nodes(part: int) -> None:
    """Asked for far less or far more than a position is worth, both answer as plain search does."""
    rules = game("mingmang")
    asked = {0: 0, part: 0}
    for features in asked:
        searcher = Searcher(rules, table_mib=1, features=EVERYTHING | features)
        for position in random_positions(rules, 12, "passes"):
            value = Searcher(rules, table_mib=1).search(position, Limits(depth=3)).value
            if is_settled(value):
                continue
            for far, answer in ((value - 1000, True), (value + 1000, False)):
                searcher.prepare(rules.start(), [], None)
                assert (searcher.value(position, far, far + 1, 4, ply=1) > far) is answer, position.text()
                asked[features] += searcher.nodes
    assert asked[part] < 0.7 * asked[0], asked


def test_a_selective_search_sees_a_win_one_ply_beyond_its_depth() -> None:
    rules, seen = game("quixo"), 0
    searcher = Searcher(rules, table_mib=1)
    for position in random_positions(rules, 400, "wins at once"):
        wins = [move for move in position.legal() if forced_loss(position.play(move), 0)]
        searcher.behave(SELECTIVE)
        searcher.prepare(rules.start(), [], None)
        value = searcher.value(position, -INFINITE, INFINITE, 0, ply=1)
        assert (value == WIN - 2) == bool(wins), position.text()
        if wins:
            seen += 1
            assert searcher.line(1)[0] in wins
            searcher.behave(Manner())
            assert searcher.value(position, -INFINITE, INFINITE, 0, ply=1) == minimax(
                position, 0, rules.start()
            )
    assert seen >= 5


@pytest.mark.parametrize(
    ("rules", "moves", "depth"),
    [(game("quixo"), ("0,0-4,0", "0,4-4,4"), 6), (game("awale", "abapa"), ("c", "h"), 9)],
)
def test_a_selective_search_goes_on_from_what_it_found_earlier_in_the_game(
    rules: Game, moves: tuple[str, str], depth: int
) -> None:
    before = rules.start().play(moves[0]).play(moves[1])
    for manner in (Manner(), SELECTIVE):
        one, fresh = Searcher(rules, table_mib=4), Searcher(rules, table_mib=4)
        for searcher in (one, fresh):
            searcher.behave(manner)
        first, second = one.search(before, Limits(depth=depth)).line[:2]
        history = [before, before.play(first)]
        later = history[-1].play(second)
        nodes = [searcher.search(later, Limits(depth=depth - 2), history).nodes for searcher in (one, fresh)]
        assert nodes[0] < nodes[1] / 2 if manner.selective else nodes[0] == nodes[1]


def test_what_one_player_was_optimistic_about_is_of_no_use_to_the_other() -> None:
    rules = game("mingmang")
    before = rules.parse("x......o/......../...xo.../..x.o.../......../......../.o....../x......o:2")
    one = Searcher(rules, table_mib=4)
    one.behave(replace(SELECTIVE, optimistic=True))
    first, second = one.search(before, Limits(depth=8)).line[:2]
    history = [before, before.play(first)]
    for position, known in ((history[-1], False), (history[-1].play(second), True)):
        fresh = Searcher(rules, table_mib=4)
        fresh.behave(replace(SELECTIVE, optimistic=True))
        nodes = [searcher.search(position, Limits(depth=6), history).nodes for searcher in (one, fresh)]
        assert nodes[0] < nodes[1] / 2 if known else nodes[0] == nodes[1]


def test_a_depth_that_is_not_finished_changes_the_move_only_for_a_better_one() -> None:
    """Where all moves had turned out worse than expected, whichever was looked at first was played."""
    rules, changed = game("awale"), 0
    for position in random_positions(rules, 12, "unfinished"):
        for nodes in range(1500, 9000, 300):
            told: list[Found] = []
            found = Searcher(rules, table_mib=1).search(position, Limits(nodes=nodes), on_depth=told.append)
            finished = [one for depth, one in enumerate(told, 1) if one.depth == depth][-1]
            if found.move != finished.move:
                changed += 1
                better, worse = (
                    Searcher(rules, table_mib=1).search(position.play(move), Limits(depth=finished.depth))
                    for move in (found.move, finished.move)
                )
                assert -better.value > -worse.value, (position.text(), nodes)
    assert changed


@pytest.mark.bounds
def test_a_win_of_before_is_none_once_a_board_has_stood_that_ends_the_game() -> None:
    rules = game("awale", "abapa")
    position = rules.parse("0,0,1,0,0,0,1,0,0,1,0,0:23,22:2:0")
    one, fresh = Searcher(rules, table_mib=1), Searcher(rules, table_mib=1)
    for searcher in (one, fresh):
        searcher.behave(SELECTIVE)
    found = one.search(position, Limits(depth=9))
    assert found.plies_to_end == 8
    board = position
    for move in found.line[:5]:
        board = board.play(move)
    later = replace(position, past={board.trace})
    assert not any(is_won(searcher.search(later, Limits(depth=9)).value) for searcher in (fresh, one))


@pytest.mark.bounds
def test_a_tournament_position_that_comes_back_ends_the_game_by_count() -> None:
    rules = game("awale", "abapa")
    position = rules.parse("1,0,0,0,0,0,1,0,0,0,0,0:23,23")
    for _ply in range(11):
        position = position.play(position.legal()[0])
    searcher = Searcher(rules, table_mib=1)
    found = searcher.search(position, Limits(depth=3))
    assert found.value == 0
    ahead = rules.parse(position.text().replace(":23,23", ":22,24"))
    assert abs(Searcher(rules, table_mib=1).search(ahead, Limits(depth=3)).value) < WIN


def test_time_and_stop_end_a_search_with_a_legal_move() -> None:
    draw = random.Random("stop")
    for name in ("awale", "quixo", "mingmang"):
        searcher = Searcher(game(name), table_mib=1)
        for position in random_positions(game(name), 10, "stop"):
            timer = threading.Timer(draw.uniform(0, 0.02), searcher.stop)
            timer.start()
            found = searcher.search(position, Limits(seconds=0.03))
            timer.join()
            assert found.move in position.legal()
            assert found.line[0] == found.move


def test_a_stop_before_the_search_begins_still_gives_a_move() -> None:
    searcher = Searcher(game("quixo"), table_mib=1)
    searcher.stop()
    assert searcher.search(game("quixo").start(), Limits()).move in game("quixo").start().legal()
    assert searcher.search(game("quixo").start(), Limits(depth=3)).depth == 3


@pytest.mark.bounds
@pytest.mark.parametrize(("name", "size", "depth"), [("awale", None, 8), ("quixo", 4, 5), ("mingmang", 5, 5)])
def test_two_threads_find_the_same_value(name: str, size: int | None, depth: int) -> None:
    rules = game(name, size=size)
    one, two = Searcher(rules, table_mib=1), Searcher(rules, table_mib=1, threads=2)
    for position in random_positions(rules, 8, "threads"):
        alone, together = one.search(position, Limits(depth=depth)), two.search(position, Limits(depth=depth))
        assert together.value == alone.value
        assert together.move in position.legal()


def test_a_finished_game_cannot_be_searched() -> None:
    with pytest.raises(StrategeError, match="over"):
        Searcher(game("chomp"), table_mib=1).search(game("chomp").parse("1"), Limits(depth=1))
