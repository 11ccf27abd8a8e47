"""What thinking processes do for people at a board: a level's move, a hint, an analysis."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.engine.adaptive import AdaptivePlayer
from stratege.engine.adviser import Adviser
from stratege.engine.analysis import Analysis
from stratege.engine.limits import DEEPEST, Limits
from stratege.engine.players import Player, SearchPlayer, player
from stratege.engine.preparing import at_once
from stratege.engine.review import why
from stratege.tables.shelf import Shelf
from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task
from stratege.web.live import views
from stratege.web.live.game import Node
from stratege.web.schemas import StudyNode, View

if TYPE_CHECKING:  # it needs NumPy, which a first reply does not wait for
    from stratege.tables.builder import Plan, Progress

KEPT = 4  # players that a process remembers, some 16 MiB each


@functools.lru_cache(KEPT)
def kept_player(name: str, rules: Game, tables: int) -> Player:
    """A player who remembers what it saw at its last move, as long as there are the same `tables`."""
    return player(name, rules)


@functools.lru_cache(1)
def kept_adviser(rules: Game, tables: int) -> Adviser:
    """An adviser who remembers what it saw of a game's other positions."""
    return Adviser(rules)


@kind(120, quick=True)
def be_there(task: Task) -> None:
    """Nothing, but that a process has started and knows how to choose a move."""


@kind(120, quick=True)
def choose(task: Task) -> str:
    """A level's move."""
    with at_once():
        return _chosen(task)


def _chosen(task: Task) -> str:
    line = task.job.line()
    level = kept_player(task.job.options["level"], line.game, Shelf().stamp(line.game))
    assert isinstance(level, SearchPlayer | AdaptivePlayer)
    level.forget_stop()  # one that came too late for the last job
    task.stopped_by(level.stop)
    move = level.choose(line, Limits(seconds=task.job.options["seconds"]))
    return line.game.move_text(move, line.to_move)


@kind(120, quick=True)
def hint(task: Task) -> dict[str, Any]:
    """A short analysis that somebody waits for, and why the best move is that."""
    line = task.job.line()
    adviser = Adviser(line.game)
    task.stopped_by(adviser.stop)
    with at_once():
        return _explained(adviser, adviser.advise(line, Limits(seconds=task.job.options["seconds"])))


@kind(120)
def analyse(task: Task) -> dict[str, Any]:
    """Every move valued, each depth reported."""
    line = task.job.line()
    adviser = Adviser(line.game, building=functools.partial(_watching, task))
    task.stopped_by(adviser.stop)
    limits = Limits(task.job.options.get("depth") or DEEPEST, None, task.job.options["seconds"])
    with at_once():
        return adviser.advise(line, limits, lambda so_far: task.report(so_far.as_json())).as_json()


@kind(60, brief=True)
def review(task: Task) -> dict[str, Any]:
    """A position of a game: every move valued in a short time; why, of the best and the `played` one."""
    line = task.job.line()
    adviser = kept_adviser(line.game, Shelf().stamp(line.game))
    adviser.forget_stop()  # one that came too late for the last job
    task.stopped_by(adviser.stop)
    with at_once():
        analysis = adviser.advise(line, Limits(seconds=task.job.options["seconds"]))
        return _explained(adviser, analysis, task.job.options.get("played"))


def _explained(adviser: Adviser, analysis: Analysis, played: str | None = None) -> dict[str, Any]:
    told = [*analysis.moves[:1]]
    told += [valued for valued in analysis.moves[1:] if valued.move == played]
    return {**analysis.as_json(), "why": {one.move: why(adviser, analysis, one) for one in told}}


@contextmanager
def _watching(task: Task, position: Position, plan: Plan) -> Iterator[Progress]:
    """A table may be built as long as somebody waits for the analysis."""
    yield lambda layer, fraction: task.check()


@kind(30, quick=True)
def check(task: Task) -> list[str]:
    """The moves of a line as the game spells them, each checked by the rules."""
    return _checked(task)


@kind(60)
def check_long(task: Task) -> list[str]:
    """The same of a long line on a large board."""
    return _checked(task)


@kind(30, quick=True)
def show(task: Task) -> View:
    """A line's last position with all that is needed to show it."""
    return _shown(task)


@kind(60)
def show_long(task: Task) -> View:
    """The same of a long line on a large board."""
    return _shown(task)


@kind(30, quick=True)
def read_study(task: Task) -> list[StudyNode]:
    """A tree of moves, each checked by the rules."""
    return views.study(task.job.first(), task.job.options["moves"])


@kind(60)
def read_long_study(task: Task) -> list[StudyNode]:
    """The same of a large tree on a large board."""
    return views.study(task.job.first(), task.job.options["moves"])


def _nodes(task: Task) -> list[Node]:
    line = [Node(Line(task.job.first()))]
    for number, move in enumerate(task.job.moves):
        task.check()
        line.append(line[-1].after(move, number))
    return line


def _checked(task: Task) -> list[str]:
    return [node.move or "" for node in _nodes(task)[1:]]


def _shown(task: Task) -> View:
    return views.view(_nodes(task))
