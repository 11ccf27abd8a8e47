"""A sixth game, from outside: kernel, game and drawing in a package of its own, and everything works."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.cli.stratege_command import COMMAND, plain_environment
from tests.examples.installed import site
from tests.games.contract import check
from tests.games.test_contract import compare_lives
from tests.patience import PATIENCE

from stratege.core import language
from stratege.core.declaration import Declaration
from stratege.core.neutral import evaluation, symmetry, table_probe
from stratege.core.registry import Games


@pytest.fixture
def hexapawn(monkeypatch: pytest.MonkeyPatch) -> Declaration:
    """The game as the registry finds it."""
    monkeypatch.syspath_prepend(site())
    games = Games()
    assert list(games)[-1] == "hexapawn"
    assert len(games) == len(games.own) + 1
    return games["hexapawn"]


def stratege(*words: str, typed: str = "", **more: str) -> str:
    """What `stratege words…` prints where the package is installed."""
    environment = plain_environment(PYTHONPATH=site(), **more)
    done = subprocess.run(
        [*COMMAND, *words],
        input=typed,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("size", [None, "4x4", "3x5", "7x8", "2x3"])
def test_it_keeps_the_contract_of_all_games(hexapawn: Declaration, size: str | None) -> None:
    check(hexapawn.game.create(None, size), games=5)


def test_its_compiled_rules_equal_the_interpreted_ones(hexapawn: Declaration) -> None:
    position = hexapawn.game.create(None, "4x5").start()
    while position.legal():
        compare_lives(position)
        position = position.play(position.legal()[-1])
    compare_lives(position)


def test_what_it_leaves_out_is_neutral(hexapawn: Declaration) -> None:
    assert hexapawn.evaluation.__name__ == evaluation.__name__
    assert hexapawn.symmetry.__name__ == symmetry.__name__
    assert hexapawn.table_probe.__name__ == table_probe.__name__
    for part in ("solver", "recipe", "certainty", "conversion", "explanation", "paper_machine", "places"):
        assert getattr(hexapawn, part) is None


def test_it_speaks_french_by_words_of_its_own(hexapawn: Declaration) -> None:
    language.use("fr")
    assert language._(hexapawn.blurb).startswith("Faites passer un pion")


def test_it_is_listed_shown_played_and_analysed_in_the_terminal() -> None:
    listed = json.loads(stratege("games", "--json"))
    assert {"name": "hexapawn", "size": "3x3"}.items() <= listed[-1].items()
    assert "3  o o o" in stratege("show", "hexapawn")
    words = ("play", "hexapawn", "--player2", "random", "--seed", "1")
    assert "Hexapawn" in stratege(*words, typed="a1-a2\nquit\n")
    found = json.loads(stratege("analyse", "hexapawn", "--depth", "10", "--json"))
    assert {one["move"] for one in found["moves"]} == {"a1-a2", "b1-b2", "c1-c2"}
    # Gardner: the second player of the 3×3 game wins.
    assert {one["result"] for one in found["moves"]} == {-1}


def test_it_plays_matches_that_the_archive_takes_and_explores(tmp_path: Path) -> None:
    games, archive = tmp_path / "games.txt", ("--database", str(tmp_path / "archive.sqlite"))
    match = ("match", "hexapawn", "level:3", "random", "--games", "6", "--depth", "4", "--seed", "2")
    told = json.loads(stratege(*match, "--save", str(games), "--json"))
    assert told["game"] == "hexapawn"
    stratege("archive", "import", str(games), *archive)
    found = json.loads(stratege("archive", "explore", "hexapawn", "--json", *archive))
    assert sum(one["games"] for one in found["moves"]) == found["games"] == 6
