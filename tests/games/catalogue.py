"""The games that tests run on: every variant of every registered game, in several sizes."""

from __future__ import annotations

from stratege.core.game import Game
from stratege.core.registry import GAMES, game, game_class

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


def usual_games() -> list[Game]:
    """Each game in each variant, in its usual size."""
    return [game(name, variant) for name in GAMES for variant in game_class(name).variants]


def identify(one: Game) -> str:
    """A name for pytest."""
    return f"{one.name}-{one.variant.name}-{one.size}"
