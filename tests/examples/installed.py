"""The example game, installed as any other package is."""

from __future__ import annotations

import functools
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "hexapawn"


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="hexapawn-")


@functools.cache
def site() -> str:
    """A folder with the installed package in it, made once; on `PYTHONPATH`, Stratège finds the game."""
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    where = ["--target", _folder().name, str(EXAMPLE)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *where], check=True)
    return _folder().name
