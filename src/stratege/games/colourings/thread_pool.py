"""Threads at work on compiled functions, and ears for whoever waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

T = TypeVar("T")

PATIENCE = 1.0  # seconds between two signs of life


class ThreadPool(Generic[T]):
    """As many jobs at once as there are workers; leaving the pool waits for those that have begun."""

    def __init__(self, workers: int, alive: Callable[[], None]) -> None:
        self.workers = workers
        self.alive = alive
        self.pool = ThreadPoolExecutor(workers)
        self.running: set[Future[T]] = set()

    def __enter__(self) -> ThreadPool[T]:
        return self

    def __exit__(self, *error: object) -> None:
        self.pool.shutdown()

    @property
    def full(self) -> bool:
        return len(self.running) >= self.workers

    def start(self, job: Callable[[], T]) -> None:
        self.running.add(self.pool.submit(job))

    def ended(self) -> list[T]:
        """The results of jobs that have ended, at least one."""
        while True:
            done, self.running = wait(self.running, PATIENCE, FIRST_COMPLETED)
            self.alive()
            if done:
                return [job.result() for job in done]

    def results(self, jobs: Iterator[Callable[[], T]]) -> Iterator[T]:
        """The results of all these jobs, as they end; the next job is made when a worker is free."""
        for job in jobs:
            self.start(job)
            if self.full:
                yield from self.ended()
        while self.running:
            yield from self.ended()
