"""Running the command as a user does: a process of its own.

Most of such a process's time goes into loading libraries. So `stratege` has its processes forked from one
that has loaded them already (Python's fork server), with all that is Stratège's own still to be loaded;
`COMMAND` starts one from nothing, for tests about signals, terminals and starting.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = [sys.executable, "-m", "stratege.cli.main"]
PATIENCE = 120  # seconds

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["numba", "numpy", "rich.console", "rich.table", "sqlalchemy", "typer"])


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
        told = (words, plain_environment(**environment), str(Path.cwd()), [str(path) for path in streams])
        process = _processes.Process(target=_run, args=told)
        process.start()
        process.join(PATIENCE)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(["stratege", *words], PATIENCE)
        said, complained = (path.read_text(encoding="utf-8") for path in streams[1:])
    return subprocess.CompletedProcess(["stratege", *words], process.exitcode, said, complained)


def _run(words: tuple[str, ...], environment: dict[str, str], folder: str, streams: list[str]) -> None:
    """Be the command: its environment, its folder, its streams, and nothing that was loaded before."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, (path, mode) in enumerate(zip(streams, ("r", "w", "w"))):
        file = open(path, mode, encoding="utf-8")  # noqa: SIM115 - open as long as the process
        os.dup2(file.fileno(), number)
        setattr(sys, ("stdin", "stdout", "stderr")[number], file)
    assert not [name for name in sys.modules if name.startswith("stratege.cli")]
    from stratege.cli.main import main

    main(list(words))
