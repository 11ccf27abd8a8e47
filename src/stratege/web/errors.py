"""What the web app refuses, each with its HTTP status; any other `StrategeError` is a bad request (400)."""

from __future__ import annotations

from typing import Any

from stratege.core.errors import BadOption, StrategeError, Unavailable
from stratege.core.language import N_, _

BAD_REQUEST, UNAVAILABLE = 400, 503

# Pydantic's kinds of errors, which it names in English only; the fields are those of its contexts.
FAULTS = {
    "missing": N_("this is missing"),
    "less_than_equal": N_("this must be {le} at most"),
    "less_than": N_("this must be less than {lt}"),
    "greater_than_equal": N_("this must be {ge} at least"),
    "greater_than": N_("this must be more than {gt}"),
    "int_parsing": N_("this must be a whole number"),
    "int_type": N_("this must be a whole number"),
    "float_parsing": N_("this must be a number"),
    "finite_number": N_("this must be a number"),
    "float_type": N_("this must be a number"),
    "bool_parsing": N_("this must be true or false"),
    "bool_type": N_("this must be true or false"),
    "string_type": N_("this must be text"),
    "string_too_long": N_("this must have {max_length} signs at most"),
    "list_type": N_("this must be a list"),
    "too_long": N_("this must have {max_length} parts at most"),
    "too_short": N_("this must have {min_length} parts at least"),
    "model_attributes_type": N_("this must be an object with fields"),
    "literal_error": N_("this must be one of {expected}"),
    "extra_forbidden": N_("there is no such field"),
    "json_invalid": N_("this is not JSON"),
}
OTHER_FAULT = N_("this is not valid")


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


def unavailable() -> Failed:
    """What visitors are told of what only the log should know in full: hosts, paths, accounts."""
    return Failed(_("Something that this needs cannot be reached now; it has been noted. Try again later."))


def status_of(error: StrategeError) -> int:
    """The HTTP status that says what kind of error it is."""
    usual = UNAVAILABLE if isinstance(error, Unavailable) else BAD_REQUEST
    return int(getattr(error, "status", usual))


def reason_in_words(errors: list[Any]) -> str:
    """What is wrong with a request that does not have the shape it must have, in one sentence."""
    first: dict[str, Any] = errors[0] if errors else {"loc": ()}
    kind = first.get("type", "")
    where = ".".join(str(part) for part in first["loc"] if part not in ("query", "body", "path"))
    if kind == "json_invalid" or not where:
        where = "?"  # the place of a sign in the text says little
    known = {name: str(value).replace(" or ", ", ") for name, value in first.get("ctx", {}).items()}
    what = _(FAULTS.get(kind, OTHER_FAULT), **known)
    return str(BadOption(_("{where}: {what}.", where=where, what=what)))
