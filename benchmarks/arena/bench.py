"""Tournaments: games a second with one and two processes and on a cluster, and a coordinator of many workers.

`ARENA_WORKERS=1,10,50,200` in the environment chooses the sizes of the simulated cluster.
"""

from __future__ import annotations

import functools
import os
import time
from dataclasses import replace
from pathlib import Path

import dask.config
import distributed

from benchmarks.report import Report, Table
from stratege.arena.journal import FileJournal
from stratege.arena.match import Terms
from stratege.arena.tournament import Tournament, play_tournament
from stratege.arena.workers import Play, play_all
from stratege.cluster import local, pieces
from stratege.core.pieces import Piece
from stratege.core.registry import game
from stratege.core.svg import ACCENT, INK, MUTED, Canvas
from stratege.engine.limits import Limits

NAME = "arena"
SECONDS = 0.1
GAMES, WARM = 16, 2
DUMMY_SECONDS = 2.0
PIECES_EACH = 5
FEW = 10
UNWATCHED = {  # what each of hundreds of workers in one process would do a hundred times a second
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "60s",
}
SIZES = tuple(int(size) for size in os.environ.get("ARENA_WORKERS", "1,10,50,200").split(","))
PLOT = Path(__file__).with_name("coordinator.svg")

SUMMARY = (
    f"Awalé between `level:10` and `mcts` at {SECONDS} s a move, {GAMES} games of at most 40 plies, kept in "
    "a journal in memory; a cluster's workers are warm, processes are started. Goals: two processes at least "
    "1.8 times one, a cluster of one at most 5 % slower than none. Below, a simulated cluster: coordinator, "
    f"scheduler and all workers in one process, whose pieces only sleep {DUMMY_SECONDS} s (a game takes "
    f"longer), {PIECES_EACH} each; ideal is what so many would do if handing out cost nothing "
    "(`arena/coordinator.svg`)."
)


def run() -> Report:
    one = Tournament(
        game("awale"),
        ("level:10", "mcts"),
        games=GAMES,
        terms=Terms(Limits(seconds=SECONDS), ply_limit=40),
        seed=1,
    )
    one.rehearse()
    rates = {f"processes: {n}": rate(one, functools.partial(play_all, workers=n)) for n in (1, 2)}
    for workers in (1, 2):
        cluster = local.start(workers, "127.0.0.1", 0)
        try:
            with pieces.connected(cluster.scheduler_address) as found:
                found.awaited()
                rate(replace(one, games=WARM), found.play)
                rates[f"cluster of {workers}"] = rate(one, found.play)
        finally:
            cluster.close()
    base = rates["processes: 1"]
    rows = [(name, f"{value:.2f}", f"{value / base:.2f}") for name, value in rates.items()]
    simulated = [(size, *coordinated(size, DUMMY_SECONDS, PIECES_EACH)) for size in SIZES]
    most, _ideal = coordinated(FEW, 0.0, 100)
    PLOT.write_text(plot([(size, done, ideal) for size, done, ideal in simulated]))
    return Report(
        f"{SUMMARY} Of pieces that take no time it hands out {most:.0f} a second to {FEW} workers.",
        [
            Table("Playing", ("by", "games/s", "of one process"), rows),
            Table(
                "A coordinator of many",
                ("workers", "pieces/s", "ideal", "share"),
                [
                    (str(size), f"{done:.0f}", f"{ideal:.0f}", f"{100 * done / ideal:.0f} %")
                    for size, done, ideal in simulated
                ],
            ),
        ],
    )


def rate(one: Tournament, play: Play) -> float:
    """Games a second, the start of the processes included."""
    begun = time.perf_counter()
    journal = FileJournal()
    if not play_tournament(one, journal, play):
        raise KeyboardInterrupt
    return one.total / (time.perf_counter() - begun)


def coordinated(workers: int, seconds: float, each: int) -> tuple[float, float]:
    """Pieces a second, so long and so many for each worker, that one coordinator hands out; and the ideal."""
    with (
        dask.config.set(UNWATCHED),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=False,
            memory_limit=0,
            dashboard_address=None,
            silence_logs=40,
        ) as cluster,
    ):
        count = workers * each
        with pieces.connected(cluster.scheduler_address) as found:
            found.client.wait_for_workers(workers)
            found.awaited()
            begun = time.perf_counter()
            asked = (Piece(number, time.sleep, (seconds,)) for number in range(count))
            if len(list(found.do(asked))) != count:
                raise RuntimeError("not all pieces came back: the rate means nothing")
            spent = time.perf_counter() - begun
    return count / spent, workers / seconds if seconds else 0.0


def plot(points: list[tuple[int, float, float]]) -> str:
    """Pieces a second against the number of workers, and the ideal."""
    canvas = Canvas(640, 360, "Pieces a second against workers")
    widest, highest = max(size for size, _done, _ideal in points), max(ideal for *_other, ideal in points)

    def at(size: float, value: float) -> tuple[float, float]:
        return 60 + 540 * size / widest, 320 - 280 * value / highest

    canvas.line(*at(0, 0), *at(widest, highest), stroke=MUTED, stroke_width=1)
    before = at(0, 0)
    for size, done, _ideal in points:
        here = at(size, done)
        canvas.line(*before, *here, stroke=ACCENT, stroke_width=2)
        canvas.circle(*here, 4, fill=ACCENT)
        canvas.text(here[0], 340, size, 12, fill=INK)
        canvas.text(here[0], here[1] - 12, f"{done:.0f}", 12, fill=INK)
        before = here
    return str(canvas)
