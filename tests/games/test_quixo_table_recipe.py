"""Quixo's exact tables against naive solving, other people's counts, kills and flipped bits."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from tests.games.desk import Desk, Interrupted, helped, interrupted, plain

from stratege.core.compiling import compiled
from stratege.core.errors import BadOption
from stratege.core.kernel import Rules, State
from stratege.core.recipe import Exact, Layer
from stratege.games.colourings import bitsets
from stratege.games.colourings.symmetric_sets import block_count, turns_of
from stratege.games.quixo import kernel, table_recipe
from stratege.games.quixo.retrograde import distances, indexing, layer_solver, lookup, worklist
from stratege.games.square_symmetry import TURNS

Bytes = NDArray[numpy.uint8]
Numbers = NDArray[numpy.int64]

# By blanks, then by cubes of the player not to move: won and lost boards. The same numbers came from another
# program (one thread, another order of cells), whose totals of all layers are those of Tanaka et al. (2020).
CLASSES = {
    0: [
        (1, 0),
        (25, 0),
        (300, 0),
        (2_300, 0),
        (12_650, 0),
        (53_128, 2),
        (177_060, 40),
        (480_320, 380),
        (1_079_295, 2_280),
        (2_027_081, 15_894),
        (3_188_460, 80_292),
        (4_183_052, 273_388),
        (4_474_366, 684_731),
        (2_572_251, 2_519_395),
        (1_251_548, 3_202_644),
        (436_320, 2_832_416),
        (110_114, 1_932_861),
        (21_536, 1_060_039),
        (3_304, 477_396),
        (304, 176_796),
        (12, 53_118),
        (0, 12_650),
        (0, 2_300),
        (0, 300),
        (0, 25),
        (0, 1),
    ],
    1: [
        (25, 0),
        (600, 0),
        (6_900, 0),
        (50_600, 0),
        (265_650, 0),
        (1_062_560, 40),
        (3_364_140, 760),
        (8_645_760, 6_840),
        (18_322_999, 63_776),
        (32_283_000, 404_584),
        (47_370_928, 1_659_100),
        (57_545_724, 4_781_100),
        (47_587_226, 12_697_868),
        (22_867_964, 39_017_000),
        (9_303_796, 39_717_120),
        (2_657_244, 30_030_292),
        (526_253, 17_860_522),
        (75_588, 8_577_012),
        (8_088, 3_356_812),
        (400, 1_062_200),
        (0, 265_650),
        (0, 50_600),
        (0, 6_900),
        (0, 600),
        (0, 25),
    ],
}


BLANKS = [0, pytest.param(1, marks=pytest.mark.soak)]
"""How many cubes of the large board are blank: the boards without any are a sample of the rest."""


def rules_of(n: int) -> Rules:
    return n, kernel.first_move(n)


def legal(rules: Rules, state: State) -> list[int]:
    moves = [0] * kernel.MOST_MOVES
    return moves[: kernel.moves(rules, state, moves, 0)]


@functools.cache
def table(n: int, limit: int | None = None) -> dict[str, Bytes]:
    return Desk(table_recipe, rules_of(n), limit).build().data


def probed(rules: Rules, state: State, data: dict[str, Bytes]) -> Exact | None:
    def fetch(layer: str, start: int, length: int) -> bytes | None:
        if layer not in data:
            return None
        assert 0 <= start <= start + length <= len(data[layer])
        return data[layer][start : start + length].tobytes()

    return table_recipe.probe(rules, state, fetch)


@functools.cache
def naive(n: int) -> dict[State, tuple[int, int]]:
    """Result and plies of every board that is won or lost, by dictionaries, ply by ply."""
    rules = rules_of(n)
    known: dict[State, tuple[int, int]] = {}
    after: dict[State, list[State]] = {}
    cells = range(1 << n * n)
    every: list[State] = [(mine, theirs) for mine in cells for theirs in cells if mine & theirs == 0]
    for state in every:
        reason = kernel.finished(rules, state)
        if reason:
            known[state] = kernel.result(rules, state, reason), 0
        else:
            after[state] = [kernel.play(rules, state, move) for move in legal(rules, state)]
    new, plies = dict(known), 0
    while new:
        plies += 1
        new = {}
        for state, states in after.items():
            if state not in known:
                results = [known[child][0] if child in known else 0 for child in states]
                if -1 in results or 0 not in results:
                    new[state] = -min(results), plies
        known |= new
    return known


def test_three_by_three_agrees_with_dictionaries_on_every_board() -> None:
    rules, known, data = rules_of(3), naive(3), table(3)
    assert len(known) == 3**9
    for state, (result, plies) in known.items():
        assert probed(rules, state, data) == Exact(result, plies)


def test_the_facts_of_three_by_three() -> None:
    (layer,) = table_recipe.layers(rules_of(3), None)
    found = table_recipe.statistics(rules_of(3), layer, table(3)[layer.name], plain())
    assert (found["won"], found["lost"], found["drawn"], found["longest"]) == (12_748, 6_935, 0, 8)
    assert found["start"] == {"result": 1, "plies": 7}
    assert sum(found["plies"]["won"].values()) == found["won"]


def test_the_facts_of_four_by_four() -> None:
    rules = rules_of(4)
    (layer,) = table_recipe.layers(rules, None)
    data = table(4)[layer.name]
    found = table_recipe.statistics(rules, layer, data, plain())
    assert (found["won"], found["lost"], found["drawn"]) == (26_434_489, 15_003_736, 1_608_496)
    assert found["start"] == {"result": 1, "plies": 21}
    some = numpy.random.default_rng(4).integers(0, layer.entries, 50_000)
    assert table_recipe.wrong(rules, layer, data, {}, some, plain()) == -1


@pytest.mark.parametrize("blanks", BLANKS)
def test_the_classes_of_five_by_five(blanks: int) -> None:
    rules, data = rules_of(5), table(5, blanks)
    layer = table_recipe.layers(rules, blanks)[blanks]
    found = table_recipe.statistics(rules, layer, data[layer.name], plain())["classes"]
    assert [(each["x"], each["o"]) for each in found] == [(x, 25 - blanks - x) for x in range(26 - blanks)]
    assert [(each["win"], each["loss"]) for each in found] == CLASSES[blanks]


@pytest.mark.parametrize("blanks", BLANKS)
def test_five_by_five_follows_from_the_kernel(blanks: int) -> None:
    rules, data = rules_of(5), table(5, blanks)
    layer = table_recipe.layers(rules, blanks)[blanks]
    some = numpy.random.default_rng(blanks).integers(0, layer.entries, 100_000)
    assert table_recipe.wrong(rules, layer, data[layer.name], data, some, plain()) == -1


def by_layers(n: int, solve: Callable[[layer_solver.LayerAtWork], None], workers: int = 2) -> list[Numbers]:
    """The won and lost boards of a small board by the way of the large one."""
    done: list[Numbers] = []
    for blanks in range(n * n + 1):
        words = block_count(n, blanks) << max(0, n * n - blanks - bitsets.WORD_BITS)
        new, spared = numpy.zeros(2 * words, numpy.int64), numpy.zeros(words, numpy.int64)
        below = done[-1] if done else new[:0]
        solve(layer_solver.LayerAtWork(rules_of(n), blanks, new, below, spared, plain(workers)))
        done.append(new)
    return done


@functools.cache
def undisturbed(n: int) -> list[Numbers]:
    return by_layers(n, layer_solver.LayerAtWork.solve)


def test_all_bits_of_a_word_are_known_boards() -> None:
    """The highest one makes a number negative, of whose amount NumPy would count the bits."""
    words, spared = numpy.zeros(2, numpy.int64), numpy.zeros(1, numpy.int64)
    layer = layer_solver.LayerAtWork(rules_of(3), 9, words, words[:0], spared, plain(1))
    for bits, word in ((64, -1), (1, -(1 << 63)), (63, (1 << 63) - 1)):
        words[:] = word, 0
        assert layer.known() == bits


def test_parts_worked_out_elsewhere_come_to_the_same() -> None:
    """Even if those who do so die of every third part, half way or just before they tell."""

    def solve(layer: layer_solver.LayerAtWork) -> None:
        this = Layer("", 0, 0, ("below",) if layer.blanks else ())
        held = {"data": layer.words, "spared": layer.spared, "below": layer.below}
        arrays = {name: array.view(numpy.uint8) for name, array in held.items()}
        layer.work = helped(layer.rules, this, arrays)
        layer.solve()

    assert [one.tolist() for one in by_layers(3, solve)] == [one.tolist() for one in undisturbed(3)]


@pytest.mark.parametrize("n", [3, 4])
def test_layer_by_layer_agrees_with_ply_by_ply(n: int) -> None:
    data, starts = table(n)["boards"], distances.offsets(n)
    for blanks, words in enumerate(undisturbed(n)):
        cubes, part = n * n - blanks, data[starts[blanks] : starts[blanks + 1]]
        pages = words.reshape(-1, 2, min(512, 1 << max(0, cubes - 6)))
        for which, sign in ((bitsets.WON, distances.WIN & 1), (bitsets.LOST, distances.LOSS & 1)):
            bits = numpy.unpackbits(
                numpy.ascontiguousarray(pages[:, which]).view(numpy.uint8), bitorder="little"
            )
            boards = bits.reshape(-1, max(64, 1 << cubes))[:, : 1 << cubes].reshape(-1)
            assert (boards == ((part != distances.DRAW) & (part & 1 == sign))).all()


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_any_moment_it_ends_with_the_same_bytes(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layer_solver, "JOB_BOARDS", 1 << 12)
    monkeypatch.setattr(layer_solver, "JOB_ENTRIES", 1 << 6)
    monkeypatch.setattr(layer_solver, "AT_LEAST_FEW", 1 << 10)
    chance, whole, kills = random.Random(workers), undisturbed(4), 0

    def solve(layer: layer_solver.LayerAtWork) -> None:
        nonlocal kills
        patient = layer.work
        for _ in range(2):
            layer.work = interrupted(chance.randrange(1, 80), workers)
            layer.spared[:] = chance.getrandbits(63)  # nothing in it may be believed
            try:
                layer.solve()
            except Interrupted:
                kills += 1
            assert not (layer.words & ~whole[layer.blanks]).any(), "a bit that is not true"
        layer.work = patient
        layer.solve()

    assert all((a == b).all() for a, b in zip(by_layers(4, solve, workers), whole))
    assert kills >= 10


@pytest.mark.soak
def test_other_workers_make_the_same_bytes() -> None:
    """Of the large board; of the small ones they do every day, and are killed at that."""
    layer, _conversion = table_recipe.layers(rules_of(5), 0)
    data = numpy.zeros(layer.size, numpy.uint8)
    table_recipe.solve(rules_of(5), layer, data, {}, plain(1))
    assert (data == table(5, 0)[layer.name]).all()


def test_small_boards_killed_end_with_the_same_bytes() -> None:
    (layer,) = table_recipe.layers(rules_of(3), None)
    data = numpy.zeros(layer.size, numpy.uint8)
    for after in (1, 20, 45):  # 63 to 73 were seen with two workers
        with pytest.raises(Interrupted):
            table_recipe.solve(rules_of(3), layer, data, {}, interrupted(after))
        assert (data == numpy.where(data == 0, 0, table(3)[layer.name])).all()
    table_recipe.solve(rules_of(3), layer, data, {}, plain(1))
    assert (data == table(3)[layer.name]).all()


def test_a_tail_that_outgrows_its_memory_is_swept_again() -> None:
    def solve(layer: layer_solver.LayerAtWork) -> None:
        layer.few = 50
        layer.solve()

    assert all((a == b).all() for a, b in zip(by_layers(4, solve), undisturbed(4)))


@pytest.mark.parametrize(("n", "limit"), [(3, None), (5, 0), pytest.param(5, 1, marks=pytest.mark.soak)])
def test_flipped_bits_are_found(n: int, limit: int | None) -> None:
    chance, rules = random.Random(8), rules_of(n)
    for layer in (one for one in table_recipe.layers(rules, limit) if not one.streamed):
        data = {name: layer_data.copy() for name, layer_data in table(n, limit).items()}
        for _ in range(20):
            entry = chance.randrange(layer.entries)
            flip(n, layer, data[layer.name], entry, chance)
            some = numpy.array([entry], numpy.int64)
            assert table_recipe.wrong(rules, layer, data[layer.name], data, some, plain()) == entry
            if n == 5:
                assert sampled(rules, layer, data, some) == entry
                near = (numpy.arange(64) << 9) + (entry & ~((1 << 15) - 1))
                assert sampled(rules, layer, table(n, limit), near) == -1


def sampled(rules: Rules, layer: Layer, data: Mapping[str, Bytes], some: NDArray[numpy.int64]) -> int:
    return table_recipe.wrong_among(rules, layer, some, lambda name, places: data[name][places], plain())


def flip(n: int, layer: Layer, data: Bytes, entry: int, chance: random.Random) -> None:
    if n == 3:
        data[entry] ^= 1 << chance.randrange(8)
        return
    cubes = 25 - int(layer.name[-2:])
    index = entry & (1 << cubes) - 1
    address = bitsets.word_address(cubes, entry >> cubes, index >> 6, chance.randrange(2))
    data[8 * address + (index >> 3 & 7)] ^= 1 << (index & 7)


def test_the_first_wrong_entry_of_all_is_told() -> None:
    (layer,) = table_recipe.layers(rules_of(3), None)
    data = table(3)[layer.name].copy()
    data[[4000, 4400]] = distances.DRAW
    assert 0 <= table_recipe.wrong(rules_of(3), layer, data, {}, None, plain()) <= 4000
    assert table_recipe.wrong(rules_of(3), layer, table(3)[layer.name], {}, None, plain()) == -1


@pytest.mark.parametrize("blanks", BLANKS)
def test_probing_five_by_five_through_all_symmetries(blanks: int) -> None:
    rules, data, chance = rules_of(5), table(5, blanks), random.Random(3)
    for _ in range(100):
        blank = blanks << chance.randrange(25)
        mine = chance.getrandbits(25) & ~blank
        state = mine, (1 << 25) - 1 & ~(mine | blank)
        turned = [tuple(turn_cells(cells, turn) for cells in state) for turn in turns_of(5)]
        found = [probed(rules, each, data) for each in turned]
        assert found[0] is not None
        assert found == [found[0]] * 8
        reason = kernel.finished(rules, state)
        after = [probed(rules, kernel.play(rules, state, move), data) for move in legal(rules, state)]
        best = max(-each.result for each in after if each is not None)
        assert found[0].result == (kernel.result(rules, state, reason) if reason else best)


@pytest.mark.parametrize("blanks", BLANKS)
def test_many_probes_at_once_say_the_same(blanks: int) -> None:
    rules, data = rules_of(5), table(5, blanks)
    mine = numpy.random.default_rng(6).integers(0, 1 << 24, 500) << 1
    theirs, out = (1 << 25) - 1 - blanks - mine, numpy.zeros_like(mine)  # cell 0 is theirs, or blank
    layer = data[f"blanks-0{blanks}"].view("<i8")
    compiled(lookup.__name__).look_up(indexing.index_tables(5), layer, mine, theirs, out)
    for state, result in zip(zip(mine.tolist(), theirs.tolist()), out.tolist()):
        assert probed(rules, state, data) == Exact(result)


def turn_cells(cells: int, turn: list[int]) -> int:
    return sum(1 << turn[cell] for cell in range(25) if cells >> cell & 1)


def test_a_layer_that_is_not_there_is_unknown() -> None:
    assert probed(rules_of(5), (0, 0), table(5, 0)) is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(indexing, "blocks", None)  # is not called in vain
        assert probed(rules_of(5), (0b1, 0b10), {}) is None


def test_layers_and_their_limits() -> None:
    names = [layer.name for layer in table_recipe.layers(rules_of(5), None)]
    values, conversions = names[:4], names[4:]
    assert values == ["blanks-00", "blanks-01", "blanks-02", "blanks-03"]
    assert conversions == ["conversion-00", "conversion-01", "conversion-02", "conversion-03"]
    everything = table_recipe.layers(rules_of(5), 25)
    assert sum(layer.size for layer in everything[:26]) == pytest.approx(26.6e9, rel=0.01)
    assert everything[25].needs == ("blanks-24",)
    assert everything[-1].needs == ("blanks-25", "blanks-24")
    assert sum(layer.kept for layer in everything[26:]) < 5e9
    assert max(layer.working for layer in everything[26:]) < 18e9
    for n, limit in ((5, 26), (5, -1), (4, 2)):
        with pytest.raises(BadOption):
            table_recipe.layers(rules_of(n), limit)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_the_self_check_passes(n: int) -> None:
    table_recipe.selfcheck(rules_of(n), seed=1)


def test_the_self_check_notices_another_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, confused = kernel.play, [1, 0, *range(2, kernel.MOST_MOVES)]  # two moves of the same cube
    monkeypatch.setattr(kernel, "play", lambda rules, state, move: honest(rules, state, confused[move]))
    with pytest.raises(AssertionError):
        table_recipe.selfcheck(rules_of(4), seed=1)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_every_set_of_blanks_has_its_block(n: int) -> None:
    chart, chance = indexing.index_tables(n), random.Random(n)
    for blanks in range(min(n * n, 7) + 1):
        blocks, _weights = indexing.blocks(n, blanks)
        for _ in range(20):
            cells = sum(1 << cell for cell in chance.sample(range(n * n), blanks))
            entry = int(chart.entry[cells])
            assert indexing.moved(chart.into, entry & 7, cells) == blocks[entry >> 3]


def test_a_board_is_found_where_it_is_put() -> None:
    locate = compiled(indexing.__name__).locate
    for n in (3, 4, 5):
        chart, chance = indexing.index_tables(n), random.Random(n)
        for blanks in (0, 1, 3, 6):
            blocks, weights = indexing.blocks(n, blanks)
            cubes = n * n - blanks
            for _ in range(20):
                block, index = chance.randrange(len(blocks)), chance.randrange(1 << cubes)
                entry = int(locate(chart, *indexing.board(chart, int(blocks[block]), index)))
                images = [
                    worklist.image(chart, cubes, entry, int(blocks[block]), turn) for turn in range(TURNS)
                ]
                assert block << cubes | index in images
                assert sum(image >= 0 for image in images) == 8 // weights[block]


@pytest.mark.soak
def test_two_blanks_follow_from_the_kernel() -> None:
    rules, data = rules_of(5), table(5, 2)
    layer = table_recipe.layers(rules, 2)[2]
    found: dict[str, Any] = table_recipe.statistics(rules, layer, data[layer.name], plain())
    assert (found["win"], found["loss"]) == (1_503_035_960, 922_844_064)
    some = numpy.random.default_rng(2).integers(0, layer.entries, 3_000_000)
    assert table_recipe.wrong(rules, layer, data[layer.name], data, some, plain()) == -1
