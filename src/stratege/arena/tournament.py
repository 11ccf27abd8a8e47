"""Tournaments: many players, a schedule of games that each have an identity, and how everybody stands.

A game's identity is its round, its table and its number there. What is played under it depends on the
tournament and on the games of earlier rounds, never on which process plays it or when; so a tournament that
was stopped, whenever and however, goes on with the games that its journal lacks.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import InitVar, asdict, dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import cycle, islice
from typing import Any, NamedTuple, Protocol

from stratege.arena.contestants import check, rehearse, try_out
from stratege.arena.match import Terms
from stratege.arena.openings import PLIES, random_openings
from stratege.arena.schedule import FORMATS, Format, Pair, Results
from stratege.arena.series import SECONDS
from stratege.arena.statistics import Score
from stratege.arena.workers import Job, Play
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.record import Record, parse_record
from stratege.core.registry import game as game_named
from stratege.engine.limits import Limits

GAMES = 2


class Identity(NamedTuple):
    """Which game of a tournament: its round, its table there, and its number at the table, from 1."""

    round: int
    table: int
    game: int

    def __str__(self) -> str:
        return f"{self.round}.{self.table}.{self.game}"


class Scheduled(NamedTuple):
    """A game to be played, and by which of the round's pairs."""

    identity: Identity
    pair: Pair
    job: Job


Kept = Mapping[Identity, Record]


