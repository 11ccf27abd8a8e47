"""Putting games into the database: the game, its players' ratings and its statistics in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy
from sqlalchemy import Connection, delete, func, select, update

from stratege.archive import runs
from stratege.archive.aggregate import GameFacts, aggregate
from stratege.archive.blocks import Sums
from stratege.archive.database import insert, note_rewriting, pieces, present
from stratege.archive.game_entry import Kind, Name, kind, split_moves
from stratege.archive.position_keys import RULES_VERSION
from stratege.archive.ratings import Rating, rate
from stratege.archive.replay_batch import DEPTH, Moves, Visits, replay
from stratege.archive.schema import game as games
from stratege.archive.schema import player as players
from stratege.archive.schema import rating as ratings
from stratege.archive.schema import ruleset as rulesets
from stratege.archive.validate import Accepted, Reader, Validated, chosen
from stratege.core.errors import Unavailable
from stratege.core.language import _

BATCH = 50_000  # games of one step of `recompute`


class Ledger:
    """The ratings that a transaction has to do with, by game and player, read once and written once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._held: defaultdict[str, dict[int, Rating]] = defaultdict(dict)

    def hold(self, ids: Iterable[int], game: str) -> dict[int, Rating]:
        """The ratings of these players in this game, among others; changing them is rating."""
        held = self._held[game]
        missing = [number for number in set(ids) if number not in held]
        for piece in pieces(missing):
            wanted = select(ratings).where(ratings.c.game == game, ratings.c.player_id.in_(piece))
            for number, _game, *values in self._connection.execute(wanted):
                held[number] = Rating(*values)
        for number in missing:
            held.setdefault(number, Rating())
        return held

    def save(self) -> None:
        """Write what has been read, whole."""
        for game, held in self._held.items():
            for piece in pieces([*held]):
                self._connection.execute(
                    delete(ratings).where(ratings.c.game == game, ratings.c.player_id.in_(piece))
                )
        rows = [
            (number, game, one.value, one.deviation, one.highest, one.games)
            for game, held in self._held.items()
            for number, one in held.items()
            if one.games
        ]
        insert(self._connection, "rating", rows)


def write(connection: Connection, parts: Iterable[Validated]) -> int:
    """Put the games in that are not there yet; how many those were."""
    ledger, sums, new = Ledger(connection), list[Sums](), 0
    for validated in parts:
        digests = validated.accepted.digest
        fresh = _fresh(connection, digests)
        facts = _write_games(connection, ledger, validated.accepted.at(fresh))
        sums.append(aggregate(_of_games(validated.visits, fresh, len(digests)), facts))
        new += len(fresh)
    ledger.save()
    runs.add(connection, sums)
    return new


def _write_games(connection: Connection, ledger: Ledger, accepted: Accepted) -> GameFacts:
    """Put games in that are not there; what statistics need to know of them."""
    if not accepted.digest:
        return GameFacts()
    seats = [*zip(accepted.player1, accepted.player2)]
    named = _player_ids(connection, chain.from_iterable(seats))
    ids = [(named[one], named[two]) for one, two in seats]
    usual = [not begin or kind(*one).start is None for begin, one in zip(accepted.begin, accepted.kind)]
    before = _rated(ledger, [one[0] for one in accepted.kind], ids, accepted.points, usual)
    rating1, rating2 = zip(*before)
    kinds = _ruleset_ids(connection, accepted.kind)
    first = 1 + (connection.scalar(select(func.max(games.c.id))) or 0)
    numbers = range(first, first + len(ids))
    places = ([kinds[one] for one in accepted.kind], *zip(*ids))
    rows = zip(numbers, *places, *accepted[3:9], rating1, rating2, *accepted[9:])  # the order of `Accepted`
    insert(connection, "game", rows)
    day_of = {date: _day(date) for date in set(accepted.date)}
    days = [day_of[date] for date in accepted.date]
    return GameFacts(numbers, accepted.points, rating1, rating2, days)


def _of_games(visits: Visits, fresh: Sequence[int], count: int) -> Visits:
    """The visits of the fresh games among all `count`, numbered in their order."""
    numbers = numpy.full(count, -1, numpy.int32)
    numbers[fresh] = numpy.arange(len(fresh))
    return chosen(visits, numbers)


def recompute(connection: Connection) -> None:
    """Compute ratings and statistics anew from the games, as if they came in one after the other."""
    note_rewriting(connection)
    connection.execute(delete(ratings))
    runs.clear(connection)
    ledger = Ledger(connection)
    kinds = {row.id: kind(row.game, row.variant, row.size) for row in connection.execute(select(rulesets))}
    last = 0
    while True:
        rows = connection.execute(
            select(games).where(games.c.id > last).order_by(games.c.id).limit(BATCH)
        ).fetchall()
        if not rows:
            break
        last = rows[-1].id
        seats = [(row.player1_id, row.player2_id) for row in rows]
        points = [row.result for row in rows]
        usual = [row.start is None or kinds[row.ruleset_id].start is None for row in rows]
        before = _rated(ledger, [kinds[row.ruleset_id].game.name for row in rows], seats, points, usual)
        _correct_ratings(connection, rows, before)
        sums = []
        for number, one in kinds.items():
            places = [place for place, row in enumerate(rows) if row.ruleset_id == number]
            if places:
                theirs = [rows[place] for place in places]
                visits = replay(one.game, moves_of(one, theirs), DEPTH).visits
                sums.append(aggregate(visits, facts_of(theirs, [before[place] for place in places])))
        runs.add(connection, sums)
    ledger.save()


