"""Replaying many games at once says what `Position` says; keys are stable, symmetric positions share them."""

from __future__ import annotations

import random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.archive.made import made
from tests.games.catalogue import every_game, identify, usual_games

from stratege.archive import replay_batch
from stratege.archive.explorer import identify as identified
from stratege.archive.position_keys import edge_of, key_of, keys_of
from stratege.archive.replay_batch import Moves, Replayed, replay
from stratege.archive.validate import Reader
from stratege.core.compiling import bound, compiled
from stratege.core.game import Game
from stratege.core.parts import Symmetry
from stratege.core.position import Position
from stratege.core.registry import game, parse
from stratege.core.wordsize import as_words, fit_words, from_words

COMPILED = ("awale", "quixo")  # whose replay the archive's speed is measured with


def batch_of(one: Game, count: int = 5) -> list[Moves]:
    entries = [made(one, seed) for seed in range(count)]
    return [Moves(entry.start, Reader(one).numbers(entry.moves, entry.start.to_move)) for entry in entries]


def last_position(moves: Moves) -> Position:
    position = moves.start
    for number in moves.numbers:
        position = position.play(number)
    return position


@pytest.mark.parametrize("one", every_game(), ids=identify)
def test_the_verdict_is_what_positions_say(one: Game) -> None:
    batch = batch_of(one)
    replayed = replay(one, batch, depth=24)
    for number, moves in enumerate(batch):
        outcome = last_position(moves).outcome()
        assert replayed.legal[number] == len(moves.numbers)
        assert (replayed.reason[number] == 0) == (outcome is None)
        if outcome is not None:
            winner = {1: 1, 2: -1, None: 0}[outcome.winner]
            assert numpy.sign(replayed.margin[number]) == winner


