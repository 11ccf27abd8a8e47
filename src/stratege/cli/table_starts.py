"""`stratege tables starts`: what is proven of the starts of a game's smaller boards, in all its variants."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from stratege.cli.app import command
from stratege.cli.console import compile_notice, out, print_json
from stratege.cli.options import GameName, Json, Lang, VariantName
from stratege.cli.table_group import Folder, parse_bytes, tables
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.registry import game

if TYPE_CHECKING:
    from stratege.core.parts import Bounds
    from stratege.core.recipe import Bytes

    Layers = Callable[[str], Bytes | None]

NODES = 1_000_000


@command(
    group=tables,
    help=_(
        "What is proven of the starts of a game's smaller boards, in all variants: by each first move the "
        "final difference for who makes it, from the tables, or its bounds by a search onto them."
    ),
    examples=[
        "stratege tables starts awale",
        "stratege tables starts awale --up-to 3 --nodes 100000000 --json",
    ],
)
def starts(
    name: GameName,
    variant: VariantName = None,
    up_to: Annotated[
        int, typer.Option("--up-to", help=_("the largest size"), min=1, max=16, metavar="N")
    ] = 2,
    nodes: Annotated[
        int, typer.Option("--nodes", help=_("search so many positions for each move"), min=1, metavar="N")
    ] = NODES,
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory",
            help=_("unpack packed layers as far as all take no more than this (half of all memory)"),
            metavar="SIZE",
        ),
    ] = None,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables.first_use import half_of_memory
    from stratege.tables.shelf import Shelf
    from stratege.tables.unpacking import layers_within

    chosen = game(name, variant)
    bounds = chosen.declaration.bounds
    if bounds is None:
        raise BadOption(_("{game} has no bounds to search for.", game=chosen.title))
    shelf, variants = Shelf(folder), [variant] if variant else [*type(chosen).variants]
    room, found = half_of_memory() if memory is None else parse_bytes(memory), []
    with compile_notice():
        for one in variants:
            data = layers_within(shelf, game(name, one), room)
            sizes = [game(name, one, str(size)) for size in range(1, up_to + 1)]
            found += [_proven(each, bounds, data, nodes) for each in sizes]
    found.sort(key=lambda one: int(one["size"]))
    if as_json:
        print_json({"game": name, "nodes": nodes, "starts": found})
    else:
        out.print(_drawn(found))


def _proven(chosen: Game, bounds: Bounds, data: Layers, nodes: int) -> dict[str, Any]:
    """By first move the least and the most that it brings who makes it, and the start as it follows.

    The layers are of the variant's table of the usual size, which holds the boards of all.
    """
    start = chosen.start()
    moves = {}
    for move in start.legal():
        after = start.play(move)
        least, most = bounds.bounds(chosen.rules, after.state, data, nodes)
        moves[chosen.move_text(move, start.to_move)] = [-most, -least]
    best = [max(one[end] for one in moves.values()) for end in (0, 1)]
    return {"variant": chosen.variant.name, "size": chosen.size, "start": best, "moves": moves}


def _drawn(found: list[dict[str, Any]]) -> Table:
    names = [*dict.fromkeys(move for one in found for move in one["moves"])]
    table = Table(_("variant"), _("size"), _("start"), *names, box=None)
    for one in found:
        row = [_interval(one["start"]), *(_interval(one["moves"].get(name)) for name in names)]
        table.add_row(one["variant"], one["size"], *row)
    return table


def _interval(bounds: list[int] | None) -> str:
    """A value, or the two that it lies between."""
    if bounds is None:
        return "–"
    least, most = bounds
    return f"{most}" if least == most else f"{least}…{most}"
