"""`stratege study`: a record with variations, comments and glyphs, checked and written anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stratege.cli.app import command
from stratege.cli.console import out, print_json, save_or_show
from stratege.cli.options import Json, Lang
from stratege.core.files import read_text
from stratege.core.language import _
from stratege.core.study import Study, parse_study

SGF = ".sgf"


@command(
    examples=[
        "stratege study game.txt",
        "stratege study game.txt --json",
        "stratege study a.txt --save b.sgf",
    ],
)
def study(
    file: Annotated[Path, typer.Argument(help=_("a record or SGF, perhaps with variations"), metavar="FILE")],
    save: Annotated[
        Path | None,
        typer.Option(
            "--save", help=_("write it as Stratège does, or as SGF if the name ends in .sgf"), metavar="FILE"
        ),
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    read = parse_study(read_text(file))
    if save is not None:
        save_or_show(save, read.sgf() if save.suffix.lower() == SGF else read.text())
    if as_json:
        print_json(described(read))
    elif save is None:
        print(read.text(), end="", file=out.file)


def described(study: Study) -> dict[str, object]:
    """A study for programs: its nodes in order, each with the number of the one before it."""
    return {
        "game": study.game.name,
        "variant": study.game.variant.name,
        "size": study.game.size,
        "start": study.start.text(),
        "tags": study.tags,
        "result": study.result,
        "nodes": [
            {"move": node.move, "parent": node.parent, "comment": node.comment, "glyph": node.glyph}
            for node in study.nodes
        ],
    }
