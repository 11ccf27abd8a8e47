"""Running the command as a user does: a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

COMMAND = [sys.executable, "-m", "stratege.cli.main"]


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
    return subprocess.run(
        [*COMMAND, *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        env=plain_environment(**environment),
    )
