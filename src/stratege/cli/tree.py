"""`stratege tree`: minimax, negamax and alpha-beta drawn as the papers draw them."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from stratege.cli.app import command
from stratege.cli.console import check_ending, make_way, print_json, say_where
from stratege.cli.mark import print_text
from stratege.cli.options import Json, Lang
from stratege.core.files import write_whole
from stratege.core.language import _


class Method(StrEnum):
    """How the tree is searched."""

    minimax = "minimax"
    negamax = "negamax"
    alphabeta = "alphabeta"


@command(
    examples=[
        'stratege tree "[[5, 8], [4, 9]]"',
        'stratege tree "3 12 8 2 4 6 14 5" --method minimax',
        "stratege tree --awale 0,3,0,0,0,2,1,2,0,0,1,1 --depth 2 --method negamax",
        "stratege tree --quixo xxxx./oo..o/..x../o..../....o --depth 1",
    ],
)
def tree(
    leaves: Annotated[
        str | None, typer.Argument(help=_("the leaves, [[5, 8], [4, 9]] or 5 8 4 9"), metavar="LEAVES")
    ] = None,
    awale: Annotated[
        str | None,
        typer.Option("--awale", help=_("the moves of this board instead: 12 numbers"), metavar="BOARD"),
    ] = None,
    quixo: Annotated[
        str | None,
        typer.Option("--quixo", help=_("the moves of this board instead: xo..x/…, x moves"), metavar="BOARD"),
    ] = None,
    depth: Annotated[
        int, typer.Option("--depth", help=_("of a board's moves"), min=1, max=4, metavar="D")
    ] = 2,
    method: Annotated[Method | None, typer.Option("--method", help=_("how it is searched"))] = None,
    branching: Annotated[
        int, typer.Option("--branching", help=_("children of a node, for leaves in a row"), min=2, max=10)
    ] = 2,
    min_first: Annotated[bool, typer.Option("--min", help=_("Min moves first"))] = False,
    svg: Annotated[Path | None, typer.Option("--svg", help=_("write an SVG picture"), metavar="FILE")] = None,
    png: Annotated[Path | None, typer.Option("--png", help=_("write a PNG picture"), metavar="FILE")] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    check_ending(svg, ".svg")
    check_ending(png, ".png")
    make_way(svg, png)
    from stratege.core.errors import BadOption
    from stratege.school import tree as trees
    from stratege.school.tree_games import game_tree
    from stratege.school.tree_picture import as_svg

    given = {"leaves": leaves, "awale": awale, "quixo": quixo}
    chosen = [(name, text) for name, text in given.items() if text is not None]
    if len(chosen) != 1:
        raise BadOption(_("Say the leaves, or a board with --awale or --quixo."))
    name, text = chosen[0]
    way = method or (Method.negamax if name == "awale" else Method.alphabeta)
    drawn = trees.parsed(text, branching) if name == "leaves" else game_tree(name, text, depth, way)
    root = trees.searched(drawn, way, not min_first)
    if svg is not None:
        write_whole(svg, as_svg(root, way).encode())
    if png is not None:
        from stratege.core.svg import png as as_png

        write_whole(png, as_png(as_svg(root, way), None))
    if not as_json:
        for path in filter(None, (svg, png)):
            say_where(path)
    looked, every = trees.counted(drawn, not min_first)
    if as_json:
        order = root.leaves
        print_json(
            {"value": root.value, "method": way.value, "leaves": order, "alphabeta": looked, "minimax": every}
        )
    elif svg is None and png is None:
        print_text("\n".join(trees.as_text(root, way)))
        if way is Method.alphabeta:
            print_text(_("{looked} of {every} leaves looked at.", looked=looked, every=every))
