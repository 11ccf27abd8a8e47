"""A cluster on this machine: a scheduler and workers of one thread each, which end together."""

from __future__ import annotations

import errno
from typing import Any

import dask.config
import distributed
from distributed.comm import get_address_host_port

from stratege.core.errors import BadOption, StrategeError
from stratege.core.language import _

NOBODY_GIVEN_UP = {"distributed.deploy.lost-worker-timeout": "365d"}
"""Who starts a worker again is itself ended if the worker is not there so long after it was lost once: it may
have come back meanwhile, and been lost again just then."""


def start(workers: int, host: str, port: int) -> Any:
    """The cluster, running; `close` ends it. Whoever reaches its port can run code here."""
    dask.config.set(NOBODY_GIVEN_UP)
    try:
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host=host,
            scheduler_port=port,
            scheduler_kwargs={"dashboard": False, "dashboard_address": f"{host}:0"},  # any, and no warnings
            silence_logs=40,
        )
    except (RuntimeError, OSError, ValueError) as error:
        cause: BaseException = error
        while not isinstance(cause, OSError) and cause.__cause__ is not None:
            cause = cause.__cause__
        if isinstance(cause, OSError) and cause.errno == errno.EADDRINUSE:
            words = _("Port {port} is taken: choose another one with --port.", port=port)
        else:
            words = _("Cannot listen on {host}, port {port}: {why}.", host=host, port=port, why=cause)
        raise StrategeError(words) from None


def address_of(text: str) -> str:
    """The address of a scheduler as it was typed; `BadOption` if it is none, before anything is tried."""
    try:
        get_address_host_port(text)
    except (ValueError, NotImplementedError):
        raise BadOption(_("{text!r} is not an address like tcp://127.0.0.1:8786.", text=text)) from None
    return text
