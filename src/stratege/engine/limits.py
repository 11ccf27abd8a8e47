"""When a search is to end."""

from __future__ import annotations

from dataclasses import dataclass

DEEPEST = 100


@dataclass(frozen=True)
class Limits:
    """When to stop: whichever comes first. With none of them, at a depth no game needs.

    Where time that moves leave is kept for later ones, `saved` are the seconds kept so far, which may be used
    beside those of this move (`engine.time_use`); None where nothing is kept.
    """

    depth: int = DEEPEST
    nodes: int | None = None
    seconds: float | None = None
    saved: float | None = None
