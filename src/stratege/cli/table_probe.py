"""`stratege tables probe`: what a table says of positions, one or very many; nothing is searched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stratege.cli.app import command
from stratege.cli.console import out, print_json
from stratege.cli.options import GameName, Json, Lang, VariantName
from stratege.cli.table_group import Folder, Size, tables
from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.registry import position_of
from stratege.core.value import Value

if TYPE_CHECKING:
    from stratege.tables.shelf import Shelf


@command(
    group=tables,
    help=_("What a table says of positions: won, lost or drawn, in how many moves, by how many seeds."),
    examples=[
        "stratege tables probe mingmang xoo/x.o/xxo ../x.o/xxx",
        "stratege tables probe awale --batch positions.jsonl > answers.jsonl",
    ],
)
def probe(
    name: GameName,
    positions: Annotated[
        list[str] | None, typer.Argument(help=_("positions as text"), metavar="POSITION…")
    ] = None,
    batch: Annotated[
        Path | None,
        typer.Option(
            "--batch",
            help=_("look up the positions of this file, a line of JSON each, and answer by a line each"),
            metavar="FILE",
        ),
    ] = None,
    variant: VariantName = None,
    size: Size = None,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables.shelf import Shelf

    shelf = Shelf(folder)
    if batch is not None:
        from stratege.cli.analyse_batch import answer_lines

        usual = {"game": name, "variant": variant, "size": size}
        if answer_lines(batch, usual, lambda line: known(shelf, line.position)):
            raise typer.Exit(2)
        return
    if not positions:
        raise BadOption(_("Say which positions, or --batch with a file of them."))
    for position in [position_of(name, text, variant, size) for text in positions]:
        answer = known(shelf, position)
        if as_json:
            print_json(answer)
        else:
            verdict = answer["verdict"] or _("unknown")
            out.print(f"{position.text()}  {verdict}", markup=False, soft_wrap=True)


def known(shelf: Shelf, position: Position) -> dict[str, object]:
    """What the table says of a position, for programs; everything is None where it says nothing."""
    exact = shelf.probe(position.game, position.state) if position.outcome() is None else None
    return {
        "game": position.game.name,
        "variant": position.game.variant.name,
        "size": position.game.size,
        "position": position.text(),
        "result": None if exact is None else exact.result,
        "plies": None if exact is None else exact.plies,
        "margin": None if exact is None else exact.margin,
        "verdict": None if exact is None else str(Value.of_table(exact)),
    }
