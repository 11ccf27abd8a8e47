"""A cluster of two processes plays what one process plays here, whoever is lost on the way."""

from __future__ import annotations

import functools
import io
import json
import os
import random
import signal
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from distributed.comm import CommClosedError
from distributed.core import Status
from tests.archive.made import computed, made
from tests.arena import campaign
from tests.cli.stratege_command import stratege
from tests.engine.books.small import small_book
from tests.patience import PATIENCE, wait_until
from tuning.__main__ import main as tuning_main

from stratege.archive import importer
from stratege.archive.formats import read, written
from stratege.archive.house_games import house_games
from stratege.archive.importer import add_lines
from stratege.archive.record_texts import records_in
from stratege.archive.store import Archive
from stratege.arena.journal import FileJournal
from stratege.arena.match import Terms
from stratege.arena.report import as_records
from stratege.arena.tournament import Identity, Tournament, play_tournament
from stratege.arena.workers import play_all
from stratege.cli import playing
from stratege.cli.console import THEME, Terminal
from stratege.cluster import local, pieces
from stratege.core.errors import BadOption, StrategeError
from stratege.core.pieces import Piece
from stratege.core.record import Record
from stratege.core.registry import game
from stratege.engine.limits import Limits
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf
from stratege.tables.verifier import verify
from tuning import fitting

