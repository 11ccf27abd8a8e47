"""Bots of all kinds: fair ones play, the others lose for the right reason and leave nothing behind."""

from __future__ import annotations

import functools
import http.server
import os
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from multiprocessing import resource_tracker
from pathlib import Path

import pytest
from tests.arena.bad_bots import BAD_BOTS, choosing
from tests.patience import PATIENCE

from stratege import exams
from stratege.arena import filebot
from stratege.arena.bot_check import bot_name, check_bot, recognised
from stratege.arena.contestants import check, contestant, dismiss
from stratege.arena.httpbot import HOSTS, split
from stratege.arena.journal import FileJournal
from stratege.arena.match import FAILED, ILLEGAL, LATE, Fault, Terms, play_game
from stratege.arena.openings import random_openings
from stratege.arena.series import Plan, run
from stratege.arena.tournament import Tournament, play_tournament
from stratege.arena.workers import play_all
from stratege.confined.boundary import Boundary, Unconfined
from stratege.core.errors import BadOption, StrategeError
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.record import Record
from stratege.core.registry import game
from stratege.engine.limits import Limits
from stratege.engine.players import player
from stratege.exams.chomp import coup_gagnant

QUIXO = game("quixo", size=3)
QUICK = Terms(Limits(seconds=0.2), ply_limit=30, margin=0.3)
PATIENT = Terms(Limits(seconds=PATIENCE), ply_limit=30)
EXAMS = Path(exams.__file__).parent


@pytest.fixture(autouse=True)
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filebot, "START_SECONDS", PATIENCE)


def bot(folder: Path, source: str, name: str = "bot") -> str:
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    return f"bot:{path}"


def against_chance(name: str, game: Game, terms: Terms, seat: int = 1) -> Record:
    guest, other = contestant(name, game, 1, terms), player("random", game, 2)
    try:
        pair = (guest, other) if seat == 1 else (other, guest)
        return play_game(Record(game.start(seed=0)), pair, terms)
    finally:
        dismiss(guest)


