"""`stratege tables`: exact tables built, listed, checked and counted."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from stratege.cli import table_probe, table_starts, table_travel
from stratege.cli.app import command
from stratege.cli.console import compile_notice, err, out, print_json
from stratege.cli.options import ClusterAddress, GameName, Json, Lang, Seed, VariantName
from stratege.cli.playing import doing
from stratege.cli.table_group import (
    Folder,
    Memory,
    Size,
    UpTo,
    Workers,
    no_table,
    parse_bytes,
    progress,
    tables,
)
from stratege.cli.table_stats import own_table, start_lines, stats_table
from stratege.core.language import _, in_bytes, in_figures
from stratege.core.registry import game

if TYPE_CHECKING:
    from stratege.tables.builder import Plan
    from stratege.tables.format import TableFile
    from stratege.tables.summary import TableSummary

__all__ = ["table_probe", "table_starts", "table_travel", "tables"]


@command(
    group=tables,
    help=_(
        "Build the exact table of a game. What is there stays; what was interrupted goes on; what is damaged "
        "is built again. Says first what it takes on disk."
    ),
    examples=[
        "stratege tables build awale",
        "stratege tables build awale --variant abapa --up-to 20",
        "stratege tables build quixo --up-to 25 --scratch /dev/shm --memory 12G",
        "stratege tables build mingmang --size 4",
    ],
)
def build(
    name: GameName,
    variant: VariantName = None,
    size: Size = None,
    up_to: UpTo = None,
    workers: Workers = None,
    memory: Memory = None,
    scratch: Annotated[
        Path | None,
        typer.Option("--scratch", help=_("where working files lie (beside the tables)"), metavar="DIR"),
    ] = None,
    cluster: ClusterAddress = None,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables.builder import Builder
    from stratege.tables.estimate import Clock, note_build
    from stratege.tables.first_use import half_of_memory
    from stratege.tables.shelf import Shelf

    shelf, chosen = Shelf(folder), game(name, variant, size)
    limit = half_of_memory() if memory is None else parse_bytes(memory)
    builder = Builder(shelf, chosen, workers or os.cpu_count() or 1, limit, scratch)
    plan = builder.plan(up_to, check=True)
    _announce(chosen.label(), plan, as_json)
    begun = time.perf_counter()
    with compile_notice(), doing(cluster) as builder.doing, progress(plan) as told:
        builder.progress = clock = Clock(told)
        try:
            builder.build(plan)
        except KeyboardInterrupt:
            err.print(_("Interrupted; the same command goes on from here."), style="label")
            raise
    files = (shelf.layer(chosen, layer.name) for layer in plan.layers)
    built = [layer.name for layer in plan.missing]
    stored = sum(file.stored_bytes for file in files if file)
    seconds = time.perf_counter() - begun
    note_build(chosen, clock, builder.workers)
    if as_json:
        print_json(
            {"folder": str(builder.folder), "built": built, "bytes": stored, "seconds": round(seconds, 3)}
        )
    else:
        done = _(
            "{label} is complete in {folder}: {size}.",
            label=chosen.label(),
            folder=builder.folder,
            size=in_bytes(stored),
        )
        out.print(done, markup=False, soft_wrap=True)


@command(
    group=tables,
    name="list",
    help=_("List the tables that are there."),
    examples=["stratege tables list", "stratege tables list --json"],
)
def list_tables(folder: Folder = None, as_json: Json = False, lang: Lang = None) -> None:
    from stratege.tables.shelf import Shelf
    from stratege.tables.summary import summaries

    shelf = Shelf(folder)
    found = summaries(shelf)
    if as_json:
        print_json({"folder": str(shelf.folder), "tables": [*map(_row, found)]})
        return
    if not found:
        out.print(
            _("No tables in {folder}; `stratege tables build GAME` makes one.", folder=shelf.folder),
            soft_wrap=True,
        )
        return
    table = Table(_("table"), _("layers"), _("positions"), _("on disk"), box=None)
    for one in found:
        stored = in_bytes(one.stored_bytes)
        table.add_row(one.name, str(len(one.layers)), in_figures(one.positions), stored)
    out.print(table)
    for one in found:
        for fault in one.faults:
            err.print(fault, markup=False, soft_wrap=True)


@command(
    group=tables,
    help=_("Check a table: every byte against its checksum, and values against those of their successors."),
    examples=["stratege tables verify awale", "stratege tables verify quixo --sample 100000 --seed 1"],
)
def verify(
    name: GameName,
    variant: VariantName = None,
    size: Size = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample", help=_("so many random positions of each layer, not all"), min=1, metavar="N"
        ),
    ] = None,
    seed: Seed = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables import verifier
    from stratege.tables.shelf import Shelf

    shelf, chosen = Shelf(folder), game(name, variant, size)
    if not shelf.layers(chosen):
        raise no_table(chosen)
    verdicts = []
    with compile_notice(), doing(cluster) as elsewhere, err.status("") as status:
        checked = verifier.verify(
            shelf,
            chosen,
            sample,
            seed or 0,
            workers or os.cpu_count() or 1,
            lambda layer, fraction: status.update(f"{layer}: {fraction:.0%}"),
            elsewhere,
        )
        for verdict in checked:
            verdicts.append(verdict)
            if not as_json:
                words = verdict.fault or _("good: {n} positions checked", n=in_figures(verdict.checked))
                out.print(f"{verdict.layer}: {words}", markup=False, soft_wrap=True)
    if as_json:
        print_json([vars(verdict) for verdict in verdicts])
    if any(verdict.fault for verdict in verdicts):
        raise typer.Exit(1)


@command(
    group=tables,
    help=_("What a table says, in numbers: won, lost, drawn, by layer or distance."),
    examples=["stratege tables stats quixo --size 4", "stratege tables stats awale --variant ccinp --json"],
)
def stats(
    name: GameName,
    variant: VariantName = None,
    size: Size = None,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables.shelf import Shelf

    shelf, chosen = Shelf(folder), game(name, variant, size)
    files = [file for layer in shelf.layers(chosen) if (file := shelf.layer(chosen, layer))]
    if not files:
        raise no_table(chosen)
    if as_json:
        print_json(
            {
                "game": name,
                "variant": chosen.variant.name,
                "size": chosen.size,
                "layers": [*map(_numbers, files)],
            }
        )
        return
    out.print(stats_table(files))
    by_own = own_table(files[-1].header.statistics)
    if by_own is not None:
        out.print(by_own)
    for line in start_lines(files[-1].header.statistics):
        out.print(line, markup=False, soft_wrap=True)


@command(
    group=tables,
    help=_("Delete the table of a game, finished or not."),
    examples=["stratege tables delete quixo --size 4", "stratege tables delete awale --variant abapa"],
)
def delete(
    name: GameName,
    variant: VariantName = None,
    size: Size = None,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables.builder import Builder
    from stratege.tables.shelf import Shelf

    chosen = game(name, variant, size)
    builder = Builder(Shelf(folder), chosen, 1, 0)
    if not builder.folder.exists():
        raise no_table(chosen)
    freed = builder.delete()
    if as_json:
        print_json({"folder": str(builder.folder), "bytes": freed})
    else:
        words = _("The table of {label} is deleted: {size}.", label=chosen.label(), size=in_bytes(freed))
        out.print(words, markup=False, soft_wrap=True)


def _numbers(file: TableFile) -> dict[str, Any]:
    return {
        "layer": file.header.layer,
        "positions": file.header.entries,
        "bytes": file.stored_bytes,
        **file.header.statistics,
    }


def _row(one: TableSummary) -> dict[str, Any]:
    return {
        "table": one.name,
        "layers": len(one.layers),
        "positions": one.positions,
        "bytes": one.stored_bytes,
        "broken": list(one.faults),
    }


def _announce(label: str, plan: Plan, quiet: bool) -> None:
    if plan.missing and not quiet:
        words = _("{label}: takes at most {kept} on disk", label=label, kept=in_bytes(plan.kept))
        if plan.working:
            words += _(", and {working} while it works", working=in_bytes(plan.working))
        err.print(words + ".", style="label", markup=False, soft_wrap=True)
