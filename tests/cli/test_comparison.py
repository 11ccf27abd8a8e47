"""Formats side by side, in a terminal that is too narrow for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stratege.cli.comparison import print_comparison
from stratege.cli.console import out
from stratege.core import language
from stratege.images.peers import Written

FORMATS = ("runs", "rects", "context", "best", "PNG", "WebP", "G4", "JPEG XL", "oxipng", "JBIG", "DjVu")


def test_a_narrow_terminal_has_the_formats_below_each_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(out, "width", 60)
    found = {name: Written(1_234_567, 0.5) for name in FORMATS}
    language.use("fr")
    print_comparison(
        "octets", {Path("picture.png"): {**found}, Path("b.png"): {**found}}, lambda one: one.size
    )
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 60 for line in lines)
    assert sum(line.count("1\u202f234\u202f567") for line in lines) == 2 * len(FORMATS)
    heads, rows = (sum(line.startswith(f"{begin} ") for line in lines) for begin in ("octets", "picture.png"))
    assert heads == rows > 1
