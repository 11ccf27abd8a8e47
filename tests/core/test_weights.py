"""A file of weights is believed only if it is whole and meant for who reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from stratege.core import sealed
from stratege.core.weights import LANES, MAGIC, BadWeights, Weights, beside, read, write

ROWS = [[(37 * row + lane) % 500 - 250 for lane in range(LANES)] for row in range(7)]

COMMAND = "python -m tuning train toy net.weights samples"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write(tmp_path / "net.weights", ROWS, {"game": "toy", "shift": 9, "command": COMMAND})
    return tmp_path / "net.weights"


def of(path: Path, game: str = "toy", rows: int = len(ROWS)) -> Weights:
    return read(path, game, rows)


def test_what_was_written_is_read(path: Path) -> None:
    found = beside(str(path.with_suffix(".py")), "toy", len(ROWS))
    assert [list(row) for row in found.rows.rows] == ROWS
    assert found.shift == 9
    assert found.about["command"] == COMMAND
    words = [word % (1 << 64) for word in found.rows]
    lanes = [word >> 16 * place & 0xFFFF for word in words for place in range(4)]
    assert lanes == [lane % (1 << 16) for row in ROWS for lane in row]


def test_a_damaged_file_is_one_sentence(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadWeights, match=r"^The weights in .*net\.weights cannot be used: it is damaged"):
        of(path)


def test_weights_of_another_game_or_board_are_refused(path: Path) -> None:
    for asked in (("other", len(ROWS)), ("toy", len(ROWS) + 1)):
        with pytest.raises(BadWeights, match="not for this board"):
            of(path, *asked)


@pytest.mark.parametrize("about", [{}, {"game": "toy", "rows": 7}, {"shift": "many"}, {"shift": [1]}])
def test_a_head_that_says_something_else_is_refused(path: Path, about: dict[str, object]) -> None:
    sealed.write(path, MAGIC, about, sealed.read(path, MAGIC)[1])
    with pytest.raises(BadWeights, match="makes no sense"):
        of(path)


def test_no_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="there is no such file"):
        of(tmp_path / "none.weights")
