"""Without any extra: games, exams and the terminal work; what needs more names its extra."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.cli.stratege_command import plain_environment
from tests.patience import PATIENCE

from stratege.core.extras import EXTRAS

WITHOUT = """
from importlib.machinery import PathFinder

find = PathFinder.find_spec

def find_spec(name, path=None, target=None):
    return None if name.partition(".")[0] in {blocked!r} else find(name, path, target)

PathFinder.find_spec = find_spec
"""
RUN = """
from stratege.cli.main import main
main({words!r})
"""
OPTIONAL = sorted(module for modules in EXTRAS.values() for module in modules)


def bare(code: str, typed: str = "", blocked: list[str] = OPTIONAL) -> subprocess.CompletedProcess[str]:
    """Run this in a Python that has none of these modules."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(blocked=blocked) + code],
        input=typed,
        capture_output=True,
        text=True,
        env=plain_environment(),
        timeout=PATIENCE,
    )


def command(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return bare(RUN.format(words=words), typed)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("games",), "mingmang"),
        (("show", "quixo"), "moves:"),
        (("play", "awale", "--player1", "level:2", "--player2", "mcts", "--seed", "1", "--limit", "2",
          "--time", "0.1"), "1/2-1/2"),
        (("analyse", "nimble", "0,0,1,2,0,2"), "3-1"),
        (("analyse", "quixo", "--depth", "2", "--size", "3"), "depth 2"),
        (("doctor",), "pip install 'stratege[engine]'"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)  # fmt: skip
def test_games_need_no_extra(words: tuple[str, ...], said: str) -> None:
    done = command(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_the_plain_engine_values_moves_as_the_compiled_one_does() -> None:
    words = ("analyse", "awale", "--depth", "3", "--json")
    plain = json.loads(command(*words).stdout)
    full = json.loads(
        subprocess.run(
            [sys.executable, "-m", "stratege", *words],
            capture_output=True,
            text=True,
            env=plain_environment(),
        ).stdout
    )
    assert plain["moves"] == full["moves"]


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("perft", "awale", "--depth", "2"), "engine"),
        (("tables", "build", "quixo", "--size", "3"), "engine"),
        (("solve", "chomp", "8x8"), "engine"),
        (("show", "awale", "--png", "/dev/null"), "images"),
        (("image", "info", "x.stgi"), "images"),
        (("archive", "stats"), "archive"),
        (("web", "--port", "0"), "web"),
    ],
    ids=lambda words: " ".join(words[:2]) if isinstance(words, tuple) else "",
)
def test_what_needs_an_extra_says_which(words: tuple[str, ...], extra: str) -> None:
    done = command(*words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"pip install 'stratege[{extra}]'" in done.stderr


LIBRARY = [
    ("images", "from stratege.core.svg import png; png('<svg/>')"),
    ("engine", "import stratege.envs"),
    ("rl", "import stratege.envs; stratege.envs.awale_v0.env()"),
    ("rl", "import stratege.envs.single"),
    ("openspiel", "import stratege.envs.openspiel"),
    ("cluster", "import stratege.cluster.pieces"),
    ("parquet", "import stratege.archive.parquet"),
    ("postgres", "from stratege.archive.store import Archive; Archive.open('postgresql://me@127.0.0.1:1/x')"),
    ("client", "from stratege.client import Client"),
]


@pytest.mark.parametrize(("extra", "code"), LIBRARY, ids=[f"{extra}-{code[-9:]}" for extra, code in LIBRARY])
def test_the_library_says_it_too(extra: str, code: str) -> None:
    """Each by itself: all that it needs besides is there."""
    said = bare(code, blocked=list(EXTRAS[extra])).stderr.splitlines()[-1]
    assert said.startswith("stratege.core.extras.MissingExtra: This needs ")
    assert said.endswith(f", which is not installed: pip install 'stratege[{extra}]'.")


def test_openspiel_needs_no_other_extra() -> None:
    done = bare("import stratege.envs.openspiel; print('there')", blocked=list(EXTRAS["rl"]))
    assert done.stdout == "there\n", done.stderr


def test_exams_need_the_standard_library_only() -> None:
    code = """
import pkgutil, importlib, sys
before = set(sys.modules)
import stratege.exams
for found in pkgutil.iter_modules(stratege.exams.__path__, "stratege.exams."):
    importlib.import_module(found.name)
roots = {name.partition(".")[0] for name in set(sys.modules) - before}
print(sorted(roots - set(sys.stdlib_module_names)), [name for name in sys.modules if "stratege.core" in name])
"""
    assert bare(code).stdout == "['stratege'] []\n"
