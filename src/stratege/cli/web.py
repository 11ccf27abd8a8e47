"""`stratege web`: the app in the browser."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from stratege.cli.app import command
from stratege.cli.console import out
from stratege.cli.options import Lang
from stratege.core.language import _


class LogLevel(StrEnum):
    """From what on things are written to the log."""

    debug = "debug"
    info = "info"
    warning = "warning"
    error = "error"


@command(
    help=_("Serve the web app: play, analyse and explore in the browser."),
    examples=["stratege web --open", "stratege web --port 8080 --log info"],
)
def web(
    host: Annotated[
        str,
        typer.Option(
            "--host", help=_("the address to listen on; 0.0.0.0 lets other machines in"), metavar="ADDRESS"
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", help=_("the port; 0 takes any free one"), min=0, max=65535, metavar="N")
    ] = 8765,
    database: Annotated[
        str | None,
        typer.Option("--database", help=_("the archive; live games are kept beside it"), metavar="FILE"),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help=_("open it in the browser"))] = False,
    log: Annotated[
        LogLevel, typer.Option("--log", help=_("what to write to the log, as lines of JSON"))
    ] = LogLevel.warning,
    lang: Lang = None,
) -> None:
    import webbrowser

    from stratege.archive.database import chosen_url
    from stratege.web.logs import write_logs
    from stratege.web.serving import Server, address_of, listen
    from stratege.web.settings import ANY_HOST, LOOPBACK, Settings, default_folder

    archive = chosen_url(database)
    in_file = archive.get_backend_name() == "sqlite"
    folder = Path(archive.database or "").parent if in_file else default_folder()
    place = archive.database if in_file else archive.render_as_string(hide_password=False)
    hosts = LOOPBACK if host in (*LOOPBACK, "::1") else ANY_HOST
    listening = listen(host, port)
    address = address_of(listening, host)

    def started() -> None:
        out.print(
            _("Stratège is at {address} (Ctrl-C ends it).", address=address), markup=False, soft_wrap=True
        )
        if open_browser:
            webbrowser.open(address)

    write_logs(log)
    try:
        Server(Settings(folder, hosts, database=place, warm=True), started).run([listening])
    finally:
        listening.close()
