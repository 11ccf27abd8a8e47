"""What the web app refuses, each with its HTTP status; any other `StrategeError` is a bad request (400)."""

from __future__ import annotations

from stratege.core.errors import StrategeError, Unavailable

BAD_REQUEST, UNAVAILABLE = 400, 503


class Forbidden(StrategeError):
    """Not for this visitor."""

    status = 403


class Missing(StrategeError):
    """There is no such thing."""

    status = 404


class Conflict(StrategeError):
    """Not as things stand now."""

    status = 409


class Busy(StrategeError):
    """Too much is asked at once."""

    status = 429


class Failed(Unavailable):
    """Our own fault: an engine died, the disk is full."""


def status_of(error: StrategeError) -> int:
    """The HTTP status that says what kind of error it is."""
    usual = UNAVAILABLE if isinstance(error, Unavailable) else BAD_REQUEST
    return int(getattr(error, "status", usual))
