"""Where commands write: to standard output for `-`, over nothing else without --force."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from PIL import Image
from tests.cli.stratege_command import stratege

from stratege.arena.openings import records_in
from stratege.cli.main import run

RANDOM = ("--player1", "random", "--player2", "random", "--seed", "1")


@pytest.fixture
def picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small picture, in the folder where we are."""
    monkeypatch.chdir(tmp_path)
    path = Path("x.png")
    Image.new("RGB", (3, 2), (255, 0, 0)).save(path)
    return path


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_a_picture_on_standard_output_is_alone_there(
    name: str, picture: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(["show", "quixo", "--svg", name, "--json"]) == 0
    said = capfdbinary.readouterr()
    assert said.out.startswith(b"<svg")
    assert said.out.rstrip().endswith(b"</svg>")
    assert json.loads(said.err)["game"] == "quixo"
    assert run(["image", "encode", "x.png", name]) == 0
    said = capfdbinary.readouterr()
    assert said.out.startswith(b"\x89STG")
    assert b"3 \xc3\x97 2" in said.err
    Path("y.stgi").write_bytes(said.out)
    assert run(["image", "decode", "y.stgi", name]) == 0
    assert Image.open(io.BytesIO(capfdbinary.readouterr().out)).size == (3, 2)
    assert run(["image", "show", "x.png", name]) == 0
    assert capfdbinary.readouterr().out.startswith(b"<svg")
    assert sorted(os.listdir()) == ["x.png", "y.stgi"]
    assert run(["show", "quixo", "--json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["game"] == "quixo", (
        "what is said is back on standard output"
    )


def test_records_on_standard_output_are_alone_there() -> None:
    done = stratege("play", "nimble", *RANDOM, "--save", "-")
    assert done.returncode == 0
    assert [record.game.name for record in records_in(done.stdout)] == ["nimble"]
    done = stratege(
        "match", "nimble", "random", "random", "--games", "2", "--workers", "1", "--save", "-", "--json"
    )
    assert len(list(records_in(done.stdout))) == json.loads(done.stderr)["games"] == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("encode", "x.png", "x.png"), "x.png is the file to be read"),
        (("encode", "x.png", "notes.txt"), "notes.txt exists and is something else"),
        (("show", "x.png", "x.png"), "x.png is the file to be read"),
        (("decode", "x.stgi", "x.stgi"), "x.stgi is the file to be read"),
        (("decode", "x.stgi", "notes.txt"), "notes.txt exists and is something else"),
    ],
)
def test_nothing_else_is_written_over_without_force(
    words: tuple[str, ...], reason: str, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["image", "encode", "x.png", "x.stgi"]) == 0
    Path("notes.txt").write_text("dear diary")
    before = {name: Path(name).read_bytes() for name in os.listdir()}
    capsys.readouterr()
    assert run(["image", *words]) == 2
    said = capsys.readouterr()
    assert reason in said.err
    assert said.err.count("\n") == 1
    assert {name: Path(name).read_bytes() for name in os.listdir()} == before
    assert run(["image", *words, "--force"]) == 0
    assert Path(words[-1]).read_bytes() != before[words[-1]]


def test_our_own_kind_is_replaced_without_asking(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("y.stgi").symlink_to("x.stgi")
    for _time in range(2):
        assert run(["image", "encode", "x.png", "y.stgi"]) == 0
    assert run(["image", "decode", "y.stgi", "x.png"]) == 0
    assert Path("y.stgi").is_symlink()


def test_a_long_path_is_said_in_one_piece(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 200)
    assert f"The game is in {path}.\n" in stratege("play", "nimble", *RANDOM, "--save", str(path)).stdout


def test_a_game_is_not_begun_that_could_not_be_saved() -> None:
    done = stratege("play", "nimble", *RANDOM, "--save", "/no/such/g.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "stratege: Cannot write /no/such/g.txt: there is no such file or folder.\n"


@pytest.mark.parametrize(
    "words",
    [("play", "nimble", *RANDOM), ("match", "nimble", "random", "random", "--games", "1", "--workers", "1")],
)
def test_a_record_that_cannot_be_saved_any_more_is_shown(words: tuple[str, ...], tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.symlink_to("/dev/full")
    done = stratege(*words, "--save", str(full))
    assert done.returncode == 2
    assert done.stderr == f"stratege: Cannot write {full}: the disk is full.\n"
    (record,) = records_in(done.stdout[done.stdout.index("[") :])
    assert list(record.positions())[-1].outcome() is not None
