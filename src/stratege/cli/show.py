"""`stratege show`: a position on the screen or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stratege.cli.app import command
from stratege.cli.boards import position_asked
from stratege.cli.console import check_ending, make_way, out, print_board, print_json
from stratege.cli.options import GameName, Json, Lang, Size, VariantName
from stratege.core.errors import BadOption
from stratege.core.files import write_whole
from stratege.core.language import _
from stratege.core.position import Position


@command(
    examples=[
        "stratege show quixo x..../...../..o../...../....x:2",
        "stratege show awale --png start.png",
        "stratege show chomp 5,3,1 --json",
    ],
)
def show(
    name: GameName,
    position: Annotated[
        str | None, typer.Argument(help=_("the position as text; the start if left out"), metavar="POSITION")
    ] = None,
    variant: VariantName = None,
    size: Size = None,
    svg: Annotated[Path | None, typer.Option("--svg", help=_("write an SVG picture"), metavar="FILE")] = None,
    png: Annotated[Path | None, typer.Option("--png", help=_("write a PNG picture"), metavar="FILE")] = None,
    width: Annotated[
        int | None, typer.Option("--width", help=_("the width of the PNG in pixels"), metavar="PIXELS")
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    if width is not None and not 16 <= width <= 10_000:
        raise BadOption(_("The width must be between 16 and 10000 pixels."))
    check_ending(svg, ".svg")
    check_ending(png, ".png")
    make_way(svg, png)
    shown = position_asked(name, position, variant, size)
    if svg is not None:
        write_whole(svg, shown.svg().encode())
    if png is not None:
        from stratege.core.svg import png as as_png

        write_whole(png, as_png(shown.svg(), width))
    if as_json:
        print_json(described(shown))
    elif svg is None and png is None:
        print_board(shown)
        out.print(f"{shown.game.label()} — {shown.game.caption(shown)}", markup=False)
        if shown.outcome() is None:
            out.print(_("moves: {moves}", moves=" ".join(shown.moves())), style="label", markup=False)


def described(position: Position) -> dict[str, object]:
    """A position for programs."""
    outcome = position.outcome()
    return {
        "game": position.game.name,
        "variant": position.game.variant.name,
        "size": position.game.size,
        "position": position.text(),
        "to_move": position.to_move,
        "moves": position.moves(),
        "outcome": None
        if outcome is None
        else {
            "winner": outcome.winner,
            "score": outcome.score,
            "code": outcome.code,
            "reason": outcome.reason,
        },
    }
