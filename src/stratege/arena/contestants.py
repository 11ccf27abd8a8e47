"""Who can take part, by name: the machines of `engine.players`, and guests of other people's making.

| name | who |
|---|---|
| `engine:COMMAND` | a program that speaks the line protocol (`arena.external`) |
| `bot:FILE` | a Python file with `choose(position, history, seconds)` (`arena.filebot`) |
| `paper:NUMBER:FILE` | a student's answers to an exam paper: the machine in them (`arena.filebot`) |
| `http://HOST:PORT/PATH` | an address that answers with a move (`arena.httpbot`) |
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from stratege.arena.external import ExternalPlayer
from stratege.arena.filebot import FileBot, PaperBot
from stratege.arena.httpbot import HttpBot
from stratege.arena.match import Fault, Terms
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.engine.limits import Limits
from stratege.engine.players import HUMAN, Player, player, player_names

GLANCE = Limits(depth=1, nodes=1000, seconds=0.05)
USUAL = Terms(Limits(seconds=1.0))


@runtime_checkable
class Guest(Protocol):
    """A player that runs outside our process: it gets ready before the clock runs, and is to be let go."""

    name: str

    def __init__(self, name: str, game: Game, seed: int, terms: Terms) -> None: ...

    @classmethod
    def check(cls, name: str, game: Game) -> None:
        """Raise what is wrong with the name, before anything is started."""

    def prepare(self, position: Position) -> None:
        """Get ready to play from this position; raise `Fault` if that is impossible."""

    def choose(self, line: Line, limits: Limits) -> int:
        """Its move; a `Fault` if it gives none."""

    def close(self) -> None:
        """End it, and whatever it started."""


GUESTS: Mapping[str, type[Guest]] = {
    "engine": ExternalPlayer,
    "bot": FileBot,
    "paper": PaperBot,
    "http": HttpBot,
}


def is_guest(name: str) -> bool:
    """Whether the name is one of a guest's."""
    return name.partition(":")[0] in GUESTS and ":" in name


def check(name: str, game: Game) -> None:
    """Raise what is wrong with a name that is nobody's; costs nothing, starts and compiles nothing."""
    if name == HUMAN:
        raise BadOption(_("A match is for machines; `stratege play` is for people."))
    if is_guest(name):
        GUESTS[name.partition(":")[0]].check(name, game)
    elif name not in player_names(game):
        player(name, game)


def contestant(name: str, game: Game, seed: int | None = None, terms: Terms = USUAL) -> Player:
    """The player of that name; programs start only when they get ready for a game."""
    check(name, game)
    if is_guest(name):
        return GUESTS[name.partition(":")[0]](name, game, seed or 0, terms)
    return player(name, game, seed)


def dismiss(one: Player) -> None:
    """Let a player go: end its program, if it is one."""
    if isinstance(one, Guest):
        one.close()


def try_out(name: str, game: Game, terms: Terms = USUAL) -> None:
    """See whether a program starts and answers, before any game; what is wrong with it as a `BadOption`."""
    if not is_guest(name):
        return
    one = contestant(name, game, 0, terms)
    assert isinstance(one, Guest)
    try:
        one.prepare(game.start(seed=0))
    except Fault as fault:
        raise BadOption(_("{name} cannot play: {why}.", name=name, why=str(fault).rstrip("."))) from None
    finally:
        dismiss(one)


@functools.cache
def rehearse(name: str, game: Game) -> None:
    """Have what the player needs compiled and loaded in this process, before any clock runs."""
    line = Line(game.start(seed=0))
    if not is_guest(name) and line.legal():
        contestant(name, game, seed=0).choose(line, GLANCE)
