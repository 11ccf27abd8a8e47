"""The wheel in new environments, each extra in one of its own: what it is for works, and a stranger gets on.

`make soak` only: everything is installed a dozen times over.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from tests.cli.stratege_command import plain_environment
from tests.patience import PATIENCE

from stratege.core.extras import EXTRAS, JOINED

pytestmark = pytest.mark.soak

ROOT = Path(__file__).parents[1]
ANSWER = "def tablette(m, n):\n    return [m] * n\n"
COMMAND = ("-m", "stratege")
TRIED: dict[str, tuple[tuple[str, ...], str]] = {
    "engine": ((*COMMAND, "perft", "quixo", "--size", "3", "--depth", "4"), "99,?648"),
    "images": (
        (
            "-c",
            "import stratege, stratege.core.svg as s; print(s.png(stratege.game('quixo').start().svg()))",
        ),
        "PNG",
    ),
    "archive": ((*COMMAND, "archive", "fill", "nimble", "--games", "3"), "3"),
    "postgres": ((*COMMAND, "archive", "stats", "--database", "postgresql://me@127.0.0.1:1/x"), "127.0.0.1"),
    "school": ((*COMMAND, "mark", "002", "answer.py", "--question", "3"), "tablette"),
    "web": ((*COMMAND, "web", "--port", "0", "--no-prepare"), r"(http://127\.0\.0\.1:\d+)"),
    "client": (("-c", "from stratege.client import Client as C; C('http://127.0.0.1:1').games()"), "refused"),
    "rl": (
        ("-c", "import stratege.envs; e = stratege.envs.quixo_v0.env(size=3); e.reset(1); print(e.rewards)"),
        "player_1",
    ),
    "notebook": (
        (
            "-c",
            "import stratege, stratege.notebook as n; print(n.Board(stratege.game('chomp').start()))",
        ),
        "Board",
    ),
    "cluster": (
        ("-c", "import stratege.cluster.pieces as p, distributed; print(distributed.__version__)"),
        r"20\d\d\.",
    ),
    "parquet": ((*COMMAND, "archive", "export", "--parquet", "games.parquet"), "games.parquet"),
    "openspiel": (
        (
            "-c",
            "import stratege.envs.openspiel as o, pyspiel; print(pyspiel.load_game('stratege_chomp'))",
        ),
        "stratege_chomp",
    ),
}
"""For each extra something that needs it, and what shows that it was done."""


class Installation:
    """A new environment with a home of its own."""

    def __init__(self, folder: Path, what: str) -> None:
        self.folder, self.python = folder, folder / "venv" / "bin" / "python"
        folder.mkdir(exist_ok=True)
        (folder / "answer.py").write_text(ANSWER)
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        subprocess.run([self.python, "-m", "pip", "install", "--quiet", "--no-compile", what], check=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        shutil.rmtree(self.folder)  # hundreds of megabytes

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Python with these words, knowing nothing of the sources or of who runs the tests."""
        kept = plain_environment(HOME=str(self.folder))
        known = {name: kept[name] for name in kept if not name.startswith(("STRATEGE", "PYTHON", "XDG"))}
        return subprocess.Popen(
            [self.python, *words],
            cwd=self.folder,
            env=known,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """What became of it in the end."""
        with self.start(*words) as process:
            said, complained = process.communicate(timeout=PATIENCE)
        return subprocess.CompletedProcess(words, process.returncode, said, complained)


def brought(extra: str) -> set[str]:
    """An extra and all that come along with it."""
    return {extra}.union(*map(brought, JOINED.get(extra, ())))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The wheel, built as one that is published."""
    return next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist"))))


@pytest.fixture(scope="module")
def bare(wheel: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """`pip install stratege`, and nothing else."""
    with Installation(tmp_path_factory.mktemp("bare"), wheel) as installed:
        yield installed


def test_every_extra_is_tried() -> None:
    assert set(TRIED) == set(EXTRAS)


@pytest.mark.parametrize("extra", [name for name in EXTRAS if name != "web"])
def test_what_an_extra_is_for_works(extra: str, wheel: str, tmp_path: Path) -> None:
    words, shows = TRIED[extra]
    with Installation(tmp_path, f"{wheel}[{extra}]") as installed:
        done = installed.run(*words)
        found = json.loads(installed.run(*COMMAND, "doctor", "--json").stdout)["extras"]
    assert re.search(shows, done.stdout + done.stderr), done
    assert "pip install" not in done.stderr
    assert {name for name in brought(extra) if not found[name]["installed"]} == set()


def test_the_web_app_serves(wheel: str, tmp_path: Path) -> None:
    words, shows = TRIED["web"]
    with Installation(tmp_path, f"{wheel}[web]") as installed, installed.start(*words) as server:
        try:
            assert server.stdout is not None
            address = next(found[1] for line in server.stdout if (found := re.search(shows, line)))
            with urllib.request.urlopen(f"{address}/health", timeout=PATIENCE) as answer:
                assert answer.status == 200
        finally:
            server.terminate()
            server.communicate()


@pytest.mark.parametrize("extra", [name for name in EXTRAS if name != "school"])  # bubblewrap may do instead
def test_without_it_one_sentence_says_what_to_install(extra: str, bare: Installation) -> None:
    done = bare.run(*TRIED[extra][0])
    said = done.stderr.splitlines()[-1]
    named = re.search(r"This needs \w+, which is not installed: pip install 'stratege\[(\w+)\]'\.$", said)
    assert named, done
    assert named[1] in brought(extra)


def test_the_core_plays_values_and_tells(bare: Installation) -> None:
    for words, shows in (
        (("play", "awale", "--player1", "level:2", "--player2", "random", "--seed", "1"), r"[01½]"),
        (("analyse", "nimble", "0,0,1,2,0,2"), "3-1"),
        (("doctor",), r"pip install 'stratege\[engine\]'"),
        (("games", "--lang", "fr"), "règles"),
    ):
        done = bare.run(*COMMAND, *words)
        assert (done.returncode, done.stderr) == (0, "")
        assert re.search(shows, done.stdout)


def test_the_archive_of_sources_installs_too(tmp_path: Path) -> None:
    archive = next(SdistBuilder(str(ROOT)).build(directory=str(tmp_path / "dist")))
    with Installation(tmp_path / "new", archive) as installed:
        done = installed.run(*COMMAND, "show", "quixo", "--lang", "fr")
    assert (done.returncode, done.stderr) == (0, "")
    assert "coups" in done.stdout
