"""Positions with what was found of them, in files of a folder: written once, never changed.

A folder has one plan, by which everything in it was made; who goes on with another plan is refused. A file
holds the positions of some games, and is there whole or not at all, so that whoever is killed goes on.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from stratege.core.files import write_whole

PLAN = "plan.json"
UNPLAYED = 2  # in place of a result: the position is not of a game


class Samples(NamedTuple):
    """Positions, one an item: what they are, their value by a search, and the result for who is to move."""

    states: NDArray[numpy.uint64]
    variants: NDArray[numpy.int8]
    """By their number in the plan."""
    values: NDArray[numpy.int16]
    results: NDArray[numpy.int8]
    """1, 0, -1 or `UNPLAYED`."""
    games: NDArray[numpy.int32]
    """By number; the positions of a game stand in the order in which they were played."""
    random: NDArray[numpy.bool_]
    """Whether the move that was played there is a random one."""


def keep_plan(folder: Path, plan: Mapping[str, Any]) -> None:
    """Write the plan of a folder, or end the program if there is another one."""
    path = folder / PLAN
    if path.exists() and plan_of(folder) != plan:
        raise SystemExit(f"{folder} was begun with another plan: {path.read_text()}")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(plan).encode())


def plan_of(folder: Path) -> dict[str, Any]:
    """How what is in a folder was made."""
    try:
        plan: dict[str, Any] = json.loads((folder / PLAN).read_text())
    except FileNotFoundError:
        raise SystemExit(f"There are no samples in {folder}: make some with `generate`.") from None
    return plan


def file_of(folder: Path, part: int) -> Path:
    """Where a part of the samples stands."""
    return folder / f"part-{part:05}.npz"


def write(folder: Path, part: int, samples: Samples) -> None:
    """Put a part in place, whole."""
    content = io.BytesIO()
    numpy.savez_compressed(content, **samples._asdict())
    write_whole(file_of(folder, part), content.getvalue())


def read(path: Path) -> Samples:
    """One part."""
    with numpy.load(path) as content:
        return Samples(**{field: content[field] for field in Samples._fields})


def read_all(folders: Sequence[Path]) -> Samples:
    """All samples of folders that were made for the same variants."""
    parts, later = [], 0
    for folder in folders:
        found = [read(path) for path in sorted(folder.glob("part-*.npz"))]
        parts += [part._replace(games=part.games + later) for part in found]
        later = 1 + max((int(part.games.max()) for part in parts if len(part.games)), default=-1)
    if not parts:
        raise SystemExit(f"There are no samples in {', '.join(map(str, folders))}.")
    return Samples(*map(numpy.concatenate, zip(*parts)))
