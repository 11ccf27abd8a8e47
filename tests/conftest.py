"""What all tests share: Hypothesis that finds the same each time, English, no colours, no tables."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests import guard
from tests.scheduling import rank

from stratege.core import language
from stratege.core.compiling import cache_root

MEMORY = Path("/dev/shm")
ENOUGH = 4 << 30  # bytes


def prepare_process() -> None:
    """Have temporary files in memory, where a sync costs nothing; hear Ctrl-C; leave nothing running."""
    folder = None
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
        folder = tempfile.mkdtemp(prefix="stratege-", dir=MEMORY)
        os.chmod(folder, 0o711)  # PostgreSQL runs as another user
        os.environ["TMPDIR"] = folder
        tempfile.tempdir = None
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a background job
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        guard.watch(folder)


prepare_process()
# The same examples each time, however busy the machine; `make soak` looks for others, and more.
settings.register_profile(
    "seeking", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=400
)
settings.register_profile("house", settings.get_profile("seeking"), derandomize=True, max_examples=25)
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first."""
    items.sort(key=lambda item: rank(item.nodeid))


@pytest.fixture(autouse=True)
def no_loop_of_a_browser() -> Iterator[None]:
    """Playwright leaves its event loop marked as running between browser tests, and ours could not run."""
    left = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(left)


@pytest.fixture(autouse=True)
def no_lower_priority_left() -> Iterator[None]:
    """A process that a test leaves at a low priority starves in all later ones, and their deadlines pass."""
    before = os.nice(0)
    yield
    assert os.nice(0) == before


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Each test begins in English, whatever the one before it chose."""
    language.use("en")
    yield
    language.use("en")


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the tables and books that the user has built, nor how strong they play."""
    monkeypatch.setenv("STRATEGE_TABLES", str(tmp_path / "no tables"))
    monkeypatch.setenv("STRATEGE_BOOKS", str(tmp_path / "no books"))
    monkeypatch.setenv("STRATEGE_ADAPTIVE", str(tmp_path / "adaptive.json"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server for this session."""
    from benchmarks.archive.server import postgresql_server

    with postgresql_server() as address:
        yield address


@pytest.fixture(scope="session")
def nimble_code() -> Path:
    """Where the machine code of all is, that of a small Nimble among it."""
    from stratege.core.registry import game
    from stratege.engine.preparing import prepare

    prepare(game("nimble", None, "6x2"))
    return cache_root() / "compiled"


@pytest.fixture
def own_wishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that shares the machine code of all, and knows nothing of what other tests miss."""
    cache, shared = tmp_path / "cache", cache_root() / "compiled"
    cache.mkdir()
    shared.mkdir(parents=True, exist_ok=True)
    (cache / "compiled").symlink_to(shared)
    monkeypatch.setenv("STRATEGE_CACHE", str(cache))
    return cache
