"""Who can take part, by name: the machines of `engine.players`, and `engine:COMMAND` for other programs."""

from __future__ import annotations

import functools
import shutil

from stratege.arena.external import PREFIX, ExternalPlayer, split
from stratege.arena.match import MARGIN, Fault
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.engine.limits import Limits
from stratege.engine.players import HUMAN, Player, player, player_names

GLANCE = Limits(depth=1, nodes=1000, seconds=0.05)


def check(name: str, game: Game) -> None:
    """Raise what is wrong with a name that is nobody's; costs nothing, starts and compiles nothing."""
    if name == HUMAN:
        raise BadOption(_("A match is for machines; `stratege play` is for people."))
    if name.startswith(PREFIX):
        program = split(name.removeprefix(PREFIX))[0]
        if shutil.which(program) is None:
            raise BadOption(_("There is no program {name!r} that could be started.", name=program))
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


def try_out(name: str, game: Game) -> None:
    """See whether a program starts and answers, before any game; what is wrong with it as a `BadOption`."""
    one = contestant(name, game)
    try:
        if isinstance(one, ExternalPlayer):
            one.prepare(game.start(seed=0))
    except Fault as fault:
        raise BadOption(_("{name} cannot play: {why}.", name=name, why=str(fault).rstrip("."))) from None
    finally:
        dismiss(one)


@functools.cache
def rehearse(name: str, game: Game) -> None:
    """Have what the player needs compiled and loaded in this process, before any clock runs."""
    line = Line(game.start(seed=0))
    one = contestant(name, game, seed=0)
    if isinstance(one, ExternalPlayer):
        return
    if line.legal():
        one.choose(line, GLANCE)
