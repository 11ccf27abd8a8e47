from __future__ import annotations

import pytest
from tests.tables import toy

from stratege.tables import builder, shelf, verifier


@pytest.fixture
def toy_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the tables of the toy stand in for those of a game."""
    for module in (builder, shelf, verifier):
        monkeypatch.setattr(module, "recipe_for", lambda game: toy)
    monkeypatch.setitem(vars(toy.GAME.declaration), "recipe", toy)
