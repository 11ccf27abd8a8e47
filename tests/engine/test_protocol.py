"""The line protocol: whole conversations, mistakes of every kind, and stops at any instant."""

from __future__ import annotations

import gc
import random
import re
import shlex
import subprocess
import time
from pathlib import Path

import pytest
from tests.cli.stratege_command import COMMAND, plain_environment, stratege
from tests.engine.conversation import Conversation, engine
from tests.patience import PATIENCE

from stratege.core.position import Position
from stratege.core.registry import game
from stratege.engine.protocol import COMMANDS, LIMITS, LONGEST_LINE, Session

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def state_of(talk: Conversation) -> list[str]:
    return talk("protocol", "show", "moves")


def dialogues() -> list[str]:
    return re.findall(r"^```text\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.M | re.S)


def timeless(line: str) -> str:
    """Without what another machine or version may say."""
    return re.sub(r"\b(version|nodes|time) [\d.]+", r"\1 …", line)


@pytest.mark.parametrize("dialogue", dialogues(), ids=lambda text: text.split("\n")[0])
def test_the_example_of_the_page_is_what_happens(dialogue: str) -> None:
    first, *lines = dialogue.splitlines()
    assert first.startswith("$ stratege engine ")
    with engine(*shlex.split(first)[3:]) as one:
        for line in lines:
            mark, text = line[:2], line[2:]
            assert mark in ("> ", "< ")
            if mark == "> ":
                one.send(text)
            else:
                answer = one.line()
                assert answer is not None
                assert timeless(answer) == timeless(text)
        assert one.end() == (0, [], "")


def test_the_page_names_every_command_and_has_an_example() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert dialogues()
    for word in (*COMMANDS, *LIMITS):
        assert re.search(rf"`{word}\b|\b{word} [A-Z]+`", text), word


def test_no_search_for_garbage_goes_through_the_compiled_code() -> None:
    """It takes 50 ms, during which nobody hears a `stop`."""
    gc.unfreeze()
    try:
        Session(game("nimble"), lambda line: None).obey("isready")
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()


MALFORMED = [
    "nonsense",
    "Position start",
    "protocol please",
    "isready?",
    "isready now",
    "newgame 2",
    "option",
    "option table",
    "option table 0",
    "option table 1.5",
    "option table ١٦",
    "option table 99999999999999999999",
    "option threads -1",
    "option speed 3",
    "option threads 2 2",
    "position",
    "position start 0,0-0,2",
    "position start moves 0,0-0,0",
    "position start moves 0,0-0,2 xyz",
    "position start moves 1,1-1,2",
    "position .../...:1",
    "position ..../..../..../....:1",
    "position x../.../...:3",
    "position moves",
    "go 5",
    "go depth",
    "go depth zero",
    "go depth 0",
    "go depth -3",
    "go depth 3 depth 4",
    "go infinite depth 3",
    "go movetime 1e3",
    "go nodes ²",
    "go faster 3",
    "analyse depth",
    "analyse deeper 3",
    "stop it",
    "moves all",
    "show me",
    "quit now",
    "\x00",
    "é" * 5000,
    "position " + "x" * LONGEST_LINE,
]


def test_a_malformed_line_gets_one_error_and_changes_nothing() -> None:
    talk = Conversation(game("quixo", size=3))
    assert talk("option table 2", "position start moves 0,0-0,2 2,2-0,2") == []
    before = state_of(talk)
    for line in MALFORMED:
        answers = talk(line)
        assert len(answers) == 1, line[:80]
        assert answers[0].startswith("error "), line[:80]
        assert 10 < len(answers[0]) <= 310
        assert "\n" not in answers[0]
        assert state_of(talk) == before, line[:80]


def test_empty_lines_and_spaces_are_nothing() -> None:
    talk = Conversation(game("quixo", size=3))
    assert talk("", "   ", "\n", "\t\r\n") == []
    assert talk("  moves \r\n")[0].startswith("moves 0,0-0,2 ")


def test_positions_moves_and_ends() -> None:
    talk = Conversation(game("quixo", size=3))
    talk("position xx./oo./...:2 moves 2,0-2,2")
    position = game("quixo", size=3).parse("xx./oo./...:2").play("2,0-2,2")
    assert talk("moves") == [" ".join(["moves", *position.moves()])]
    assert talk("show")[-1] == f"position {position.text()}"
    talk("position xxx/oo./...:2")
    assert talk("moves", "go", "go depth 3") == ["moves", "bestmove none", "bestmove none"]
    assert talk("show")[-1] == "over 1 line"
    talk("newgame")
    assert talk("show")[-1] == "position .../.../...:1"


def test_a_game_goes_on_from_the_position_before_or_begins_anew() -> None:
    """`position` lines that repeat the last one and add to it, and those that do not, say the same."""
    rules = game("quixo", size=3)
    talk = Conversation(rules)
    for line in (
        "start",
        "start moves",
        "start moves 0,0-0,2",
        "start moves 0,0-0,2 2,2-0,2 1,0-1,2",
        "start moves 0,0-0,2 2,2-0,2 1,0-1,2",
        "start moves 0,0-0,2 2,2-2,0",
        "x../.../...:2 moves 0,1-0,2",
        "x../.../...:2 moves 0,1-0,2 2,0-0,0 2,2-2,0",
        "x../.../...:2",
        "start",
    ):
        assert talk(f"position {line} oops")[0].startswith("error")
        text, _word, moves = line.partition(" moves")
        position = played(rules.start() if text == "start" else rules.parse(text), moves)
        assert talk(f"position {line}", "show")[-1] == f"position {position.text()}"


def test_options_are_told_and_taken() -> None:
    talk = Conversation(game("awale"))
    assert "option table 16 1 65536" in talk("protocol")
    talk("option table 1", "option threads 2")
    about = talk("protocol")
    assert about[:1] + about[-1:] == ["name stratege", "ok"]
    assert "option table 1 1 65536" in about
    assert "option threads 2 1 64" in about
    assert "option selective 1 0 1" in about
    assert talk.search("go depth 6")[-1].startswith("bestmove ")


def test_what_was_found_selectively_says_so() -> None:
    talk = Conversation(game("awale"))
    talk("option selective 1")
    assert " selective 1 line " in talk.search("go nodes 2000")[-2]
    assert "selective" not in talk.search("go depth 5")[-2]
    talk("option selective 0")
    assert "selective" not in talk.search("go nodes 2000")[-2]


def played(position: Position, line: str) -> Position:
    for move in line.split():
        position = position.play(move)
    return position


@pytest.mark.parametrize("name", ["awale", "quixo"])
def test_every_completed_depth_is_told_with_a_line_that_can_be_played(name: str) -> None:
    talk = Conversation(game(name))
    answers = talk.search("go depth 5")
    told = [
        re.fullmatch(r"info depth (\d+) value -?\d+ nodes \d+ time \d+ line (.+)", one)
        for one in answers[:-1]
    ]
    assert [int(one[1]) for one in told if one] == [1, 2, 3, 4, 5]
    for one in told:
        assert one is not None
        played(game(name).start(), one[2])
    assert told[-1] is not None
    assert answers[-1] == f"bestmove {told[-1][2].split()[0]}"
    assert [timeless(line) for line in talk.search("go depth 5")[-1:]] == answers[-1:]


def test_certain_wins_and_losses_are_told_in_plies() -> None:
    talk = Conversation(game("quixo", size=3))
    talk("position xx./oo./...:1")
    *before, best = talk.search("go depth 4")
    assert re.match("info depth 1 win 1 ", before[0])
    after = game("quixo", size=3).parse("xx./oo./...:1").play(best.removeprefix("bestmove ")).outcome()
    assert after is not None
    assert after.winner == 1
    nimble = Conversation(game("nimble"))
    nimble("position 0,2,0,0,0,0")
    assert [timeless(line) for line in nimble.search("go depth 4")] == [
        "info depth 0 exact loss nodes … time … line 2-1",
        "bestmove 2-1",
    ]


def test_a_search_under_way_answers_but_is_not_disturbed() -> None:
    talk = Conversation(game("quixo"))
    talk.begin("go infinite", lambda said: len(said) >= 3)
    for line in ("position start", "newgame", "option table 2", "go depth 1"):
        assert len([one for one in talk(line) if one.startswith("error")]) == 1
    for line, answer in (
        ("isready", "readyok"),
        ("moves", "moves 0,0-0,4"),
        ("protocol", "ok"),
        ("show", "board"),
    ):
        assert any(one.startswith(answer) for one in talk(line))
    assert talk.moves_found() == 0
    talk("stop")
    talk.wait(lambda: talk.moves_found() == 1)
    assert talk("stop", "position start", "moves")[0].startswith("moves ")


def test_what_is_decided_early_waits_for_stop_only_when_asked_to() -> None:
    talk = Conversation(game("quixo", size=3))
    talk("position xx./oo./...:1")
    talk.begin("go infinite", lambda said: said != [] and " win 1 " in said[-1])
    time.sleep(0.05)
    assert talk.moves_found() == 0
    talk("stop")
    talk.wait(lambda: talk.moves_found() == 1)
    for line in ("go depth 100", "go movetime 60000", "go nodes 100000"):
        assert " win 1 " in talk.search(line)[-2]


def test_a_late_stop_does_not_end_the_next_search() -> None:
    talk = Conversation(game("quixo", size=3))
    for _number in range(5):
        talk.search("go infinite", "stop")
        talk("stop")
        assert any(line.startswith("info depth 3 ") for line in talk.search("go depth 3"))


def test_closing_within_a_search_ends_it() -> None:
    talk = Conversation(game("quixo"))
    talk("go infinite")
    talk.session.close()
    assert talk.said[-1].startswith("bestmove")


def test_any_instant_of_stop_gives_a_legal_move() -> None:
    rules, draw, worked = game("quixo"), random.Random(11), list[float]()
    position, moves = rules.start(), list[str]()
    with engine("quixo", "--table", "4", "--no-book") as one:
        one.send("isready")
        one.until("readyok")
        for number in range(100):
            if not position.legal() or len(moves) > 30:
                position, moves = rules.start(), []
            one.send("position start moves " + " ".join(moves) if moves else "position start")
            wait = draw.choice((0.0, 0.0005, 0.002, 0.01, 0.03)) * draw.random()
            begun = one.cpu_seconds()
            if number % 2:
                one.send("go infinite" if draw.random() < 0.5 else "go movetime 5000")
                time.sleep(wait)
                begun = one.cpu_seconds()
                one.send("stop")
            else:
                one.send(f"go movetime {1 + round(1000 * wait)}")
            *infos, best = one.until("bestmove")
            worked.append(one.cpu_seconds() - begun)
            assert [int(line.split()[2]) for line in infos] == list(range(1, len(infos) + 1))
            position = position.play(best.removeprefix("bestmove "))
            moves.append(best.removeprefix("bestmove "))
        assert one.end() == (0, [], "")
    assert sorted(worked)[len(worked) // 2] < 0.05
    assert max(worked) < 5


def random_line(draw: random.Random) -> bytes:
    words = [
        "position",
        "start",
        "moves",
        "go",
        "depth",
        "1",
        "2",
        "nodes",
        "stop",
        "option",
        "table",
        "threads",
    ]
    words += [
        "0,0-0,2",
        ".../.../...:1",
        "xxx/ooo/...:1",
        "-1",
        "isready",
        "newgame",
        "show",
        "infinite",
        "é",
        "%s",
    ]
    kind = draw.random()
    if kind < 0.2:
        return draw.randbytes(draw.randrange(40)).replace(b"\n", b"")
    line = " ".join(draw.choice(words) for _word in range(draw.randrange(1, 6)))
    if kind < 0.4:
        at = draw.randrange(len(line))
        line = line[:at] + chr(draw.randrange(32, 300)) + line[at + 1 :]
    return line.encode()


def test_no_line_kills_it() -> None:
    draw = random.Random(12)
    with engine("quixo", "--size", "3", "--table", "1") as one:
        for _number in range(400):
            one.send(random_line(draw))
        one.send("x" * (LONGEST_LINE + 5), "stop", "protocol")
        assert "error The line is too long." in one.until("ok")
        deadline = time.monotonic() + PATIENCE
        one.send("newgame", "protocol")
        while [line for line in one.until("ok") if line.startswith("error")]:  # a last search may be ending
            assert time.monotonic() < deadline
            one.send("newgame", "protocol")
        one.send("go depth 2")
        assert one.until("bestmove")[-1] != "bestmove none"
        assert one.end() == (0, [], "")


def test_closing_its_input_within_a_search_ends_it() -> None:
    with engine("awale") as one:
        one.send("go infinite")
        assert one.until("info depth 3")
        status, rest, complaints = one.end()
    assert (status, complaints) == (0, "")
    assert rest[-1].startswith("bestmove ")


@pytest.mark.parametrize("searching", [True, False])
def test_when_nobody_listens_it_ends_quietly(searching: bool) -> None:
    process = subprocess.Popen(
        [*COMMAND, "engine", "quixo"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=plain_environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(b"go infinite\n" if searching else b"protocol\n")
    process.stdin.flush()
    try:
        assert process.wait(PATIENCE) == 0  # though its input stays open
        assert not re.sub(b"Compiling.*\n", b"", process.stderr.read())
    finally:
        process.kill()


def test_it_starts_with_the_options_asked_for_or_says_why_not() -> None:
    done = stratege(
        *("engine", "awale", "--variant", "ccinp", "--table", "3", "--threads", "2", "--selective"),
        typed="protocol\n",
    )
    assert done.returncode == 0
    about = ("game awale", "variant ccinp", "option table 3 1 65536", "option threads 2 1 64")
    for line in (*about, "option selective 1 0 1"):
        assert line in done.stdout.splitlines()
    for words in (
        ("go",),
        ("awale", "--variant", "kalah"),
        ("quixo", "--table", "0"),
        ("quixo", "--threads", "x"),
    ):
        wrong = stratege("engine", *words)
        assert (wrong.returncode, wrong.stdout) == (2, "")
        assert wrong.stderr.count("\n") == 1
