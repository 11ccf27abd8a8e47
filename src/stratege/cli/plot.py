"""`stratege plot`: how a game went, as a graph."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from stratege.cli.app import command
from stratege.cli.console import check_ending, err, make_way, print_json, say_where
from stratege.cli.options import Depth, Json, Lang, Seconds
from stratege.core.errors import BadOption
from stratege.core.files import check_output, is_standard_output, read_text, write_whole
from stratege.core.language import _
from stratege.core.record import parse_record
from stratege.engine.limits import DEEPEST, Limits

USUAL_DEPTH = 5


@command(
    examples=[
        "stratege plot game.txt --svg game.svg",
        "stratege plot game.txt --png game.png --time 0.5",
        "stratege plot game.txt --json",
    ],
)
def plot(
    file: Annotated[
        Path, typer.Argument(help=_("a record, as `stratege play --save` writes it"), metavar="FILE")
    ],
    svg: Annotated[Path | None, typer.Option("--svg", help=_("write an SVG picture"), metavar="FILE")] = None,
    png: Annotated[Path | None, typer.Option("--png", help=_("write a PNG picture"), metavar="FILE")] = None,
    seconds: Seconds = None,
    depth: Depth = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    if svg is None and png is None and not as_json:
        raise BadOption(_("Say where to write the picture, with --svg or --png, or ask for --json."))
    check_ending(svg, ".svg")
    check_ending(png, ".png")
    make_way(svg, png)
    for path in (svg, png):
        if path is not None:
            check_output(path)
    line = parse_record(read_text(file)).line()
    if depth is None:
        depth = USUAL_DEPTH if seconds is None else DEEPEST
    from stratege.engine.graph import expectations, graph_svg

    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(_("valuing"), total=1.0)
        values = expectations(
            line, Limits(depth, None, seconds), lambda done: progress.update(task, completed=done)
        )
    picture = graph_svg(line, values)
    if svg is not None:
        write_whole(svg, picture.encode())
    if png is not None:
        from stratege.core.svg import png as as_png

        write_whole(png, as_png(picture))
    if as_json:
        print_json({"moves": list(line.moves_text), "expected": [round(value, 4) for value in values]})
    for path in (svg, png):
        if path is not None and not is_standard_output(path) and not as_json:
            say_where(path)
