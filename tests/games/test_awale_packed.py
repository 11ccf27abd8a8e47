"""Awalé's layers beyond those that searches read: the road of 25 seeds and more, taken by small layers."""

from __future__ import annotations

import mmap
import random
from pathlib import Path

import numpy
import pytest
from numpy.typing import NDArray
from tests.games.desk import Desk, plain
from tests.tables.toy import contents

import stratege
from stratege.core.compiling import compiled
from stratege.core.recipe import Layer
from stratege.games.awale import ranking, retrograde, table_recipe, verify
from stratege.games.awale.sowing import feeding, sowings
from stratege.games.awale.table_probe import LAYERS, addresses
from stratege.tables import builder as builder_module
from stratege.tables import unpacking, verifier
from stratege.tables.builder import Builder
from stratege.tables.format import ZSTD
from stratege.tables.shelf import Shelf

GAME = stratege.game("awale", "awari")
RAW, MOST, LARGE = 4, 8, 30


@pytest.fixture(scope="module")
def raw() -> Desk:
    return Desk(table_recipe, GAME.rules, MOST).build()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few seeds, small blocks, many looks at the clock."""
    monkeypatch.setattr(table_recipe, "MOST_RAW", RAW)
    monkeypatch.setattr(table_recipe, "CHUNK", 2048)
    monkeypatch.setattr(table_recipe, "SMALLEST", 500)
    monkeypatch.setattr(builder_module, "PACKED_BLOCK", 512)


def build(folder: Path, workers: int = 2, memory: int = 1 << 40) -> Shelf:
    builder = Builder(Shelf(folder), GAME, workers, memory)
    builder.build(builder.plan(MOST))
    return builder.shelf


@pytest.mark.usefixtures("small")
def test_packed_layers_hold_what_raw_ones_hold(raw: Desk, tmp_path: Path) -> None:
    """The same files whatever the workers, and with the memory given back at every look at the clock."""
    shelf, chance = build(tmp_path / "first"), random.Random(3)
    for workers, memory in ((1, 1 << 40), (3, 0)):
        build(tmp_path / f"{workers}", workers, memory)
        assert contents(tmp_path / f"{workers}") == contents(tmp_path / "first")
    for seeds, layer in enumerate(raw.layers):
        file = shelf.layer(GAME, layer.name)
        assert file is not None
        assert (file.header.coding == ZSTD) == (seeds > RAW)
        data, places = raw.data[layer.name], [chance.randrange(layer.entries) for _place in range(200)]
        assert numpy.array_equal(file.whole(), data)
        assert numpy.array_equal(file.gather(numpy.array(places)), data[places])
        assert [file.fetch(place, 1)[0] for place in places] == data[places].tolist()
        assert file.header.statistics == table_recipe.statistics(raw.rules, layer, data, plain())
        for place in places[:20]:
            state = (*ranking.board_at(seeds, place), 0)
            assert shelf.probe(GAME, state) == table_recipe.probe(raw.rules, state, raw.fetch)


@pytest.mark.usefixtures("small")
def test_the_work_takes_no_more_room_than_was_said(tmp_path: Path) -> None:
    most: dict[str, int] = {}

    def note(layer: Layer, fraction: float) -> None:
        taken = sum(path.stat().st_size for path in builder.folder.iterdir() if path.suffix != ".stgt")
        most[layer.name] = max(most.get(layer.name, 0), taken)

    builder = Builder(Shelf(tmp_path), GAME, 2, 1 << 40, progress=note)
    plan = builder.plan(MOST)
    builder.build(plan)
    page = 4096  # with which the file of the data begins
    for layer in plan.layers[RAW + 1 :]:
        assert most[layer.name] - page - layer.kept <= layer.working, layer.name


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("sample", [None, 300])
def test_a_packed_table_is_verified(
    sample: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "IN_MEMORY_AT_MOST", 0)
    verdicts = list(verifier.verify(build(tmp_path), GAME, sample, 1, 2))
    assert [(verdict.fault, verdict.layer) for verdict in verdicts] == [
        ("", name) for name in LAYERS[: MOST + 1]
    ]


def test_samples_find_what_the_whole_finds(raw: Desk) -> None:
    chance = random.Random(6)
    for seeds in range(1, MOST + 1):
        layer = raw.layers[seeds]
        every = numpy.arange(layer.entries)
        gather = lambda name, places: raw.data[name][places]  # noqa: E731
        assert table_recipe.wrong_among(raw.rules, layer, every, gather, plain()) == -1
        for _flip in range(5):
            entry, bit = chance.randrange(layer.entries), 1 << chance.randrange(8)
            raw.data[layer.name][entry] ^= bit
            found = table_recipe.wrong_among(raw.rules, layer, every, gather, plain())
            assert found == raw.wrong(layer)
            assert found >= 0
            raw.data[layer.name][entry] ^= bit


def sparse(size: int) -> NDArray[numpy.uint8]:
    """Zeros that take memory only where they are written to, by small pages."""
    room = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    room.madvise(mmap.MADV_NOHUGEPAGE)
    return numpy.frombuffer(room, numpy.uint8)


def heavy_boards(count: int) -> list[int]:
    """Indices of boards of so many seeds as need more than 31 bits, most of the seeds in one or two pits."""
    chance, found = random.Random(1), []
    for _board in range(count):
        pits = [0] * 12
        pits[chance.randrange(12)] += (first := chance.randrange(LARGE - 3))
        for _seed in range(LARGE - first):
            pits[chance.choice([0, chance.randrange(12)])] += 1
        mine, theirs = (
            sum(seeds << 8 * pit for pit, seeds in enumerate(row)) for row in (pits[:6], pits[6:])
        )
        found.append(ranking.index_of(mine, theirs))
    assert max(found) > 1 << 31
    return found


@pytest.mark.parametrize(
    "variant",
    ["standard", *(pytest.param(one, marks=pytest.mark.soak) for one in ("ccinp", "abapa", "awari"))],
)
def test_thirty_seeds_are_sown_and_valued_by_the_rules(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On arrays of the real size, of which hardly a page is ever touched."""
    rules, boards = stratege.game("awale", variant).rules, heavy_boards(300)
    tables, greedy = sowings(rules, LARGE), variant == "awari"
    monkeypatch.setattr(verify, "sowings", lambda *_asked: tables)
    verify.check_sowings(rules, LARGE, boards, sparse(ranking.boards(LARGE)).view(numpy.int8))
    boards = [board for board in boards if verify.kernel_moves(feeding(rules), LARGE, board)]
    needs = table_recipe.layers(rules, LARGE)[-1].needs
    layers = {LAYERS.index(name): sparse(ranking.boards(LAYERS.index(name))) for name in needs}
    layers[LARGE] = sparse(ranking.boards(LARGE) + table_recipe.SPARE)
    known, chance, room = addresses(layers), random.Random(2), numpy.zeros(6, numpy.int64)
    for board in boards:
        for taken, after in verify.kernel_moves(feeding(rules), LARGE, board):
            layers[LARGE - taken][after] = 2 * chance.randrange(-LARGE, LARGE) + 1 & 255
    evaluate, derived = compiled(retrograde.__name__).evaluate, compiled(verify.__name__).derived
    for board in boards:
        expected = derived(rules, LARGE, known, board, room)
        assert evaluate(tables, known, LARGE, *verify._ranks(LARGE, board)) == expected
    tile, bytes_ = numpy.array([LARGE, 0, 1]), layers[LARGE].view(numpy.int8)  # the last boards of the layer
    assert compiled(retrograde.__name__).sweep(tables, known, LARGE, bytes_, tile, True) > 0
    last = range(ranking.boards(LARGE) - ranking.ROWS[LARGE], ranking.boards(LARGE))
    for board in chance.sample(last, 500):
        if greedy and not verify.kernel_moves(feeding(rules), LARGE, board):
            assert bytes_[board] >> 1 == LARGE  # whoever can only starve the other takes all
            continue
        assert bytes_[board] >> 1 == derived(rules, LARGE, known, board, room)
