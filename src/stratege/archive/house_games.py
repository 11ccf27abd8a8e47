"""House games: the engine's levels against each other, so that nobody starts with an empty explorer."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import date
from itertools import islice

from stratege.archive.formats import entry_of_record
from stratege.archive.game_entry import GameEntry
from stratege.arena.contestants import check
from stratege.arena.match import Terms
from stratege.arena.openings import random_openings
from stratege.arena.workers import Job, Play, play_all
from stratege.core.game import Game
from stratege.core.record import Record
from stratege.engine.limits import Limits

PLAYERS = ("random", "greedy", "level:1", "level:2", "level:3", "level:4", "level:5", "level:6")
NODES = 2_000  # a move; house games are many, not deep
EVENT = "house"


def house_games(
    game: Game,
    count: int,
    players: Sequence[str] = PLAYERS,
    seed: int = 0,
    workers: int = 1,
    first: int = 0,
    play: Play | None = None,
) -> Iterator[GameEntry]:
    """So many games between two of the players drawn by lot, from openings of up to four random plies.

    The same seed gives the same games in the same order, however many are played at once. The ones before
    the `first`, counted from 0, are left out.
    """
    for name in players:
        check(name, game)
    jobs = islice(_jobs(game, count, players, seed), first, None)
    with closing(play(jobs) if play is not None else play_all(jobs, workers)) as playing:
        for number, record in _in_order(playing, first):
            tags = {"Event": EVENT, "Round": f"{seed}.{number + 1}", "Date": date.today().isoformat()}
            own = {name: record.tags[name] for name in ("Player1", "Player2", "Ending")}
            yield entry_of_record(Record(record.start, record.moves, record.result, {**own, **tags}))


def _in_order(playing: Iterable[tuple[int, Record]], number: int) -> Iterator[tuple[int, Record]]:
    """The games from this number on, each once those before it are finished."""
    early: dict[int, Record] = {}
    for finished, record in playing:
        early[finished] = record
        while number in early:
            yield number, early.pop(number)
            number += 1


def _jobs(game: Game, count: int, players: Sequence[str], seed: int) -> Iterator[Job]:
    draw = random.Random(f"fill {seed}")
    terms = Terms(Limits(nodes=NODES), game.ply_limit)
    openings = [random_openings(game, plies, seed) for plies in range(5)]
    for number in range(count):
        (opening,) = islice(openings[number % len(openings)], 1)
        names = (draw.choice(players), draw.choice(players))
        yield Job(number, opening, names, (draw.getrandbits(32), draw.getrandbits(32)), terms)
