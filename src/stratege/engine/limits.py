"""When a search is to end."""

from __future__ import annotations

from dataclasses import dataclass

DEEPEST = 100


@dataclass(frozen=True)
class Limits:
    """When to stop: whichever comes first. With none of them, at a depth no game needs."""

    depth: int = DEEPEST
    nodes: int | None = None
    seconds: float | None = None
