"""What people played in a position and what came of it; transpositions and symmetric positions are one.

Without conditions, sums are looked up. With a player, a day or a rating asked for, the games that qualify
are replayed, which is exact too and takes a moment. Statistics are of the first `DEPTH` plies of each game,
unless whole games are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy
from sqlalchemy import ColumnElement, Connection, select

from stratege.archive import runs
from stratege.archive.aggregate import MoveStatistics, aggregate, rows_of
from stratege.archive.blocks import BEST_SHIFT, EDGE, NONE, Sums, merged
from stratege.archive.database import clear_errors, reading
from stratege.archive.game_entry import GameEntry, Kind, iso_date, kind, name_of
from stratege.archive.position_keys import RULES_VERSION, edge_of, key_of, seed_of
from stratege.archive.replay_batch import DEPTH, REPLAY, replay
from stratege.archive.schema import game as game_table
from stratege.archive.schema import player, ruleset
from stratege.archive.shown_names import meant
from stratege.archive.store import Archive, entries_of, played_by
from stratege.archive.writer import facts_of, moves_of
from stratege.arena.statistics import Score, elo_of
from stratege.core.compiling import bound
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.position import Position

PAGE = 50_000
TOP = 4
WHOLE_GAMES = 1 << 40
NEAR = 1 << 24  # edges so near each other lie in one block, or two
LONGEST_NUMBER = 9  # digits of a player's number, which databases keep in 32 bits
FARTHEST = 800  # Elo: what a performance is above or below the opposition when all games are won or lost


@dataclass(frozen=True)
class Filter:
    """Which games count: those of a player (by number), since a day, of at least this mean rating.

    `whole` looks beyond the first `DEPTH` plies of each game.
    """

    player: int | None = None
    since: str | None = None
    rating: int | None = None
    whole: bool = False

    @property
    def open(self) -> bool:
        """Whether everything counts that statistics are kept of."""
        return self == Filter()

    def conditions(self) -> Iterator[ColumnElement[bool]]:
        """The same in SQL."""
        if self.player is not None:
            yield played_by(self.player)
        if self.since is not None:
            yield game_table.c.date >= self.since
        if self.rating is not None:
            yield game_table.c.rating1 + game_table.c.rating2 >= 2 * self.rating


@dataclass(frozen=True)
class Explored:
    """A move that was played, seen by the players who played it; `same` are moves that mirror it.

    `performance` is the rating at which the score would have been expected; `last` the last day, "" if
    unknown.
    """

    move: str
    same: tuple[str, ...]
    score: Score
    rating: int
    performance: int
    last: str
    best: int = field(repr=False)

    def as_json(self) -> dict[str, Any]:
        """The move for programs."""
        return {
            "move": self.move,
            "same": list(self.same),
            "games": self.score.games,
            "won": self.score.wins,
            "drawn": self.score.draws,
            "lost": self.score.losses,
            "rating": self.rating,
            "performance": self.performance,
            "last": self.last or None,
        }


@dataclass(frozen=True)
class Exploration:
    """What was played in a position, most often played first, and the games of the strongest players."""

    position: Position
    moves: tuple[Explored, ...]
    top: tuple[tuple[int, GameEntry], ...]

    @property
    def score(self) -> Score:
        """All games together, seen by the player to move."""
        return sum((one.score for one in self.moves), Score())

    def as_json(self) -> dict[str, Any]:
        """The exploration for programs."""
        rules = self.position.game
        return {
            "game": rules.name,
            "variant": rules.variant.name,
            "size": rules.size,
            "position": self.position.text(),
            "games": self.score.games,
            "moves": [one.as_json() for one in self.moves],
            "top": [_game_json(number, entry) for number, entry in self.top],
        }


def explore(
    archive: Archive,
    position: Position,
    only: Filter | None = None,
    between: Callable[[], None] = lambda: None,
) -> Exploration:
    """What the archive's games did in the position; `between` is called now and then, and may raise."""
    only = only or Filter()
    key, classes = identify(position)
    edges = {edge_of(key, move): texts for move, texts in classes.items()}
    with clear_errors(archive.engine.url), reading(archive.engine) as connection:
        if only.open:
            found = looked_up(connection, list(edges))
        else:
            found = _replayed(connection, position, list(edges), only, between)
        moves = [_explored(statistics, edges[statistics.edge]) for statistics in rows_of(found)]
        best = sorted((one.best for one in moves), reverse=True)[:TOP]
        numbers = [*dict.fromkeys(one & (1 << BEST_SHIFT) - 1 for one in best)]
        games = entries_of(connection, numbers)
    moves.sort(key=lambda one: (-one.score.games, one.move))
    top = tuple((number, games[number]) for number in numbers if number in games)
    return Exploration(position, tuple(moves), top)


