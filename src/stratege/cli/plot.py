"""`stratege plot`: what people would rather look at, as SVG or PNG, or as numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from stratege.cli.app import command, command_group
from stratege.cli.archive_group import Database, opened
from stratege.cli.boards import position_asked
from stratege.cli.console import check_ending, compile_notice, err, make_way, print_json, say_where
from stratege.cli.options import Depth, GameName, Json, Lang, Moves, Seconds, Size, VariantName
from stratege.cli.table_group import Folder, no_table
from stratege.core.errors import BadOption
from stratege.core.files import check_output, is_standard_output, read_text, write_whole
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.record import parse_record
from stratege.core.registry import game as game_named
from stratege.engine.limits import DEEPEST, Limits

USUAL_DEPTH = 5

Svg = Annotated[Path | None, typer.Option("--svg", help=_("write an SVG picture"), metavar="FILE")]
Png = Annotated[Path | None, typer.Option("--png", help=_("write a PNG picture"), metavar="FILE")]

plot = command_group(
    "plot",
    [
        "stratege plot game game.txt --svg game.svg",
        "stratege plot tournament club.tournament --png club.png",
        "stratege plot table quixo --size 3 --svg quixo.svg",
        "stratege plot map chomp --svg chomp.svg",
        "stratege plot openings awale --svg openings.svg",
    ],
)


@command(
    help=_("How a game went: what player 1 could expect after each move."),
    examples=[
        "stratege plot game game.txt --svg game.svg",
        "stratege plot game game.txt --png game.png --time 0.5",
        "stratege plot game game.txt --json",
    ],
    group=plot,
)
def game(
    file: Annotated[
        Path, typer.Argument(help=_("a record, as `stratege play --save` writes it"), metavar="FILE")
    ],
    svg: Svg = None,
    png: Png = None,
    seconds: Seconds = None,
    depth: Depth = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    _check(svg, png, as_json)
    line = parse_record(read_text(file)).line()
    if depth is None:
        depth = USUAL_DEPTH if seconds is None else DEEPEST
    from stratege.engine.graph import expectations, graph_svg

    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(_("valuing"), total=1.0)
        values = expectations(
            line, Limits(depth, None, seconds), lambda done: progress.update(task, completed=done)
        )
    numbers = {"moves": list(line.moves_text), "expected": [round(value, 4) for value in values]}
    _deliver(lambda: graph_svg(line, values), numbers, svg, png, as_json)


@command(
    help=_("How the ratings of a tournament came about: everybody's Elo after so many games."),
    examples=["stratege plot tournament club.tournament --svg club.svg"],
    group=plot,
)
def tournament(
    file: Annotated[
        Path,
        typer.Argument(help=_("a tournament, as `stratege tournament --save` keeps it"), metavar="FILE"),
    ],
    svg: Svg = None,
    png: Png = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.arena.growth import growth, growth_svg
    from stratege.arena.journal import FileJournal

    _check(svg, png, as_json)
    with FileJournal(file, read_only=True) as journal:
        played, kept = journal.tournament(), journal.games()
    if played is None or not kept:
        raise BadOption(_("No game of this tournament is finished yet."))
    found = growth(played, kept)
    numbers = {name: [[after, round(elo, 2)] for after, elo in points] for name, points in found.items()}
    _deliver(lambda: growth_svg(found), numbers, svg, png, as_json)


@command(
    help=_("What a table holds: positions by margin, by distance to the end, or by result."),
    examples=["stratege plot table awale --svg awale.svg", "stratege plot table quixo --size 3 --json"],
    group=plot,
)
def table(
    name: GameName,
    svg: Svg = None,
    png: Png = None,
    variant: VariantName = None,
    size: Size = None,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables.histogram import histogram
    from stratege.tables.shelf import Shelf

    _check(svg, png, as_json)
    shelf, chosen = Shelf(folder), game_named(name, variant, size)
    files = [file for layer in shelf.layers(chosen) if (file := shelf.layer(chosen, layer))]
    counted = histogram(file.header.statistics for file in files)
    if counted is None:
        raise no_table(chosen)
    _deliver(lambda: counted.svg(chosen.label()), counted.as_json(), svg, png, as_json)


@command(
    help=_("Where the winning first moves of all small boards lie, where a game has a map of them."),
    examples=["stratege plot map chomp --svg chomp.svg"],
    group=plot,
)
def map(name: GameName, svg: Svg = None, png: Png = None, as_json: Json = False, lang: Lang = None) -> None:
    _check(svg, png, as_json)
    declared = game_named(name).declaration.solutions
    maps = None if declared is None else declared.maps()
    if maps is None:
        raise BadOption(_("{game} has no map of winning first moves.", game=game_named(name).title))
    with compile_notice():
        counts = maps.heat_of_all()
    _deliver(lambda: maps.heat_svg(counts), {"counts": counts}, svg, png, as_json)


@command(
    help=_("The openings of the archive as rings: first moves in the middle, answers around them."),
    examples=[
        "stratege plot openings awale --svg openings.svg",
        "stratege plot openings quixo --moves '0,0-0,4' --plies 3 --json",
    ],
    group=plot,
)
def openings(
    name: GameName,
    svg: Svg = None,
    png: Png = None,
    moves: Moves = "",
    plies: Annotated[
        int, typer.Option("--plies", help=_("how many moves deep"), min=1, max=12, metavar="N")
    ] = 4,
    variant: VariantName = None,
    size: Size = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.archive import opening_tree

    _check(svg, png, as_json)
    here = Line(position_asked(name, None, variant, size), moves.split()).position
    with opened(database) as store, compile_notice():
        tree = opening_tree.openings(store, here, plies)
    if not tree.found:
        raise BadOption(_("No game of the archive comes this way."))
    _deliver(lambda: opening_tree.openings_svg(tree), tree.as_json(), svg, png, as_json)


def _check(svg: Path | None, png: Path | None, as_json: bool) -> None:
    """Refuse what cannot be written, before anything is computed."""
    if svg is None and png is None and not as_json:
        raise BadOption(_("Say where to write the picture, with --svg or --png, or ask for --json."))
    check_ending(svg, ".svg")
    check_ending(png, ".png")
    make_way(svg, png)
    for path in (svg, png):
        if path is not None:
            check_output(path)


def _deliver(
    drawn: Callable[[], str], numbers: object, svg: Path | None, png: Path | None, as_json: bool
) -> None:
    """Write the picture where it was asked for, and the numbers if they were."""
    if svg is not None:
        write_whole(svg, drawn().encode())
    if png is not None:
        from stratege.core.svg import png as as_png

        write_whole(png, as_png(drawn()))
    if as_json:
        print_json(numbers)
    for path in (svg, png):
        if path is not None and not is_standard_output(path) and not as_json:
            say_where(path)
