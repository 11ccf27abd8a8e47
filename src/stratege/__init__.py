"""Stratège: a laboratory for the strategy games that people learn to program with.

>>> import stratege
>>> position = stratege.game("nimble").parse("0,0,1,2,0,2")
>>> position.play("4-2").text()
'0,1,1,1,0,2:2'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stratege.core.errors import (
        BadNotation,
        BadOption,
        IllegalMove,
        StrategeError,
        UnknownGame,
        UnknownVariant,
    )
    from stratege.core.game import Game
    from stratege.core.line import Line
    from stratege.core.outcome import Outcome
    from stratege.core.position import Position
    from stratege.core.registry import GAMES, game, parse
    from stratege.core.value import Value
    from stratege.core.variant import Repetition, Variant

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "BadNotation",
    "BadOption",
    "Game",
    "IllegalMove",
    "Line",
    "Outcome",
    "Position",
    "Repetition",
    "StrategeError",
    "UnknownGame",
    "UnknownVariant",
    "Value",
    "Variant",
    "game",
    "parse",
]

_HOMES = ("errors", "game", "line", "outcome", "position", "registry", "value", "variant")


def __getattr__(name: str) -> Any:
    """Each name is loaded when it is first asked for, so that commands and exam functions start at once."""
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"stratege.core.{home}")
            if hasattr(module, name):
                globals()[name] = getattr(module, name)
                return globals()[name]
    raise AttributeError(f"module 'stratege' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
