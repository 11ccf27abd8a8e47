"""Who does the work of a command: processes here, or a cluster; nothing of Dask is loaded unless asked."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from stratege.cli.console import err
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.arena.workers import Play
    from stratege.cluster.pieces import Cluster
    from stratege.core.pieces import Doing


@contextmanager
def joined(address: str | None, words: Callable[[str], str]) -> Iterator[Cluster | None]:
    """The cluster of that address, None without one; what each worker did is shown, and told at the end.

    `words` say it, given how much each one has done.
    """
    if address is None:
        yield None
        return
    from stratege.core.extras import require

    require("cluster")
    from stratege.cluster.local import address_of
    from stratege.cluster.pieces import connected

    with connected(address_of(address)) as found:
        found.awaited()
        try:
            with err.status(words(shares(found.done))) as status:
                found.on_change = lambda: status.update(words(shares(found.done)))
                yield found
        finally:
            err.print(words(shares(found.done)), style="label", markup=False, soft_wrap=True)


@contextmanager
def playing(workers: int, cluster: str | None) -> Iterator[Play]:
    """What plays the games."""
    from stratege.arena.workers import play_all

    with joined(cluster, lambda each: _("Games by worker: {each}", each=each)) as found:
        here = functools.partial(play_all, workers=max(1, min(workers, os.cpu_count() or 1)))
        yield found.play if found else here


@contextmanager
def doing(cluster: str | None) -> Iterator[Doing | None]:
    """What does pieces of work elsewhere; None without a cluster."""
    with joined(cluster, lambda each: _("Pieces by worker: {each}", each=each)) as found:
        yield found.do if found else None


def shares(done: Mapping[str, int]) -> str:
    """How much each worker has done."""
    return ", ".join(f"{name} {count}" for name, count in sorted(done.items())) or "–"
