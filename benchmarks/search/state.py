"""Which state of the sources a game's figures are of: what was found before counts while that is the same."""

from __future__ import annotations

import hashlib

from stratege.core.sources import PACKAGE, sources


def state_of(game: str) -> str:
    """A hash of the engine's sources and of those of the game of that name: on no others do moves depend."""
    rooms = (PACKAGE / "engine", PACKAGE / "games" / game)
    digest = hashlib.sha256()
    for path in sorted(sources("stratege.engine.players")):
        if any(path.is_relative_to(room) for room in rooms):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
