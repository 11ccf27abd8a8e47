"""The tutorial is true: its files, written and installed as it says, are a game that works as it says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.stratege_command import COMMAND, plain_environment
from tests.games.contract import check
from tests.patience import PATIENCE
from tests.test_docs import same

from stratege.core.registry import Games

PAGE = Path(__file__).parents[1] / "docs" / "write-a-game.md"
FILE = re.compile(r"^```(?:python|toml) (\S+)\n(.*?)^```", re.M | re.S)
COMMANDS = re.compile(r"^```console dawson\n(.*?)^```", re.M | re.S)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tutorial's package installed in it."""
    project, site = tmp_path_factory.mktemp("tutorial"), tmp_path_factory.mktemp("site")
    for name, text in FILE.findall(PAGE.read_text(encoding="utf-8")):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    install = [sys.executable, "-m", "pip", "install", *options, "--target", str(site), str(project)]
    subprocess.run(install, check=True)
    return site


def test_the_tutorials_game_keeps_the_contract(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(site))
    dawson = Games()["dawson"]
    for size in (None, "2", "15"):
        check(dawson.game.create(None, size), games=5)


@pytest.mark.parametrize(("first", "plain"), [(2, "1"), pytest.param(5, "0", marks=pytest.mark.soak)])
def test_the_tutorials_commands_print_what_it_says(
    first: int, plain: str, site: Path, tmp_path: Path
) -> None:
    """Every day the first of them, in plain Python: compiling an engine for a game of one test takes long."""
    environment = plain_environment(PYTHONPATH=str(site), COLUMNS="300", NUMBA_DISABLE_JIT=plain)
    block = COMMANDS.findall(PAGE.read_text(encoding="utf-8"))[0]
    commands = re.findall(r"^\$ stratege (.*)\n((?:(?!\$ ).*\n)*)", block, flags=re.M)
    assert len(commands) == 5
    for command, expected in commands[:first]:
        words = [*COMMAND, *shlex.split(command)]
        done = subprocess.run(
            words,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert same(expected, done.stdout), f"$ stratege {command}\n{done.stdout}"
