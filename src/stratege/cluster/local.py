"""A cluster on this machine: a scheduler and workers of one thread each, which end together."""

from __future__ import annotations

from typing import Any

import distributed

PORT = 8786


def start(workers: int, host: str, port: int) -> Any:
    """The cluster, running; `close` ends it. Whoever reaches its port can run code here."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host=host,
        scheduler_port=port,
        scheduler_kwargs={"dashboard": False, "dashboard_address": f"{host}:0"},  # any port, and no warnings
        silence_logs=40,
    )
