"""The room of play: an invitation shows an address that works for those invited."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.datastructures import URL

from stratege.web.rooms.play.invitation import invitation
from stratege.web.settings import LOOPBACK, Settings

HERE = "http://127.0.0.1:8765/play/abc?x=1"


@pytest.mark.parametrize(
    ("url", "names", "address", "here_only"),
    [
        (HERE, (), "http://127.0.0.1:8765/play/abc", True),
        (HERE, ("192.168.1.20", "lab.local"), "http://192.168.1.20:8765/play/abc", False),
        ("http://[::1]:80/play/abc", ("[fe80::1]",), "http://[fe80::1]:80/play/abc", False),
        ("https://lab.example/play/abc", ("lab.example",), "https://lab.example/play/abc", False),
    ],
)
def test_an_invitation(
    url: str, names: tuple[str, ...], address: str, here_only: bool, tmp_path: Path
) -> None:
    made = invitation(URL(url), Settings(tmp_path, hosts=(*LOOPBACK, *names)))
    assert (made["address"], made["here_only"]) == (address, here_only)
    assert made["qr"].startswith("<svg")
