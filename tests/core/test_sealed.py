"""A sealed file is believed only if it is whole and what it should be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stratege.core import sealed

MAGIC = b"stratege test 1\n"
ABOUT, REST = {"game": "toy", "rules": ["é", 3]}, bytes(range(256)) + b"\n\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    sealed.write(tmp_path / "a", MAGIC, ABOUT, REST)
    return tmp_path / "a"


def refused(path: Path) -> str:
    with pytest.raises(ValueError, match=r"^it") as told:
        sealed.read(path, MAGIC)
    return str(told.value)


def test_what_was_written_is_read_and_its_head_by_anybody(path: Path) -> None:
    assert sealed.read(path, MAGIC) == (ABOUT, REST)
    assert re.match(rb'stratege test 1\n[0-9a-f]{64}\n\{"game": "toy", ', path.read_bytes())


def test_every_cut_and_every_changed_byte_is_noticed(path: Path) -> None:
    whole = path.read_bytes()
    for at in range(len(whole)):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
            path.write_bytes(damaged)
            foreign = at < len(MAGIC)
            assert refused(path) == ("it is something else" if foreign else "it is damaged or cut short")
    path.write_bytes(whole + b"\n")
    assert refused(path) == "it is damaged or cut short"


@pytest.mark.parametrize("head", [b"[]", b"{", b"", b"\xff", b"[" * 100_000])
def test_a_head_that_says_nothing_is_refused(path: Path, head: bytes) -> None:
    path.write_bytes(sealed.sealed(MAGIC, head + b"\n" + REST))
    assert refused(path) == "its content makes no sense"


def test_what_is_too_large_is_not_read_to_its_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = path.stat().st_size
    monkeypatch.setattr(sealed, "LARGEST", size)
    assert sealed.read(path, MAGIC) == (ABOUT, REST)
    monkeypatch.setattr(sealed, "LARGEST", size - 1)
    assert refused(path) == "it is too large"
    assert refused(Path("/dev/zero")) == "it is something else"


def test_no_file_is_the_end_of_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^there is no such file or folder$"):
        sealed.read(tmp_path / "none", MAGIC)


def test_the_old_file_stays_until_the_new_one_is_whole(path: Path) -> None:
    with pytest.raises(TypeError):
        sealed.write(path, MAGIC, {"about": object()}, b"")
    assert sealed.read(path, MAGIC) == (ABOUT, REST)
