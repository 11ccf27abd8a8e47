"""Variants are data: named parameters of a game's rules, each set with its source."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Repetition(Enum):
    """What the rules say of a board that comes back."""

    ALLOWED = "allowed"
    ENDS = "ends"  # the game ends there
    FORBIDDEN = "forbidden"  # the move that would bring it back is illegal


@dataclass(frozen=True)
class Variant:
    """A named way to play a game; games add parameters of their own by subclassing."""

    name: str
    summary: str
    source: str
    repetition: Repetition = Repetition.ALLOWED
