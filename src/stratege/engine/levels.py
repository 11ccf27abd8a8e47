"""What makes the ten levels of a game; `python -m benchmarks.search.levels` shows that each is a step."""

from __future__ import annotations

from dataclasses import dataclass

from stratege.core.game import Game
from stratege.engine.limits import DEEPEST

COUNT = 10


@dataclass(frozen=True)
class Strength:
    """How far a player looks, how many positions it takes in, how much it overlooks.

    `blindness` is out of 256: the chance not to see a move, one's own or the opponent's, anywhere ahead.
    `exchanges`: whether it looks on until captures have been answered, in games that have them.
    """

    depth: int = DEEPEST
    nodes: int | None = None
    blindness: int = 0
    exchanges: bool = False


BEST = Strength(exchanges=True)
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

# Whoever overlooks little holds Ming Mang to a draw against their equals: levels differ by how much that is.
MING_MANG = (
    Strength(1, blindness=224),
    Strength(2, blindness=224),
    Strength(3, blindness=176),
    Strength(3, blindness=112),
    Strength(3, blindness=64),
    Strength(3, blindness=80, exchanges=True),
    Strength(3, blindness=44, exchanges=True),
    Strength(3, blindness=20, exchanges=True),
    Strength(3, blindness=6, exchanges=True),
    BEST,
)

# Of a short game only the end can be judged, so depth is all; the last levels make a slip now and then.
SHORT = (
    Strength(1, blindness=192),
    Strength(3, blindness=56),
    Strength(4, blindness=12),
    Strength(5, blindness=10),
    Strength(6, blindness=7),
    Strength(7, blindness=5),
    Strength(8, blindness=3),
    Strength(10, blindness=2),
    Strength(13, blindness=1),
    BEST,
)

LADDERS = {"mingmang": MING_MANG, "chomp": SHORT, "nimble": SHORT}


def strengths(game: Game) -> tuple[Strength, ...]:
    """The levels of a game, the lowest first."""
    return LADDERS.get(game.name, USUAL)
