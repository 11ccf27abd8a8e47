"""A process with the libraries loaded that forks commands: each a line of JSON, answered by its exit code.

Most of a command's time goes into loading libraries, and what of Stratège stands behind all commands. They
themselves, whose help speaks one language, are still to be loaded in each.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from typing import Any

# What commands load, most of the time. Importing starts no threads, so that forking is safe.
import numba  # noqa: F401
import rich.console
import rich.table  # noqa: F401
import sqlalchemy  # noqa: F401
import typer._adapters  # reads options
import typer.rich_utils  # shows help  # noqa: F401
from numba.core.registry import cpu_target

import stratege.archive.store
import stratege.arena.series
import stratege.engine.adviser
import stratege.engine.perft
import stratege.tables.builder  # noqa: F401


def main() -> None:
    """Serve until nobody asks any more."""
    cpu_target.typing_context.refresh()  # half of what Numba does before its first function
    cpu_target.target_context.refresh()
    gc.freeze()  # what is there is shared, as long as nobody looks through it
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            become(**json.loads(line))
            return
        _child, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def become(words: list[str], environment: dict[str, str], folder: str, streams: list[str]) -> None:
    """Be the command: its environment, its folder, its streams."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, (path, mode) in enumerate(zip(streams, ("r", "w", "w"))):
        file: Any = open(path, mode, encoding="utf-8")  # noqa: SIM115 - open as long as the process
        os.dup2(file.fileno(), number)
        setattr(sys, ("stdin", "stdout", "stderr")[number], file)
    from stratege.cli.main import main as command

    command(words)


if __name__ == "__main__":
    main()
