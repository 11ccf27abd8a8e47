"""`stratege tournament`, `ladder` and `bot check` as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.arena.bad_bots import choosing
from tests.arena.test_bots import FAIR
from tests.cli.stratege_command import stratege

from stratege.arena.journal import FileJournal
from stratege.arena.openings import records_in

BOARD = ("--size", "3", "--workers", "1")
SMALL = (*BOARD, "--nodes", "50", "--seed", "4")
PLAYED = ("tournament", "quixo", "random", "greedy", "level:1", *SMALL)


def test_a_tournament_with_all_its_reports_and_the_archive(tmp_path: Path) -> None:
    reports = [tmp_path / f"club{ending}" for ending in (".html", ".json", ".csv", ".svg", ".txt")]
    words = [word for path in reports for word in ("--report", str(path))]
    file, games = tmp_path / "club.tournament", tmp_path / "games.sqlite"
    done = stratege(*PLAYED, *words, "--save", str(file), "--archive", "--database", str(games))
    assert done.returncode == 0, done.stderr
    for said in ("Quixo", "round-robin", "greedy", "6 of 6 games", "seed 4", "6 new games"):
        assert said in done.stdout
    records = list(records_in(reports[-1].read_text()))
    assert len(records) == 6
    told = json.loads(reports[1].read_text())
    points = [row["points"] for row in told["standings"]]
    assert (sum(points), points) == (6, sorted(points, reverse=True))

    again = stratege(
        "tournament", "--save", str(file), "--resume", "--json", "--archive", "--database", str(games)
    )
    assert json.loads(again.stdout) == told
    assert "0 new games, and knew 6" in again.stderr
    counted = stratege("archive", "stats", "--database", str(games), "--json")
    assert json.loads(counted.stdout)["counts"][0]["games"] == 6


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tournament",), "which game"),
        (("tournament", "quixo", "random"), "two players"),
        (("tournament", "--resume"), "--resume needs --save"),
        ((*PLAYED, "--report", "x.docx"), "ends in one of"),
        ((*PLAYED, "--format", "knockout"), "no format"),
        ((*PLAYED, "--openings", "nowhere.txt"), "no such file"),
        ((*PLAYED, "--time", "1"), "Choose one of"),
        ((*PLAYED, "--openings", "1000000"), "100 random moves at most"),
        ((*PLAYED, "--rounds", "1000", "--games", "1000"), "3,000,000 games"),
    ],
)
def test_what_is_wrong_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = stratege(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_is_never_written_over_nor_resumed_as_another(tmp_path: Path) -> None:
    file = tmp_path / "club.tournament"
    assert stratege(*PLAYED, "--save", str(file)).returncode == 0
    assert "--resume goes on" in stratege(*PLAYED, "--save", str(file)).stderr
    assert stratege(*PLAYED, "--save", str(file), "--resume").returncode == 0
    other = stratege("tournament", "quixo", "random", "greedy", *SMALL, "--save", str(file), "--resume")
    assert "is another one" in other.stderr
    changed = stratege("tournament", "--save", str(file), "--resume", "--nodes", "9", "--games", "4")
    assert (changed.returncode, changed.stdout) == (2, "")
    assert "--resume alone takes no --games, --nodes." in changed.stderr


def test_who_cannot_play_leaves_no_file_that_stands_in_the_way(tmp_path: Path) -> None:
    file, bot = tmp_path / "club.tournament", tmp_path / "mine.py"
    words = ("tournament", "quixo", "random", f"bot:{bot}", *SMALL, "--save", str(file))
    assert "cannot be read" in stratege(*words).stderr
    assert not file.exists()
    bot.write_text("def chose(): pass")
    assert "no function choose" in stratege(*words).stderr
    bot.write_text(FAIR)
    assert "2 of 2 games" in stratege(*words).stdout


def test_a_ladder_stands_and_takes_newcomers(tmp_path: Path) -> None:
    home = {"STRATEGE_TOURNAMENTS": str(tmp_path)}
    begun = stratege("ladder", "quixo", "random", "greedy", "--rounds", "2", *SMALL, **home)
    assert begun.returncode == 0, begun.stderr
    assert "4 of 4 games" in begun.stdout
    joined = stratege("ladder", "quixo", "level:1", *BOARD, "--rounds", "2", "--json", **home)
    told = json.loads(joined.stdout)
    assert (told["joined"], told["played"], told["rounds"]) == ([0, 0, 2], 8, 4)
    shown = stratege("ladder", "quixo", *BOARD, "--rounds", "0", **home)
    assert "8 of 8 games" in shown.stdout
    wrong = tmp_path / "wrong.py"
    wrong.write_text("choice = 1")
    refused = stratege("ladder", "quixo", f"bot:{wrong}", *BOARD, **home)
    assert "no function choose" in refused.stderr
    assert "8 of 8 games" in stratege("ladder", "quixo", *BOARD, "--rounds", "0", **home).stdout
    wrong.write_text(FAIR)
    came = stratege("ladder", "quixo", f"bot:{wrong}", *BOARD, "--rounds", "1", **home)
    assert "12 of 12 games" in came.stdout
    wrong.write_text("broken since")
    broken = stratege("ladder", "quixo", *BOARD, "--rounds", "2", **home).stdout
    assert "18 of 18 games" in broken
    assert "SyntaxError" in broken
    assert "keeps the limits" in stratege("ladder", "quixo", *SMALL, **home).stderr
    assert "two players" in stratege("ladder", "quixo", "random", **home).stderr


def test_who_finds_a_ladder_being_played_may_look_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "club.tournament"
    where = ("ladder", "quixo", "--size", "3", "--save", str(path))
    begun = stratege(*where, "random", "greedy", "--nodes", "50", "--rounds", "1")
    assert begun.returncode == 0, begun.stderr
    with FileJournal(path) as journal, journal.playing():
        before = journal.tournament()
        assert "Somebody else is playing" in stratege(*where, "level:1", "--rounds", "2").stderr
        assert journal.tournament() == before
        assert "2 of 2 games" in stratege(*where, "--rounds", "0").stdout


def test_a_bot_is_checked_in_words(tmp_path: Path) -> None:
    fair, wrong = tmp_path / "fair.py", tmp_path / "wrong.py"
    fair.write_text(FAIR)
    wrong.write_text(choosing("return '1,1-0,0'"))
    done = stratege("bot", "check", str(fair), "--game", "quixo", "--size", "3", "--games", "2")
    assert done.returncode == 0, done.stderr
    assert "All 2 games were played to the end" in done.stdout
    said = stratege("bot", "check", str(wrong), "--game", "quixo", "--size", "3", "--games", "2")
    assert said.returncode == 1
    for words in (
        "as player 1",
        "the cube is not on the border",
        "Here it may play",
        "2 of 2 games were lost",
    ):
        assert words in said.stdout
    assert said.stdout.count("the cube is not on the border") == 1  # the same fault is told once
    told = stratege("bot", "check", str(wrong), "--game", "quixo", "--size", "3", "--games", "1", "--json")
    (problem,) = json.loads(told.stdout)["problems"]
    assert problem["code"] == "illegal-move"
    wrong.write_text("choice = 1")
    assert (
        "no function choose(position, history, seconds)."
        in stratege("bot", "check", str(wrong), "--game", "quixo").stderr
    )
