"""What the web app refuses, each with its HTTP status; any other `StrategeError` is a bad request (400)."""

from __future__ import annotations

from stratege.core.errors import StrategeError

BAD_REQUEST = 400


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


class Failed(StrategeError):
    """Our own fault: an engine died, the disk is full."""

    status = 503


def status_of(error: StrategeError) -> int:
    """The HTTP status that says what kind of error it is."""
    return int(getattr(error, "status", BAD_REQUEST))