TOURNAMENT = Tournament(
    game("quixo", size=3),
    ("random", "greedy", "level:1", "level:2"),
    "swiss",
    3,
    6,
    Terms(Limits(nodes=100)),
    seed=5,
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    running = local.start(2, "127.0.0.1", 0)
    yield running
    running.close()


@pytest.fixture(scope="module")
def expected() -> str:
    journal = FileJournal()
    assert play_tournament(TOURNAMENT, journal, lambda jobs: play_all(jobs, 1))
    return as_records(TOURNAMENT, journal.games())


def test_the_same_bytes_come_from_a_cluster_even_if_all_its_workers_are_killed(
    cluster: Any, expected: str
) -> None:
    """They come back under other names, for which nothing was handed out."""
    journal, killed = FileJournal(), list[int]()

    def murder(identity: Identity, record: Record) -> None:
        if not killed:
            killed.extend(worker_processes(cluster))
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    with pieces.connected(cluster.scheduler_address) as found:
        assert play_tournament(TOURNAMENT, journal, found.play, murder)
        assert sum(found.done.values()) == journal.count() == 36
    assert len(killed) == 2
    assert as_records(TOURNAMENT, journal.games()) == expected


def worker_processes(cluster: Any) -> list[int]:
    """Those that are alive; the others are being started again."""
    processes = [one.process for one in cluster.workers.values()]
    return [one.pid for one in processes if one is not None and one.status == Status.running and one.pid]


@pytest.mark.soak
@pytest.mark.parametrize("name", ["awale", "chomp", "nimble", "mingmang", "quixo"])
def test_eight_players_there_undisturbed_and_with_twenty_workers_and_two_coordinators_killed(
    cluster: Any, name: str, tmp_path: Path
) -> None:
    """With those killed here (`tests/arena/test_tournament.py`): 200 workers and 20 coordinators."""
    words = [*campaign.eight(name), "--cluster", cluster.scheduler_address]
    for kills in ((0, 0), (2, 20)):
        path, draw = tmp_path / f"{kills}.tournament", random.Random(name)
        others = functools.partial(worker_processes, cluster)
        assert campaign.campaign(words, path, *kills, draw, others) == kills
        campaign.check(path)


def test_the_commands_play_there_and_status_names_the_workers(cluster: Any) -> None:
    address = cluster.scheduler_address

    def both_serve() -> bool:  # one was killed before, and comes back
        told = json.loads(stratege("cluster", "status", address, "--json").stdout)
        return len(told["workers"]) == 2 and told["refused"] == []

    wait_until(both_serve)
    assert "workers: 2 (tcp://" in stratege("cluster", "status", address).stdout
    played = (
        "match",
        "quixo",
        "random",
        "greedy",
        "--size",
        "3",
        "--depth",
        "1",
        "--games",
        "6",
        "--seed",
        "2",
    )
    there, here = (
        stratege(*played, "--json", "--cluster", address),
        stratege(*played, "--json", "--workers", "1"),
    )
    assert json.loads(there.stdout) == json.loads(here.stdout)
    assert "Games by worker: tcp://" in there.stderr


def test_who_has_done_how_much_is_shown_meanwhile(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    screen = Terminal(file=shown, force_terminal=True, theme=THEME, _environ={"TERM": "xterm"})
    monkeypatch.setattr(playing, "err", screen)
    with playing.doing(cluster.scheduler_address) as do:
        assert do is not None
        assert sorted(do(Piece(number, abs, (-number,)) for number in range(6))) == [(n, n) for n in range(6)]
        wait_until(lambda: "Pieces by worker: tcp://" in shown.getvalue())


def test_house_games_are_the_same_there(cluster: Any) -> None:
    chosen, names = game("quixo", size=3), ("random", "greedy")
    with pieces.connected(cluster.scheduler_address) as found:
        there = [*house_games(chosen, 4, names, play=found.play)]
    assert there == [*house_games(chosen, 4, names)]


def test_an_import_is_the_same_there(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "FIRST", 10)
    lines = [written(made(game("quixo", size=3), seed), "json") for seed in range(60)]
    lines[25] = '{"game": "quixo", "size": "3", "moves": "9,9-9,9", "result": "1-0"}\n'
    with Archive.open(str(tmp_path / "here.sqlite")) as here, Archive.open(str(tmp_path / "there")) as there:
        assert len(here.add(map(read, records_in(lines))).refused) == 1
        with pieces.connected(cluster.scheduler_address) as found:
            added = list(add_lines(there, lines, batch=10, elsewhere=found.do))
            assert sum(found.done.values()) == 6
        assert [one.line for part in added for one in part.refused] == [26]
        assert computed(there) == computed(here)


def test_a_book_is_the_same_there(cluster: Any) -> None:
    with pieces.connected(cluster.scheduler_address) as found:
        there = small_book(game("quixo", size=3), 12, doing=found.do)
        assert sum(found.done.values()) == 12
    here = small_book(game("quixo", size=3), 12)
    assert (there.states, there.entries) == (here.states, here.entries)


def test_the_commands_that_hand_out_pieces(cluster: Any, tmp_path: Path) -> None:
    where = ("--cluster", cluster.scheduler_address)
    file = tmp_path / "games.jsonl"
    file.write_text("".join(written(made(game("quixo", size=3), seed), "json") for seed in range(3)))
    done = stratege("archive", "import", str(file), "--database", str(tmp_path / "a.sqlite"), *where)
    assert "3 new" in done.stdout
    assert "Pieces by worker: –" in done.stderr  # so few are read here
    built = stratege("tables", "build", "awale", "--up-to", "4", "--folder", str(tmp_path), *where)
    assert "Pieces by worker: tcp://" in built.stderr


def test_tables_are_built_and_checked_there(cluster: Any, tmp_path: Path) -> None:
    awale = game("awale")

    def built(name: str, **options: Any) -> dict[str, bytes]:
        builder = Builder(Shelf(tmp_path / name), awale, 1, 1 << 28, **options)
        builder.build(builder.plan(5))
        return {path.name: path.read_bytes() for path in builder.folder.glob("*.stgt")}

    with pieces.connected(cluster.scheduler_address) as found:
        assert built("there", doing=found.do) == built("here")
        swept = sum(found.done.values())
        assert swept > 6  # at least two sweeps of each layer that is not over
        verdicts = list(verify(Shelf(tmp_path / "there"), awale, None, 0, 1, elsewhere=found.do))
        assert [one.fault for one in verdicts] == [""] * 6
        assert sum(found.done.values()) == swept + 6


def test_weights_are_tried_there_with_the_same_games(
    cluster: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fitting, "TOGETHER", 2)
    found = []
    for where in ([], ["--cluster", cluster.scheduler_address]):
        monkeypatch.setattr("sys.argv", ["tuning", "fit", "quixo", "--games", "4", "--workers", "1", *where])
        tuning_main()
        found.append(capsys.readouterr().out.splitlines())
    assert found[1][:-1] == found[0]
    assert "pieces by worker" in found[1][-1]


def test_a_worker_of_another_version_gets_no_work(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "signature", lambda: "0.0.0 other 1")
    with (
        pieces.connected(cluster.scheduler_address) as found,
        pytest.raises(StrategeError, match="another version"),
    ):
        list(found.play(iter([])))
    assert found.done == {}


class Briefly:
    """A cluster of one worker: it dies before it has said who it is, comes back as another, and goes."""

    def __init__(self) -> None:
        self._there = iter([["tcp://a:1"], ["tcp://a:1"], ["tcp://a:1"], []])
        self._answers = iter([CommClosedError("it is gone"), "0.0.0 other 1"])

    def scheduler_info(self, n_workers: int) -> dict[str, Any]:
        return {"workers": {name: {"nthreads": 1} for name in next(self._there)}}

    def run(self, function: Any, workers: list[str], on_error: str) -> dict[str, object]:
        return {name: next(self._answers) for name in workers}


def test_a_worker_that_dies_before_it_answers_is_not_taken_for_another_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pieces, "POLL", 0.0)
    found = pieces.Cluster(Briefly())
    seen = [(dict(found.workers()), set(found.refused)) for _look in range(4)]
    assert seen == [({}, set()), ({}, {"tcp://a:1"}), ({}, {"tcp://a:1"}), ({}, set())]


def test_leaving_early_cancels_what_is_under_way(cluster: Any) -> None:
    stage = next(TOURNAMENT.stages({}))
    with pieces.connected(cluster.scheduler_address) as found:
        games = found.play(replace(one.job, number=number) for number, one in enumerate(stage * 20))
        next(games)
        games.close()
        wait_until(lambda: not any(found.client.processing().values()))
        assert sum(found.done.values()) == 1


def test_pieces_of_the_only_worker_of_our_version_go_out_again_when_it_is_lost(
    cluster: Any, expected: str
) -> None:
    """It comes back under another name; meanwhile only a worker of another version is there.

    The last test on this cluster: nobody need wait for what it has killed.
    """
    journal, killed = FileJournal(), list[int]()
    wait_until(lambda: len(worker_processes(cluster)) == 2)
    other, good = cluster.workers.values()
    stranger = other.worker_address

    def become_another() -> None:
        pieces.signature = lambda: "0.0.0 other 1"  # type: ignore[assignment]

    def murder(identity: Identity, record: Record) -> None:
        if not killed:
            killed.append(good.process.pid)
            os.kill(killed[0], signal.SIGKILL)

    with pieces.connected(cluster.scheduler_address) as found:
        found.client.run(become_another, workers=[stranger])
        try:
            assert play_tournament(TOURNAMENT, journal, found.play, murder)
            assert found.refused == {stranger}
            assert stranger not in found.done
            assert len(found.done) == 2
        finally:
            os.kill(other.process.pid, signal.SIGKILL)
    assert as_records(TOURNAMENT, journal.games()) == expected


def test_a_cluster_starts_without_a_word_whoever_has_dasks_own_port() -> None:
    with socket.socket() as taken, warnings.catch_warnings():
        with suppress(OSError):  # then somebody else has it
            taken.bind(("127.0.0.1", 8787))
            taken.listen()
        warnings.simplefilter("error")
        local.start(0, "127.0.0.1", 0).close()


def test_a_cluster_without_workers_is_told_as_that() -> None:
    nobody = local.start(0, "127.0.0.1", 0)
    try:
        assert (
            stratege("cluster", "status", nobody.scheduler_address).stdout == "The cluster has no workers.\n"
        )
    finally:
        nobody.close()


def test_a_port_that_is_taken_is_a_sentence(cluster: Any) -> None:
    port = cluster.scheduler_address.rpartition(":")[2]
    done = stratege("cluster", "start", "--workers", "1", "--port", port)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"stratege: Port {port} is taken: choose another one with --port.\n"


@pytest.mark.parametrize("address", ["", "foo", "http://x/", "inproc://a", "tcp://127.0.0.1:port"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="is not an address like"), playing.doing(address):
        pass


def test_no_cluster_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "CONNECT_SECONDS", 1)
    with pytest.raises(StrategeError, match="There is no cluster at"), pieces.connected("tcp://127.0.0.1:9"):
        pass


def test_nothing_of_dask_is_loaded_without_a_cluster() -> None:
    program = (
        "import sys\nfrom stratege.cli.main import run, load_commands\nload_commands()\n"
        "assert run('match quixo random random --size 3 --depth 1 --games 1 --workers 1'.split()) == 0\n"
        "assert not {'distributed', 'dask'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
