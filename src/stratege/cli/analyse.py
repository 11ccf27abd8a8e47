"""`stratege analyse`: every move of a position valued."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.live import Live
from rich.table import Table

from stratege.cli.app import command
from stratege.cli.boards import position_asked
from stratege.cli.console import compile_notice, err, out, print_board, print_json
from stratege.cli.first_use import glance_until_ready
from stratege.cli.options import (
    Depth,
    GameName,
    Json,
    Lang,
    Moves,
    NoBook,
    Nodes,
    Seconds,
    Size,
    VariantName,
)
from stratege.cli.table_group import building
from stratege.core.language import _, in_figures
from stratege.core.line import Line
from stratege.core.value import EXACT, SEARCH, TABLE
from stratege.engine.adviser import Adviser
from stratege.engine.analysis import Analysis
from stratege.engine.limits import DEEPEST, Limits

LONGEST_LINE = 8


@command(
    examples=[
        "stratege analyse awale --time 2",
        "stratege analyse nimble 0,0,1,2,0,2",
        "stratege analyse awale --moves 'e g a' --depth 10 --json",
        "stratege analyse quixo --batch positions.jsonl --depth 6",
    ],
)
def analyse(
    name: GameName,
    position: Annotated[
        str | None, typer.Argument(help=_("the position as text; the start if left out"), metavar="POSITION")
    ] = None,
    moves: Moves = "",
    batch: Annotated[
        Path | None,
        typer.Option(
            "--batch",
            help=_("value the positions of this file, a line of JSON each, and answer by a line each"),
            metavar="FILE",
        ),
    ] = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    selective: Annotated[
        bool,
        typer.Option(
            "--selective", help=_("look less far at moves that seem poor, and so further at the others")
        ),
    ] = False,
    variant: VariantName = None,
    size: Size = None,
    no_book: NoBook = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    if depth is None and nodes is None and seconds is None:
        seconds = 1.0
    limits = Limits(DEEPEST if depth is None else depth, nodes, seconds)
    if batch is not None:
        from stratege.cli.analyse_batch import analyse_batch

        usual = {"game": name, "position": position, "variant": variant, "size": size, "moves": moves}
        if analyse_batch(batch, usual, limits, selective, book=not no_book):
            raise typer.Exit(2)
        return
    line = Line(position_asked(name, position, variant, size), moves.split())
    here = line.position
    adviser = Adviser(here.game, building=building, book=not no_book)
    if not adviser.knows_all:
        glance_until_ready(line, table_of, quiet=as_json)
    with compile_notice():
        if as_json:
            print_json(adviser.advise(line, limits, selective=selective).as_json())
            return
        if not adviser.knows_all:
            adviser.prepare()
    print_board(here)
    out.print(f"{here.game.label()} — {here.game.caption(here)}", markup=False)
    with Live(console=err, transient=True, auto_refresh=False) as live:
        done = adviser.advise(
            line,
            limits,
            on_depth=lambda so_far: live.update(table_of(so_far), refresh=True) if err.is_terminal else None,
            selective=selective,
        )
    if done.moves:
        out.print(table_of(done))
    if any(valued.kind == TABLE for valued in done.moves):
        out.print(_("* if neither the turn limit nor a repeated position ends the game first"), style="label")


def table_of(analysis: Analysis) -> Table:
    """The moves, best first, as a table."""
    told = {"depth": analysis.depth, "nodes": in_figures(analysis.nodes)}
    selective = any(valued.value.selective for valued in analysis.moves)
    title = (
        _("depth {depth}, selective, {nodes} nodes", **told)
        if selective
        else _("depth {depth}, {nodes} nodes", **told)
    )
    table = Table(box=None, pad_edge=False, caption=title if analysis.depth else None, caption_justify="left")
    booked = any(valued.book for valued in analysis.moves)
    book = (_("book"),) if booked else ()
    for heading in (_("move"), _("value"), _("kind"), *book, _("main line"), _("why")):
        table.add_column(heading, header_style="label")
    kinds = {EXACT: _("exact"), TABLE: _("table") + " *", SEARCH: _("search")}
    for valued in analysis.moves:
        line = " ".join(valued.line[:LONGEST_LINE]) + (" …" if len(valued.line) > LONGEST_LINE else "")
        style = "green" if valued.value.score > 0 else "red" if valued.value.score < 0 else ""
        kind = kinds[valued.kind] + ("" if valued.value.proven else f" {valued.value.depth}")
        verdict = f"[{style}]{valued.verdict}[/]" if style else valued.verdict
        said = (str(valued.book or ""),) if booked else ()
        table.add_row(f"[one]{valued.move}[/]", verdict, kind, *said, line, valued.reason)
    return table
