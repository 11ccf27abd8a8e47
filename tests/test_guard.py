"""The tests' own manners: nothing is left running, Ctrl-C is heard by what they start, work is shared out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.arena.test_external import gone
from tests.patience import PATIENCE
from tests.scheduling import LONGEST, UNITS, rank, unit

ROOT = Path(__file__).parents[1]


def test_a_killed_run_leaves_nothing_behind(tmp_path: Path) -> None:
    pids, folder = tmp_path / "pids", tmp_path / "folder"
    folder.mkdir()
    (folder / "file").touch()
    note = f"echo $$ >> '{pids}'; exec sleep 600"
    program = (
        f"import subprocess, sys, time; from tests import guard; guard.watch({str(folder)!r})\n"
        f'subprocess.run(["sh", "-c", """setsid sh -c "{note}" &"""])\n'
        f'child = subprocess.Popen(["sh", "-c", """{note}"""])\n'
        "print('ready', flush=True); time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"ready\n"
        while not (pids.exists() and pids.read_text().count("\n") == 2):
            assert run.poll() is None
        run.kill()
    assert all(gone(int(pid)) for pid in pids.read_text().split())
    for _try in range(1000):
        if not folder.exists():
            return
        time.sleep(0.02)
    raise AssertionError("the folder is still there")


def test_what_a_background_job_starts_hears_ctrl_c() -> None:
    """`nohup make test &` ignores SIGINT, and what is ignored stays ignored in every process below."""
    program = (
        "import signal, subprocess, sys; import tests.conftest\n"
        "asks = 'import signal; print(signal.getsignal(signal.SIGINT).__name__)'\n"
        "subprocess.run([sys.executable, '-c', asks])"
    )
    done = subprocess.run(
        ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == signal.default_int_handler.__name__


def test_files_stay_together_and_what_is_long_comes_first() -> None:
    named = {path for paths in UNITS.values() for path in paths} | set(LONGEST) - set(UNITS)
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert unit("tests/core/test_line.py::one[a::b]") == unit("tests/core/test_line.py::two")
    assert unit("tests/archive/test_store.py::one") == unit("tests/archive/test_import.py::two")
    assert rank("tests/browser/test_games.py::one") < rank("tests/core/test_line.py::one")
    files = [str(path.relative_to(ROOT)) for path in ROOT.glob("tests/**/test_*.py")]
    ranks: dict[str, set[int]] = {}
    for file in files:
        ranks.setdefault(unit(file), set()).add(rank(file))
    assert {len(found) for found in ranks.values()} == {1}  # who is begun together has one place in the order


SOME_TESTS = """
import os, warnings, pytest

@pytest.mark.parametrize("number", range(8))
def test_fine(number, tmp_path):
    assert list(tmp_path.iterdir()) == []

def test_wrong():
    print("said", "before")
    assert 1 == 2

def test_deadly():
    os.kill(os.getpid(), 9)

def test_after_it():
    warnings.warn("beware")
"""


def shared_run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    words = ["-p", "tests.forking", "--processes", "2", "-c", "/dev/null", "-p", "no:cacheprovider", *options]
    asked = [sys.executable, "-m", "pytest", *words, "--rootdir", str(folder), str(folder)]
    plain = {**os.environ, "PYTEST_ADDOPTS": ""}  # whatever this run was asked, such as to try again
    return subprocess.run(asked, cwd=ROOT, env=plain, capture_output=True, text=True, timeout=PATIENCE)


def test_processes_share_the_tests_and_one_that_dies_costs_one(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        (tmp_path / f"test_{name}.py").write_text(SOME_TESTS)
    done = shared_run(tmp_path)
    assert done.returncode == 1, done.stdout
    assert "6 failed, 27 passed" in done.stdout
    said = done.stdout.splitlines()
    assert sum(line.startswith("the process ended with status -9 after") for line in said) == 3
    assert said.count("said before") == 3
    assert "UserWarning: beware" in done.stdout


HANGING = """
import time
from pathlib import Path

def test_before(): pass

def test_that_hangs_the_first_time():
    first = Path(__file__).with_name("been here")
    if not first.exists():
        first.touch()
        time.sleep(600)

def test_after(): pass
"""


def test_a_test_that_hangs_is_killed_and_is_tried_again_only_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING)
    done = shared_run(tmp_path, "--patience", "4")
    assert "1 failed, 2 passed" in done.stdout, done.stdout
    (tmp_path / "been here").unlink()
    done = shared_run(tmp_path, "--patience", "4", "--reruns", "1")
    assert done.returncode == 0, done.stdout
    assert "3 passed, 1 rerun" in done.stdout