def children() -> set[int]:
    """The living processes whose parent is this one."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == os.getpid() and state != "Z":
            found.add(int(stat.parent.name))
    return found


@pytest.mark.parametrize("habit", BAD_BOTS)
def test_a_bot_that_behaves_badly_loses_and_leaves_nothing(
    habit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, code, words = BAD_BOTS[habit]
    before = children()
    if code == LATE:
        monkeypatch.setattr(filebot, "START_SECONDS", 2.0)
    record = against_chance(bot(tmp_path, source), QUIXO, QUICK if code == LATE else PATIENT)
    assert (record.result, record.tags["Ending"]) == ("0-1", code), record.tags
    assert words in record.tags["Reason"]
    assert record.tags["Reason"].isprintable()
    assert children() <= before
    assert not Path("/tmp/stratege-bot-was-here").exists()


def test_a_loop_after_the_functions_is_left_out_and_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filebot, "START_SECONDS", 1.0)
    name = bot(tmp_path, FAIR + "\nwhile True:\n    pass\n")
    assert "Reason" not in against_chance(name, QUIXO, PATIENT).tags
    monkeypatch.setattr(filebot, "START_SECONDS", 1e9)
    assert "Reason" not in against_chance(name, QUIXO, PATIENT).tags


FAIR = choosing("assert position['player'] == 1 + len(history) % 2\nreturn position['moves'][0]")


def test_a_fair_bot_plays_to_the_end_from_both_seats(tmp_path: Path) -> None:
    for seat in (1, 2):
        record = against_chance(bot(tmp_path, FAIR), QUIXO, PATIENT, seat)
        assert record.tags["Ending"] in ("line", "both-lines", "ply-limit"), record.tags


@pytest.mark.parametrize("name", ["awale", "chomp", "nimble", "mingmang", "quixo"])
def test_a_bot_may_play_any_game(name: str, tmp_path: Path) -> None:
    record = against_chance(bot(tmp_path, FAIR), game(name), PATIENT)
    assert "Reason" not in record.tags, record.tags


def test_a_bot_keeps_its_thoughts_between_moves_and_repeats_with_its_seed(tmp_path: Path) -> None:
    thinking = choosing(
        "import random\nkept.append(seconds)\nassert len(kept) == 1 + len(history) // 2\n"
        "return random.choice(position['moves'])",
        "kept = []",
    )
    one, two = (against_chance(bot(tmp_path, thinking), QUIXO, PATIENT) for _time in range(2))
    assert one == two
    assert "Reason" not in one.tags


def misbehaving(folder: Path, habits: Iterable[str], terms: Terms) -> Iterator[tuple[str, Record]]:
    """All of them against chance, twice each in one tournament; who played, and what became of it."""
    names = {bot(folder, BAD_BOTS[habit][0], str(number)): habit for number, habit in enumerate(habits)}
    whole = Tournament(QUIXO, ("random", *names), "gauntlet", games=2, terms=terms, plies=0)
    journal = FileJournal()
    assert play_tournament(whole, journal, functools.partial(play_all, workers=2))
    kept = journal.games()
    assert len(kept) == whole.total == 2 * len(names)
    for record in kept.values():
        seats = record.tags["Player1"], record.tags["Player2"]
        assert seats[record.result == "1-0"] in names, record.tags
        yield names[seats[record.result == "1-0"]], record


def test_a_tournament_goes_on_whoever_misbehaves(tmp_path: Path) -> None:
    habits = ["sleeping", "memory", "exit", "a number"]
    terms = replace(QUICK, margin=2.0)  # for the one who is never late
    assert {habit for habit, _record in misbehaving(tmp_path, habits, terms)} == {*habits}


@pytest.mark.soak
def test_all_of_them_lose_for_the_right_reason_in_one_tournament(tmp_path: Path) -> None:
    assert len(BAD_BOTS) >= 25
    resource_tracker.ensure_running()  # multiprocessing's own process, which stays
    before = children()
    for habit, record in misbehaving(tmp_path, BAD_BOTS, Terms(Limits(seconds=5), 30, margin=10)):
        _source, code, words = BAD_BOTS[habit]
        assert record.tags["Ending"] == code, (habit, record.tags)
        assert words in record.tags["Reason"], habit
    assert children() <= before
    assert not Path("/tmp/stratege-bot-was-here").exists()


def test_late_is_late_while_waiting_not_after(tmp_path: Path) -> None:
    begun = time.monotonic()
    record = against_chance(bot(tmp_path, BAD_BOTS["sleeping"][0]), QUIXO, QUICK)
    assert record.tags["Ending"] == LATE
    assert time.monotonic() - begun < PATIENCE  # it sleeps for 600 s


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers with the first legal move, or misbehaves as its path says."""

    def do_POST(self) -> None:
        import json

        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        move = asked["moves"][0]
        answers = {
            "/json": json.dumps({"move": move}),
            "/text": move,
            "/wrong": '{"move": 7}',
            "/long": "x" * 200_000,
            "/broken": "{",
        }
        if self.path == "/slow":
            for _letter in range(200):
                self.wfile.write(b"H")
                self.wfile.flush()
                time.sleep(0.05)
        elif self.path == "/garbage":
            self.wfile.write(b"\x00\x01" * 100)
        elif self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", "http://192.0.2.1/")
            self.end_headers()
        else:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answers[self.path].encode())

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize("path", ["/json", "/text"])
def test_an_address_plays(address: str, path: str) -> None:
    assert "Reason" not in against_chance(address + path, QUIXO, PATIENT).tags