def delete_player(connection: Connection, number: int) -> None:
    """Take out a player with all their games, and compute anew what those had part in."""
    theirs = (games.c.player1_id == number) | (games.c.player2_id == number)
    connection.execute(delete(games).where(theirs))
    connection.execute(delete(ratings).where(ratings.c.player_id == number))
    connection.execute(delete(players).where(players.c.id == number))
    recompute(connection)


def moves_of(one: Kind, rows: Sequence[Any]) -> list[Moves]:
    """Games of one kind from their rows, ready to be replayed."""
    reader = Reader(one.game)
    batch = []
    for row in rows:
        start, _text = one.first(row.start)
        batch.append(Moves(start, reader.numbers(split_moves(one.game, row.moves), start.to_move)))
    return batch


def _fresh(connection: Connection, digests: Sequence[int]) -> list[int]:
    """The places of the digests that the database does not have, of equal ones the first."""
    known = present(connection, "game", "digest", digests)
    fresh = []
    for place, digest in enumerate(digests):
        if digest not in known:
            known.add(digest)
            fresh.append(place)
    return fresh


def _player_ids(connection: Connection, names: Iterable[Name]) -> dict[Name, int]:
    """The players' numbers; who is not there yet is put in, in the order of the names."""
    wanted = list(dict.fromkeys(names))
    found: dict[Name, int] = {}
    for piece in pieces(list({name.surname for name in wanted})):
        for number, *parts in connection.execute(select(players).where(players.c.surname.in_(piece))):
            found[Name(*parts)] = number
    missing = [name for name in wanted if name not in found]
    first = 1 + (connection.scalar(select(func.max(players.c.id))) or 0)
    insert(connection, "player", [(number, *name) for number, name in enumerate(missing, start=first)])
    return found | {name: number for number, name in enumerate(missing, start=first)}


def _ruleset_ids(
    connection: Connection, wanted: Iterable[tuple[str, str, str]]
) -> dict[tuple[str, str, str], int]:
    """The numbers of games with their variants and sizes; what is not there yet is put in."""
    found = {}
    highest = 0
    for number, *parts, version in connection.execute(select(rulesets)):
        highest = max(highest, number)
        if version == RULES_VERSION:
            found[parts[0], parts[1], parts[2]] = number
    for one in dict.fromkeys(wanted):
        if one not in found:
            highest += 1
            found[one] = highest
            insert(connection, "ruleset", [(highest, *one, RULES_VERSION)])
    return found


def _rated(
    ledger: Ledger,
    names: Sequence[str],
    seats: Sequence[tuple[int, int]],
    points: Sequence[float],
    usual: Sequence[bool],
) -> list[tuple[int, int]]:
    """Rate the games in their order; both players' ratings before each.

    One that does not begin as usual says nothing of its players: it may begin one move before its end. Nobody
    is rated against themselves.
    """
    held = {
        name: ledger.hold((number for seat, one in zip(seats, names) if one == name for number in seat), name)
        for name in set(names)
    }
    before = []
    for name, seat, result, counts in zip(names, seats, points, usual):
        one, two = held[name][seat[0]], held[name][seat[1]]
        before.append((round(one.value), round(two.value)))
        if counts and one is not two:
            rate(one, two, result)
    return before


def _correct_ratings(connection: Connection, rows: Sequence[Any], before: Sequence[tuple[int, int]]) -> None:
    """Write the ratings before each game where they have changed."""
    for row, rated in zip(rows, before):
        if (row.rating1, row.rating2) != rated:
            change = update(games).where(games.c.id == row.id)
            connection.execute(change.values(rating1=rated[0], rating2=rated[1]))


def facts_of(rows: Sequence[Any], before: Sequence[tuple[int, int]] | None = None) -> GameFacts:
    """What statistics need to know of games in the database, with other ratings before them if given."""
    rated = before or [(row.rating1, row.rating2) for row in rows]
    numbers, points = [row.id for row in rows], [row.result for row in rows]
    one, two = [first for first, _second in rated], [second for _first, second in rated]
    return GameFacts(numbers, points, one, two, [_day_of(row) for row in rows])


def _day_of(row: Any) -> int:
    try:
        return _day(row.date)
    except ValueError:
        raise Unavailable(_("Game {number} of the archive is damaged.", number=row.id)) from None


def _day(date: str) -> int:
    return int(date.replace("-", "") or 0)
