"""`stratege cluster start | status`: other machines, or this one's processes, to work with."""

from __future__ import annotations

import signal
from typing import Annotated

import typer

from stratege.cli.app import command, command_group
from stratege.cli.console import out, print_json
from stratege.cli.options import Json, Lang
from stratege.core.extras import require
from stratege.core.language import _

cluster = command_group(
    "cluster",
    ["stratege cluster start --workers 2", "stratege cluster status tcp://127.0.0.1:8786"],
)


@command(
    help=_("Start a cluster on this machine, and serve it until Ctrl-C."),
    examples=[
        "stratege cluster start --workers 2",
        "stratege tournament quixo level:1 level:2 --cluster tcp://127.0.0.1:8786",
    ],
    group=cluster,
)
def start(
    workers: Annotated[
        int, typer.Option("--workers", help=_("how many processes"), min=1, max=1024, metavar="N")
    ] = 2,
    host: Annotated[
        str,
        typer.Option(
            "--host", help=_("where it listens; whoever reaches it can run programs here"), metavar="HOST"
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", help=_("the scheduler's port"), min=0, max=65535, metavar="N")
    ] = 8786,
    lang: Lang = None,
) -> None:
    require("cluster")
    from stratege.cluster import local

    running = local.start(workers, host, port)
    try:
        out.print(
            _("The cluster is at {address}; Ctrl-C ends it.", address=running.scheduler_address), markup=False
        )
        signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        running.close()


@command(
    help=_("Who is in a cluster, and whether they run this version."),
    examples=["stratege cluster status tcp://127.0.0.1:8786"],
    group=cluster,
)
def status(
    address: Annotated[str, typer.Argument(help=_("the scheduler's address"), metavar="ADDRESS")],
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    require("cluster")
    from stratege.cluster.local import address_of
    from stratege.cluster.pieces import connected, signature

    with connected(address_of(address)) as found:
        workers = dict(found.workers())
        refused = sorted(found.refused)
    if as_json:
        print_json({"address": address, "signature": signature(), "workers": workers, "refused": refused})
        return
    if workers:
        said = _("workers: {n} ({names})", n=len(workers), names=", ".join(workers))
        out.print(said, markup=False, soft_wrap=True)
    elif not refused:
        out.print(_("The cluster has no workers."))
    if refused:
        names = ", ".join(refused)
        out.print(_("Another version of Stratège: {names}", names=names), style="red", markup=False)
