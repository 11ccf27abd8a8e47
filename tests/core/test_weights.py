"""A file of weights is believed only if it is whole and meant for who reads it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from stratege.core.weights import LANES, MAGIC, BadWeights, beside, write

ROWS = [[(37 * row + lane) % 500 - 250 for lane in range(LANES)] for row in range(7)]

COMMAND = "python -m tuning train toy net.weights samples"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write(tmp_path / "net.weights", ROWS, {"game": "toy", "shift": 9, "command": COMMAND})
    return tmp_path / "net.weights"


def of(path: Path, game: str = "toy", rows: int = len(ROWS)) -> object:
    return beside(str(path.with_suffix(".py")), game, rows)


def test_what_was_written_is_read(path: Path) -> None:
    found = beside(str(path.with_suffix(".py")), "toy", len(ROWS))
    assert [list(row) for row in found.rows.rows] == ROWS
    assert found.shift == 9
    assert found.about["command"] == COMMAND
    words = [word % (1 << 64) for word in found.rows]
    lanes = [word >> 16 * place & 0xFFFF for word in words for place in range(4)]
    assert lanes == [lane % (1 << 16) for row in ROWS for lane in row]


def test_every_cut_and_every_changed_byte_is_noticed(path: Path) -> None:
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
            path.write_bytes(damaged)
            with pytest.raises(BadWeights, match=r"^The weights in .*net\.weights cannot be used: it is"):
                of(path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", MAGIC, b"stratege weights 2\n"])
def test_a_foreign_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(BadWeights, match=r"something else|damaged"):
        of(path)


def test_weights_of_another_game_or_board_are_refused(path: Path) -> None:
    for asked in (("other", len(ROWS)), ("toy", len(ROWS) + 1)):
        with pytest.raises(BadWeights, match="not for this board"):
            of(path, *asked)


@pytest.mark.parametrize("head", [b"[]", b'{"game": "toy", "rows": 7}', b'{"shift": "many"}', b"{"])
def test_a_head_that_says_something_else_is_refused(path: Path, head: bytes) -> None:
    body = head + b"\n" + path.read_bytes().split(b"\n", 3)[3]
    path.write_bytes(MAGIC + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    with pytest.raises(BadWeights, match=r"^The weights in .*net\.weights cannot be used: "):
        of(path)


def test_no_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="there is no such file"):
        of(tmp_path / "none.weights")


def test_the_head_can_be_read_by_anybody(path: Path) -> None:
    head = path.read_bytes().split(b"\n")[2]
    assert json.loads(head)["rows"] == len(ROWS)
