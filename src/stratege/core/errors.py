"""What can go wrong, each said in one sentence that a person can act on."""

from __future__ import annotations


class StrategeError(Exception):
    """Base of every error that Stratège raises for bad input; `str(error)` is one clear sentence."""


class Unavailable(StrategeError):
    """Nobody's mistake: what is needed cannot be had now, such as a database that does not answer."""


class BrokenTable(StrategeError):
    """A table file that is damaged, unfinished, of another version or not what its name says."""


class UnknownGame(StrategeError):
    """No game has that name."""


class UnknownVariant(StrategeError):
    """The game has no variant of that name."""


class BadOption(StrategeError):
    """A size or another option that the game cannot have."""


class BadNotation(StrategeError):
    """A text that is not a position, a move or a record of the game."""


class IllegalMove(StrategeError):
    """A move that is well written but that the rules forbid here; the message says why."""
