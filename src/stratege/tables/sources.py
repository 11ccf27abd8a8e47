"""Where tables are fetched from: a folder, or an address over https."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
)
from urllib.response import addinfourl

from stratege.core.errors import BadOption, StrategeError
from stratege.core.files import reason_of
from stratege.core.language import _

PIECE = 1 << 20
SILENCE = 30.0
"""Seconds without a byte after which an address is given up."""
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


class Source(ABC):
    """Files by their path beside the manifest."""

    @abstractmethod
    def pieces(self, path: str, start: int, end: int, deadline: float) -> Iterator[bytes]:
        """The bytes of a file from `start` to at most `end`; `StrategeError` if it cannot be read."""

    def read(self, path: str, most: int, deadline: float) -> bytes:
        """A whole file of at most so many bytes."""
        content = b"".join(self.pieces(path, 0, most + 1, deadline))
        if len(content) > most:
            raise StrategeError(_("{path} is too long.", path=path))
        return content


class Directory(Source):
    """A folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def pieces(self, path: str, start: int, end: int, deadline: float) -> Iterator[bytes]:
        place = self.folder / path
        try:
            with place.open("rb") as file:
                file.seek(start)
                while start < end and (piece := file.read(min(PIECE, end - start))):
                    start += len(piece)
                    yield piece
        except OSError as error:
            raise StrategeError(_("Cannot read {path}: {why}.", path=place, why=reason_of(error))) from None


class Address(Source):
    """A folder that a web server shows: https, or http on this machine."""

    def __init__(self, url: str) -> None:
        _check(url)
        self.url = url.rstrip("/") + "/"
        self._opener = OpenerDirector()  # not `build_opener`, which would read files and proxies too
        for handler in (
            HTTPHandler(),
            HTTPSHandler(),
            HTTPDefaultErrorHandler(),
            HTTPErrorProcessor(),
            SafeRedirects(),
        ):
            self._opener.add_handler(handler)

    def pieces(self, path: str, start: int, end: int, deadline: float) -> Iterator[bytes]:
        if start >= end:
            return
        place = urljoin(self.url, path)
        request = Request(place, headers={"Range": f"bytes={start}-"} if start else {})
        try:
            with self._opened(request, deadline) as answer:
                if start and answer.status != 206:
                    _skip(answer, start)
                while start < end and (piece := answer.read(min(PIECE, end - start))):
                    start += len(piece)
                    yield piece
        except (OSError, HTTPException) as error:
            why = f"HTTP {error.code}" if isinstance(error, HTTPError) else _said(error)
            raise StrategeError(_("Cannot read {path}: {why}.", path=place, why=why)) from None

    def _opened(self, request: Request, deadline: float) -> addinfourl:
        left = deadline - time.monotonic()
        return cast("addinfourl", self._opener.open(request, timeout=max(0.001, min(SILENCE, left))))


class SafeRedirects(HTTPRedirectHandler):
    """Follows where it is sent, but never away from https."""

    def redirect_request(self, *answer: Any) -> Request | None:
        _check(answer[-1])  # the new address
        return super().redirect_request(*answer)


def source_of(text: str) -> Source:
    """The folder or the address that the text means."""
    return Address(text) if "://" in text and not text.startswith("file://") else Directory(_folder(text))


def _folder(text: str) -> Path:
    return Path(urlsplit(text).path if text.startswith("file://") else text)


def _check(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in THIS_MACHINE):
        raise BadOption(_("Tables are fetched from a folder or over https, not from {url}.", url=url))


def _skip(answer: addinfourl, length: int) -> None:
    """A server that knows no ranges sends all again."""
    while length and (piece := answer.read(min(PIECE, length))):
        length -= len(piece)


def _said(error: Exception) -> str:
    reason = error.reason if isinstance(error, URLError) else error
    return str(reason) or type(error).__name__
