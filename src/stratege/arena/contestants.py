"""Who can take part, by name: the machines of `engine.players`, and `engine:COMMAND` for other programs."""

from __future__ import annotations

import functools

from stratege.arena.external import PREFIX, ExternalPlayer, split
from stratege.arena.match import MARGIN
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.engine.limits import Limits
from stratege.engine.players import HUMAN, Player, player, player_names

GLANCE = Limits(depth=1, nodes=1000, seconds=0.05)


def check(name: str, game: Game) -> None:
    """Raise what is wrong with a name that is nobody's; costs nothing, starts and compiles nothing."""
    if name == HUMAN:
        raise BadOption(_("A match is for machines; `stratege play` is for people."))
    if name.startswith(PREFIX):
        split(name.removeprefix(PREFIX))
    elif name not in player_names(game):
        player(name, game)


def contestant(name: str, game: Game, seed: int | None = None, margin: float = MARGIN) -> Player:
    """The player of that name; programs start only when they get ready for a game."""
    check(name, game)
    if name.startswith(PREFIX):
        return ExternalPlayer(name.removeprefix(PREFIX), game, margin)
    return player(name, game, seed)


def dismiss(one: Player) -> None:
    """Let a player go: end its program, if it is one."""
    if isinstance(one, ExternalPlayer):
        one.close()


@functools.cache
def rehearse(name: str, game: Game) -> None:
    """Have what the player needs compiled and loaded in this process, before any clock runs."""
    if name.startswith(PREFIX):
        return
    position = game.start(seed=0)
    one = contestant(name, game, seed=0)
    if position.legal():
        one.choose(position, [], GLANCE)
