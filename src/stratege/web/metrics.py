"""What Prometheus is told at `/metrics`: of this process, or of all that one supervisor has started.

With several processes each writes its figures into files of a folder (`PROMETHEUS_MULTIPROC_DIR`, set before
they start), and whichever is asked adds them up.
"""

from __future__ import annotations

import os
from contextlib import suppress

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client import multiprocess as files

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
FINE = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)  # seconds

REQUESTS = Counter("stratege_requests", "Requests and sockets, by method and status", ["method", "status"])
SECONDS = Histogram("stratege_request_seconds", "How long requests took, sockets apart", buckets=FINE)
SAVING = Histogram("stratege_save_seconds", "How long changes of live games took to be saved", buckets=FINE)
CONFLICTS = Counter("stratege_conflicts", "Changes decided again because another process was faster")
TAKEN_OVER = Counter("stratege_games_taken_over", "Games whose process was gone, kept here from then on")
SOCKETS = Gauge("stratege_sockets", "Players and spectators connected", multiprocess_mode="livesum")
GAMES = Gauge("stratege_games", "Live games in memory", multiprocess_mode="livesum")
JOBS = Gauge("stratege_jobs", "Jobs of thinking processes, by state", ["state"], multiprocess_mode="livesum")


def shared() -> bool:
    """Whether the figures are those of several processes."""
    return FOLDER in os.environ


def written() -> bytes:
    """All figures, as Prometheus reads them."""
    registry = REGISTRY
    if shared():
        registry = CollectorRegistry()
        files.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def forget(pid: int) -> None:
    """A process is gone, with what it had at the moment; what it has counted stays."""
    with suppress(OSError):
        files.mark_process_dead(pid)  # type: ignore[no-untyped-call]
