"""Which book a game has: one's own, built by `stratege book build`, or else the one that comes with it."""

from __future__ import annotations

import functools
import logging
import os
from pathlib import Path

from stratege.core.game import Game
from stratege.engine.books.book import Book
from stratege.engine.books.file import SUFFIX, BadBook, read

log = logging.getLogger(__name__)


def default_folder() -> Path:
    """Where one's own books stand: `STRATEGE_BOOKS`, or the user's data folder."""
    from platformdirs import user_data_path

    chosen = os.environ.get("STRATEGE_BOOKS")
    return Path(chosen) if chosen else user_data_path("stratege") / "books"


def own_path(game: Game) -> Path:
    """Where one's own book of this game stands, or would."""
    return default_folder() / f"{game.name}-{game.variant.name}-{game.size}{SUFFIX}"


def paths_of(game: Game) -> list[Path]:
    """The files in which the game's book may be, best first."""
    packaged = game.declaration.books.get((game.variant.name, game.size))
    return [own_path(game), *([packaged] if packaged is not None else [])]


def book_of(game: Game) -> Book | None:
    """The game's book; one that cannot be used is told of once, and the next is taken, or none."""
    for path in paths_of(game):
        try:
            stamp = path.stat().st_mtime_ns
        except OSError:
            continue
        found = _opened(path, game, stamp)
        if found is not None:
            return found
    return None


@functools.lru_cache(maxsize=8)
def _opened(path: Path, game: Game, stamp: int) -> Book | None:
    try:
        return read(path, game)
    except BadBook as error:
        log.warning("%s", error)
        return None
