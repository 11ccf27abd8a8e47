"""Choosing a game: by name, variant and size, with errors that help."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import stratege
from stratege.core.registry import GAMES, GROUP, Games
from stratege.core.strength import LEVELS


def test_every_registered_game_opens_under_its_own_name() -> None:
    for name in GAMES:
        one = stratege.game(name)
        assert one.name == name
        assert stratege.game(name, one.variant.name, one.size) == one


def test_sizes_are_numbers_texts_or_tuples() -> None:
    assert stratege.game("chomp", size=(10, 8)) == stratege.game("chomp", size="10x8")
    assert stratege.game("quixo", size=4) == stratege.game("quixo", size="4")
    assert stratege.game("quixo", size=4) != stratege.game("quixo")


@pytest.mark.parametrize(("name", "hint"), [("quix", "quixo"), ("awele", "awale"), ("Nimble", "nimble")])
def test_a_near_miss_gets_a_suggestion(name: str, hint: str) -> None:
    with pytest.raises(stratege.UnknownGame, match=f"did you mean {hint}"):
        stratege.game(name)


def test_an_unknown_variant_names_those_there_are() -> None:
    with pytest.raises(stratege.UnknownVariant, match="standard, ccinp, abapa, awari"):
        stratege.game("awale", "kalah")


def test_the_size_is_read_off_the_text() -> None:
    texts = {
        "awale": ("1,0,0,0,0,0,1,0,0,0,0,0", "4"),
        "chomp": ("9,2", "9x2"),
        "nimble": ("0,1,5", "3x3"),
        "mingmang": ("x..../...../...../...../....o", "5"),
        "quixo": ("x../.../..o", "3"),
    }
    assert set(texts) == set(GAMES)
    for name, (text, size) in texts.items():
        assert stratege.parse(name, text).game.size == size


def test_the_games_of_the_house_come_first_and_each_declares_itself() -> None:
    assert list(GAMES)[: len(GAMES.own)] == list(GAMES.own)
    for name, declared in GAMES.items():
        assert declared.name == name
        assert declared.game.declaration is declared
        assert len(declared.ladder) == LEVELS
        if declared.scene:
            stratege.parse(name, declared.scene)


def test_nothing_heavy_is_loaded_to_list_the_games() -> None:
    script = (
        "import sys, stratege; titles = [one.game.title for one in stratege.GAMES.values()]\n"
        "print([name for name in ('numpy', 'numba', 'stratege.engine', 'stratege.games.quixo.evaluate',"
        " 'stratege.games.chomp.solver') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_strangers_game_that_cannot_be_had_is_told_of_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = {
        "broken": "def GAME(: a mistake",
        "other": "GAME = 'no declaration'",
        "quixo": "from stratege.games.quixo import GAME",
    }
    for name, source in brought.items():
        (tmp_path / f"strange_{name}.py").write_text(source)
    info = tmp_path / "strange-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1\n")
    points = "".join(f"{name} = strange_{name}:GAME\n" for name in brought)
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{points}")
    monkeypatch.syspath_prepend(str(tmp_path))
    games = Games()
    with pytest.warns(RuntimeWarning) as told:
        assert set(games) == set(games.own)
    assert sorted(str(one.message).split("'")[1] for one in told) == sorted(brought)
    assert games["quixo"].game is stratege.game("quixo").__class__
    assert "broken" not in games


def test_what_the_package_exports_exists() -> None:
    assert all(hasattr(stratege, name) for name in stratege.__all__)
