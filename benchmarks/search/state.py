"""Which state of the sources a game's figures are of: what was found before counts while that is the same."""

from __future__ import annotations

import hashlib
from pathlib import Path

from stratege.core.sources import PACKAGE, sources


def state_of(game: str) -> str:
    """A hash of the sources on which the moves of the players of that game depend."""
    digest = hashlib.sha256()
    for path in sorted(played_by(game)):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def played_by(game: str) -> set[Path]:
    """The engine's sources and the game's own."""
    rooms = (PACKAGE / "engine", PACKAGE / "games" / game)
    found = sources("stratege.engine.players", f"stratege.games.{game}")
    return {path for path in found if any(path.is_relative_to(room) for room in rooms)}
