"""The tests' own manners: nothing is left running, Ctrl-C is heard by what they start, work is shared out."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.arena.test_external import gone
from tests.scheduling import APART, LONGEST, TOGETHER, rank, unit

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
    assert all((ROOT / path).exists() for path in (*LONGEST, *APART, *TOGETHER))
    assert unit("tests/core/test_line.py::one[a::b]") == unit("tests/core/test_line.py::two")
    assert unit(f"{APART[0]}::one") != unit(f"{APART[0]}::two")
    assert unit("tests/archive/test_store.py::one") == unit("tests/archive/test_import.py::two")
    assert rank("tests/browser/test_games.py::one") < rank("tests/core/test_line.py::one")
    for start in TOGETHER:  # who is begun together has one place in the order
        files = [str(path.relative_to(ROOT)) for path in ROOT.glob(f"{start}*.py")]
        assert len({rank(file) for file in files if unit(file) == start}) <= 1
