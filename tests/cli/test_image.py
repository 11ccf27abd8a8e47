"""`stratege image`: each command does its work, or says in one line why not and touches no file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from PIL import Image
from tests.cli.stratege_command import plain_environment, stratege
from tests.cli.test_startup import HEAVY, PROBE

from stratege.cli import image as command
from stratege.cli.main import run
from stratege.core.errors import BadOption
from stratege.images import container, picture, scanning
from stratege.images.codecs import CODECS
from stratege.images.reading import NONE
from stratege.images.reduction import REDUCTIONS, is_reduction

SUBCOMMANDS = ("encode", "decode", "info", "show", "compare")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A picture of eight greys in the folder, alone."""
    path = tmp_path / "board.png"
    row, column = numpy.mgrid[:40, :60]
    Image.fromarray(((row // 10 + column // 10) % 8 * 30).astype(numpy.uint8)).save(path)
    return path


def test_there_and_back(board: Path, tmp_path: Path) -> None:
    kept, back = tmp_path / "board.stgi", tmp_path / "back.png"
    done = stratege("image", "encode", str(board), str(kept), "--codec", "rects")
    assert "60 × 40, 8 colours, 24 rectangles" in done.stdout
    assert stratege("image", "decode", str(kept), str(back)).returncode == 0
    with Image.open(board) as before, Image.open(back) as after:
        assert numpy.array_equal(numpy.asarray(before.convert("RGB")), numpy.asarray(after.convert("RGB")))
    first = kept.read_bytes()
    stratege("image", "encode", str(back), str(kept), "--codec", "rects")
    assert kept.read_bytes() == first


def test_info_and_json(board: Path, tmp_path: Path) -> None:
    kept = tmp_path / "board.stgi"
    written = json.loads(
        stratege("image", "encode", str(board), str(kept), "--reduce", "nb", "--json").stdout
    )
    assert written == json.loads(stratege("image", "info", str(kept), "--json").stdout)
    assert (written["colours"], written["width"], written["height"]) == (2, 60, 40)
    assert written["codec"] in CODECS
    assert written["bytes"] == kept.stat().st_size
    assert "2 colours" in stratege("image", "info", str(kept)).stdout


def test_show_draws_svg_and_png(board: Path, tmp_path: Path) -> None:
    svg, png = tmp_path / "r.svg", tmp_path / "r.png"
    assert "24 rectangles" in stratege("image", "show", str(board), str(svg)).stdout
    shown = json.loads(stratege("image", "show", str(board), str(png), "--scale", "3", "--json").stdout)
    assert shown == {"file": str(png), "rectangles": 24}
    assert svg.read_text(encoding="utf-8").count("<rect") == 25
    with Image.open(png) as image:
        assert image.size == (180, 120)


def test_show_draws_maps(board: Path, tmp_path: Path) -> None:
    for option in ("--probabilities", "--bits"):
        told = json.loads(
            stratege("image", "show", str(board), str(tmp_path / "m.png"), option, "--json").stdout
        )
        assert told["bits"] > 0
        with Image.open(tmp_path / "m.png") as image:
            assert image.size == (240, 160)


def test_a_photograph_goes_through(tmp_path: Path) -> None:
    photo, kept = tmp_path / "photo.png", tmp_path / "photo.stgi"
    Image.fromarray(numpy.random.default_rng(2).integers(0, 256, (30, 40, 3), numpy.uint8)).save(photo)
    told = json.loads(stratege("image", "encode", str(photo), str(kept), "--reduce", "16", "--json").stdout)
    assert 2 <= told["colours"] <= 16
    stratege("image", "encode", str(photo), str(kept), "--reduce", "nb", "--dither")
    assert container.decode(kept.read_bytes()).height == 30


def test_many_go_into_a_folder(board: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.png"
    other.write_bytes(board.read_bytes())
    (tmp_path / "kept").mkdir()
    done = stratege("image", "encode", str(board), str(other), str(tmp_path / "kept"))
    assert done.returncode == 0
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == ["board.stgi", "other.stgi"]


def test_a_large_picture_is_decoded_row_by_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "LARGE", 100)
    kept, back = tmp_path / "large.stgi", tmp_path / "large.png"
    row, column = numpy.mgrid[:300, :200]
    whole = picture.Picture.of((row // 9 + column // 7) % 5, picture.greys(5))
    for codec in CODECS:
        kept.write_bytes(container.encode(whole, codec))
        assert run(["image", "decode", str(kept), str(back)]) == 0
        with Image.open(back) as image:
            assert numpy.array_equal(numpy.asarray(image.convert("RGBA")), whole.colours())
    kept.write_bytes(kept.read_bytes()[:-1] + b"?")
    before = back.read_bytes()
    assert run(["image", "decode", str(kept), str(back)]) == 2
    assert back.read_bytes() == before


def test_compare_prints_a_table_and_json(board: Path) -> None:
    two = [str(board), str(board.with_name("[b]copy.png"))]
    Path(two[1]).write_bytes(board.read_bytes())
    sizes, times = stratege("image", "compare", *two, "--reduce", "nb").stdout.split("\n\n")
    for table in (sizes, times):
        heading, first, second, total = (line.split() for line in table.strip().splitlines())
        assert heading[1:8] == ["runs", "rects", "context", "best", "PNG", "WebP", "G4"]
        assert (first[0], second[0], total[0]) == ("board.png", "[b]copy.png", "total")
    _heading, one, _other, total = (line.split() for line in sizes.strip().splitlines())
    assert [2 * int(figure) for figure in one[1:]] == [int(figure) for figure in total[1:]]
    described = json.loads(stratege("image", "compare", str(board), "--json").stdout)[str(board)]
    assert list(described)[:6] == ["runs", "rects", "context", "best", "PNG", "WebP"]
    assert described["best"]["bytes"] == min(described[name]["bytes"] for name in CODECS)


MISTAKES: list[tuple[list[str], str]] = [
    (["encode", "nothing.png", "out"], "no such file"),
    (["encode", "text.png", "out"], "not a picture"),
    (["encode", "board.png", "out", "--max-pixels", "100"], "60 × 40 pixels, and the limit is 100"),
    (["encode", "board.png", "out", "--codec", "zip"], "--codec"),
    (["encode", "board.png", "out", "--reduce", "1"], "--reduce"),
    (["encode", "board.png", "out", "--reduce", "300"], "number of colours from 2 to 256, not '300'"),
    (["encode", "board.png"], "OUT is missing"),
    (["encode", "board.png", "nowhere/out"], "no such file or folder"),
    (["encode", "photo.png", "out"], "more than 256 colours"),
    (["decode", "board.png", "out"], "not a Stratège picture"),
    (["decode", "cut.stgi", "out"], "truncated"),
    (["decode", "flipped.stgi", "out"], "checksum"),
    (["decode", "huge.stgi", "out"], "2147483648 × 2147483648 pixels"),
    (["info", "text.png"], "not a Stratège picture"),
    (["info", "cut.stgi"], "truncated"),
    (["show", "board.png", "out"], "must be called .svg or .png"),
    (["show", "cut.stgi", "out.svg"], "truncated"),
    (["show", "board.png", "out.svg", "--bits"], "drawn as PNG"),
    (["show", "board.png", "out.png", "--bits", "--probabilities"], "One map at a time"),
    (["encode", "board.png", "photo.png", "out"], "need a folder"),
    (["encode", "board.png", "board.png", "."], "same name"),
    (["compare", "board.png", "cut.stgi"], "cut.stgi: The file is truncated"),
    (["compare"], "FILES"),
    (["frobnicate"], "frobnicate means nothing here"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures good and bad, and an `out` that nobody may touch."""
    from stratege.images.container import encode
    from stratege.images.headers import number_bytes
    from stratege.images.picture import Picture, greys

    path = tmp_path_factory.mktemp("pictures")
    Image.new("L", (60, 40)).save(path / "board.png")
    noise = numpy.random.default_rng(1).integers(0, 256, (30, 30, 3), numpy.uint8)
    Image.fromarray(noise).save(path / "photo.png")
    whole = encode(Picture.of(noise[:, :, 0], greys(256)))
    (path / "cut.stgi").write_bytes(whole[:-5])
    (path / "flipped.stgi").write_bytes(whole[:-8] + bytes([whole[-8] ^ 4]) + whole[-7:])
    (path / "huge.stgi").write_bytes(whole[:6] + 2 * number_bytes(2**31) + whole[8:])
    (path / "text.png").write_text("not a picture")
    for name in ("out", "out.svg"):
        (path / name).write_text("precious")
    return path


@pytest.mark.parametrize(("words", "message"), MISTAKES, ids=[" ".join(words) for words, _said in MISTAKES])
def test_one_clear_line_and_no_file_touched(
    words: list[str],
    message: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    force = ["--force"] if words[0] in ("encode", "decode", "show") else []
    assert run(["image", *words, *force]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("Compiling")]
    assert len(said) == 1
    assert said[0].startswith("stratege: ")
    assert message in said[0]
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_help_has_examples(name: str) -> None:
    text = stratege("image", name, "--help").stdout
    assert "Examples:" in text
    assert f"$ stratege image {name}" in text


def test_the_group_alone_shows_its_help() -> None:
    done = stratege("image")
    assert done.returncode == 0
    assert done.stderr == ""
    assert [name for name in SUBCOMMANDS if name not in done.stdout] == []


def test_nothing_heavy_is_loaded_for_help() -> None:
    code = PROBE.format(words=["image", "encode", "--help"], heavy=HEAVY)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=plain_environment()
    )
    assert done.stdout.splitlines()[-1] == "LOADED [] 0"


def test_the_options_know_what_the_library_knows() -> None:
    """They are written twice because the library loads NumPy."""
    assert list(command.CodecName) == [*CODECS, "best", "fast"]
    for text in (*REDUCTIONS, "2", "16", "8c", "256"):
        assert command._reduction(text) == text
        assert is_reduction(text)
    for text in ("1", "257", "1000000", "nbc", "c", "²", "-4", ""):
        assert not is_reduction(text)
        with pytest.raises(BadOption):
            command._reduction(text)
    assert command._reduction(NONE) == NONE == command.NONE
    assert (command.USUAL_LIMIT, command.HIGHEST_LIMIT) == (picture.MOST_PIXELS, picture.LIMIT_OF_LIMITS)
    assert command.HIGHEST_SCANNED == scanning.MOST_SCANNED
