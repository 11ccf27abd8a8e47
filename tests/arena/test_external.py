"""Other programs as players: whatever they do, the game ends, the reason is said, nothing keeps running."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.arena.tiny_engine import engine
from tests.patience import PATIENCE, wait_until

from stratege.arena.contestants import contestant
from stratege.arena.external import PREFIX, ExternalPlayer, go
from stratege.arena.match import FAILED, ILLEGAL, LATE, Fault, Terms, play_game
from stratege.arena.process import Process
from stratege.core.errors import BadOption
from stratege.core.record import Record
from stratege.core.registry import game
from stratege.engine.limits import Limits
from stratege.engine.players import player

QUIXO = game("quixo", size=3)
TERMS = Terms(Limits(seconds=0.05), ply_limit=12, margin=PATIENCE)  # the program's own margin is what counts


def started(
    name: str, start: float = PATIENCE, patience: float = PATIENCE, margin: float = PATIENCE
) -> ExternalPlayer:
    return ExternalPlayer(name, QUIXO, 0, Terms(Limits(), margin=margin), start, patience)


@pytest.fixture
def pid_file(tmp_path: Path) -> Iterator[Path]:
    """Where the program leaves its number; at the end of the test it must be gone."""
    path = tmp_path / "pids"
    yield path
    for pid in map(int, path.read_text().split()):
        assert gone(pid)


def gone(pid: int) -> bool:
    """True once the process has ended."""
    wait_until(lambda: not os.path.exists(f"/proc/{pid}"))
    return True


def against(one: ExternalPlayer, terms: Terms = TERMS) -> Record:
    """A game from a fixed opening against a player who answers at random."""
    opening = Record(QUIXO.start(), ("0,0-0,2", "0,1-2,1"))
    try:
        return play_game(opening, (one, player("random", QUIXO, 4)), terms)
    finally:
        one.close()


def test_a_good_program_plays_its_game(pid_file: Path) -> None:
    record = against(started(engine("good", "quixo", "3", str(pid_file))))
    assert "Reason" not in record.tags
    positions = list(record.positions())
    own = [(here, move) for here, move in zip(positions, record.moves) if here.to_move == 1][1:]
    assert own
    assert all(move == here.moves()[-1] for here, move in own)


@pytest.mark.parametrize(
    ("mode", "code", "words"),
    [
        ("silent", LATE, "it gave no move in 1."),
        ("garbage", LATE, "the last it said was 'bestmoves 0,0-"),
        ("flood", LATE, "the last it said was 'lorem ipsum"),
        ("crash", FAILED, "it ended with status 3: ZeroDivisionError: the pit is empty"),
        ("closed", FAILED, "it closed its output"),
        ("confused", FAILED, "it answers: error I know no such position"),
        ("illegal", ILLEGAL, "0,0-0,0 is not legal: "),
        ("gibberish", ILLEGAL, "is not the text of a move"),
        ("empty", ILLEGAL, "is not a move"),
        ("absent", FAILED, "it ended with status 1: no licence found"),
    ],
)
def test_a_bad_program_loses_and_is_gone(mode: str, code: str, words: str, pid_file: Path) -> None:
    margin = 1.0 if code == LATE else PATIENCE
    record = against(started(engine(mode, "quixo", "3", str(pid_file)), margin=margin))
    assert (record.result, record.tags["Ending"]) == ("0-1", code)
    assert words in record.tags["Reason"]
    assert len(record.tags["Reason"]) < 250
    assert len(record.moves) == 2


def test_a_program_that_never_gets_ready_loses(pid_file: Path) -> None:
    record = against(started(engine("mute", "quixo", "3", str(pid_file)), start=0.5))
    assert record.tags["Reason"] == "it gave no move in 0.5 s"


def test_without_a_clock_patience_ends(pid_file: Path) -> None:
    one = started(engine("silent", "quixo", "3", str(pid_file)), patience=0.3)
    assert against(one, Terms(Limits(depth=3))).tags["Reason"] == "it gave no move in 0.3 s"


@pytest.mark.parametrize(
    ("command", "why"), [("/nonexistent/engine", "No such file or directory"), ("/", "Permission denied")]
)
def test_what_cannot_be_started_loses(command: str, why: str) -> None:
    record = against(started(command))
    assert (record.result, record.tags["Ending"]) == ("0-1", FAILED)
    assert record.tags["Reason"] == f"it could not be started ({why})"


def test_a_program_that_will_not_go_is_ended(pid_file: Path) -> None:
    one = started(engine("stubborn", "quixo", "3", str(pid_file)))
    one.prepare(QUIXO.start())
    one.close()
    one.close()


def test_a_player_forgotten_ends_its_program(pid_file: Path) -> None:
    one = started(engine("good", "quixo", "3", str(pid_file)))
    one.prepare(QUIXO.start())
    del one
    gc.collect()


def test_programs_go_when_their_match_is_killed(pid_file: Path) -> None:
    """Even what a program has put into a session of its own."""
    command = engine("fertile", "quixo", "3", str(pid_file))
    program = (
        "import sys, time; from stratege import game; from stratege.arena.contestants import contestant\n"
        "rules = game('quixo', size=3); one = contestant(sys.argv[1], rules)\n"
        "one.prepare(rules.start())\n"
        "print('ready', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, command], stdout=subprocess.PIPE) as killed:
        assert killed.stdout is not None
        assert killed.stdout.readline() == b"ready\n"
        killed.kill()
    assert len(pid_file.read_text().split()) == 3


@pytest.mark.parametrize("ending", ["closed", "killed"])
def test_what_a_program_has_started_goes_with_it(ending: str, pid_file: Path) -> None:
    one = started(engine("fertile", "quixo", "3", str(pid_file)))
    one.prepare(QUIXO.start())
    program, *children = map(int, pid_file.read_text().split())
    assert len(children) == 2
    if ending == "killed":
        os.kill(program, signal.SIGKILL)
        assert all(map(gone, children))
        assert "it ended with status 137" in against(one).tags["Reason"]
    one.close()


def test_a_program_that_does_not_read_is_not_waited_for() -> None:
    deaf = Process(["sleep", "60"])
    begun = time.monotonic()
    with pytest.raises(Fault, match="it does not read what it is told") as caught:
        deaf.send("x" * 1_000_000, begun + 0.2)
    assert caught.value.code == LATE
    assert time.monotonic() - begun >= 0.2
    deaf.close()


def test_a_program_that_never_stops_talking_is_not_listened_to_for_ever() -> None:
    loud = Process(["yes", "info"])
    deadline = time.monotonic() + 0.3
    while loud.line(deadline) is not None:
        pass
    assert time.monotonic() >= deadline
    loud.forget()
    loud.close()


def test_nothing_that_a_program_says_reaches_the_terminal_as_a_command(pid_file: Path) -> None:
    for mode in ("escape", "escape-dying"):
        record = against(started(engine(mode, "quixo", "3", str(pid_file))))
        assert "\N{REPLACEMENT CHARACTER}[2J" in record.tags["Reason"]
        assert record.tags["Reason"].isprintable()


@pytest.mark.parametrize("command", ["", "   ", "'unclosed"])
def test_no_command_is_no_player(command: str) -> None:
    with pytest.raises(BadOption, match="not a command"):
        contestant(PREFIX + command, QUIXO)


def test_people_are_sent_elsewhere() -> None:
    with pytest.raises(BadOption, match="stratege play"):
        contestant("human", QUIXO)


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        (Limits(seconds=0.1), "go movetime 100"),
        (Limits(depth=7), "go depth 7"),
        (Limits(nodes=5000), "go nodes 5000"),
        (Limits(depth=7, seconds=1), "go movetime 1000 depth 7"),
        (Limits(seconds=1e-6), "go movetime 1"),
        (Limits(), "go depth 100"),
    ],
)
def test_limits_in_the_protocols_words(limits: Limits, line: str) -> None:
    assert go(limits) == line


def test_a_program_has_limited_memory() -> None:
    one = started(f"engine:{sys.executable} -c 'bytearray(5 << 30)'")
    with pytest.raises(Fault, match="MemoryError"):
        one.prepare(QUIXO.start())
    one.close()
