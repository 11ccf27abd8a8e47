"""What makes the ten levels of a game; `python -m benchmarks.search.levels` shows that each is a step."""

from __future__ import annotations

from dataclasses import dataclass

from stratege.core.game import Game
from stratege.engine.searcher import DEEPEST

COUNT = 10


@dataclass(frozen=True)
class Strength:
    """How far a player looks, how many positions it takes in, how much it overlooks.

    `blindness` is out of 256: the chance not to see a move, one's own or the opponent's, anywhere ahead.
    """

    depth: int = DEEPEST
    nodes: int | None = None
    blindness: int = 0


BEST = Strength()
GREEDY = Strength(1)

USUAL = (
    Strength(1, blindness=128),
    Strength(2, blindness=96),
    Strength(2, blindness=40),
    Strength(3, blindness=24),
    Strength(4, 2_000, 8),
    Strength(nodes=2_000),
    Strength(nodes=8_000),
    Strength(nodes=32_000),
    Strength(nodes=130_000),
    BEST,
)

# Who overlooks nothing holds Ming Mang to a draw, however little they look ahead: levels differ by blindness.
MING_MANG = (
    Strength(1, blindness=160),
    Strength(1, blindness=64),
    Strength(3, blindness=160),
    Strength(3, blindness=104),
    Strength(3, blindness=64),
    Strength(3, blindness=36),
    Strength(3, blindness=16),
    Strength(3, blindness=4),
    Strength(4, blindness=4),
    BEST,
)


def strengths(game: Game) -> tuple[Strength, ...]:
    """The levels of a game, the lowest first."""
    return MING_MANG if game.name == "mingmang" else USUAL
