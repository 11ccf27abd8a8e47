"""One source, two lives: compiled code is the right game's, is cached, and is never stale."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

from stratege.core.compiling import Table, bound, compiled, rule
from stratege.core.registry import game

QUIXO, MINGMANG = "stratege.games.quixo.kernel", "stratege.games.mingmang.kernel"
TREE = "stratege.engine.perft_kernel"

# Two games whose states have the same type, through one template: each must get its own code.
COUNT_BOTH = """
import numpy
from stratege.core.compiling import compiled, on_compile
compilations = []
on_compile(lambda: compilations.append(1), lambda: None)
for kernel, rules, state in [
    ("stratege.games.quixo.kernel", (3, 0), (0, 0)),
    ("stratege.games.nimble.kernel", (2, 0), (0, 2)),
]:
    tree = compiled("stratege.engine.perft_kernel", kernel)
    print(tree.count(rules, state, 2, numpy.zeros(100, numpy.int64), 0), end=" ")
print("compiled" if compilations else "cached")
"""


def run_python(code: str, cache: Path, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "STRATEGE_CACHE": str(cache), **environment},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_games_of_one_type_do_not_share_code_even_from_the_cache(tmp_path: Path) -> None:
    assert run_python(COUNT_BOTH, tmp_path) == "356 1 compiled\n"
    assert run_python(COUNT_BOTH, tmp_path) == "356 1 cached\n"


def test_old_caches_are_dropped_and_new_ones_kept(tmp_path: Path) -> None:
    for name, age in (("old", 40), ("young", 3)):
        folder = tmp_path / "compiled" / name
        folder.mkdir(parents=True)
        then = folder.stat().st_mtime - age * 86400
        os.utime(folder, (then, then))
    use = "from stratege.core.compiling import compiled; compiled('stratege.games.chomp.kernel')"
    run_python(use, tmp_path)
    left = {path.name for path in (tmp_path / "compiled").iterdir()}
    assert "young" in left
    assert "old" not in left
    assert len(left) == 2


def test_a_home_that_cannot_be_written_still_computes(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    assert run_python(COUNT_BOTH, blocker, NUMBA_DISABLE_JIT="0").startswith("356 1")


def test_interpreted_templates_are_bound_to_their_own_kernel() -> None:
    assert bound(TREE, QUIXO).count((3, 0), (0, 0), 2, [0] * 100, 0) == 356
    assert bound(TREE, MINGMANG) is not bound(TREE, QUIXO)


def test_a_marked_function_stays_itself_until_compiled() -> None:
    def double(number: int) -> int:
        return 2 * number

    assert rule(double) is double
    kernel = compiled(QUIXO)
    assert kernel.lines is not importlib.import_module(QUIXO).lines
    assert kernel.lines.py_func.__doc__ == importlib.import_module(QUIXO).lines.__doc__


def test_tables_are_arrays_when_compiled() -> None:
    assert isinstance(importlib.import_module(QUIXO).TAKEN, Table)
    assert compiled(QUIXO).TAKEN.dtype == "int64"


def test_checked_indices_are_really_checked(tmp_path: Path) -> None:
    """`make boundscheck` would be worth nothing if an index out of range went by unseen."""
    code = """
import numpy
from stratege.core.compiling import compiled
try:
    compiled("stratege.games.quixo.kernel").moves((3, 0), (0, 0), numpy.zeros(5, numpy.int64), 0)
except IndexError:
    print("checked")
"""
    assert run_python(code, tmp_path, NUMBA_BOUNDSCHECK="1") == "checked\n"


SEARCH = "stratege.engine.alphabeta_kernel.search"


def test_rules_that_a_template_has_from_another_are_over_the_same_game() -> None:
    for name in ("quixo", "mingmang"):
        declared = game(name).declaration
        holes = {
            "evaluation": declared.evaluation.__name__,
            "endgame": declared.table_probe.__name__,
        }
        plain = bound(SEARCH, declared.kernel.__name__, **holes)
        assert plain.quiesce.__globals__["kernel"] is declared.kernel
        assert plain.rank.__globals__["evaluation"] is declared.evaluation
        assert plain.quiesce.__globals__["step_in"].__globals__["kernel"] is declared.kernel
        fast = compiled(SEARCH, declared.kernel.__name__, **holes)
        kernel = compiled(declared.kernel.__name__)
        assert fast.quiesce.py_func.__globals__["kernel"] is kernel
        assert fast.quiesce.py_func.__globals__["step_in"].py_func.__globals__["kernel"] is kernel
