"""Where `adaptive` begins: what the terminal remembers of the games that were played against it."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from stratege.core.files import write_whole
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.engine.adaptive import FIRST, adaptive_name, beginning_at, level_of, next_level
from stratege.engine.players import HUMAN


def path() -> Path:
    """The file with a level for each game: `STRATEGE_ADAPTIVE`, or one of the user's data folder."""
    from platformdirs import user_data_path

    chosen = os.environ.get("STRATEGE_ADAPTIVE")
    return Path(chosen) if chosen else user_data_path("stratege") / "adaptive.json"


def begun(name: str, game: Game) -> str:
    """The player who is meant: `adaptive` begins where the last game left it."""
    return beginning_at(name, _levels().get(game.name, FIRST))


def note(line: Line, names: tuple[str, str]) -> int | None:
    """Remember how a game ended that a person played against `adaptive`: the level that comes next."""
    outcome = line.outcome()
    if outcome is None or HUMAN not in names:
        return None
    person = names.index(HUMAN) + 1
    level = level_of(names[2 - person])
    if level is None:
        return None
    points = 0.5 if outcome.winner is None else float(outcome.winner == person)
    levels = {**_levels(), line.game.name: next_level(level, points)}
    path().parent.mkdir(parents=True, exist_ok=True)
    write_whole(path(), json.dumps(levels).encode())
    return levels[line.game.name]


def _levels() -> dict[str, int]:
    """A level by the name of the game; a file that says nothing sensible is as good as none."""
    with suppress(OSError, ValueError, AttributeError):
        kept = json.loads(path().read_text(encoding="utf-8"))
        return {name: level for name, level in kept.items() if level_of(adaptive_name(level)) is not None}
    return {}
