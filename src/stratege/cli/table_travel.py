"""`stratege tables plan`, `export` and `fetch`: what a table takes, and tables that travel."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stratege.cli.app import command
from stratege.cli.console import compile_notice, err, out, print_json
from stratege.cli.options import GameName, Json, Lang, VariantName
from stratege.cli.table_group import Folder, Memory, Size, UpTo, Workers, no_table, parse_bytes, tables
from stratege.core.game import Game
from stratege.core.language import _, in_bytes, in_figures
from stratege.core.registry import game

if TYPE_CHECKING:
    from stratege.tables.builder import Plan
    from stratege.tables.estimate import Estimate
    from stratege.tables.travel import Entry


@command(
    group=tables,
    help=_(
        "Say what a table takes before it is built: disk, memory, and about how long on this machine, "
        "reckoned from earlier builds or from a small table that is built to measure."
    ),
    examples=[
        "stratege tables plan awale --variant abapa --up-to 24",
        "stratege tables plan chomp --box 19x19",
        "stratege tables plan mingmang --size 5 --workers 1 --json",
    ],
)
def plan(
    name: GameName,
    variant: VariantName = None,
    size: Size = None,
    up_to: UpTo = None,
    workers: Workers = None,
    memory: Memory = None,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables.builder import Builder
    from stratege.tables.estimate import estimate
    from stratege.tables.first_use import half_of_memory
    from stratege.tables.shelf import Shelf

    chosen, threads = game(name, variant, size), workers or os.cpu_count() or 1
    limit = half_of_memory() if memory is None else parse_bytes(memory)
    work = Builder(Shelf(folder), chosen, threads, limit).plan(up_to)
    found = None
    if work.missing:
        with compile_notice():
            found = estimate(chosen, work, threads)
    if as_json:
        print_json(_plan_for_programs(chosen, work, found, threads, limit))
    elif found is None:
        words = _("{label}: all {all} layers are there.", label=chosen.label(), all=len(work.layers))
        out.print(words, markup=False, soft_wrap=True)
    else:
        for line in _plan_in_words(chosen, work, found, threads, limit):
            out.print(line, markup=False, soft_wrap=True)


def _plan_in_words(chosen: Game, work: Plan, found: Estimate, threads: int, limit: int) -> list[str]:
    """What is missing, and what it takes of disk, memory and time."""
    return [
        _(
            "{label}: {missing} of {all} layers are missing, {positions} positions.",
            label=chosen.label(),
            missing=len(work.missing),
            all=len(work.layers),
            positions=in_figures(sum(layer.entries for layer in work.missing)),
        ),
        _(
            "Disk: at most {kept} for good, and {working} while it works.",
            kept=in_bytes(work.kept),
            working=in_bytes(work.working),
        ),
        _memory_in_words(found.memory, limit),
        _(
            "Time: about {time} with {workers} workers. An estimate: {bytes} of {table} took {seconds} s "
            "with {measured} here, and larger tables may take more for each position.",
            time=people_time(found.seconds),
            workers=threads,
            table=found.note.table,
            bytes=in_bytes(found.note.bytes),
            seconds=found.note.seconds,
            measured=found.note.workers,
        ),
    ]


def _memory_in_words(memory: int, limit: int) -> str:
    if memory <= limit:
        return _(
            "Memory: {memory} at once, of {limit} allowed.", memory=in_bytes(memory), limit=in_bytes(limit)
        )
    return _(
        "Memory: {memory} at once if there were room; kept to {limit}, the rest stays on disk and takes "
        "longer.",
        memory=in_bytes(memory),
        limit=in_bytes(limit),
    )


@command(
    group=tables,
    help=_(
        "Copy a table into a folder, with a manifest of checksums: for `stratege tables fetch`, or "
        "--readable for other programs."
    ),
    examples=[
        "stratege tables export awale /srv/tables",
        "stratege tables export quixo --size 4 --readable ~/quixo",
    ],
)
def export(
    name: GameName,
    target: Annotated[Path, typer.Argument(help=_("the folder to copy it into"), metavar="DIRECTORY")],
    variant: VariantName = None,
    size: Size = None,
    readable: Annotated[
        bool,
        typer.Option("--readable", help=_("pack with zlib only, which examples/read_tables.py reads")),
    ] = False,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables import travel
    from stratege.tables.shelf import Shelf

    shelf, chosen = Shelf(folder), game(name, variant, size)
    if not shelf.layers(chosen):
        raise no_table(chosen)
    _say(travel.export(shelf, chosen, target, readable), target, as_json)


@command(
    group=tables,
    help=_(
        "Fetch tables that somebody exported, from a folder or over https: what is missing, checked byte by "
        "byte. Interrupted, the same command goes on. `verify` derives the values of a stranger's table anew."
    ),
    examples=["stratege tables fetch /media/usb/tables", "stratege tables fetch https://example.org/tables"],
)
def fetch(
    source: Annotated[str, typer.Argument(help=_("a folder or an https address"), metavar="DIRECTORY|URL")],
    seconds: Annotated[
        float,
        typer.Option("--time", help=_("give up after so many seconds"), min=0.1, max=10**7, metavar="S"),
    ] = 86400.0,
    folder: Folder = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables import travel
    from stratege.tables.shelf import Shelf
    from stratege.tables.sources import source_of

    shelf, deadline = Shelf(folder), time.monotonic() + seconds
    with err.status("") as status:
        fetched = travel.fetch(
            source_of(source),
            shelf,
            deadline,
            lambda path, fraction: status.update(f"{path}: {fraction:.0%}"),
        )
    _say(fetched, shelf.folder, as_json)


def _say(files: list[Entry], folder: Path, as_json: bool) -> None:
    """Which files are now where."""
    length = sum(file.bytes for file in files)
    if as_json:
        print_json({"folder": str(folder), "files": [file.path for file in files], "bytes": length})
        return
    words = _("files: {n}, {size}, in {folder}", n=len(files), size=in_bytes(length), folder=folder)
    out.print(words, markup=False, soft_wrap=True)


def _plan_for_programs(
    chosen: Game, work: Plan, found: Estimate | None, workers: int, limit: int
) -> dict[str, Any]:
    """The same; of a table that is complete nothing was measured."""
    return {
        "game": chosen.name,
        "variant": chosen.variant.name,
        "size": chosen.size,
        "missing": [layer.name for layer in work.missing],
        "positions": sum(layer.entries for layer in work.missing),
        "disk": work.kept,
        "working": work.working,
        "memory": 0 if found is None else found.memory,
        "memory_limit": limit,
        "seconds": 0.0 if found is None else round(found.seconds, 1),
        "workers": workers,
        "measured": None if found is None else vars(found.note),
    }


def people_time(seconds: float) -> str:
    """A span of time as people say it."""
    if seconds < 90:
        return _("{n} s", n=max(1, round(seconds)))
    return _("{n} min", n=round(seconds / 60)) if seconds < 5400 else _("{n} h", n=f"{seconds / 3600:.1f}")
