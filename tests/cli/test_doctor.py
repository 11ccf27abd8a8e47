"""`stratege doctor` says what is there, and clears what can be made again and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.stratege_command import stratege

import stratege as package
from stratege.core.extras import EXTRAS


def test_it_says_what_is_there() -> None:
    told = json.loads(stratege("doctor", "--json").stdout)
    assert told["version"] == package.__version__
    assert {name: one["installed"] for name, one in told["extras"].items()} == dict.fromkeys(EXTRAS, True)
    assert told["extras"]["engine"]["version"].startswith("numba ")
    assert set(told["folders"]) == {"cache", "tables", "data"}


def test_it_clears_the_cache_and_leaves_tables_and_games(tmp_path: Path) -> None:
    cache, tables, data = tmp_path / "cache", tmp_path / "tables", tmp_path / "home"
    for path in (cache / "compiled" / "x.code", cache / "compiling.lock", tables / "t.stgt", data / "games"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"12345")
    (cache / "link").symlink_to(tables)
    places = {"STRATEGE_CACHE": str(cache), "STRATEGE_TABLES": str(tables), "XDG_DATA_HOME": str(data)}
    told = json.loads(stratege("doctor", "--json", **places).stdout)
    assert told["folders"]["cache"] == {"path": str(cache), "bytes": 10}
    assert json.loads(stratege("doctor", "--clear", "--json", **places).stdout)["freed"] == 10
    assert list(cache.iterdir()) == []
    assert (tables / "t.stgt").read_bytes() == (data / "games").read_bytes() == b"12345"
    assert "0 B" in stratege("doctor", "--clear", **places).stdout
