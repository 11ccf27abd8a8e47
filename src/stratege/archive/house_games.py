"""House games: the engine's levels against each other, so that nobody starts with an empty explorer."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import date
from functools import partial
from itertools import islice

from stratege.archive.formats import entry_of_record
from stratege.archive.game_entry import GameEntry, Name, name_of
from stratege.arena.contestants import check
from stratege.arena.match import Terms
from stratege.arena.openings import random_openings
from stratege.arena.workers import Job, Play, play_all
from stratege.core.game import Game
from stratege.core.record import Record
from stratege.engine.limits import Limits

MACHINES = ("random", "greedy", "level:1", "level:2", "level:3", "level:4", "level:5", "level:6")
SAMPLES = {
    name_of("Doe, John"): "level:4",
    name_of("Lefèvre, Ada", "1991-12-10"): "level:6",
    name_of("Diop, Awa", "1987-03-02"): "level:5",
    name_of("Moreau, Lucas", "2004-07-21"): "level:2",
    name_of("Tremblay, Zoé", "1999-01-30"): "level:3",
}
"""People who are none: names for the machines' games, so that questions about names have answers."""

PLAYERS = (*MACHINES, *map(str, SAMPLES))
NODES = 500  # a move; house games are many, not deep
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
    the `first`, counted from 0, are left out. A name that nobody has is refused at once.
    """
    check_players(players, game)
    return _played(
        _drawn(game, count, players, seed), seed, first, play or partial(play_all, workers=workers)
    )


def check_players(players: Sequence[str], game: Game) -> None:
    """Refuse names that nobody has."""
    for name in players:
        check(_machine(name), game)


def _played(
    drawn: Iterator[tuple[Job, tuple[str, str]]], seed: int, first: int, play: Play
) -> Iterator[GameEntry]:
    names: dict[int, tuple[str, str]] = {}
    with closing(play(_noted(islice(drawn, first, None), names))) as playing:
        for number, record in _in_order(playing, first):
            one, two = names.pop(number)
            tags = {"Event": EVENT, "Round": f"{seed}.{number + 1}", "Date": date.today().isoformat()}
            own = {"Player1": one, "Player2": two, "Ending": record.tags["Ending"]}
            entry = entry_of_record(Record(record.start, record.moves, record.result, {**own, **tags}))
            yield entry._replace(players=(_whole_name(one), _whole_name(two)))


def _noted(draws: Iterable[tuple[Job, tuple[str, str]]], names: dict[int, tuple[str, str]]) -> Iterator[Job]:
    """The jobs, who plays in each being noted by its number."""
    for job, players in draws:
        names[job.number] = players
        yield job


def _machine(name: str) -> str:
    """Who plays under that name."""
    return SAMPLES.get(_whole_name(name), name)


def _whole_name(name: str) -> Name:
    """The name with the birth date, for those who have one."""
    read = name_of(name)
    return next((one for one in SAMPLES if one[:2] == read[:2]), read)


def _in_order(playing: Iterable[tuple[int, Record]], number: int) -> Iterator[tuple[int, Record]]:
    """The games from this number on, each once those before it are finished."""
    early: dict[int, Record] = {}
    for finished, record in playing:
        early[finished] = record
        while number in early:
            yield number, early.pop(number)
            number += 1


def _drawn(
    game: Game, count: int, players: Sequence[str], seed: int
) -> Iterator[tuple[Job, tuple[str, str]]]:
    """What is to be played, and under which names; all from where the explorer opens."""
    draw = random.Random(f"fill {seed}")
    terms = Terms(Limits(nodes=NODES), game.ply_limit)
    openings = [random_openings(game, plies, seed, game.start(seed=0)) for plies in range(5)]
    for number in range(count):
        (opening,) = islice(openings[number % len(openings)], 1)
        names = (draw.choice(players), draw.choice(players))
        machines = (_machine(names[0]), _machine(names[1]))
        yield Job(number, opening, machines, (draw.getrandbits(32), draw.getrandbits(32)), terms), names
