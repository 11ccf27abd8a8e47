"""An engine compiled by another process: it says how far it is, and goes with who started it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.patience import wait_until

from stratege.core.compiling import _compiled
from stratege.core.registry import game
from stratege.engine import preparing
from stratege.engine.background import Background
from stratege.engine.preparing import code_of, missing

NIMBLE = game("nimble", None, "6x2")


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has never compiled anything, as a process sees it that has just started."""
    monkeypatch.setenv("STRATEGE_CACHE", str(tmp_path))
    preparing.keeps_code.cache_clear()
    _compiled.cache_clear()
    return tmp_path


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def lend_all_but_the_entrance(nimble_code: Path, fresh: Path) -> None:
    """What is left takes the compiler a few seconds."""
    (fresh / "compiled").mkdir()
    for folder in nimble_code.iterdir():
        lent = fresh / "compiled" / folder.name
        if folder.name == code_of(NIMBLE):
            shutil.copytree(folder, lent, ignore=shutil.ignore_patterns("enter-*"))
        else:
            lent.symlink_to(folder)


def test_it_compiles_says_how_far_it_is_and_ends(nimble_code: Path, fresh: Path) -> None:
    lend_all_but_the_entrance(nimble_code, fresh)
    assert missing(NIMBLE)
    called: list[str] = []
    with Background(NIMBLE) as engine:
        engine.afterwards(lambda: called.append("then"))
        engine.wait()
        assert engine.ended
        assert engine.fraction == 1.0
        engine.afterwards(lambda: called.append("now"))
    assert called == ["then", "now"]
    assert not missing(NIMBLE)


def test_who_leaves_ends_it() -> None:
    with Background(NIMBLE) as engine:
        pid = engine._process.pid
        assert alive(pid)
    assert not alive(pid)
    assert engine.ended
    assert missing(NIMBLE)


STARTER = """
import time
from stratege.core.registry import game
from stratege.engine.background import Background
print(Background(game("mingmang"))._process.pid, flush=True)
time.sleep(600)
"""


def test_it_goes_with_who_is_killed() -> None:
    starter = subprocess.Popen([sys.executable, "-c", STARTER], stdout=subprocess.PIPE, text=True)
    assert starter.stdout is not None
    pid = int(starter.stdout.readline())
    os.kill(starter.pid, signal.SIGKILL)
    starter.communicate()
    wait_until(lambda: not alive(pid))


def test_nothing_is_missing_that_cannot_be_compiled_or_kept(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not missing(game("mingmang", None, "16"))
    (fresh / "file").write_text("")
    monkeypatch.setenv("STRATEGE_CACHE", str(fresh / "file"))
    preparing.keeps_code.cache_clear()
    assert not missing(NIMBLE)
    preparing.keeps_code.cache_clear()
