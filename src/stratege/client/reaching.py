"""A server that cannot be reached, falls silent or speaks of something else: said in one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.exceptions import InvalidStatus, WebSocketException

from stratege.core.errors import StrategeError, Unavailable
from stratege.core.language import _


class Refused(StrategeError):
    """The server would not, and says why; `status` is the HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


@contextmanager
def reaching(address: str) -> Iterator[None]:
    """Make what goes wrong on the way to a server and back an `Unavailable` that names the server."""
    try:
        yield
    except (httpx.TimeoutException, TimeoutError):
        raise Unavailable(_("{address} gave no answer in time.", address=address)) from None
    except InvalidStatus as error:
        raise refusal(error.response.status_code, error.response.reason_phrase) from None
    except (httpx.HTTPError, httpx.InvalidURL, WebSocketException, OSError) as error:
        why = " ".join(str(error).rstrip(".").split()) or type(error).__name__
        raise Unavailable(_("{address} cannot be reached: {why}.", address=address, why=why)) from None


def refusal(status: int, phrase: str) -> StrategeError:
    """What an answer is that brings no sentence of its own."""
    if status < httpx.codes.MULTIPLE_CHOICES:
        return _stranger()
    return Refused(status, _("The server answers {status}.", status=f"{status} {phrase}".strip()))


def decoded(words: str | bytes) -> Any:
    """What a text in JSON says; nobody but another kind of server sends one that is none."""
    try:
        return json.loads(words)
    except ValueError:
        raise _stranger() from None


def _stranger() -> Unavailable:
    return Unavailable(_("What answers there is not a server of Stratège."))