@pytest.mark.parametrize(
    ("path", "code", "words"),
    [
        ("/wrong", ILLEGAL, "7 is not the text"),
        ("/long", FAILED, "too long"),
        ("/broken", FAILED, "cannot be read"),
        ("/slow", LATE, "no move in"),
        ("/garbage", FAILED, "HTTP"),
        ("/elsewhere", FAILED, "status 302"),
    ],
)
def test_an_address_that_misbehaves_loses(address: str, path: str, code: str, words: str) -> None:
    record = against_chance(address + path, QUIXO, QUICK if code == LATE else PATIENT)
    assert record.tags["Ending"] == code, record.tags
    assert words in record.tags["Reason"]


def test_nobody_listening_is_said() -> None:
    with pytest.raises(Fault, match="cannot be reached"):
        contestant("http://127.0.0.1:9/move", QUIXO, 0, QUICK).prepare(QUIXO.start())  # type: ignore[attr-defined]


def test_only_this_machine_and_listed_ones_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http://127.0.0.1:8000/", "http://localhost/x", "http://[::1]:1/"):
        split(name)
    for name in (
        "http://192.0.2.1/",
        "http://example.org/",
        "http://2130706433/",
        "http://127.0.0.1.nip.io/",
    ):
        with pytest.raises(BadOption, match="another machine"):
            check(name, QUIXO)
    for name in ("http:", "http://", "http://127.0.0.1:0/", "http://127.0.0.1/a b", "http://127.0.0.1:x/"):
        with pytest.raises(BadOption, match="not an address"):
            check(name, QUIXO)
    monkeypatch.setenv(HOSTS, "example.org")
    check("http://example.org/move", QUIXO)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bot:nowhere.py", "cannot be read"),
        ("paper:001:nowhere.py", "is paper:004:FILE"),
        ("paper:004", "is paper:004:FILE"),
        ("paper:004:nowhere.py", "not about"),
    ],
)
def test_names_of_nobody(name: str, words: str) -> None:
    with pytest.raises(StrategeError, match=words):
        check(name, QUIXO)
    with pytest.raises(BadOption, match="No exam paper"):
        check("paper:003:nimble.py", game("nimble"))


PAPERS = [("awale", "ccinp", "001", "awale_ccinp.py", 4), ("quixo", None, "004", "quixo.py", 2)]


def positions(game: Game, count: int) -> Iterator[Line]:
    for number, opening in zip(range(count), random_openings(game, 12, 7)):
        line = opening.line()
        yield line.back(number % 6)


def agree(name: str, variant: str | None, paper: str, file: str, depth: int, count: int) -> None:
    chosen = game(name, variant)
    terms = Terms(Limits(depth=depth))
    guest, machine = contestant(f"paper:{paper}:{EXAMS / file}", chosen, 0, terms), player("exam", chosen)
    try:
        for line in positions(chosen, count):
            theirs, ours = guest.choose(line, terms.limits), machine.choose(line, terms.limits)
            assert theirs == ours, line
    finally:
        dismiss(guest)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper[2]))
def test_a_papers_own_functions_find_the_moves_of_exam(paper: tuple[str, str | None, str, str, int]) -> None:
    name, variant, number, file, depth = paper
    agree(name, variant, number, file, depth - 1, 6)


@pytest.mark.soak
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper[2]))
def test_in_two_hundred_positions(paper: tuple[str, str | None, str, str, int]) -> None:
    agree(*paper, count=200)


def test_the_bar_of_paper_002_is_won_by_its_own_function() -> None:
    terms = Terms(Limits(seconds=PATIENCE))
    record = against_chance(f"paper:002:{EXAMS / 'chomp.py'}", game("chomp", size="5x4"), terms)
    assert (record.result, "Reason" in record.tags) == ("1-0", False)


@pytest.mark.soak
def test_the_bar_of_paper_002_in_two_hundred_positions() -> None:
    """No machine is called `exam` here: it is held to the paper's function itself."""
    bar, terms = game("chomp", size="7x6"), Terms(Limits(seconds=PATIENCE))
    guest = contestant(f"paper:002:{EXAMS / 'chomp.py'}", bar, 0, terms)
    try:
        for line in positions(bar, 200):
            found = coup_gagnant([length for length in line.position.state if length])
            wanted = f"{found[0]},{found[1]}" if isinstance(found, tuple) else line.position.moves()[0]
            assert guest.choose(line, terms.limits) == bar.parse_move(wanted, line.to_move)
    finally:
        dismiss(guest)


