"""Choosing a game: by name, variant and size, with errors that help."""

from __future__ import annotations

import pytest

import stratege
from stratege.core.registry import GAMES


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
    with pytest.raises(stratege.UnknownVariant, match="standard, ccinp, abapa"):
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


def test_what_the_package_exports_exists() -> None:
    assert all(hasattr(stratege, name) for name in stratege.__all__)
