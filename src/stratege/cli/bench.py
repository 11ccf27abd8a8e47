"""`stratege bench`: the fingerprint of the search, and its speed."""

from __future__ import annotations

from rich.table import Table

from stratege.cli.app import command
from stratege.cli.console import compile_notice, out, print_json
from stratege.cli.options import Json, Lang
from stratege.core.language import _, in_figures


@command(
    examples=["stratege bench", "stratege bench --json"],
)
def bench(as_json: Json = False, lang: Lang = None) -> None:
    from stratege.engine import bench as fixed

    with compile_notice():
        fixed.warm_up()
    measures = fixed.bench()
    total = sum(measure.nodes for measure in measures)
    if as_json:
        games = [
            {"game": one.game, "nodes": one.nodes, "nodes_per_second": round(one.nodes / one.seconds)}
            for one in measures
        ]
        print_json({"signature": total, "expected": fixed.SIGNATURE, "games": games})
        return
    table = Table(box=None, pad_edge=False)
    for heading in (_("game"), _("nodes"), _("million nodes a second")):
        table.add_column(heading, header_style="label", justify="right" if heading != _("game") else "left")
    for one in measures:
        table.add_row(one.game, in_figures(one.nodes), f"{one.nodes / one.seconds / 1e6:.1f}")
    out.print(table)
    out.print(_("signature {total}", total=total))
