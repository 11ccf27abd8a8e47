"""`stratege diff`: two variants of a game side by side."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from stratege.cli import completion
from stratege.cli.app import command
from stratege.cli.console import compile_notice, out, print_board, print_json
from stratege.cli.options import GameName, Json, Lang, Size
from stratege.cli.table_group import Folder, building, no_table
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _, in_figures
from stratege.core.position import Position
from stratege.core.recipe import Exact
from stratege.core.registry import game
from stratege.core.value import Value
from stratege.core.variant import Repetition

if TYPE_CHECKING:
    from stratege.engine.variants import Difference, Opening
    from stratege.tables.shelf import Shelf

BUILT_AT_ONCE = 64 << 20
"""Bytes of tables that are built because somebody asks, without being told to."""
Chosen = Annotated[
    str,
    typer.Argument(
        help=_("a variant; `stratege games` lists them"),
        metavar="VARIANT",
        autocompletion=completion.variants,
    ),
]


@command(
    examples=[
        "stratege diff awale standard abapa",
        "stratege diff awale ccinp awari --seeds 12 --json",
        "stratege diff nimble standard misere --size 6",
        "stratege diff mingmang free no-repeat --size 3 --up-to 4",
    ],
)
def diff(
    name: GameName,
    variant: Chosen,
    other: Chosen,
    up_to: Annotated[
        int | None,
        typer.Option(
            "--up-to",
            "--seeds",
            help=_("how far, in what the game counts: most seeds, most pawns on the board"),
            min=1,
            metavar="N",
        ),
    ] = None,
    size: Size = None,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes",
            help=_("search a board that is not known otherwise so far; 0 for not at all"),
            min=0,
            max=10**12,
            metavar="N",
        ),
    ] = 20_000,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.engine.variants import difference
    from stratege.tables.shelf import Shelf

    pair = game(name, variant, size), game(name, other, size)
    comparison = pair[0].declaration.comparison
    if comparison is None or pair[0].variant == pair[1].variant:
        raise BadOption(_("There are no two variants of {game} to compare here.", game=pair[0].title))
    limit = comparison.UP_TO if up_to is None else up_to
    comparison.groups(pair[0], limit)  # says what cannot be before any table is built
    shelf = Shelf(folder)
    with compile_notice():
        for one in pair:
            _have_table(one, comparison.table_limit(limit), shelf)
        found = difference(*pair, limit, shelf, nodes)
    if as_json:
        print_json(_for_programs(pair, limit, found))
    else:
        _tell(pair, limit, found)


def _have_table(one: Game, limit: int | None, shelf: Shelf) -> None:
    """Build what a table lacks for the comparison, where that is soon done."""
    from stratege.tables.builder import Builder
    from stratege.tables.first_use import half_of_memory

    if one.declaration.recipe is None or one.variant.repetition is Repetition.FORBIDDEN:
        return
    builder = Builder(shelf, one, os.cpu_count() or 1, half_of_memory())
    plan = builder.plan(limit)
    if sum(layer.size for layer in plan.missing) > BUILT_AT_ONCE:
        raise no_table(one, limit)
    if plan.missing:
        with building(one.start(), plan) as builder.progress:
            builder.build(plan)


def _for_programs(pair: tuple[Game, Game], limit: int, found: Difference) -> dict[str, Any]:
    names = [one.variant.name for one in pair]
    smallest = None
    if found.smallest is not None:
        state, values = found.smallest
        smallest = {"position": Position(pair[0], state).text(), "values": _values(names, values)}
    totals = {key: sum(getattr(group, key) for group in found.groups) for key in COUNTED}
    return {
        "game": pair[0].name,
        "size": pair[0].size,
        "variants": names,
        "up_to": limit,
        **totals,
        "groups": [
            {"group": group.name, **{key: getattr(group, key) for key in COUNTED}} for group in found.groups
        ],
        "smallest": smallest,
        "openings": [
            {
                "start": opening.start.text(),
                "move": opening.move,
                "legal": dict(zip(names, opening.legal)),
                "values": _values(names, opening.values),
                "changes": opening.changes,
            }
            for opening in found.openings
        ],
    }


COUNTED = ("boards", "known", "other_result", "other_margin")


def _values(names: list[str], values: tuple[Exact | None, Exact | None]) -> dict[str, Any]:
    return {name: None if value is None else vars(value) for name, value in zip(names, values)}


def _tell(pair: tuple[Game, Game], limit: int, found: Difference) -> None:
    columns = (_("boards with"), _("boards"), _("known"), _("other result"), _("other margin"))
    table = Table(*columns, box=None, pad_edge=False, header_style="label")
    for column in table.columns[1:]:
        column.justify = "right"
    rows = [(group.name, [getattr(group, key) for key in COUNTED]) for group in found.groups]
    if len(rows) > 1:
        rows.append((_("together"), [sum(counts) for counts in zip(*(counts for _name, counts in rows))]))
    for label, counts in rows:
        table.add_row(label, *(in_figures(count) for count in counts))
    out.print(table)
    if found.smallest is None:
        out.print(_("No board is known to be worth something else."))
    else:
        state, values = found.smallest
        shown = Position(pair[0], state)
        out.print(_("The smallest board that changes: {position}", position=shown.text()), markup=False)
        print_board(shown)
        out.print(_sentence(pair, values), markup=False, soft_wrap=True)
    for opening in found.openings:
        out.print(_opening(pair, opening), markup=False, soft_wrap=True)
    if not found.openings:
        out.print(_("There are no openings to compare: no game always begins with one of these boards."))


def _opening(pair: tuple[Game, Game], opening: Opening) -> str:
    mark = "≠" if opening.changes else "?" if None in opening.values else "="
    board = f"{opening.start.game.title} {opening.start.game.size_label}".strip()
    return f"{mark} {board} {opening.move}: {_sentence(pair, opening.values, opening.legal)}"


def _sentence(
    pair: tuple[Game, Game],
    values: tuple[Exact | None, Exact | None],
    legal: tuple[bool, bool] = (True, True),
) -> str:
    known = [_("not known") if value is None else str(Value.of_table(value)) for value in values]
    said = [words if allowed else _("illegal") for words, allowed in zip(known, legal)]
    return "; ".join(f"{one.variant.name}: {words}" for one, words in zip(pair, said))
