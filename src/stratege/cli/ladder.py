"""`stratege ladder`: a standing ladder for each game, which anybody may climb at any time."""

from __future__ import annotations

import contextlib
import dataclasses
import random
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
    GameName,
    Json,
    Lang,
    Nodes,
    Seconds,
    Seed,
    Size,
    Trust,
    VariantName,
    Workers,
)
from stratege.cli.tournament_run import ArchiveToo, Reports
from stratege.core.errors import BadOption
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.arena.journal import FileJournal
    from stratege.arena.tournament import Tournament
    from stratege.core.game import Game


@command(
    examples=[
        "stratege ladder quixo random level:1 level:2 level:3 --rounds 6 --nodes 1000",
        "stratege ladder quixo bot:mine.py --rounds 4",
        "stratege ladder quixo --rounds 0 --report ladder.html",
    ],
)
def ladder(
    name: GameName,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            help=_("who comes in: ") + PLAYER_HELP, metavar="PLAYER…", autocompletion=completion.players
        ),
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", help=_("how many rounds more"), min=0, max=10_000, metavar="N")
    ] = 4,
    games: Annotated[
        int | None,
        typer.Option("--games", help=_("how many games of each pairing"), min=1, max=10_000, metavar="N"),
    ] = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    variant: VariantName = None,
    size: Size = None,
    seed: Seed = None,
    workers: Workers = 2,
    cluster: ClusterAddress = None,
    trust: Trust = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", help=_("the ladder's file; else one's own for this game"), metavar="FILE"),
    ] = None,
    reports: Reports = None,
    archived: ArchiveToo = False,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.arena.journal import FileJournal, folder
    from stratege.arena.tournament import GAMES, Tournament

    tournament_run.check_reports(reports)
    chosen = game_asked(name, variant, size)
    path = save or folder() / "-".join(
        ["ladder", chosen.name, chosen.variant.name, chosen.size + ".tournament"]
    )
    newcomers = tuple(players or ())
    changed = any(one is not None for one in (seconds, depth, nodes, games, seed))
    if not path.exists():
        _check_new(newcomers)
    path.parent.mkdir(parents=True, exist_ok=True)
    looking = not rounds and not newcomers
    with (
        FileJournal(path, read_only=looking) as journal,
        contextlib.nullcontext() if looking else journal.playing(),
    ):
        standing = _begun(journal, path, chosen, changed)
        if standing is None:
            _check_new(newcomers)
            terms = terms_of(seconds, depth, nodes, None, 1.0, trust)
            drawn = random.SystemRandom().getrandbits(32) if seed is None else seed
            standing = Tournament(chosen, newcomers, "ladder", rounds or 1, games or GAMES, terms, seed=drawn)
        elif not looking:
            fresh = tuple(one for one in newcomers if one not in standing.players)
            standing = dataclasses.replace(
                standing,
                players=standing.players + fresh,
                joined=standing.joined + (standing.rounds,) * len(fresh),
                rounds=standing.rounds + rounds,
                terms=dataclasses.replace(standing.terms, trust=trust),
            )
        if looking:
            tournament_run.tell(standing, journal.games(), reports, archived, database, as_json)
        else:
            told = (reports, archived, database, as_json)
            tournament_run.run(standing, journal, workers, cluster, *told, newcomers)


def _check_new(players: tuple[str, ...]) -> None:
    if len(players) < 2:
        raise BadOption(_("A new ladder needs two players at least."))


def _begun(journal: FileJournal, path: Path, game: Game, changed: bool) -> Tournament | None:
    """The ladder in the file, if there is one: of this game, and on the terms that it began with."""
    standing = journal.tournament()
    if standing is not None and (standing.form != "ladder" or standing.game != game):
        raise BadOption(_("{path} holds something else than a ladder of this game.", path=path))
    if standing is not None and changed:
        words = _("A ladder keeps the limits, games and seed that it began with; begin another with --save.")
        raise BadOption(words)
    return standing
