"""`stratege puzzles`: make puzzles with one proven solution, and prove them again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stratege.cli.app import command, command_group
from stratege.cli.console import compile_notice, make_way, out, print_json, say_where
from stratege.cli.options import GameName, Json, Lang
from stratege.core.errors import StrategeError
from stratege.core.files import check_output, read_text, write_whole
from stratege.core.language import _

STEP = 50  # puzzles between two words of progress

puzzles = command_group(
    "puzzles",
    ["stratege puzzles make nimble --count 20 --out nimble.tsv", "stratege puzzles check chomp"],
)

File = Annotated[
    Path, typer.Option("--out", help=_("write them to this file; - is standard output"), metavar="FILE")
]


@command(
    group=puzzles,
    help=_("Make puzzles of a game: random positions with one right move, rated by how many levels find it."),
    examples=["stratege puzzles make nimble --count 20 --out nimble.tsv"],
)
def make(
    game: GameName,
    count: Annotated[int, typer.Option(help=_("how many"), min=1, max=100_000, metavar="N")] = 500,
    path: File = Path("-"),
    seed: Annotated[int, typer.Option(help=_("other seeds make other puzzles"), metavar="N")] = 0,
    lang: Lang = None,
) -> None:
    from stratege.training import making, puzzle

    check_output(path)
    make_way(path)

    def tell(made: int) -> None:
        if made % STEP == 0:
            out.print(_("{n} of {count}", n=made, count=count), style="label")

    with compile_notice():
        made = making.make(game, count, seed, tell)
    write_whole(path, puzzle.write(made).encode())
    if len(made) < count:
        raise StrategeError(_("Only {n} puzzles were found.", n=len(made)))
    say_where(path)


@command(
    group=puzzles,
    help=_("Prove every puzzle of a game again: those that come with it, or those of a file."),
    examples=["stratege puzzles check chomp", "stratege puzzles check nimble --file nimble.tsv"],
)
def check(
    game: GameName,
    file: Annotated[
        Path | None, typer.Option("--file", help=_("the puzzles of this file"), metavar="FILE")
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.training import making, puzzle

    making.boards(game)
    found = puzzle.puzzles(game) if file is None else puzzle.read(game, read_text(file))
    with compile_notice():
        faults = making.faults(found)
    if as_json:
        print_json({"game": game, "puzzles": len(found), "faults": faults})
        return
    if faults:
        position, why = next(iter(faults.items()))
        raise StrategeError(
            _(
                "{n} puzzles are wrong; the first: {position}: {why}.",
                n=len(faults),
                position=position,
                why=why,
            )
        )
    out.print(_("{n} puzzles, each with one solution.", n=len(found)))
