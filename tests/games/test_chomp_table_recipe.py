"""The table of a Chomp box: same bytes however often it is killed, and no flipped bit goes unseen."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from tests.games.desk import Desk, Interrupted, interrupted, plain

import stratege
from stratege.core.compiling import compiled
from stratege.core.errors import BadOption
from stratege.core.recipe import Exact, Layer
from stratege.games.chomp import kernel, numbering, solver, table_recipe

RULES = (9, 7)
NOTHING_BELOW: dict[str, NDArray[Any]] = {}


def layer_of(rules: tuple[int, int]) -> Layer:
    (layer,) = table_recipe.layers(rules, None)
    return layer


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_and_started_again_it_ends_with_the_same_bytes(workers: int) -> None:
    layer = layer_of(RULES)
    whole = Desk(table_recipe, RULES).build(workers=1).data[layer.name].tobytes()
    draw = random.Random(7)
    data = numpy.zeros(layer.size, numpy.uint8)
    for _kill in range(12):
        with pytest.raises(Interrupted):
            table_recipe.solve(RULES, layer, data, NOTHING_BELOW, interrupted(draw.randint(1, 6), workers))
    table_recipe.solve(RULES, layer, data, NOTHING_BELOW, plain(workers))
    assert data.tobytes() == whole


def test_whatever_lies_in_the_array_is_overwritten() -> None:
    layer = layer_of(RULES)
    data = numpy.frombuffer(bytearray(random.Random(1).randbytes(layer.size)), numpy.uint8)
    table_recipe.solve(RULES, layer, data, NOTHING_BELOW, plain())
    assert data.tobytes() == Desk(table_recipe, RULES).build().data[layer.name].tobytes()


def test_a_right_table_is_found_right() -> None:
    for rules in (RULES, (7, 9), (1, 1), (100, 2)):
        layer, told = layer_of(rules), list[float]()
        data = Desk(table_recipe, rules).build().data[layer.name]
        assert table_recipe.wrong(rules, layer, data, NOTHING_BELOW, None, plain(2, told.append)) == -1
        assert told[-1] == 1.0


def test_every_flipped_bit_is_found() -> None:
    layer = layer_of(RULES)
    data = Desk(table_recipe, RULES).build().data[layer.name]
    draw = random.Random(3)
    for _flip in range(150):
        index = draw.randrange(layer.entries)
        data[index >> 3] ^= 1 << (index & 7)
        sample = numpy.array([0, index, layer.entries - 1])
        assert table_recipe.wrong(RULES, layer, data, NOTHING_BELOW, sample, plain()) in (
            0,
            index,
            layer.entries - 1,
        )
        assert table_recipe.wrong(RULES, layer, data, NOTHING_BELOW, sample[1:2], plain()) == index
        data[index >> 3] ^= 1 << (index & 7)
    data[5000 >> 3] ^= 1 << (5000 & 7)
    assert table_recipe.wrong(RULES, layer, data, NOTHING_BELOW, None, plain()) == 5000


def test_statistics_count_the_lost_shapes_by_squares() -> None:
    layer = layer_of((6, 6))
    found = table_recipe.statistics(
        (6, 6), layer, Desk(table_recipe, (6, 6)).build().data[layer.name], plain()
    )
    box = solver.solved((6, 6))
    below = numbering.below_list((6, 6))
    counts: dict[str, int] = {}
    for index in range(1, layer.entries):
        shape = numbering.shape_of(below, 6, 6, index, (0,) * 6)
        if box.is_lost(shape):
            counts[str(sum(shape))] = counts.get(str(sum(shape)), 0) + 1
    assert found == {
        "shapes": 923,
        "lost": 48,
        "lost_by_squares": dict(sorted(counts.items(), key=lambda item: int(item[0]))),
    }
    assert sum(counts.values()) == 48


def fetcher(data: NDArray[Any]) -> Callable[[str, int, int], bytes | None]:
    return lambda name, start, length: (
        data[start : start + length].tobytes() if name == table_recipe.NAME else None
    )


@pytest.mark.parametrize("rules", [(5, 4), (4, 5)])
def test_probes_say_what_the_solver_says(rules: tuple[int, int]) -> None:
    game = stratege.game("chomp", size=rules)
    data, box = Desk(table_recipe, rules).build().data[table_recipe.NAME], solver.solved(rules)
    draw = random.Random(5)
    for _game in range(30):
        position = game.start()
        while position.legal():
            exact = table_recipe.probe(rules, position.state, fetcher(data))
            assert exact == Exact(-1 if box.is_lost(position.state) else 1)
            position = position.play(draw.choice(position.legal()))
    assert table_recipe.probe(rules, game.start().state, lambda name, start, length: None) is None


def test_a_table_that_cannot_be() -> None:
    with pytest.raises(BadOption, match="19×19"):
        table_recipe.layers((20, 20), None)
    with pytest.raises(BadOption, match="limit"):
        table_recipe.layers((5, 5), 3)
    assert layer_of((16, 16)).entries == 601_080_390


def test_the_largest_box_is_checked_and_counted_to_its_last_row() -> None:
    """By its first 63 shapes, of which some stand in all rows."""
    box = (table_recipe.WIDEST, table_recipe.WIDEST)
    below = numbering.below_list(box)
    shapes = [numbering.shape_of(below, *box, index, (0,) * box[1]) for index in range(63)]
    lost: set[int] = set()
    for index, shape in enumerate(shapes):
        out = [0] * sum(shape)
        moves = out[: kernel.moves(box, shape, out, 0)]
        if index > 0 and not any(shapes.index(kernel.play(box, shape, move)) in lost for move in moves):
            lost.add(index)
    assert len(lost) > 1
    assert any(shape[-1] for shape in shapes)

    walk, table = compiled(solver.WALK, solver.KERNEL), numbering.below_table(box)
    bits = numpy.array([sum(1 << index for index in lost)], numpy.int64)
    room = numpy.zeros(box[0] * box[1], numpy.int64)
    assert walk.first_wrong(table, box, bits, numpy.arange(63), room) == -1
    counts = numpy.zeros(box[0] * box[1] + 1, numpy.int64)
    walk.count_by_squares(table, box, bits, 0, 1, counts)
    assert counts.tolist() == [sum(sum(shapes[index]) == n for index in lost) for n in range(len(counts))]
