"""Formats of other programs: used where they are installed, done without where they are not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from stratege.images import peers, rivals
from stratege.images.picture import Picture, greys

BLACK_AND_WHITE = Picture.of([[0, 1, 0], [1, 1, 0]], greys(2))
GREY = Picture.of([[0, 1, 2]], greys(3))


@pytest.fixture
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No package, and no program but what a test puts into the folder."""
    monkeypatch.setattr(rivals, "_has", lambda _package: False)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def program(folder: Path, name: str, work: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\nPATH={os.defpath}\n{work}\n")
    path.chmod(0o755)


@pytest.mark.usefixtures("nothing_installed")
def test_without_them_the_rest_is_compared() -> None:
    assert list(peers.writers()) == [*peers.OURS, *peers.ALWAYS]
    assert list(peers.written(GREY)) == [*peers.OURS, *peers.ALWAYS]


def test_programs_get_the_picture_and_give_a_file(nothing_installed: Path) -> None:
    program(nothing_installed, "pbmtojbg", 'cp "$2" "$3"')
    program(nothing_installed, "cjxl", 'eval "made=\\${$#}"; printf xl > "$made"')
    writers = peers.writers()
    assert list(writers)[-2:] == ["JPEG XL", "JBIG"]
    assert writers["JPEG XL"](GREY) == b"xl"
    assert writers["JBIG"](GREY) is None
    content = writers["JBIG"](BLACK_AND_WHITE)
    assert content is not None
    assert content.startswith(b"P4\n3 2\n")  # a bitmap of Netpbm's


def test_the_benchmarks_rivals_hold_the_same_picture() -> None:
    """Those that are installed, at least in name, in the same order everywhere."""
    names = list(peers.writers())
    known = [*rivals.FOR_ALL, *rivals.WITH_PALETTE, *rivals.FOR_BLACK_AND_WHITE]
    assert [name for name in known if name in names] == names[len(peers.OURS) + len(peers.ALWAYS) :]
