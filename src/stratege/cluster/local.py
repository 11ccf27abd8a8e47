"""A cluster on this machine: a scheduler and workers of one thread each, which end together."""

from __future__ import annotations

from typing import Any

import dask.config
import distributed

PORT = 8786

NOBODY_GIVEN_UP = {"distributed.deploy.lost-worker-timeout": "365d"}
"""Who starts a worker again is itself ended if the worker is not there so long after it was lost once: it may
have come back meanwhile, and been lost again just then."""


def start(workers: int, host: str, port: int) -> Any:
    """The cluster, running; `close` ends it. Whoever reaches its port can run code here."""
    dask.config.set(NOBODY_GIVEN_UP)
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host=host,
        scheduler_port=port,
        scheduler_kwargs={"dashboard": False, "dashboard_address": f"{host}:0"},  # any port, and no warnings
        silence_logs=40,
    )
