"""`stratege match` as a user runs it."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest
from tests.arena.test_external import gone
from tests.arena.tiny_engine import engine
from tests.cli.stratege_command import COMMAND, plain_environment, stratege
from tests.patience import PATIENCE, wait_until

from stratege.arena.openings import records_in
from stratege.cli.main import run

RANDOM = ("match", "quixo", "random", "random", "--size", "3", "--depth", "1", "--seed", "4")


def test_json_and_the_saved_records_agree(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    done = stratege(*RANDOM, "--games", "12", "--json", "--save", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    records = list(records_in(path.read_text(encoding="utf-8")))
    assert len(records) == answer["games"] == 12
    won = {1: ("1-0", "0-1"), 2: ("0-1", "1-0")}
    wins = sum(record.result == won[1 + n % 2][0] for n, record in enumerate(records))
    losses = sum(record.result == won[1 + n % 2][1] for n, record in enumerate(records))
    assert (answer["wins"], answer["losses"]) == (wins, losses)
    assert answer["score"] == (wins + answer["draws"] / 2) / 12
    assert answer["interval"][0] < answer["score"] < answer["interval"][1]
    for record in records:
        outcome = list(record.positions())[-1].outcome()
        assert outcome is not None
        assert (outcome.result, outcome.code) == (record.result, record.tags["Ending"])
    again = stratege(*RANDOM, "--games", "12", "--json", "--workers", "1")
    assert json.loads(again.stdout) == answer


def test_the_table_says_it_all() -> None:
    bad = engine("crash", "quixo", "3")
    terms = (
        "--games",
        "6",
        "--size",
        "3",
        "--openings",
        "0",
        "--time",
        "30",
    )  # it must move, and may be slow
    done = stratege("match", "quixo", "random", bad, *terms, "--sprt", "0,100")
    assert done.returncode == 0
    for words in (
        "6 / 6 (100.0 %)",
        "61.0 % … 100.0 %",
        "+∞ (+77 … +∞)",
        "0 (0.0 %)",
        "failure 6",
        "30 s",
        "200 moves",
        "undecided (-2.94 < ",
        "Game 1: engine:",
        "… and 1 more such games.",
    ):
        assert words in done.stdout


def test_openings_from_a_file(tmp_path: Path) -> None:
    path, games = tmp_path / "openings.txt", tmp_path / "games.txt"
    path.write_text("0,0-0,2 0,1-2,1\n")
    done = stratege(
        *RANDOM, "--games", "2", "--openings-file", str(path), "--save", str(games), "--workers", "1"
    )
    assert done.returncode == 0
    assert f"The games are in {games}." in done.stdout
    records = list(records_in(games.read_text(encoding="utf-8")))
    assert [record.moves[:2] for record in records] == [("0,0-0,2", "0,1-2,1")] * 2


def test_ctrl_c_prints_the_score_so_far_and_leaves_nothing_running(tmp_path: Path) -> None:
    pids, games = tmp_path / "pids", tmp_path / "games.txt"
    good = engine("good", "quixo", "3", str(pids))
    words = [
        "match",
        "quixo",
        good,
        "random",
        "--games",
        "9999",
        "--size",
        "3",
        "--save",
        str(games),
        "--json",
    ]
    process = subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=plain_environment()
    )
    wait_until(lambda: pids.exists() and pids.read_text().count("\n") >= 6)
    process.send_signal(signal.SIGINT)
    said, complained = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complained) == (130, "")
    answer = json.loads(said)
    assert answer["interrupted"]
    assert 1 <= answer["games"] < 9999
    assert len(list(records_in(games.read_text(encoding="utf-8")))) == answer["games"]
    assert all(gone(int(pid)) for pid in pids.read_text().split())


MISTAKES = [
    (("deepblue", "random"), "no player 'deepblue'"),
    (("human", "random"), "stratege play"),
    (("engine:", "random"), "not a command"),
    (("random", "random", "--depth", "1", "--time", "1"), "Choose one of --time, --depth, --nodes."),
    (("random", "random", "--openings", "1", "--openings-file", "x"), "Choose one of --openings"),
    (("random", "random", "--openings-file", "/nonexistent"), "no such file"),
    (("random", "engine:nosuchprogram --fast"), "There is no program 'nosuchprogram'"),
    ((engine("absent", "quixo", "3"), "random"), "cannot play: it ended with status 1: no licence found."),
    (("random", "random", "--sprt", "5"), "--sprt needs two numbers"),
    (("random", "random", "--sprt", "5,0"), "the smaller one first"),
    (("random", "random", "--save", "/nonexistent/games.txt"), "no such file or folder"),
]


@pytest.mark.parametrize(("words", "message"), MISTAKES, ids=[" ".join(words) for words, _ in MISTAKES])
def test_one_clear_line_and_status_two(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["match", "quixo", *words, "--games", "2"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert message in said.err
