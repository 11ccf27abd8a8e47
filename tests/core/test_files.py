"""A file is the old one or the new one, never half of either."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from stratege.core.errors import StrategeError
from stratege.core.files import opened, read_text, write_whole


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for content in (b"first", b"second and longer", b""):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert os.listdir(tmp_path) == ["game.txt"]


def test_a_failed_write_leaves_the_old_file_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.txt"
    write_whole(path, b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StrategeError, match="disk is full"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["game.txt"]


def test_errors_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(StrategeError, match="no such file"):
        read_text(tmp_path / "nothing")
    with pytest.raises(StrategeError, match="folder"):
        read_text(tmp_path)
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StrategeError, match="not text"):
        read_text(tmp_path / "picture")
    with pytest.raises(StrategeError, match="no such file or folder"):
        write_whole(tmp_path / "no" / "where", b"")


def test_a_file_opened_to_read(tmp_path: Path) -> None:
    path = tmp_path / "picture"
    path.write_bytes(b"abc")
    with opened(path) as file:
        assert file.read(2) == b"ab"
    with pytest.raises(StrategeError, match="no such file"), opened(tmp_path / "nothing"):
        pass
    with pytest.raises(StrategeError, match="it is a folder"), opened(tmp_path):
        pass
