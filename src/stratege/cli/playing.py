"""Who plays the games of a command: processes here, or a cluster; nothing of Dask is loaded unless asked."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from stratege.cli.console import err
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.arena.workers import Play


@contextmanager
def playing(workers: int, cluster: str | None) -> Iterator[Play]:
    """What plays the games; at the end, how many each worker of a cluster played."""
    from stratege.arena.workers import play_all

    if cluster is None:
        yield functools.partial(play_all, workers=max(1, min(workers, os.cpu_count() or 1)))
        return
    from stratege.core.extras import require

    require("cluster")
    from stratege.cluster.playing import connected

    with connected(cluster) as found:
        if err.is_terminal:
            status = err.status("")
            found.on_change = lambda: status.update(shares(found.played))
        found.awaited()
        try:
            yield found.play
        finally:
            err.print(shares(found.played), style="label", markup=False, soft_wrap=True)


def shares(played: dict[str, int]) -> str:
    """How many games each worker has played."""
    each = ", ".join(f"{name} {count}" for name, count in sorted(played.items()))
    return _("Games by worker: {each}", each=each or "–")
