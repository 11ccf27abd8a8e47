"""Games for the tests, made by random players."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

from sqlalchemy import select

from stratege.archive import runs
from stratege.archive.aggregate import rows_of
from stratege.archive.game_entry import GameEntry, Name, kind
from stratege.archive.schema import game, rating
from stratege.archive.store import Archive
from stratege.core.game import Game
from stratege.core.registry import game as game_named

NAMES = (Name("Martin", "Jean"), Name("Dupond", "Marie", "1972-01-03"), Name("Doe", "John"), Name("level:3"))


def made(game: Game, seed: int, players: Sequence[Name] = NAMES, longest: int = 80) -> GameEntry:
    """A game of random moves; one that goes on too long is a draw by agreement."""
    draw = random.Random(f"{game.label()} {seed}")
    position = start = game.start(seed=seed)
    moves: list[str] = []
    while position.legal() and len(moves) < longest:
        moves.append(draw.choice(position.moves()))
        position = position.play(moves[-1])
    outcome = position.outcome()
    one = kind(game.name, game.variant.name, game.size)
    first, begin = one.first(start.text())
    return GameEntry(
        first,
        moves,
        outcome.result if outcome else "1/2-1/2",
        (draw.choice(players), draw.choice(players)),
        f"20{draw.randrange(10, 30)}-{draw.randrange(1, 13):02}-{draw.randrange(1, 28):02}",
        begin,
        outcome.code if outcome else "agreed",
        {"Round": str(seed)},
    )


@functools.cache
def some_games(count: int = 6) -> tuple[GameEntry, ...]:
    """A few games of every kind, short ones; the same each time."""
    kinds = [
        ("awale", "standard", "4"),
        ("awale", "abapa", "4"),
        ("quixo", None, "3"),
        ("nimble", None, "6x3"),
    ]
    kinds += [("chomp", None, "4x4"), ("mingmang", "no-repeat", "4")]
    return tuple(made(game_named(*one), seed) for one in kinds for seed in range(count))


def computed(archive: Archive) -> dict[str, list[tuple[object, ...]]]:
    """All that is computed from the games, and the ratings that games remember."""
    with archive.engine.connect() as connection:
        rows = {
            "rating": select(rating).order_by(rating.c.player_id, rating.c.game),
            "game": select(game.c.digest, game.c.rating1, game.c.rating2).order_by(game.c.digest),
        }
        found = {name: [tuple(row) for row in connection.execute(query)] for name, query in rows.items()}
        return {**found, "statistic": [tuple(row) for row in rows_of(runs.look_up(connection))]}
