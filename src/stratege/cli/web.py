"""`stratege web`: the app in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stratege.cli.app import command
from stratege.cli.console import err, out
from stratege.cli.options import Lang
from stratege.core.errors import BadOption
from stratege.core.extras import require
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.web.first_start.preparation import Preparation


class LogLevel(StrEnum):
    """From what on things are written to the log."""

    debug = "debug"
    info = "info"
    warning = "warning"
    error = "error"


@command(
    examples=[
        "stratege web --open",
        "stratege web --port 8080 --log info",
        "stratege web --workers 2 --database postgresql://stratege@localhost/stratege",
    ],
)
def web(
    host: Annotated[
        str,
        typer.Option(
            "--host",
            help=_("the address to listen on; one that others can reach needs --allow-host"),
            metavar="ADDRESS",
        ),
    ] = "127.0.0.1",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            help=_("a name or address by which browsers may call the server; may be repeated"),
            metavar="NAME",
        ),
    ] = None,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--behind-proxy",
            help=_("the address of a proxy that speaks https to visitors; what it forwards is believed"),
            metavar="ADDRESS",
        ),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", help=_("the port; 0 takes any free one"), min=0, max=65535, metavar="N")
    ] = 8765,
    database: Annotated[
        str | None,
        typer.Option("--database", help=_("the archive; live games are kept beside it"), metavar="FILE"),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            "--workers",
            help=_("processes that serve; more than one need a PostgreSQL --database"),
            min=1,
            max=64,
            metavar="N",
        ),
    ] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help=_("open it in the browser"))] = False,
    no_prepare: Annotated[
        bool, typer.Option("--no-prepare", help=_("make no tables and house games in the background"))
    ] = False,
    log: Annotated[
        LogLevel, typer.Option("--log", help=_("what to write to the log, as lines of JSON"))
    ] = LogLevel.warning,
    lang: Lang = None,
) -> None:
    import webbrowser

    require("web")
    from stratege.archive.database import chosen_url
    from stratege.web.first_start.chores import all_chores
    from stratege.web.logs import write_logs
    from stratege.web.serving import Server, address_of, listen
    from stratege.web.settings import Settings, default_folder, names_for, proxies_at, thinking_processes
    from stratege.web.supervisor import Supervisor

    archive = chosen_url(database)
    in_file = archive.get_backend_name() == "sqlite"
    folder = Path(archive.database or "").parent if in_file else default_folder()
    place = archive.database if in_file else archive.render_as_string(hide_password=False)
    if workers > 1 and in_file:
        raise BadOption(_("Several processes need a database that they can share: --database postgresql://…"))
    hosts, proxies = names_for(host, allow_host or ()), proxies_at(behind_proxy or ())
    listening = listen(host, port)
    address = address_of(listening, host)

    def started() -> None:
        out.print(
            _("Stratège is at {address} (Ctrl-C ends it).", address=address), markup=False, soft_wrap=True
        )
        if open_browser:
            webbrowser.open(address)

    write_logs(log)
    chores = () if no_prepare else all_chores()
    settings = Settings(
        folder,
        hosts,
        proxies,
        workers=thinking_processes(workers),
        database=place,
        live=None if in_file else place,
        warm=True,
        chores=chores,
    )
    try:
        if workers > 1:
            Supervisor(settings, workers, listening, log, started).run()
        else:
            with preparation_shown() as show:
                Server(settings, started, show).run([listening])
    finally:
        listening.close()


@contextmanager
def preparation_shown() -> Iterator[Callable[[Preparation], None]]:
    """What is being prepared, in one line of the terminal; where there is none, a line for each part."""
    status, told = err.status(""), ""

    def show(preparation: Preparation) -> None:
        nonlocal told
        shape = preparation.shape()
        words = preparation.news.error or shape["words"]  # the reason is for the owner, not for visitors
        if preparation.running:
            words += " " + _("({part} of {parts})", part=shape["part"], parts=max(shape["parts"], 1))
        if preparation.running and err.is_terminal:
            status.update(f"{words} {shape['percent']} % {shape['left']}")
            status.start()
        elif words != told:
            status.stop()
            out.print(words, style="label", markup=False, soft_wrap=True)
        told = words

    try:
        yield show
    finally:
        status.stop()
