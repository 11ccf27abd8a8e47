"""What thinking processes can do: one function for each kind of job."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from stratege.core.game import Game
from stratege.core.registry import GAMES, game
from stratege.engine.analysis import Analyst, known
from stratege.engine.limits import DEEPEST, Limits
from stratege.engine.players import Player, SearchPlayer, player
from stratege.games.chomp import maps
from stratege.games.chomp.refutations import JudgedMove, judged_moves
from stratege.tables.shelf import Shelf
from stratege.web import pictures
from stratege.web.engines.task import Task
from stratege.web.rooms.images import imaging
from stratege.web.rooms.papers import calls
from stratege.web.rooms.papers.shapes import CallShape

KEPT = 4  # players that a process remembers, some 16 MiB each


@functools.lru_cache(KEPT)
def kept_player(name: str, rules: Game, tables: int) -> Player:
    """A player who remembers what it saw at its last move, as long as there are the same `tables`."""
    return player(name, rules)


def choose(task: Task) -> str:
    """A level's move."""
    *history, here = task.job.line()
    level = kept_player(task.job.options["level"], here.game, Shelf().stamp(here.game))
    assert isinstance(level, SearchPlayer)
    level.forget_stop()  # one that came too late for the last job
    task.stopped_by(level.stop)
    move = level.choose(here, history, Limits(seconds=task.job.options["seconds"]))
    return here.game.move_text(move, here.to_move)


def analyse(task: Task) -> dict[str, Any]:
    """Every move valued, each depth reported."""
    *history, here = task.job.line()
    analyst = Analyst(here.game)
    task.stopped_by(analyst.stop)
    limits = Limits(task.job.options.get("depth") or DEEPEST, None, task.job.options["seconds"])
    found = analyst.analyse(here, limits, history, lambda so_far: task.report(so_far.as_json()))
    return found.as_json()


def gif(task: Task) -> bytes:
    """The game as an animated picture."""
    return pictures.gif(task.job.line(), task.job.options["width"], task.check)


def png(task: Task) -> bytes:
    """The last board as a picture."""
    return pictures.png(task.job.line()[-1], task.job.options["width"])


def chomp(task: Task) -> tuple[JudgedMove, ...]:
    """Every first move of a bar judged."""
    columns, rows = task.job.options["box"]
    return judged_moves((columns,) * rows, lambda fraction: task.check())


def gallery(task: Task) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The winning first moves of every small bar of Chomp."""
    return maps.gallery()


def value(task: Task) -> dict[str, Any]:
    """What is certain of the moves without searching."""
    return known(task.job.line()[-1]).as_json()


def explore(task: Task) -> dict[str, Any]:
    """What the archive's games that qualify did in the position."""
    from stratege.web.rooms.archive import work as archive_work

    return archive_work.explored(task.job.line()[-1], **task.job.options, between=task.check)


def sql(task: Task) -> dict[str, Any] | str:
    """The answer to a question in SQL, or what is wrong with it."""
    from stratege.web.rooms.archive import work as archive_work

    return archive_work.answered(**task.job.options)


def keep(task: Task) -> list[str]:
    """Put finished games into the archive; why those were refused that were."""
    from stratege.web.rooms.archive import work as archive_work

    return archive_work.kept(**task.job.options)


def call(task: Task) -> CallShape:
    """A paper's function called with a visitor's values."""
    return calls.made(**task.job.options, stopped_by=task.stopped_by)


def image(task: Task) -> Any:
    """What is asked about a visitor's picture."""
    return imaging.answer(**task.job.options, between=task.check)


def warm(task: Task) -> None:
    """Have every game compiled, so that the first visitor does not wait for it."""
    for name in GAMES:
        task.check()
        Analyst(game(name))


QUICK: dict[str, Callable[[Task], Any]] = {
    "choose": choose,
    "hint": analyse,
    "png": png,
    "chomp": chomp,
    "gallery": gallery,
    "value": value,
}
LONG: dict[str, Callable[[Task], Any]] = {
    "analyse": analyse,
    "gif": gif,
    "large chomp": chomp,
    "explore": explore,
    "sql": sql,
    "keep": keep,
    "call": call,
    "image": image,
    "warm": warm,
}
"""What may take its process for longer than a move is waited for."""

KINDS = QUICK | LONG
