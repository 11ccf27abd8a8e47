"""Machine code on disk: whatever becomes of the files, the right answer comes, and code is made anew."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from stratege.core import compiling, machinecode
from stratege.core.compiling import code_stamp, compiled, on_compile
from stratege.core.readiness import NotCompiled, ready_code_only

RULES = "tests.core.tiny_rules"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, as a process that has just started sees it."""
    monkeypatch.setenv("STRATEGE_CACHE", str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """What a new process would not know."""
    compiling._compiled.cache_clear()
    compiling._drop_stale_caches.cache_clear()
    machinecode.complain.cache_clear()


def used(rules: ModuleType | None = None) -> int:
    """Have six times seven said by a process that has just started; how many functions it compiled."""
    forget()
    compilations: list[int] = []
    stop = on_compile(lambda: compilations.append(1), lambda: None)
    try:
        twin = rules or compiled(RULES)
        assert twin.double(21) == 42
        assert twin.sextuple(7) == 42
    finally:
        stop()
    return len(compilations)


def files(cache: Path) -> list[Path]:
    return sorted(cache.glob("compiled/*/*.code"))


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def beheaded(path: Path) -> None:
    path.write_bytes(path.read_bytes()[1:])


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def longer(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def garbled(path: Path) -> None:
    path.write_bytes(os.urandom(path.stat().st_size))


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) * 2 // 3] ^= 1
    path.write_bytes(content)


def exchanged(path: Path) -> None:
    """Whole, but another function's."""
    other = next(other for other in path.parent.glob("*.code") if other != path)
    path.write_bytes(other.read_bytes())


def of_another_making(path: Path) -> None:
    """Rightly written, and nothing that Numba could use."""
    machinecode.write_checked(path, b"\x80\x04]\x94.")


def vanished(path: Path) -> None:
    path.unlink()


def a_dangling_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


DAMAGES = (
    emptied,
    beheaded,
    cut_short,
    halved,
    longer,
    garbled,
    flipped,
    exchanged,
    of_another_making,
    vanished,
    a_dangling_link,
)


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_made_anew(damage: Callable[[Path], None], number: int, cache: Path) -> None:
    assert used() == 2
    assert len(files(cache)) == 2
    assert used() == 0
    before = [path.read_bytes()[: machinecode.HEAD] for path in files(cache)]
    damage(files(cache)[number])
    assert used() == 1
    after = files(cache)
    assert len(after) == len(before) == 2
    assert all(machinecode.read_checked(path) is not None for path in after)
    assert used() == 0


def test_every_byte_counts(cache: Path) -> None:
    path = cache / "folder" / "function.code"
    path.parent.mkdir()
    machinecode.write_checked(path, b"content")
    whole = path.read_bytes()
    assert machinecode.read_checked(path) == b"content"
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x40]) + whole[place + 1 :])
        assert machinecode.read_checked(path) is None
        assert not path.exists()
        path.write_bytes(whole[:place])
        assert machinecode.read_checked(path) is None


def test_a_file_from_elsewhere_is_not_taken(cache: Path) -> None:
    path, other = (cache / name / "function.code" for name in ("here", "elsewhere"))
    for one in (path, other):
        one.parent.mkdir()
    machinecode.write_checked(other, b"content")
    shutil.copy(other, path)
    assert machinecode.read_checked(path) is None


def test_a_folder_in_a_files_place_does_not_hinder(cache: Path) -> None:
    used()
    for path in files(cache):
        path.unlink()
        path.mkdir()
    assert used() == 2


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_where_nothing_can_be_written_it_works_and_says_so_once(
    number: int, cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with caplog.at_level(logging.WARNING):
        assert used(compiled(RULES)) == 2
    assert files(cache) == []
    assert [record.message[:29] for record in caplog.records] == ["Machine code cannot be kept: "]


def test_a_disk_that_fills_up_while_writing_leaves_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "replace", refuse)
    assert used() == 2
    assert list(cache.glob("compiled/*/*")) == []
    assert list(cache.glob(f"compiled/*/{compiling.UNFINISHED}*")) == []


def test_a_cache_that_can_be_read_only_is_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used()

    def refuse(*arguments: object, **options: object) -> None:
        raise OSError(errno.EROFS, "read-only")

    monkeypatch.setattr(os, "utime", refuse)
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    assert used() == 0


def test_a_file_where_the_cache_should_be(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (cache / "file").write_text("")
    monkeypatch.setenv("STRATEGE_CACHE", str(cache / "file"))
    assert used() == 2
    assert "Machine code cannot be kept: its folder is a file." in caplog.text


def test_only_its_owner_reads_the_cache(cache: Path) -> None:
    used()
    (folder,) = cache.glob("compiled/*")
    assert folder.stat().st_mode & 0o077 == 0


def test_what_killed_writers_left_is_swept_up(cache: Path) -> None:
    used()
    (folder,) = cache.glob("compiled/*")
    for name, age in (("old", 2 * 86400), ("young", 60)):
        left = folder / f"{compiling.UNFINISHED}{name}"
        left.write_bytes(b"half")
        os.utime(left, (time.time() - age,) * 2)
    assert used() == 0
    assert [path.name for path in folder.glob(f"{compiling.UNFINISHED}*")] == [f"{compiling.UNFINISHED}young"]


def test_who_may_not_wait_gets_what_is_there_or_hears_so(cache: Path) -> None:
    with pytest.raises(NotCompiled), ready_code_only():
        compiled(RULES)
    assert code_stamp(RULES) == 0
    assert compiled(RULES).double(21) == 42
    assert code_stamp(RULES) == 1
    forget()
    with ready_code_only():
        assert compiled(RULES).double(21) == 42
        with pytest.raises(NotCompiled):
            compiled(RULES).sextuple(7)
    assert compiled(RULES).sextuple(7) == 42  # whoever waits has it made


WRITER = """
import os, sys
from stratege.core import machinecode
if sys.argv[1:] == ["killed"]:
    machinecode.os.replace = lambda *names: os.kill(os.getpid(), 9)
from stratege.core.compiling import compiled
assert compiled("tests.core.tiny_rules").sextuple(7) == 42
"""


def test_two_who_write_at_once_and_one_who_is_killed(cache: Path) -> None:
    start = [sys.executable, "-c", WRITER]
    killed = subprocess.Popen([*start, "killed"])
    assert killed.wait() == -signal.SIGKILL  # before the others: what they have written it would not write
    both = [subprocess.Popen(start) for _number in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    (folder,) = cache.glob("compiled/*")
    left = list(folder.glob(f"{compiling.UNFINISHED}*"))
    assert len(left) == 1
    assert used() == 0
