"""Awalé's exact table: right, and the same bytes whatever happens while it is built."""

from __future__ import annotations

import random
from collections import Counter

import numba
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games import naive_awale
from tests.games.desk import Desk, Interrupted, interrupting

from stratege.core.compiling import compiled
from stratege.core.errors import BadOption
from stratege.core.kernel import State
from stratege.core.registry import game
from stratege.games.awale import kernel, ranking, retrograde, sowing, table_probe, table_recipe, verify
from stratege.games.awale.game import Awale

VARIANTS = tuple(Awale.variants)
RULES = {name: game("awale", name).rules for name in VARIANTS}

rows = st.lists(st.integers(0, 4), min_size=12, max_size=12)
heaps = st.lists(st.integers(0, 24), min_size=2, max_size=2).flatmap(
    lambda two: st.permutations([*two, *[0] * 10])
)


def words(board: list[int] | tuple[int, ...]) -> tuple[int, int]:
    """A board's two rows, packed."""
    mine, theirs = (sum(seeds << 8 * pit for pit, seeds in enumerate(row)) for row in (board[:6], board[6:]))
    return mine, theirs


def value(desk: Desk, state: State) -> int | None:
    exact = table_recipe.probe(desk.rules, state, desk.fetch)
    return exact.margin if exact else None


