"""How strong a machine plays, and the ladders of ten levels that games share.

`python -m benchmarks.search.levels` shows that each level of a game is a step above the one before.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Strength:
    """How far a player looks (None: as far as it is let), how many positions it takes in, what it overlooks.

    `blindness` is out of 256: the chance not to see a move, one's own or the opponent's, anywhere ahead.
    `exchanges`: whether it looks on until captures have been answered, in games that have them.
    """

    depth: int | None = None
    nodes: int | None = None
    blindness: int = 0
    exchanges: bool = False


Ladder = tuple[Strength, ...]
"""The levels of a game, the lowest first; as many as `LEVELS`."""

LEVELS = 10
BEST = Strength(exchanges=True)
GREEDY = Strength(1)

USUAL: Ladder = (
    Strength(1, blindness=168),
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

# Of a short game only the end can be judged, so depth is all; the last levels make a slip now and then.
SHORT: Ladder = (
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
