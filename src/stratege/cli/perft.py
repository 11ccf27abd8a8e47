"""`stratege perft`: counting games, to test and time the rules."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.progress import Progress
from rich.table import Table

from stratege.cli.app import command
from stratege.cli.boards import position_asked
from stratege.cli.console import compile_notice, err, out, print_json
from stratege.cli.options import GameName, Json, Lang, Size, VariantName
from stratege.core.language import _, in_figures


@command(
    examples=["stratege perft awale --depth 8", "stratege perft quixo --size 4 --depth 3 --divide"],
)
def perft(
    name: GameName,
    depth: Annotated[int, typer.Option("--depth", help=_("how many plies deep"), min=0, max=60, metavar="D")],
    position: Annotated[
        str | None,
        typer.Option("--position", help=_("from this position instead of the start"), metavar="TEXT"),
    ] = None,
    variant: VariantName = None,
    size: Size = None,
    divide: Annotated[bool, typer.Option("--divide", help=_("show the count of each first move"))] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.engine import perft as counting

    start = position_asked(name, position, variant, size)
    counts: dict[str, int] = {}
    begun = time.perf_counter()
    if depth > 0:
        with compile_notice():
            counting.perft(start, min(depth, 2))  # compile outside of the time taken
        begun = time.perf_counter()
        with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
            task = progress.add_task(_("counting"), total=len(start.legal()))
            for move, leaves in counting.divide(start, depth):
                counts[move] = leaves
                progress.advance(task)
    seconds = time.perf_counter() - begun
    total = sum(counts.values()) if depth > 0 else 1
    if as_json:
        answer = {"game": name, "position": start.text(), "depth": depth, "leaves": total, "seconds": seconds}
        print_json({**answer, "moves": counts} if divide else answer)
        return
    if divide:
        table = Table(box=None, pad_edge=False, show_header=False)
        for move, leaves in counts.items():
            table.add_row(move, in_figures(leaves), style="one")
        out.print(table)
    speed = total / seconds / 1e6 if seconds > 0 else 0
    out.print(
        _(
            "{leaves} games of {depth} plies ({speed} million a second)",
            leaves=in_figures(total),
            depth=depth,
            speed=f"{speed:.1f}",
        )
    )
