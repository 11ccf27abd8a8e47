"""Options that several commands share, explained once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from stratege.cli import completion
from stratege.core.language import _


class Language(StrEnum):
    """The languages of the interface."""

    fr = "fr"
    en = "en"


GameName = Annotated[
    str,
    typer.Argument(
        help=_("the game; `stratege games` lists them"), metavar="GAME", autocompletion=completion.games
    ),
]
VariantName = Annotated[
    str | None,
    typer.Option(
        "--variant",
        help=_("the variant; `stratege games` lists them"),
        metavar="NAME",
        autocompletion=completion.variants,
    ),
]
SIZE_HELP = _("the size of the board; `stratege games` says how it is written")
Size = Annotated[str | None, typer.Option("--size", help=SIZE_HELP, metavar="SIZE")]
Moves = Annotated[
    str,
    typer.Option(
        "--moves",
        help=_("moves to play first, in quotes"),
        metavar="'M1 M2 …'",
        autocompletion=completion.moves,
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", help=_("makes what is random repeatable"), metavar="N")]
Json = Annotated[bool, typer.Option("--json", help=_("print JSON, for programs"))]
Lang = Annotated[Language | None, typer.Option("--lang", help=_("the language of the interface"))]
SaveFile = Annotated[
    Path | None, typer.Option("--save", help=_("write the record of the game to this file"), metavar="FILE")
]
Seconds = Annotated[
    float | None,
    typer.Option("--time", help=_("think this long, in seconds"), min=0.001, max=86400, metavar="S"),
]
Depth = Annotated[
    int | None, typer.Option("--depth", help=_("look this many plies ahead"), min=1, max=100, metavar="D")
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", help=_("look at this many positions"), min=1, max=10**15, metavar="N")
]
Workers = Annotated[
    int,
    typer.Option(
        "--workers", help=_("how many games at once; never more than cores"), min=1, max=1024, metavar="N"
    ),
]
PlyLimit = Annotated[
    int | None,
    typer.Option(
        "--limit", help=_("call a game a draw after so many moves"), min=1, max=1_000_000, metavar="N"
    ),
]
Margin = Annotated[
    float,
    typer.Option("--margin", help=_("seconds to overrun before a move loses"), min=0, max=3600, metavar="S"),
]
Trust = Annotated[
    bool, typer.Option("--trust", help=_("the file is your own: run it even where nothing confines it"))
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        help=_("a SQLite file or a postgresql:// address; else STRATEGE_DATABASE, else one's own"),
        metavar="PLACE",
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster", help=_("work on the Dask cluster with this address, not here"), metavar="ADDRESS"
    ),
]
NoBook = Annotated[bool, typer.Option("--no-book", help=_("leave the opening book shut"))]
