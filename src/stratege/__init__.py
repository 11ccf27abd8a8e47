"""Stratège: a laboratory for the strategy games that people learn to program with.

>>> import stratege
>>> position = stratege.game("nimble").parse("0,0,1,2,0,2")
>>> position.play("4-2").text()
'0,1,1,1,0,2:2'
"""

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
