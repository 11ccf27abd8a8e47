"""Running the command as a user does: a process of its own.

`stratege` has its processes forked from one that has the libraries loaded (`command_server`); `COMMAND`
starts one from nothing, for tests about signals, terminals and starting.
"""

from __future__ import annotations

import functools
import json
import os
import select
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.patience import PATIENCE

COMMAND = [sys.executable, "-m", "stratege.cli.main"]
ROOT = Path(__file__).parents[2]


def plain_environment(**more: str) -> dict[str, str]:
    """The environment without colours or a language of its own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "LANG", "STRATEGE_L"))
    }
    return {**kept, "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "100", **more}


def stratege(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `stratege words…` with `typed` on its standard input."""
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder) / name for name in ("in", "out", "err")]
        streams[0].write_text(typed, encoding="utf-8")
        asked = {"words": words, "environment": plain_environment(**environment), "folder": os.getcwd()}
        code = _answer(json.dumps({**asked, "streams": [str(path) for path in streams]}))
        said, complained = (path.read_text(encoding="utf-8") for path in streams[1:])
    return subprocess.CompletedProcess(["stratege", *words], code, said, complained)


def _answer(asked: str) -> int:
    """The exit code of a command; one that never ends is killed, and its server with it."""
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(asked + "\n")
    server.stdin.flush()
    if not select.select([server.stdout], [], [], PATIENCE)[0]:
        os.killpg(server.pid, 9)
        _server.cache_clear()
        raise subprocess.TimeoutExpired(asked, PATIENCE)
    return int(server.stdout.readline())


@functools.cache
def _server() -> subprocess.Popen[str]:
    """The process that forks; it ends with this one, when its standard input does."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.cli.command_server"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
