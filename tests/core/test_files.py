"""A file is the old one or the new one, never half of either; what is no file is written to, not replaced."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from stratege.core.errors import BadOption, StrategeError
from stratege.core.files import check_output, opened, read_text, write_whole, writing


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


def test_a_link_is_followed(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (tmp_path / "link").symlink_to("there/second")
    (there / "second").symlink_to("file")
    for content in (b"made through a link to nothing", b"replaced through it"):
        write_whole(tmp_path / "link", content)
        assert (there / "file").read_bytes() == content
        assert not (there / "file").is_symlink()
    assert (tmp_path / "link").is_symlink()
    assert (there / "second").is_symlink()
    assert sorted(os.listdir(there)) == ["file", "second"]


def test_a_ring_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ring").symlink_to("ring")
    with pytest.raises(StrategeError, match="symbolic links"):
        write_whole(tmp_path / "ring", b"")
    with pytest.raises(StrategeError, match="symbolic links"):
        check_output(tmp_path / "ring")
    assert (tmp_path / "ring").is_symlink()


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    check_output(pipe, begins=b"PNG")
    write_whole(pipe, b"through the pipe")
    reader.join()
    assert read == [b"through the pipe"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(StrategeError, match="the disk is full"):
        write_whole(tmp_path / "full", b"no room")
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_an_open_file_is_added_to(tmp_path: Path) -> None:
    """What /dev/stderr and /dev/fd/N lead to."""
    with (tmp_path / "log").open("w") as file:
        file.write("first\n")
        file.flush()
        write_whole(Path(f"/proc/self/fd/{file.fileno()}"), b"second\n")
        file.seek(0, os.SEEK_END)
        file.write("third\n")
    assert (tmp_path / "log").read_text() == "first\nsecond\nthird\n"


def test_a_dash_is_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    print("said before")
    for name in ("-", "/dev/stdout", "/dev/fd/1"):
        check_output(Path(name), begins=b"PNG")
        write_whole(Path(name), b"\xff\n")
    assert capfdbinary.readouterr().out == b"said before\n" + 3 * b"\xff\n"
    assert os.listdir() == []


def test_a_closed_standard_output_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(StrategeError, match="Cannot write -"):
        write_whole(Path("-"), b"")
    with pytest.raises(StrategeError, match="Cannot write -"):
        check_output(Path("-"))


def test_rights_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "private"
    write_whole(path, b"")
    path.chmod(0o600)
    write_whole(path, b"still private")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    write_whole(tmp_path / ("x" * 255), b"content")
    assert (tmp_path / ("x" * 255)).read_bytes() == b"content"


def test_an_unfinished_file_does_not_appear(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(b"old")

    def fail() -> None:
        with writing(path) as file:
            file.write(b"half of the new")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["games"]


def test_an_output_is_checked_before_the_work(tmp_path: Path) -> None:
    picture, notes = tmp_path / "a.png", tmp_path / "notes.txt"
    picture.write_bytes(b"PNG and pixels")
    notes.write_bytes(b"dear diary")
    check_output(tmp_path / "new.png", begins=b"PNG", source=picture)
    check_output(picture, begins=b"PNG", source=notes)
    check_output(notes)
    with pytest.raises(BadOption, match="something else"):
        check_output(notes, begins=b"PNG")
    (tmp_path / "link").symlink_to("a.png")
    with pytest.raises(BadOption, match="the file to be read"):
        check_output(tmp_path / "link", begins=b"PNG", source=picture)
    check_output(picture, begins=b"PNG", source=picture, force=True)
    check_output(notes, begins=b"PNG", force=True)
    for wrong in (tmp_path, tmp_path / "no" / "where", notes / "below"):
        with pytest.raises(StrategeError, match="Cannot write"):
            check_output(wrong, force=True)
    assert notes.read_bytes() == b"dear diary"
    assert sorted(os.listdir(tmp_path)) == ["a.png", "link", "notes.txt"]