def identify(position: Position) -> tuple[int, dict[int, tuple[str, ...]]]:
    """The position's key, and its legal moves by the number that stands for them and their mirror images."""
    game = position.game
    code = bound(REPLAY, game.kernel.__name__, symmetry=game.declaration.symmetry.__name__)
    words = list(game.kernel.trace(game.rules, position.state, position.to_move))
    classes: dict[int, tuple[str, ...]] = {}
    for move in position.legal() or [0]:
        number = [0]
        code.written(game.rules, position.state, position.to_move, move, words, number, 0)
        text = game.move_text(move, position.to_move)
        classes[number[0]] = (*classes.get(number[0], ()), text)
    return key_of(seed_of(game), words, position.to_move), classes if position.legal() else {}


def looked_up(connection: Connection, edges: Sequence[int]) -> Sums:
    """The sums of these edges: neighbours are read together, which all moves in a position are."""
    wanted = numpy.sort(numpy.array(edges, numpy.int64))
    groups = numpy.split(wanted, numpy.flatnonzero(numpy.diff(wanted) > NEAR) + 1) if edges else []
    around = merged([runs.look_up(connection, int(group[0]), int(group[-1])) for group in groups])
    return around[:, numpy.isin(around[EDGE], wanted)]


def _replayed(
    connection: Connection,
    position: Position,
    edges: Sequence[int],
    only: Filter,
    between: Callable[[], None],
) -> Sums:
    """The same sums from the games themselves."""
    chosen = kind(position.game.name, position.game.variant.name, position.game.size)
    depth = WHOLE_GAMES if only.whole else DEPTH
    sums = NONE
    for rows in _pages(connection, chosen, only):
        between()
        visits = replay(chosen.game, moves_of(chosen, rows), depth).visits
        here = visits.at(numpy.isin(visits.edge, edges))
        sums = merged([sums, aggregate(here, facts_of(rows))])
    return sums


def _pages(connection: Connection, chosen: Kind, only: Filter) -> Iterator[Sequence[Any]]:
    wanted = (
        select(game_table)
        .join_from(game_table, ruleset)
        .where(ruleset.c.game == chosen.game.name, ruleset.c.variant == chosen.game.variant.name)
        .where(ruleset.c.size == chosen.game.size, ruleset.c.version == RULES_VERSION, *only.conditions())
        .order_by(game_table.c.id)
        .limit(PAGE)
    )
    last = 0
    while rows := connection.execute(wanted.where(game_table.c.id > last)).fetchall():
        last = rows[-1].id
        yield rows


def _explored(statistics: MoveStatistics, texts: tuple[str, ...]) -> Explored:
    score = Score(statistics.won, statistics.drawn, statistics.lost)
    margin = max(-FARTHEST, min(FARTHEST, elo_of(score.rate)))
    last = str(statistics.last)
    return Explored(
        texts[0],
        texts[1:],
        score,
        round(statistics.rating / statistics.games),
        round(statistics.opposed / statistics.games + margin),
        f"{last[:4]}-{last[4:6]}-{last[6:]}" if statistics.last else "",
        statistics.best,
    )


def _game_json(number: int, entry: GameEntry) -> dict[str, Any]:
    return {
        "game": number,
        "players": [str(name) for name in entry.players],
        "result": entry.result,
        "date": entry.date or None,
        "start": entry.start.text(),
        "moves": list(entry.moves),
    }


def filter_of(
    archive: Archive,
    player: str | None = None,
    since: str | None = None,
    rating: int | None = None,
    whole: bool = False,
) -> Filter:
    """The filter that people ask for: the player by name or number, the day as they write it."""
    number = player_number(archive, player) if player else None
    if player and number is None:
        raise StrategeError(_("The archive knows no player {name!r}.", name=player))
    return Filter(number, (iso_date(since) if since else "") or None, rating, whole)


def player_number(archive: Archive, text: str) -> int | None:
    """The number of the player of that number or name; None if there is none."""
    name = name_of(meant(text))
    same = (player.c.surname == name.surname) & (player.c.first_name == name.first_name)
    if text.isdecimal() and len(text) <= LONGEST_NUMBER:
        same = same | (player.c.id == int(text))
    with clear_errors(archive.engine.url), reading(archive.engine) as connection:
        return connection.scalar(select(player.c.id).where(same).order_by(player.c.id))
