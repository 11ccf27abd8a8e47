"""How others come to a game: an address that works for them, for the eye and for a camera."""

from __future__ import annotations

from typing import TypedDict

import segno
from starlette.datastructures import URL

from stratege.web.settings import LOOPBACK, Settings


class Invitation(TypedDict):
    """Where a game is, the same as a QR code, and whether nobody else can open it."""

    address: str
    qr: str
    here_only: bool


def invitation(url: URL, settings: Settings) -> Invitation:
    """To the page at this address, by a name that others can use where the server has one."""
    host = f"[{url.hostname}]" if url.hostname and ":" in url.hostname else url.hostname
    others = [name for name in settings.hosts if name not in LOOPBACK]
    here_only = host in LOOPBACK and not others
    if host in LOOPBACK and others:
        url = url.replace(hostname=others[0].strip("[]"))
    address = str(url.replace(query="", fragment=""))
    code = segno.make_qr(address, error="m").svg_inline(scale=4, border=3, dark="#000", light="#fff")
    return {"address": address, "qr": code, "here_only": here_only}