@dataclass(frozen=True)
class Tournament:
    """What is to be played. Each pairing has `games` games, on openings that all tables of a round share,
    each opening twice with the sides swapped.

    `rounds` of a round-robin or a gauntlet are repetitions of the whole. `joined` says before which round,
    counted from 0, each player came in: for a ladder that goes on for years. Whoever reads of one that was
    `begun` need not have the players' files and programs.
    """

    game: Game
    players: tuple[str, ...]
    form: str = "round-robin"
    rounds: int = 0
    games: int = GAMES
    terms: Terms = field(default_factory=lambda: Terms(Limits(seconds=SECONDS)))
    openings: tuple[Record, ...] = ()
    plies: int = PLIES
    seed: int = 0
    date: str = ""
    joined: tuple[int, ...] = ()
    begun: InitVar[bool] = False

    def __post_init__(self, begun: bool) -> None:
        if self.form not in FORMATS:
            words = {"form": self.form, "known": ", ".join(FORMATS)}
            raise BadOption(_("There is no format {form!r}; there are: {known}.", **words))
        if len(self.players) < 2:
            raise BadOption(_("A tournament needs two players at least."))
        twice = next((name for name in self.players if self.players.count(name) > 1), None)
        if twice is not None:
            raise BadOption(_("{name} is there twice.", name=twice))
        for name in () if begun else self.players:
            check(name, self.game)
        if not self.rounds:
            object.__setattr__(self, "rounds", self.format.rounds(len(self.players)))
        if not self.joined:
            object.__setattr__(self, "joined", (0,) * len(self.players))
        if self.terms.ply_limit is None:
            object.__setattr__(self, "terms", replace(self.terms, ply_limit=self.game.ply_limit))

    @property
    def format(self) -> Format:
        """How its rounds are paired."""
        return FORMATS[self.form]

    @property
    def event(self) -> str:
        """Its name in the records of its games."""
        return f"{self.form} {self.seed}"

    @cached_property
    def total(self) -> int:
        """How many games there will be."""
        return sum(len(self.format.pairs(self.entered(n), [{}] * n)) for n in range(self.rounds)) * self.games

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, str]:
        """In a notebook: what is to be played, and by whom; how it stands is shown by its `standings`."""
        from stratege.arena import report
        from stratege.arena.standings import standings

        stand = standings(self, {})
        words = f"{report.title(self)} ({report.facts(self, stand)})"
        return {
            "text/html": f"<p>{escape(words)}</p>{report.table_html(stand)}",
            "text/plain": "\n".join([words, *self.players]),
        }

    def entered(self, number: int) -> tuple[str, ...]:
        """Who is there in the round of that number, counted from 0."""
        return tuple(name for name, joined in zip(self.players, self.joined) if joined <= number)

    def rehearse(self, newcomers: Collection[str] | None = None) -> None:
        """Compile what the players need, and see whether programs start, of newcomers or all: `BadOption` if
        one does not."""
        for name in self.players:
            if newcomers is None or name in newcomers:
                try_out(name, self.game, self.terms)
            rehearse(name, self.game)

    def stages(self, kept: Kept) -> Iterator[list[Scheduled]]:
        """All games, those together that do not depend on each other.

        Before the next stage is asked for, all games of the one before must be in `kept`.
        """
        results: list[Mapping[Pair, Score]] = []
        stage: list[Scheduled] = []
        for number in range(self.rounds):
            games = self.round(number, results)
            if self.format.waits:
                yield games
                results.append(scores((one.pair, kept[one.identity]) for one in games))
            else:
                stage += games
                results.append({})
        if stage:
            yield stage

    def results(self, kept: Kept) -> list[Mapping[Pair, Score]]:
        """The rounds that are finished, up to the first that is not."""
        found: list[Mapping[Pair, Score]] = []
        for number in range(self.rounds):
            games = self.round(number, found)
            if any(one.identity not in kept for one in games):
                break
            found.append(scores((one.pair, kept[one.identity]) for one in games))
        return found

    def round(self, number: int, results: Results) -> list[Scheduled]:
        """The games of a round, counted from 0, after these results."""
        pairs = self.format.pairs(self.entered(number), results)
        return [one for table, pair in enumerate(pairs) for one in self._table(number, table, pair)]

    def _table(self, number: int, table: int, pair: Pair) -> Iterator[Scheduled]:
        for game in range(self.games):
            identity = Identity(number + 1, table + 1, game + 1)
            opening = self._openings[number * ((self.games + 1) // 2) + game // 2]
            names = pair if game % 2 == 0 else (pair[1], pair[0])
            draw = random.Random(f"{self.seed} {identity} {names[0]} {names[1]}")
            seeds = draw.getrandbits(32), draw.getrandbits(32)
            tags = {"Event": self.event, "Round": str(identity)}
            if self.date:
                tags["Date"] = self.date
            yield Scheduled(identity, pair, Job(0, opening, names, seeds, self.terms, tags))

    @cached_property
    def _openings(self) -> list[Record]:
        """Of each round in turn, as many as a pairing needs."""
        given = cycle(self.openings) if self.openings else random_openings(self.game, self.plies, self.seed)
        return list(islice(given, self.rounds * ((self.games + 1) // 2)))

    def text(self) -> str:
        """All that it is, as JSON on one line; `parse_tournament` reads it back."""
        limits = asdict(self.terms.limits)
        described = {
            "game": [self.game.name, self.game.variant.name, self.game.size],
            "players": self.players,
            "form": self.form,
            "rounds": self.rounds,
            "games": self.games,
            "terms": {**asdict(self.terms), "limits": limits},
            "openings": [one.text() for one in self.openings],
            "plies": self.plies,
            "seed": self.seed,
            "date": self.date,
            "joined": self.joined,
        }
        return json.dumps(described, ensure_ascii=False)


def parse_tournament(text: str) -> Tournament:
    """The tournament that `Tournament.text` wrote."""
    fields: dict[str, Any] = json.loads(text)
    terms = fields.pop("terms")
    return Tournament(
        game_named(*fields.pop("game")),
        tuple(fields.pop("players")),
        terms=Terms(**{**terms, "limits": Limits(**terms["limits"])}),
        openings=tuple(map(parse_record, fields.pop("openings"))),
        joined=tuple(fields.pop("joined")),
        begun=True,
        **fields,
    )


def seen_by(name: str, record: Record) -> Score:
    """The result of a game as this player of it sees it."""
    if record.result == "1/2-1/2":
        return Score(draws=1)
    won = record.tags["Player1"] == name if record.result == "1-0" else record.tags["Player2"] == name
    return Score(wins=1) if won else Score(losses=1)


def scores(games: Iterable[tuple[Pair, Record]]) -> dict[Pair, Score]:
    """The score of each pair, in their order, as its first one sees it."""
    found: dict[Pair, Score] = {}
    for pair, record in games:
        found[pair] = found.get(pair, Score()) + seen_by(pair[0], record)
    return found


class Journal(Protocol):
    """Where finished games are kept; `arena.journal` has one that outlives this process."""

    def games(self) -> dict[Identity, Record]:
        """Those that are finished."""

    def keep(self, identity: Identity, record: Record) -> None:
        """Keep one more, for good once this returns."""


def play_tournament(
    tournament: Tournament,
    journal: Journal,
    play: Play,
    on_game: Callable[[Identity, Record], None] = lambda identity, record: None,
) -> bool:
    """Play what the journal lacks, each game kept before it is told of; False if Ctrl-C stopped it."""
    kept, handed = journal.games(), list[Identity]()
    arriving = play(_missing(tournament, kept, handed))
    try:
        for number, record in arriving:
            journal.keep(handed[number], record)
            kept[handed[number]] = record
            on_game(handed[number], record)
    except KeyboardInterrupt:
        return False
    finally:
        arriving.close()
    return True


def _missing(tournament: Tournament, kept: Kept, handed: list[Identity]) -> Iterator[Job | None]:
    """The games to play, their identities noted; None while those of a round are awaited for the next."""
    for stage in tournament.stages(kept):
        for one in stage:
            if one.identity not in kept:
                handed.append(one.identity)
                yield replace(one.job, number=len(handed) - 1)
        while any(one.identity not in kept for one in stage):
            yield None
