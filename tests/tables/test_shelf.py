"""What is not there is unknown; what was made by other rules is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tables import toy

import stratege
from stratege.core.errors import BadOption
from stratege.core.recipe import Exact
from stratege.tables.format import BrokenTable
from stratege.tables.shelf import Shelf, default_folder, recipe_for


def test_a_missing_table_answers_unknown(tmp_path: Path) -> None:
    assert Shelf(tmp_path).probe(stratege.game("mingmang", size=3), (0, 0)) is None


@pytest.mark.usefixtures("toy_recipe")
def test_a_probe_reads_the_byte_of_its_position(tmp_path: Path) -> None:
    toy.build(tmp_path)
    shelf = Shelf(tmp_path)
    assert shelf.probe(toy.GAME, (4, 0)) == Exact(1, plies=(4 * 4 // 4 % 251 + 1) // 2 + 1)


@pytest.mark.usefixtures("toy_recipe")
def test_a_table_of_other_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.build(tmp_path)
    monkeypatch.setattr(toy, "VERSION", 2)
    with pytest.raises(BrokenTable, match="another version of the rules"):
        Shelf(tmp_path).probe(toy.GAME, (4, 0))


@pytest.mark.usefixtures("toy_recipe")
def test_a_file_under_a_wrong_name_is_refused(tmp_path: Path) -> None:
    toy.build(tmp_path)
    first = next(tmp_path.glob("*/first.stgt"))
    first.rename(first.with_name("second.stgt"))
    with pytest.raises(BrokenTable, match="another table"):
        Shelf(tmp_path).probe(toy.GAME, (4, 0))


def test_games_without_tables_say_why() -> None:
    with pytest.raises(BadOption, match="no tables of Nimble"):
        recipe_for(stratege.game("nimble"))
    with pytest.raises(BadOption, match="boards seen"):
        recipe_for(stratege.game("mingmang", "no-repeat", 3))


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", "/somewhere")
    assert default_folder() == Path("/somewhere")
