"""`stratege match`: two machines against each other, and what the score proves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stratege.cli import completion
from stratege.cli.app import command
from stratege.cli.boards import game_asked
from stratege.cli.console import compile_notice, err, make_way, out, print_json, save_or_show
from stratege.cli.options import (
    ClusterAddress,
    Depth,
    GameName,
    Json,
    Lang,
    Margin,
    NoBook,
    Nodes,
    PlyLimit,
    Seconds,
    Seed,
    Size,
    Trust,
    VariantName,
    Workers,
)
from stratege.cli.playing import playing
from stratege.core.errors import BadOption
from stratege.core.files import check_output, read_text
from stratege.core.language import _
from stratege.core.record import Record

if TYPE_CHECKING:
    from stratege.arena.match import Terms
    from stratege.arena.series import Plan, Played
    from stratege.arena.statistics import Sprt

INTERRUPTED = 130

PLAYER_HELP = _(
    "random, greedy, level:1 … level:10, level:10:no-book, adaptive, mcts, exam; bot:FILE, "
    "paper:NUMBER:FILE, http://ADDRESS, or engine:COMMAND for a program that speaks the line protocol"
)
Player1 = Annotated[
    str, typer.Argument(help=PLAYER_HELP, metavar="PLAYER1", autocompletion=completion.players)
]
Player2 = Annotated[
    str, typer.Argument(help=_("its opponent"), metavar="PLAYER2", autocompletion=completion.players)
]


@command(
    examples=[
        "stratege match quixo level:3 level:2 --games 20 --depth 4",
        "stratege match awale level:5 exam --games 100 --time 0.1 --save games.txt",
        "stratege match awale level:2 level:1 --games 1000 --sprt 0,30",
        "stratege match awale level:2 'engine:stratege engine awale' --games 4",
    ],
)
def match(
    name: GameName,
    player1: Player1,
    player2: Player2,
    games: Annotated[
        int, typer.Option("--games", help=_("how many games"), min=1, max=1_000_000, metavar="N")
    ],
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    openings: Annotated[
        int | None,
        typer.Option(
            "--openings", help=_("begin with so many random moves (4)"), min=0, max=100, metavar="K"
        ),
    ] = None,
    openings_file: Annotated[
        Path | None,
        typer.Option("--openings-file", help=_("begin with the openings in this file"), metavar="FILE"),
    ] = None,
    variant: VariantName = None,
    size: Size = None,
    seed: Seed = None,
    workers: Workers = 2,
    cluster: ClusterAddress = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            help=_("stop as soon as one of two differences in Elo is the likelier, with 5 % of error"),
            metavar="ELO0,ELO1",
        ),
    ] = None,
    limit: PlyLimit = None,
    margin: Margin = 1.0,
    keep_time: Annotated[
        bool,
        typer.Option("--keep-time", help=_("what a move leaves of its time is kept for later moves")),
    ] = False,
    no_book: NoBook = False,
    trust: Trust = False,
    as_json: Json = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", help=_("write the records of the games to this file"), metavar="FILE"),
    ] = None,
    lang: Lang = None,
) -> None:
    from stratege.arena.openings import PLIES, parse_openings
    from stratege.arena.series import Plan, run
    from stratege.cli import match_report
    from stratege.engine.players import without_book

    if openings is not None and openings_file is not None:
        raise BadOption(_("Choose one of {names}.", names="--openings, --openings-file"))
    chosen = game_asked(name, variant, size)
    one, two = (without_book(who, chosen) if no_book else who for who in (player1, player2))
    plan = Plan(
        chosen,
        (one, two),
        games,
        replace(terms_of(seconds, depth, nodes, limit, margin, trust), keeps_time=keep_time),
        parse_openings(chosen, read_text(openings_file)) if openings_file is not None else (),
        PLIES if openings is None else openings,
        random.SystemRandom().getrandbits(32) if seed is None else seed,
    )
    test = None if sprt is None else parse_sprt(sprt)
    make_way(save)
    if save is not None:
        check_output(save)
    with compile_notice():
        plan.rehearse()
    finished: list[Played] = []
    try:
        with playing(workers, cluster) as play, _progress(plan, finished) as on_game:
            standing = run(plan, workers, test, on_game, play if cluster is not None else None)
        finished = list(standing.played)
    finally:
        if save is not None:
            in_order = sorted(finished, key=lambda played: played.number)
            save_or_show(save, records_text(played.record for played in in_order))
    if as_json:
        print_json(match_report.described(plan, standing, test))
    else:
        match_report.show(plan, standing, test)
        if save is not None:
            out.print(_("The games are in {path}.", path=save), style="label", markup=False, soft_wrap=True)
    if standing.interrupted:
        raise typer.Exit(INTERRUPTED)


def terms_of(
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    ply_limit: int | None,
    margin: float,
    trust: bool = False,
) -> Terms:
    """What the options say about each move: one limit at most, the usual time without any."""
    from stratege.arena.match import Terms
    from stratege.arena.series import SECONDS
    from stratege.engine.limits import DEEPEST, Limits

    if sum(one is not None for one in (seconds, depth, nodes)) > 1:
        raise BadOption(_("Choose one of {names}.", names="--time, --depth, --nodes"))
    if depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    return Terms(Limits(depth or DEEPEST, nodes, seconds), ply_limit, margin, trust)


def parse_sprt(text: str) -> Sprt:
    """The two Elo differences of `--sprt`."""
    from stratege.arena.statistics import Sprt

    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise BadOption(
            _("--sprt needs two numbers with a comma, like 0,30, not {text!r}.", text=text)
        ) from None
    return Sprt(low, high)


def records_text(records: Iterable[Record]) -> str:
    """Records one after the other, a blank line between them, dated today."""
    today = {"Date": date.today().isoformat()}
    dated = (Record(one.start, one.moves, one.result, {**today, **one.tags}) for one in records)
    return "\n".join(one.text() for one in dated)


@contextmanager
def _progress(plan: Plan, finished: list[Played]) -> Iterator[Callable[[Played], None]]:
    """A bar with the score so far; the games are collected in the list."""
    from stratege.arena.statistics import Score
    from stratege.cli.match_report import tally

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(tally(Score()), total=plan.games)
        score = Score()

        def on_game(played: Played) -> None:
            nonlocal score
            finished.append(played)
            score += played.score
            bar.update(task, advance=1, description=tally(score))

        yield on_game
