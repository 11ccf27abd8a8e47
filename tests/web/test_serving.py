"""The app behind a real server: streams and who leaves them, the OpenAPI document, starting and ending."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from schemathesis.core.result import Ok
from tests.cli.stratege_command import COMMAND, plain_environment, stratege
from tests.patience import PATIENCE, wait_until
from tests.web.visitors import settings_in
from websockets.sync.client import connect

from stratege.web.app import create_app
from stratege.web.serving import Server, address_of, listen
from stratege.web.settings import LOOPBACK


@contextmanager
def running(folder: Path, **chosen: Any) -> Iterator[str]:
    """A server on a port of its own; its address."""
    settings = settings_in(folder, hosts=LOOPBACK, longest_analysis=2 * PATIENCE, **chosen)
    ready = threading.Event()
    server, listening = Server(settings, ready.set), listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    assert ready.wait(PATIENCE)
    yield address_of(listening, "127.0.0.1")
    server.should_exit = True
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for most tests of this file."""
    with running(tmp_path_factory.mktemp("served")) as address:
        yield address


def events(text: str) -> list[tuple[str, dict[str, object]]]:
    found = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    return [(name, json.loads(data)) for name, data in found]


@pytest.mark.parametrize(
    ("game", "moves", "depth"),
    [("awale", "e g", 4), ("quixo", "", 2), ("nimble", "", 3), ("chomp", "2,2", 3)],
)
def test_an_analysis_is_what_the_command_line_says(address: str, game: str, moves: str, depth: int) -> None:
    asked: dict[str, str | float] = {"game": game, "moves": moves, "depth": depth, "seconds": PATIENCE}
    heard = events(httpx.get(f"{address}api/v1/analysis", params=asked, timeout=PATIENCE).text)
    assert [name for name, _data in heard][-2:] == ["depth", "done"]
    said = json.loads(stratege("analyse", game, "--moves", moves, "--depth", str(depth), "--json").stdout)
    assert {**heard[-1][1], "seconds": 0} == {**said, "seconds": 0}


def test_who_leaves_an_analysis_ends_it(address: str) -> None:
    with httpx.stream(
        "GET", f"{address}api/v1/analysis?game=quixo&seconds={2 * PATIENCE}", timeout=PATIENCE
    ) as answer:
        assert next(answer.iter_lines()) == "event: depth"
    wait_until_idle(address)


def test_who_leaves_a_call_ends_it(tmp_path: Path) -> None:
    endless = {"function": "chomp.gagnante", "arguments": ["[12, 12, 12, 12, 12]"]}
    with running(tmp_path, call_seconds=int(2 * PATIENCE)) as address:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(
                f"{address}api/v1/papers/002/call", json=endless, timeout=httpx.Timeout(PATIENCE, read=1)
            )
        wait_until_idle(address)


def wait_until_idle(address: str) -> None:
    """Sooner than what was left would have ended by itself."""
    wait_until(lambda: httpx.get(f"{address}health", timeout=PATIENCE).json()["running"] == 0)


def test_no_request_that_the_document_allows_or_forbids_is_a_500(address: str) -> None:
    try_all(address, 3)


@pytest.mark.soak
def test_many_requests_and_no_500(address: str) -> None:
    try_all(address, 500)


def try_all(address: str, examples: int) -> None:
    """Whatever can be generated from the OpenAPI document, valid or not, is answered without a 500."""
    schema = schemathesis.openapi.from_url(f"{address}api/v1/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) >= 8
    for operation in operations:

        @hypothesis_settings(max_examples=examples, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def attempt(case: schemathesis.Case[Any]) -> None:
            if "seconds" in case.query:
                case.query["seconds"] = "0.01"
            answer = case.call(base_url=address.rstrip("/"), timeout=PATIENCE)
            assert answer.status_code not in (500, 503), (case.as_curl_command(), answer.text)

        attempt()


def command(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """The command as a user runs it, and the address it says."""
    words = [
        "web",
        "--port",
        "0",
        "--no-prepare",
        "--log",
        "info",
        "--database",
        str(folder / "archive.sqlite"),
    ]
    process = subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=plain_environment()
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/", said)
    assert found, said
    return process, found[0]


def test_a_move_that_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    process, address = command(tmp_path)
    try:
        with httpx.Client(base_url=address, timeout=PATIENCE) as web:
            web.get("/api/v1/games")
            name = web.post("/api/v1/live", json={"game": "quixo", "seats": ["me", "me"]}).json()["id"]
            cookie = f"stratege={web.cookies['stratege']}"
        where = f"{address.replace('http', 'ws', 1)}api/v1/live/{name}/socket"
        with connect(where, additional_headers={"cookie": cookie}, open_timeout=PATIENCE) as socket:
            socket.recv()
            socket.send(json.dumps({"type": "move", "move": "0,0-0,4", "version": 0}))
            acknowledged = json.loads(socket.recv())
            process.kill()
    finally:
        process.kill()
        process.communicate()
    settings = settings_in(tmp_path, hosts=LOOPBACK)
    with TestClient(create_app(settings), base_url="http://localhost") as again:
        live = again.get(f"/api/v1/live/{name}", headers={"cookie": cookie}).json()
    assert (live["you"], live["version"]) == ([1, 2], 1)
    told = acknowledged["live"]["tree"]
    assert live["tree"] == {"nodes": live["tree"]["nodes"][:1] + told["nodes"], "current": told["current"]}


def test_the_command_says_where_it_is_and_ends_cleanly(tmp_path: Path) -> None:
    process, address = command(tmp_path)
    assert httpx.get(f"{address}health", timeout=PATIENCE).json()["status"] == "ok"
    process.send_signal(signal.SIGINT)
    _out, logged = process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, 130)
    lines = [json.loads(line) for line in logged.splitlines()]
    assert any(line["message"] == "request" and line["path"] == "/health" for line in lines)
    assert not any("trace" in line for line in lines), logged
    assert (tmp_path / "live.sqlite").exists()


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = stratege("web", "--port", str(port), "--database", str(tmp_path / "a.sqlite"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"stratege: Port {port} is taken: choose another one with --port.\n"


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = stratege("web", "--port", "0", "--database", str(tmp_path / "file" / "a.sqlite"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
