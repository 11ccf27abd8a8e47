"""The games that tests run on: every variant of every registered game, in several sizes."""

from __future__ import annotations

from typing import Any

import pytest

from stratege.core.game import Game
from stratege.core.registry import GAMES, game, game_class
from stratege.core.wordsize import widened

SIZES = {
    "awale": ("4", "1", "2", "20"),
    "chomp": ("7x5", "1x4", "4x1", "2x2", "12x3"),
    "nimble": ("6x3", "2x1", "9x5"),
    "mingmang": ("8", "3", "4", "5", "7", "9"),
    "quixo": ("5", "3", "4"),
}


def every_game() -> list[Game]:
    """Each game in each variant, in the usual size first; a new game comes in by itself."""
    return [
        game(name, variant, size)
        for name in GAMES
        for variant in game_class(name).variants
        for size in SIZES.get(name, (None,))
    ]


def every_engine() -> list[Any]:
    """Every game as a parameter; where a size takes machine code of its own, `make soak` compiles it."""
    return [
        pytest.param(one, marks=[] if _has_usual_code(one) else [pytest.mark.soak], id=identify(one))
        for one in every_game()
    ]


def _has_usual_code(one: Game) -> bool:
    """Whether its states are as wide as those of the usual size, or too wide for machine code."""
    usual = game(one.name, one.variant.name)
    widths = {len(widened(rules.start(seed=0).state, one.least_words)) for rules in (one, usual)}
    return len(widths) == 1 or not one.compilable


def usual_games() -> list[Game]:
    """Each game in each variant, in its usual size."""
    return [game(name, variant) for name in GAMES for variant in game_class(name).variants]


def identify(one: Game) -> str:
    """A name for pytest."""
    return f"{one.name}-{one.variant.name}-{one.size}"
