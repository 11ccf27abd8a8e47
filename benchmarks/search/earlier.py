"""An earlier commit's Stratège: its sources out of the repository's history, run beside today's."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from pathlib import Path

from stratege.core.compiling import cache_root

COMMIT = "63ec0c7"
REPOSITORY = Path(__file__).parents[2]
PREPARED = "commit-"


def earlier_folder() -> Path:
    """Where sources, and what was played against them, are kept."""
    return cache_root() / "old-level"


def sources_of(commit: str, folder: Path, repository: Path = REPOSITORY) -> Path:
    """The commit's sources, taken out of the history once: whole, or not there."""
    place = folder / f"{PREPARED}{commit}"
    if not place.exists():
        folder.mkdir(parents=True, exist_ok=True)
        asked = ["git", "-C", str(repository), "archive", "--format=tar", f"{commit}:src"]
        packed = subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout
        unfinished = Path(tempfile.mkdtemp(dir=folder))
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(unfinished, filter="data")
        unfinished.rename(place)
    return place