@pytest.mark.parametrize(
    "source",
    [
        "def alphabeta(jeu, joueur, alpha, beta, profondeur):\n    return None",
        "def alphabeta(jeu, joueur, alpha, beta, profondeur):\n    return 1, [0, 0, 0]",
        "def alphabeta(jeu, joueur, alpha, beta, profondeur):\n    return 1, [0, 0, 9, -1]",
        "def alphabeta(jeu, joueur, alpha, beta, profondeur):\n    return 1, [0, 0, True, 2]",
    ],
)
def test_answers_that_are_no_move_of_the_paper(source: str, tmp_path: Path) -> None:
    path = tmp_path / "quixo.py"
    path.write_text(source)
    record = against_chance(f"paper:004:{path}", game("quixo"), PATIENT)
    assert record.tags["Ending"] == ILLEGAL
    assert "no move in the paper's form" in record.tags["Reason"]


def test_a_check_tells_what_is_wrong_and_where(tmp_path: Path) -> None:
    wrong = bot(tmp_path, choosing("return position['moves'][0] if len(history) < 4 else 'z'"))
    checked = check_bot(wrong, QUIXO, PATIENT, 2)
    assert checked.score.losses == len(checked.problems) == 2
    problem = checked.problems[0]
    assert problem.code == ILLEGAL
    assert problem.position.to_move == problem.seat == 1
    assert check_bot(bot(tmp_path, FAIR), QUIXO, PATIENT, 2).problems == ()
    (first,) = check_bot(bot(tmp_path, choosing("return history[-1]")), QUIXO, PATIENT, 1).problems
    assert (first.record.moves, first.code) == ((), FAILED)  # it has to make a first move too
    assert bot_name("a.py", None) == "bot:a.py"
    assert bot_name("a.py", "001") == "paper:001:a.py"
    assert bot_name("http://localhost/", None) == "http://localhost/"
    with pytest.raises(BadOption, match=r"no function choose\(position, history, seconds\)\.$"):
        check_bot(bot(tmp_path, "pass"), QUIXO, PATIENT, 2)


def test_answers_to_a_paper_are_known_by_their_function(tmp_path: Path) -> None:
    papers = {"awale_ccinp.py": ("awale", "001"), "chomp.py": ("chomp", "002"), "quixo.py": ("quixo", "004")}
    for file, (name, paper) in papers.items():
        assert recognised(str(EXAMS / file), None, None) == (name, paper)
        assert recognised(str(EXAMS / file), name, None) == (name, paper)
        assert recognised(str(EXAMS / file), None, paper) == (name, paper)
    fair = bot(tmp_path, FAIR).removeprefix("bot:")
    assert recognised(fair, "quixo", None) == ("quixo", None)
    assert recognised(fair, "mingmang", "003") == ("mingmang", "003")  # which is refused with its reason
    for nobody in (fair, "http://localhost/"):
        with pytest.raises(BadOption, match="--game"):
            recognised(nobody, None, None)
    with pytest.raises(BadOption, match=r"but alphabeta: it plays as paper:004:.*quixo\.py"):
        check_bot(f"bot:{EXAMS / 'quixo.py'}", game("quixo"), PATIENT, 1)


def test_trust_reaches_a_bot_that_nothing_confines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stratege.confined.boundary.boundary", lambda: Boundary.NONE)
    name = bot(tmp_path, FAIR)
    with pytest.raises(Unconfined, match="--trust"):
        Plan(QUIXO, (name, "random"), 2, QUICK).rehearse()
    trusting = Plan(QUIXO, (name, "random"), 2, replace(PATIENT, trust=True))
    trusting.rehearse()
    assert run(trusting, 1).faults == []
