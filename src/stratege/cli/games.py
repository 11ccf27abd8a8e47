"""`stratege games`: what there is to play."""

from __future__ import annotations

from rich.table import Table

from stratege.cli.app import command
from stratege.cli.console import out, print_json
from stratege.cli.options import Json, Lang
from stratege.core.language import _
from stratege.core.registry import GAMES, game


@command(examples=["stratege games", "stratege games --json"])
def games(as_json: Json = False, lang: Lang = None) -> None:
    chosen = [game(name) for name in GAMES]
    if as_json:
        print_json(
            [
                {
                    "name": one.name,
                    "title": one.title,
                    "size": one.size,
                    "size_hint": _(one.declaration.size_hint),
                    "variants": [
                        {"name": v.name, "summary": _(v.summary), "source": _(v.source)}
                        for v in one.variants.values()
                    ],
                }
                for one in chosen
            ]
        )
        return
    table = Table(box=None, pad_edge=False)
    for title in (_("game"), _("variant"), _("rules"), _("source")):
        table.add_column(title, header_style="label")
    for one in chosen:
        for number, variant in enumerate(one.variants.values()):
            name = one.name if number == 0 else ""
            table.add_row(
                f"[one]{name}[/]", variant.name, _(variant.summary), f"[label]{_(variant.source)}[/]"
            )
    out.print(table)
    sizes = Table(box=None, pad_edge=False)
    sizes.add_column(_("game"), header_style="label")
    sizes.add_column(_("size"), header_style="label")
    for one in chosen:
        sizes.add_row(f"[one]{one.name}[/]", _(one.declaration.size_hint))
    out.print()
    out.print(sizes)
