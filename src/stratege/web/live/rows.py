"""A live game as rows of the tables: the state as JSON, a row for each move, who plays, how it ended."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, update
from sqlalchemy.dialects import postgresql, sqlite

from stratege.core.registry import game
from stratege.web.live.clock import Clock
from stratege.web.live.finished import record_of
from stratege.web.live.game import OVER, Live, Seat, first_node
from stratege.web.live.tables import finished_table, seated_table

OPEN = seated_table.c.points.is_(None)


def put(connection: Connection, table: Table, values: Mapping[str, Any], replace: bool = True) -> None:
    """Insert a row; one that has the same key is replaced, or stays as it is."""
    inserting = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)
    new = inserting.values(values)
    key = [column.name for column in table.primary_key]
    if replace:
        connection.execute(
            new.on_conflict_do_update(index_elements=key, set_={name: new.excluded[name] for name in values})
        )
    else:
        connection.execute(new.on_conflict_do_nothing())


def write_people(connection: Connection, before: Live | None, after: Live) -> None:
    """Who plays, if that has changed; if the game is over, what the archive and the players have of it."""
    if before is None or before.seats != after.seats:
        _write_seats(connection, after)
    if before is not None and before.status != OVER == after.status:
        _write_record(connection, after)
        _write_points(connection, after)


def _write_seats(connection: Connection, live: Live) -> None:
    """Who plays: what a person finds their games by."""
    for player, seat in enumerate(live.seats, start=1):
        if seat.owner is not None:
            other = live.seats[2 - player]
            values = {"person": seat.owner, "live": live.id, "player": player, "since": int(time.time())}
            values |= {"game": live.position.game.name, "opponent": other.level or other.name}
            put(connection, seated_table, {**values, "points": None, "reviewed": 0})


def _write_points(connection: Connection, live: Live) -> None:
    """What each has got of a game; the first end counts, as in its record."""
    outcome = live.outcome()
    assert outcome is not None
    for player in (1, 2):
        points = 0.5 if outcome.winner is None else float(outcome.winner == player)
        theirs = (seated_table.c.live == live.id) & (seated_table.c.player == player) & OPEN
        connection.execute(update(seated_table).where(theirs).values(points=points))


def _write_record(connection: Connection, live: Live) -> None:
    """What the archive is to have; if moves are taken back and the game ends again, the first end counts."""
    record = record_of(live)
    if record is not None:
        put(connection, finished_table, {"live": live.id, "record": record}, replace=False)


def packed(live: Live) -> dict[str, Any]:
    """All but the moves, as JSON keeps it."""
    start, clock = live.nodes[0].position, live.clock
    return {
        "game": [start.game.name, start.game.variant.name, start.game.size],
        "start": start.text(),
        "seats": [[seat.level, seat.owner, seat.name] for seat in live.seats],
        "status": [live.status, live.to_move, live.nodes[live.current].ply],
        "clock": clock and [clock.allowance, clock.increment, clock.remaining, clock.since],
        "current": live.current,
        "tip": live.tip,
        "ended": live.ended,
        "draw": live.draw,
        "undo": live.undo,
        "rematch": sorted(live.rematch),
        "next": live.next,
        "usual": live.usual,
    }


def unpacked(row: Any, moves: Sequence[Any], known: Live | None = None) -> Live:
    """The game of a row and its moves, or of those that are not `known` already."""
    state = row.state
    nodes = list(known.nodes) if known else [first_node(game(*state["game"]).parse(state["start"]))]
    for move in moves:
        nodes.append(nodes[move.parent].replayed(move.move, move.parent))
    clock = None
    if state["clock"]:
        allowance, increment, (first, second), since = state["clock"]
        clock = Clock(allowance, increment, (first, second), since)
    one, two = (Seat(*seat) for seat in state["seats"])
    return Live(
        row.id,
        (one, two),
        tuple(nodes),
        clock,
        state["current"],
        state["tip"],
        tuple(state["ended"]) if state["ended"] else None,
        state["draw"],
        state["undo"],
        frozenset(state["rematch"]),
        state["next"],
        row.version,
        state.get("usual", True),
    )