@pytest.fixture(scope="module", params=VARIANTS)
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(table_recipe, RULES[request.param], 7).build()


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many parts for the threads and many instants to be killed at, on layers that are soon done."""
    monkeypatch.setattr(table_recipe, "CHUNK", 2048)
    monkeypatch.setattr(table_recipe, "TILE", 100)
    monkeypatch.setattr(table_recipe, "SMALLEST", 500)


@pytest.mark.parametrize("most", [5, pytest.param(7, marks=pytest.mark.soak)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_naive_solver_finds_the_same_values(variant: str, most: int) -> None:
    desk = Desk(table_recipe, RULES[variant], most).build()
    for board, expected in naive_awale.solve(variant, most).items():
        assert value(desk, (*words(board), 0)) == expected, board


def test_values_follow_from_each_other_and_stay_within_the_seeds(desk: Desk) -> None:
    for seeds, layer in enumerate(desk.layers):
        assert desk.wrong(layer) == -1
        report = table_recipe.statistics(desk.rules, layer, desk.data[layer.name], desk.work(layer))
        assert all(abs(int(value)) <= seeds for value in report["values"])


@given(rows | heaps)
def test_every_board_has_its_index(board: list[int]) -> None:
    mine, theirs = words(board)
    index = ranking.index_of(mine, theirs)
    assert 0 <= index < ranking.boards(sum(board))
    assert ranking.board_at(sum(board), index) == (mine, theirs)
    twin = compiled(ranking.__name__)
    assert twin.index_of(mine, theirs) == index
    assert twin.board_at(sum(board), index) == (mine, theirs)


@pytest.mark.parametrize("seeds", range(5))
def test_indices_leave_no_gap(seeds: int) -> None:
    indices = {ranking.index_of(*words(board)) for board in naive_awale.boards(seeds)}
    assert indices == set(range(ranking.boards(seeds)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_selfcheck_passes(variant: str) -> None:
    table_recipe.selfcheck(RULES[variant], seed=7)


@pytest.mark.parametrize("part", ["moves", "landings", "origins", "sources"])
def test_the_selfcheck_finds_a_wrong_sowing(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(rules: tuple[int, ...], seeds: int) -> sowing.Sowings:
        tables = sowing.sowings(rules, seeds)
        getattr(tables, part)[::3] += 1
        return tables

    monkeypatch.setattr(verify, "sowings", spoilt)
    with pytest.raises(AssertionError, match="board"):
        verify.check_sowings(RULES["standard"], 5, range(ranking.boards(5)))


def test_no_board_pays_for_counting_references() -> None:
    """Numba counts who holds the tables where it cannot show that they stay: four fifths of the time."""
    tables = numba.typeof(sowing.sowings(RULES["standard"], 4))  # type: ignore[no-untyped-call]
    inner = numba.njit(nogil=True, error_model="numpy")(compiled(retrograde.__name__).evaluate.py_func)
    inner.compile((tables, numba.int64[::1], *[numba.int64] * 4))
    (code,) = inner.inspect_llvm().values()
    assert "byte_at" not in code  # it is all in one piece
    assert "call void @NRT_incref" not in code


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.usefixtures("small_chunks")
def test_the_bytes_do_not_depend_on_the_workers(desk: Desk, workers: int) -> None:
    again = Desk(table_recipe, desk.rules, 7).build(workers)
    for name, data in desk.data.items():
        assert numpy.array_equal(again.data[name], data), name


@pytest.mark.usefixtures("small_chunks")
def test_killed_while_the_bytes_are_written_it_writes_them_again(desk: Desk) -> None:
    def at_the_end(fraction: float) -> None:
        if fraction > 0.995:
            raise Interrupted

    layer = desk.layers[-1]
    again = Desk(table_recipe, desk.rules, 7)
    again.data |= {name: desk.data[name] for name in layer.needs}
    with pytest.raises(Interrupted):
        again.solve(layer, 2, at_the_end)
    assert 0 < numpy.count_nonzero(again.data[layer.name]) < layer.entries
    again.solve(layer)
    assert numpy.array_equal(again.data[layer.name], desk.data[layer.name])


@pytest.mark.usefixtures("small_chunks")
def test_killed_at_any_instant_it_goes_on_to_the_same_bytes(desk: Desk) -> None:
    chance = random.Random(11)
    again = Desk(table_recipe, desk.rules, 7)
    kills = 0
    for layer in again.layers:
        for _attempt in range(8):
            try:
                again.solve(layer, chance.choice((1, 2)), interrupting(chance.randrange(1, 60)))
            except Interrupted:
                kills += 1
                data = again.data[layer.name]
                assert numpy.array_equal(data[data != 0], desk.data[layer.name][data != 0])
        again.solve(layer)
        assert numpy.array_equal(again.data[layer.name], desk.data[layer.name])
    assert kills > 10


@pytest.mark.usefixtures("small_chunks")
def test_hints_and_values_may_be_lost(desk: Desk) -> None:
    """Threads may lose flags to each other, a crash may bring back older values: the end is the same."""
    chance = numpy.random.default_rng(3)
    layer = desk.layers[-1]
    again = Desk(table_recipe, desk.rules, 7)
    again.data |= {name: desk.data[name] for name in layer.needs}
    for after in (20, 60, 100):
        with pytest.raises(Interrupted):
            again.solve(layer, 2, interrupting(after))
        bytes_ = again.scratch[layer.name]["values"]
        bytes_[chance.random(len(bytes_)) < 0.3] &= 0xFE
        bytes_[chance.random(len(bytes_)) < 0.1] = 0
    again.solve(layer, 2)
    assert numpy.array_equal(again.data[layer.name], desk.data[layer.name])


def test_every_flipped_bit_is_found(desk: Desk) -> None:
    chance = random.Random(5)
    for _flip in range(300):
        layer = chance.choice(desk.layers[1:])
        entry, bit = chance.randrange(layer.entries), 1 << chance.randrange(8)
        desk.data[layer.name][entry] ^= bit
        assert desk.wrong(layer, numpy.array([0, entry])) == entry or entry == 0
        assert desk.wrong(layer) >= 0
        desk.data[layer.name][entry] ^= bit
    assert all(desk.wrong(layer) == -1 for layer in desk.layers)


def test_statistics_count_every_board_once(desk: Desk) -> None:
    layer = desk.layers[4]
    report = table_recipe.statistics(desk.rules, layer, desk.data[layer.name], desk.work(layer))
    counted = Counter(value(desk, (*words(board), 0)) for board in naive_awale.boards(4))
    assert report == {
        "seeds": 4,
        "positions": ranking.boards(4),
        "values": {str(value): counted[value] for value in sorted(v for v in counted if v is not None)},
    }


def test_all_ways_to_ask_give_the_same_answer(desk: Desk) -> None:
    chance = random.Random(2)
    layers = table_probe.addresses({seeds: desk.data[table_probe.LAYERS[seeds]] for seeds in range(8)})
    boards = [ranking.board_at(n, chance.randrange(ranking.boards(n))) for n in range(10) for _ in range(50)]
    mine, theirs = (numpy.array(side, numpy.int64) for side in zip(*boards))
    out = numpy.zeros(len(boards), numpy.int8)
    compiled(table_probe.__name__).values(mine, theirs, layers, out)
    listed = layers.tolist()
    for board, batched in zip(boards, out.tolist()):
        assert table_probe.value((*board, 0), listed, 0) == batched
        assert value(desk, (*board, 0)) == (None if batched == table_probe.UNKNOWN else batched)
    assert table_probe.UNKNOWN in out
    assert table_probe.value((255, 0, 0), listed, 0) == table_probe.UNKNOWN


def test_the_stores_decide_who_wins(desk: Desk) -> None:
    mine, theirs = words((0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0))  # no move: the opponent takes three more
    for ahead, result in ((2, -1), (3, 0), (4, 1)):
        exact = table_recipe.probe(desk.rules, (mine | ahead << kernel.STORE, theirs, 0), desk.fetch)
        assert exact is not None
        assert (exact.result, exact.margin, exact.plies) == (result, ahead - 3, None)


def test_a_missing_or_unfinished_layer_answers_nothing() -> None:
    desk = Desk(table_recipe, RULES["standard"], 3)
    assert table_recipe.probe(desk.rules, (3, 0, 0), desk.fetch) is None
    assert table_recipe.probe(desk.rules, (4, 0, 0), desk.fetch) is None
    assert table_recipe.probe(desk.rules, (255, 0, 0), desk.fetch) is None


def test_layers_need_only_what_is_built_before() -> None:
    for variant in VARIANTS:
        seen: set[str] = set()
        for layer in table_recipe.layers(RULES[variant], 24):
            assert seen.issuperset(layer.needs)
            seen.add(layer.name)
        assert "seeds-24" in seen
    assert table_recipe.layers(RULES["abapa"], None)[-1].name == "seeds-15"
    assert sum(layer.entries for layer in table_recipe.layers(RULES["abapa"], 20)) == 225792840


@pytest.mark.parametrize("limit", [-1, 49])
def test_a_table_that_cannot_be_is_refused(limit: int) -> None:
    with pytest.raises(BadOption, match="0 to 48 seeds"):
        table_recipe.layers(RULES["standard"], limit)
