"""`stratege tournament`: many machines, a cross table, and what it proves."""

from __future__ import annotations

import functools
import random
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stratege.cli import completion, tournament_run
from stratege.cli.app import command
from stratege.cli.boards import game_asked
from stratege.cli.match import PLAYER_HELP, terms_of
from stratege.cli.options import (
    ClusterAddress,
    Database,
    Depth,
    Json,
    Lang,
    Margin,
    Nodes,
    PlyLimit,
    Seconds,
    Seed,
    Size,
    Trust,
    VariantName,
    Workers,
)
from stratege.cli.tournament_run import ArchiveToo, Reports
from stratege.core.errors import BadOption
from stratege.core.files import check_output, read_text
from stratege.core.language import _, in_figures

if TYPE_CHECKING:
    from stratege.arena.tournament import Tournament

MOST_PLIES, MOST_GAMES = 100, 1_000_000
HOW = {"workers", "cluster", "save", "resume", "reports", "archived", "database", "as_json", "lang"}
"""The options that a tournament which is begun still takes; the others say what is played."""


@command(
    examples=[
        "stratege tournament quixo level:1 level:2 level:3 random --nodes 1000",
        "stratege tournament awale level:3 level:4 exam mcts --format swiss --rounds 3 --time 0.05",
        "stratege tournament awale bot:mine.py level:1 level:2 --format gauntlet --games 4",
        "stratege tournament awale level:1 level:2 random --save club.tournament --report club.html",
        "stratege tournament --save club.tournament --resume",
    ],
)
def tournament(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            help=_("the game; `stratege games` lists them"), metavar="GAME", autocompletion=completion.games
        ),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(help=PLAYER_HELP, metavar="PLAYER…", autocompletion=completion.players),
    ] = None,
    form: Annotated[
        str,
        typer.Option("--format", help=_("round-robin, swiss, gauntlet or ladder"), metavar="FORMAT"),
    ] = "round-robin",
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            help=_("how many rounds; of a round-robin or a gauntlet, how many times the whole"),
            min=1,
            max=10_000,
            metavar="N",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", help=_("how many games of each pairing"), min=1, max=10_000, metavar="N")
    ] = 2,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    openings: Annotated[
        str | None,
        typer.Option(
            "--openings",
            help=_("begin with so many random moves (4), or with the openings of this file"),
            metavar="K|FILE",
        ),
    ] = None,
    variant: VariantName = None,
    size: Size = None,
    seed: Seed = None,
    workers: Workers = 2,
    cluster: ClusterAddress = None,
    limit: PlyLimit = None,
    margin: Margin = 1.0,
    trust: Trust = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", help=_("keep the tournament in this file as it is played"), metavar="FILE"),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help=_("go on with the tournament in --save"))] = False,
    reports: Reports = None,
    archived: ArchiveToo = False,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.arena.journal import FileJournal
    from stratege.arena.openings import PLIES, parse_openings
    from stratege.arena.tournament import Tournament

    tournament_run.check_reports(reports)
    _check_file(save, resume)
    asked = None
    if name is not None:
        chosen = game_asked(name, variant, size)
        from_file = openings is not None and not openings.isdecimal()
        if openings is not None and not from_file and int(openings) > MOST_PLIES:
            raise BadOption(_("An opening has {most} random moves at most.", most=MOST_PLIES))
        asked = functools.partial(
            Tournament,
            chosen,
            tuple(players or ()),
            form,
            rounds or 0,
            games,
            terms_of(seconds, depth, nodes, limit, margin, trust),
            tuple(parse_openings(chosen, read_text(Path(openings or "")))) if from_file else (),
            int(openings) if openings is not None and not from_file else PLIES,
        )
    elif not resume:
        raise BadOption(_("Say which game, and who plays it."))
    elif given := _decided(context):
        names = ", ".join(given)
        raise BadOption(_("What is played stands in the file: --resume alone takes no {names}.", names=names))
    fresh = None if resume else _planned(asked, None, seed)  # what is refused leaves no file behind
    with FileJournal(save) as journal, journal.playing():
        planned = fresh or _planned(asked, journal.tournament(), seed)
        tournament_run.run(planned, journal, workers, cluster, reports, archived, database, as_json)


def _planned(
    asked: functools.partial[Tournament] | None, begun: Tournament | None, seed: int | None
) -> Tournament:
    """What to play: the tournament that was asked for, which must be the one begun if there is one."""
    if begun is None:
        if asked is None:
            raise BadOption(_("This file holds no tournament yet: say which game, and who plays it."))
        drawn = random.SystemRandom().getrandbits(32) if seed is None else seed
        planned = asked(seed=drawn, date=date.today().isoformat())
        if planned.total > MOST_GAMES:
            words = {"n": in_figures(planned.total), "most": in_figures(MOST_GAMES)}
            raise BadOption(_("That would be {n} games, and the limit is {most}.", **words))
        return planned
    if asked is not None:
        again = asked(seed=begun.seed if seed is None else seed, date=begun.date)
        if again.text() != begun.text():
            raise BadOption(_("The tournament in this file is another one: resume it with --save alone."))
    return begun


def _decided(context: typer.Context) -> list[str]:
    """The options on the command line that say what is played."""
    sources = ((option, context.get_parameter_source(str(option.name))) for option in context.command.params)
    stated = [option for option, source in sources if source is not None and source.name == "COMMANDLINE"]
    return [option.opts[0] for option in stated if option.name not in HOW]


def _check_file(save: Path | None, resume: bool) -> None:
    if resume and (save is None or not save.exists()):
        raise BadOption(_("--resume needs --save with the file of a tournament."))
    if save is not None and not resume:
        if save.exists() and _holds_one(save):
            words = _("{path} is there already: --resume goes on with it.", path=save)
            raise BadOption(words)
        check_output(save)


def _holds_one(path: Path) -> bool:
    """Whether a tournament was begun in the file; not, if its players could not play."""
    from stratege.arena.journal import FileJournal

    with FileJournal(path) as journal:
        return journal.tournament() is not None
