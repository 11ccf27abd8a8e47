"""`stratege engine`: the line protocol on standard input and output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Annotated, BinaryIO

import typer

from stratege.cli.app import command
from stratege.cli.boards import game_asked
from stratege.cli.console import compile_notice
from stratege.cli.options import GameName, Lang, NoBook, Size, VariantName
from stratege.core.language import _
from stratege.engine.protocol import LONGEST_LINE, OPTIONS, Session

TABLE, LEAST_TABLE, MOST_TABLE = OPTIONS["table"]
THREADS, LEAST_THREADS, MOST_THREADS = OPTIONS["threads"]


def lines(stream: BinaryIO) -> Iterator[str]:
    """The lines that come in, as UTF-8. Of one that is too long, only enough to see that it is."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line.decode(errors="replace")
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE + 1)


def say(line: str) -> None:
    """Write a line at once. If nobody listens any more, leave."""
    try:
        sys.stdout.buffer.write(line.encode(errors="replace") + b"\n")
        sys.stdout.buffer.flush()
    except OSError:
        # The main thread may be waiting for a line that never comes; there is nothing to save or to say.
        os._exit(0)


@command(
    examples=["stratege engine awale", "stratege engine quixo --size 4 --table 64 --threads 2"],
)
def engine(
    name: GameName,
    variant: VariantName = None,
    size: Size = None,
    table: Annotated[
        int,
        typer.Option(
            "--table",
            help=_("memory for positions already searched, in MiB"),
            min=LEAST_TABLE,
            max=MOST_TABLE,
            metavar="MIB",
        ),
    ] = TABLE,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            help=_("how many cores search at once"),
            min=LEAST_THREADS,
            max=MOST_THREADS,
            metavar="N",
        ),
    ] = THREADS,
    selective: Annotated[
        bool | None,
        typer.Option(
            "--selective/--plain",
            help=_("search selectively where no depth is asked for, or never; else as the game has it"),
        ),
    ] = None,
    no_book: NoBook = False,
    lang: Lang = None,
) -> None:
    options = (table, threads, compile_notice, selective, not no_book)
    session = Session(game_asked(name, variant, size), say, *options)
    if sys.stdin is None or sys.stdout is None:
        return
    try:
        for line in lines(sys.stdin.buffer):
            if not session.obey(line):
                break
    finally:
        session.close()
