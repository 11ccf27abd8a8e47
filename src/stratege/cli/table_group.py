"""What the commands of `stratege tables` share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from stratege.cli.app import command_group
from stratege.cli.boards import words_for
from stratege.cli.console import err
from stratege.cli.options import SIZE_HELP
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.registry import game

if TYPE_CHECKING:
    from stratege.tables.builder import Plan

tables = command_group(
    "tables",
    examples=["stratege tables build awale", "stratege tables list"],
)

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

Folder = Annotated[
    Path | None, typer.Option("--folder", help=_("where tables stand (STRATEGE_TABLES)"), metavar="DIR")
]
Size = Annotated[str | None, typer.Option("--size", "--box", help=SIZE_HELP, metavar="SIZE")]
Workers = Annotated[
    int | None, typer.Option("--workers", help=_("how many threads (all cores)"), min=1, metavar="N")
]
UpTo = Annotated[
    int | None,
    typer.Option(
        "--up-to", help=_("how far, in what the game counts: most seeds, most blanks"), min=0, metavar="N"
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory", help=_("keep to this much memory, the rest on disk (half of all)"), metavar="SIZE"
    ),
]


@contextmanager
def building(position: Position, plan: Plan) -> Iterator[Callable[[Any, float], None]]:
    """Say that a table is built on first use, and how far it is."""
    label = position.game.label()
    err.print(_("Building the table of {label} (only the first time)…", label=label), markup=False)
    with progress(plan) as tell:
        yield tell


def parse_bytes(text: str) -> int:
    """A size such as 800M or 12G."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if not found:
        raise BadOption(_("A size is written 800M or 12G, not {text!r}.", text=text))
    return int(float(found[1]) * UNITS[found[2].upper()])


def no_table(chosen: Game, up_to: int | None = None) -> BadOption:
    """There is none, or none that goes so far; how to make it. Raises why, where there can be none."""
    from stratege.tables.shelf import recipe_for, table_size

    recipe_for(chosen).layers(chosen.rules, up_to)  # nobody is to be sent to a build that is refused
    built = game(chosen.name, chosen.variant.name, table_size(chosen))
    name = words_for(built) + ("" if up_to is None else f" --up-to {up_to}")
    told = {"label": chosen.label(), "name": name}
    return BadOption(_("There is no table of {label} yet; `stratege tables build {name}` makes one.", **told))


@contextmanager
def progress(plan: Plan) -> Iterator[Callable[[Any, float], None]]:
    """A bar over all layers, weighed by what they take, with the time left."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    total = sum(layer.effort for layer in plan.missing) or 1
    before = {
        layer.name: sum(other.effort for other in plan.missing[:i]) for i, layer in enumerate(plan.missing)
    }
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda layer, fraction: bar.update(
            task, completed=before[layer.name] + fraction * layer.effort, description=layer.name
        )
