"""`stratege trace`: a student's function run line by line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stratege.cli.app import command
from stratege.cli.console import print_json
from stratege.cli.mark import print_text, read
from stratege.cli.options import Json, Lang
from stratege.core.language import _


@command(
    examples=[
        "stratege trace 001 my_awale.py --question Q8",
        'stratege trace 002 my_chomp.py --question Q7 --call "joue([5, 5, 5], (1, 3))"',
    ],
)
def trace(
    paper: Annotated[str, typer.Argument(help=_("000, 001, 002, 003 or 004"), metavar="PAPER")],
    file: Annotated[Path, typer.Argument(help=_("the student's file"), metavar="FILE")],
    question: Annotated[str, typer.Option("--question", help=_("such as 10 or 1.Q9"), metavar="N")],
    call: Annotated[
        str | None,
        typer.Option("--call", help=_("the call, such as f([1, 2], 3); else an example"), metavar="CALL"),
    ] = None,
    typed: Annotated[
        str,
        typer.Option("--typed", help=_("what is typed when it asks, with spaces between"), metavar="LINES"),
    ] = "",
    trust: Annotated[
        bool, typer.Option("--trust", help=_("the file is your own: run it even where nothing confines it"))
    ] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.school import tracing
    from stratege.school.marking import chosen_of
    from stratege.school.tables import table

    asked = table(paper)
    chosen = chosen_of(asked, question)[0]
    values = tracing.arguments_of(chosen, call)
    run = tracing.traced(asked, chosen, read(file), values, typed.split(), trust)
    print_json(tracing.as_json(run)) if as_json else print_text(tracing.as_text(run))
