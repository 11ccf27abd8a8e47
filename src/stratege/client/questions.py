"""The questions that a server of Stratège answers, as requests: what both clients send.

Each function is one operation of the API (the server's `/docs` shows them all); a test compares them with its
OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stratege.core.line import Line
from stratege.core.position import Position

API = "/api/v1"


@dataclass(frozen=True)
class Question:
    """A request: how, where, and with what."""

    method: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    json: Any = None


def about(line: Line | Position, **more: Any) -> dict[str, Any]:
    """The parameters that say which line is meant, and others that are given."""
    asked = Line(line) if isinstance(line, Position) else line
    game = asked.game
    place = {"game": game.name, "variant": game.variant.name, "size": game.size}
    given = {**place, "position": asked.start.text(), "moves": " ".join(asked.moves_text), **more}
    return {name: value for name, value in given.items() if value is not None}


def _get(path: str, **params: Any) -> Question:
    return Question("GET", API + path, {name: value for name, value in params.items() if value is not None})


def health() -> Question:
    """How the server is doing."""
    return Question("GET", "/health")


def games() -> Question:
    """The games there are."""
    return _get("/games")


def preparation() -> Question:
    """What the server is making in the background."""
    return _get("/preparation")


def position(line: Line | Position) -> Question:
    """A position, drawn, with its legal moves."""
    return _get("/position", **about(line))


def analysis(line: Line | Position, seconds: float, depth: int | None = None) -> Question:
    """Every move valued, as server-sent events."""
    return _get("/analysis", **about(line, seconds=seconds, depth=depth))


def moves(line: Line | Position) -> Question:
    """The legal moves with what is proven of each and what the archive has."""
    return _get("/moves", **about(line))


def picture(line: Line | Position, kind: str, width: int | None = None) -> Question:
    """The board as SVG or PNG, the line as GIF."""
    return _get(f"/picture.{kind}", **about(line, width=width))


def explore(
    line: Line | Position, player: str | None = None, since: str | None = None, rating: int | None = None
) -> Question:
    """What the games of the archive did in the position."""
    return _get("/explore", **about(line, player=player, since=since, rating=rating))


def archived_game(number: int) -> Question:
    """A game of the archive."""
    return _get(f"/archive/games/{number}")


def players(game: str) -> Question:
    """The best players of a game."""
    return _get("/archive/players", game=game)


def sql(query: str, game: str | None = None) -> Question:
    """One SELECT over the papers' tables."""
    return _get("/sql", sql=query, game=game)


def begin(
    line: Position, seats: Sequence[str], minutes: float | None = None, increment: float = 0
) -> Question:
    """Begin a live game from a position; a seat is `me`, `open` or a level."""
    game = line.game
    asked: dict[str, Any] = {"game": game.name, "variant": game.variant.name, "size": game.size}
    asked |= {"position": line.text(), "seats": list(seats)}
    if minutes is not None:
        asked["clock"] = {"minutes": minutes, "increment": increment}
    return Question("POST", f"{API}/live", json=asked)


def live(name: str) -> Question:
    """A live game, as one sees it."""
    return _get(f"/live/{name}")


def sit(name: str, player: int) -> Question:
    """Take an open seat."""
    return Question("POST", f"{API}/live/{name}/seat", json={"player": player})


def socket_path(name: str) -> str:
    """Where a live game goes on."""
    return f"{API}/live/{name}/socket"
