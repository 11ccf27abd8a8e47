"""What is not there is unknown; what was made by other rules is refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy
import pytest
from tests.games.catalogue import every_game, identify
from tests.tables import toy

import stratege
from stratege.core.errors import BadOption, BrokenTable
from stratege.core.recipe import Exact
from stratege.games.chomp import solver
from stratege.tables.builder import Builder
from stratege.tables.format import DATA_BEGINS, TableFile, checksums_of, seal, write_at
from stratege.tables.shelf import Shelf, default_folder, recipe_for, table_name


def test_a_missing_table_answers_unknown(tmp_path: Path) -> None:
    assert Shelf(tmp_path).probe(stratege.game("mingmang", size=3), (0, 0)) is None


@pytest.mark.usefixtures("toy_recipe")
def test_a_probe_reads_the_byte_of_its_position(tmp_path: Path) -> None:
    toy.build(tmp_path)
    shelf = Shelf(tmp_path)
    assert shelf.probe(toy.GAME, (4, 0)) == Exact(1, plies=(4 * 4 // 4 % 251 + 1) // 2 + 1)


def test_one_table_serves_all_sizes_that_share_their_rules(tmp_path: Path) -> None:
    """Awalé's boards are the same whatever a pit begins with; a table is built and found once."""
    usual, small = stratege.game("awale"), stratege.game("awale", size=1)
    builder = Builder(Shelf(tmp_path), small, 1, 1 << 28)
    builder.build(builder.plan(3))
    assert [path.name for path in tmp_path.iterdir()] == ["awale-standard-4"]
    assert Builder(Shelf(tmp_path), usual, 1, 1 << 28).plan(3).missing == ()
    state = usual.parse("0,0,0,0,0,1,2,0,0,0,0,0").state
    known = [Shelf(tmp_path).probe(one, state) for one in (usual, small)]
    assert known[0] == known[1] is not None
    sizes = ("3", "4", "5")
    assert len({table_name(stratege.game("quixo", size=size)) for size in sizes}) == len(sizes)


def test_a_table_knows_what_lies_in_its_box_however_it_lies(tmp_path: Path) -> None:
    """A smaller bar, and one that stands where the table's box lies down, are worth the same there."""
    for folder in ("chomp-standard-banana", "chomp-standard-0x9"):
        (tmp_path / folder).mkdir()
    builder = Builder(Shelf(tmp_path), stratege.game("chomp", size="6x4"), 1, 1 << 28)
    builder.build(builder.plan(None))
    shelf = Shelf(tmp_path)
    for size, text in [("6x4", "6,5,3,1"), ("4x6", "4,3,3,2,2,1"), ("5x3", "3,1,1"), ("40x40", "5,3,1")]:
        position = stratege.game("chomp", size=size).parse(text)
        won = bool(solver.winning_moves(position.state))
        assert shelf.probe(position.game, position.state) == Exact(1 if won else -1), text
    for size in ("7x1", "5x5"):
        assert (
            shelf.probe(stratege.game("chomp", size=size), stratege.game("chomp", size=size).start().state)
            is None
        )


def test_the_stamp_changes_with_any_table_that_knows_the_boards(tmp_path: Path) -> None:
    """Advisers that are kept are made anew when it does."""
    small, before = (
        stratege.game("chomp", size="3x3"),
        Shelf(tmp_path).stamp(stratege.game("chomp", size="3x3")),
    )
    builder = Builder(Shelf(tmp_path), stratege.game("chomp", size="4x4"), 1, 1 << 28)
    builder.build(builder.plan(None))
    assert Shelf(tmp_path).stamp(small) != before


@pytest.mark.usefixtures("toy_recipe")
def test_a_table_of_other_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.build(tmp_path)
    monkeypatch.setattr(toy, "VERSION", 2)
    with pytest.raises(BrokenTable, match="another version of the rules"):
        Shelf(tmp_path).layer(toy.GAME, "second")
    assert Shelf(tmp_path).probe(toy.GAME, (4, 0)) is None


@pytest.mark.usefixtures("toy_recipe")
def test_a_file_under_a_wrong_name_is_refused(tmp_path: Path) -> None:
    toy.build(tmp_path)
    first = next(tmp_path.glob("*/first.stgt"))
    first.rename(first.with_name("second.stgt"))
    with pytest.raises(BrokenTable, match="another table"):
        Shelf(tmp_path).layer(toy.GAME, "second")


@pytest.mark.usefixtures("toy_recipe")
def test_a_damaged_layer_is_left_out_and_the_log_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    toy.build(tmp_path)
    for path in tmp_path.glob("*/*.stgt"):
        content = bytearray(path.read_bytes())
        content[4100] ^= 1
        path.write_bytes(content)
    shelf = Shelf(tmp_path)
    assert shelf.probe(toy.GAME, (4, 0)) is None
    assert shelf.probe(toy.GAME, (5, 0)) is None
    assert shelf.gather(toy.GAME, "second", numpy.arange(9)) is None
    assert [record.message.count("block 0 is damaged") for record in caplog.records] == [1]
    assert shelf.mapped(toy.GAME, "first") is None
    assert len(caplog.records) == 2


@pytest.mark.usefixtures("toy_recipe")
@pytest.mark.parametrize(
    "other", [{"length": 70_000}, {"length": 3_000_000}, {"entries": 7}, {"needs": ["second"]}], ids=str
)
def test_a_whole_file_of_another_layout_is_refused(tmp_path: Path, other: dict[str, Any]) -> None:
    """Well made, every checksum right, but shorter or longer than compiled code would read it."""
    toy.build(tmp_path)
    path = next(tmp_path.glob("*/first.stgt"))
    header = dataclasses.replace(TableFile(path).header, **other)
    data = numpy.ones(header.length, numpy.uint8)
    with path.open("w+b", buffering=0) as file:
        write_at(file, data.tobytes(), DATA_BEGINS)
        seal(file, header, header.block_lengths, checksums_of(data, header.block))
    TableFile(path).check()
    with pytest.raises(BrokenTable, match="layout"):
        Shelf(tmp_path).layer(toy.GAME, "first")
    assert Shelf(tmp_path).mapped(toy.GAME, "first") is None


@pytest.mark.parametrize("one", every_game(), ids=identify)
def test_every_layer_that_can_be_planned_is_known(one: stratege.Game) -> None:
    recipe = one.declaration.recipe
    if recipe is not None:
        try:
            planned = recipe.layers(one.rules, None)
        except BadOption:
            return
        assert set(planned) <= set(recipe.every_layer(one.rules))


def test_games_without_tables_say_why() -> None:
    with pytest.raises(BadOption, match="no tables of Nimble"):
        recipe_for(stratege.game("nimble"))
    with pytest.raises(BadOption, match="boards seen"):
        recipe_for(stratege.game("mingmang", "no-repeat", 3))


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", "/somewhere")
    assert default_folder() == Path("/somewhere")