@pytest.mark.bounds
@pytest.mark.parametrize("one", [one for one in usual_games() if one.name in COMPILED], ids=identify)
def test_compiled_and_plain_replay_agree(one: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def numbers(replayed: Replayed) -> list[list[int]]:
        seen = replayed.visits
        columns = (
            replayed.legal,
            replayed.reason,
            replayed.margin,
            seen.game,
            seen.edge,
            seen.mover,
        )
        return [column.tolist() for column in columns]

    batch = batch_of(one)
    batch.append(Moves(batch[0].start, [*batch[0].numbers[:3], 99]))  # one that is not legal
    plain = numbers(replay(one, batch, depth=24))
    monkeypatch.setattr(replay_batch, "WORTH_COMPILING", 0)
    assert numbers(replay(one, batch, depth=24)) == plain
    assert plain[0][-1] == 3


def test_an_illegal_move_ends_the_replay_there() -> None:
    awale = game("awale")
    start = awale.start()
    replayed = replay(awale, [Moves(start, [0, 0, 0, 5, 5]), Moves(start, [4, 0])], depth=24)
    assert replayed.legal.tolist() == [2, 2]
    assert sorted(replayed.visits.game.tolist()) == [0, 0, 1, 1]


def test_a_position_counts_once_a_game() -> None:
    quixo = game("quixo", size=3)
    there_and_back = ["0,0-0,2", "2,0-2,2", "0,2-0,0", "2,2-2,0", "0,0-0,2"]
    seen = [parse("quixo", ".../.../...:1")]
    for text in there_and_back:
        seen.append(seen[-1].play(text))
    moves = dict(identified(position) for position in seen[:-1])
    numbers = Reader(quixo).numbers(there_and_back, 1)
    found = replay(quixo, [Moves(seen[0], numbers)], depth=24).visits.edge.tolist()
    for key, classes in moves.items():
        assert len({edge_of(key, move) for move in classes} & {*found}) == 1
    assert len(found) == len(moves) < len(there_and_back)


def test_beyond_the_depth_nothing_is_counted_but_all_is_checked() -> None:
    awale = game("awale")
    replayed = replay(awale, batch_of(awale), depth=4)
    assert len(replayed.visits.edge) == 5 * 4


@pytest.mark.parametrize("one", [one for one in every_game() if one.size not in ("9", "20")], ids=identify)
def test_a_symmetry_changes_nothing_but_the_board(one: Game) -> None:
    """Playing the image of a move in the image of a board gives the image of the board after it."""
    code: Symmetry = bound(one.declaration.symmetry.__name__, one.kernel.__name__)
    draw = random.Random(one.label())
    position = one.start(seed=1)
    for _ply in range(12):
        legal = position.legal()
        if not legal:
            break
        move = draw.choice(legal)
        after = one.kernel.play(one.rules, position.state, move)
        for number in range(code.count(one.rules)):
            image = code.image(one.rules, position.state, number)
            moved = code.move_image(one.rules, move, number)
            assert one.kernel.play(one.rules, image, moved) == code.image(one.rules, after, number)
            mirrored = Position(one, image, position.to_move)
            assert identified(mirrored)[0] == identified(position)[0]
        position = position.play(move)


@pytest.mark.bounds
@pytest.mark.parametrize("one", [game("quixo"), game("mingmang"), game("chomp", size=5)], ids=identify)
def test_symmetries_compiled_are_the_same(one: Game) -> None:
    plain, machine = (
        bound(one.declaration.symmetry.__name__, one.kernel.__name__),
        compiled(one.declaration.symmetry.__name__),
    )
    position = last_position(Moves(one.start(), batch_of(one, 1)[0].numbers[:4]))
    assert fit_words(one.rules, position.state)
    rules, state = as_words(one.rules), as_words(position.state)
    for number in range(plain.count(one.rules)):
        image = machine.image(rules, state, number)
        assert from_words(image) == plain.image(one.rules, position.state, number)


def test_moves_that_mirror_each_other_are_one_class() -> None:
    _key, classes = identified(game("quixo").start())
    assert sorted(len(texts) for texts in classes.values()) == [4, 8, 8, 8, 8, 8]  # 44 moves
    _key, classes = identified(game("awale").start())
    assert [len(texts) for texts in classes.values()] == [1] * 6
    assert len(identified(game("chomp", size=3).start())[1]) == 5  # of 8


def test_transpositions_share_their_key() -> None:
    start = game("nimble").parse("0,0,1,2,0,2")
    one = start.play("4-2").play("6-1").play("3-1").play("4-1")
    two = start.play("3-1").play("4-1").play("4-2").play("6-1")
    assert identified(one)[0] == identified(two)[0]
    assert identified(one)[0] != identified(start)[0]


def test_turns_played_are_no_part_of_a_position_but_the_player_is() -> None:
    early, late = (
        parse("awale", "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0"),
        parse("awale", "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:8"),
    )
    other = parse("awale", "4,4,4,4,4,4,4,4,4,4,4,4:0,0:2:9")
    assert identified(early)[0] == identified(late)[0] != identified(other)[0]


# Keys and edges are in people's databases: these numbers may never change.
GOLDEN = [
    ("awale", "standard", "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0"),
    ("awale", "abapa", "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0"),
    ("awale", "standard", "4,4,4,4,0,5,0,6,6,5,5,5:0,0:1:2"),
    ("quixo", "standard", "...../...../...../...../.....:1"),
    ("quixo", "standard", "....x/...../...../...../o....:1"),
    ("chomp", "standard", "3,2,1:2"),
    ("nimble", "misere", "0,0,1,2,0,2:1"),
    ("mingmang", "free", "xoo/x.o/xxo:1"),
]
GOLDEN_KEYS = [
    3076011017689154528,
    -5431986507874074047,
    2898829697426085334,
    5238229669429435693,
    -5360612599484172527,
    2106725669997575969,
    4203944363380660524,
    -4797918171840038201,
]
GOLDEN_EDGE = 3076011017689154532
GOLDEN_WIDE = -4856962954658714986


def test_golden_keys() -> None:
    found = [identified(parse(name, text, variant))[0] for name, variant, text in GOLDEN]
    assert found == GOLDEN_KEYS


def test_a_golden_edge_and_a_key_of_a_wide_board() -> None:
    assert edge_of(GOLDEN_KEYS[0], 4) == GOLDEN_EDGE
    assert identified(game("mingmang", size=9).start())[0] == GOLDEN_WIDE


@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)), min_size=1, max_size=5))
def test_keys_of_arrays_are_keys_of_numbers(words: list[tuple[int, int]]) -> None:
    array = numpy.array(words, numpy.uint64).view(numpy.int64)
    players = numpy.array([1 + number % 2 for number in range(len(words))])
    keys = keys_of(77, array, players)
    assert keys.tolist() == [key_of(77, pair, 1 + number % 2) for number, pair in enumerate(words)]
    edges = edge_of(keys, numpy.arange(len(words)))
    assert edges.tolist() == [edge_of(int(key), number) for number, key in enumerate(keys)]
