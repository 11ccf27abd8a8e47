"""Streams that cannot do all we ask: plain signs, one line for a full disk, silence if nobody reads."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
from tests.cli.stratege_command import COMMAND, plain_environment
from tests.patience import PATIENCE

from stratege.cli.streams import plain

PICTURED = [
    ("games",),
    ("show", "chomp"),
    ("solve", "nimble", "0,1,2"),
    ("play", "awale", "--player1", "random", "--player2", "random", "--seed", "1", "--lang", "fr"),
    ("--help", "--lang", "fr"),
    ("show", "quixo", "--size", "…", "--lang", "fr"),
]


def ran(words: tuple[str, ...], **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, env=plain_environment(**environment), timeout=PATIENCE
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("words", PICTURED, ids=" ".join)
def test_plain_signs_where_others_cannot_be_shown(words: tuple[str, ...], encoding: str) -> None:
    done = ran(words, PYTHONIOENCODING=encoding)
    told = (done.stdout + done.stderr).decode(encoding)
    assert "Traceback" not in told
    assert done.returncode == (2 if "…" in words else 0)
    usual = ran(words)
    rest = (usual.stdout + usual.stderr).decode()
    shown = "".join(c if _has(encoding, c) else plain(c) for c in rest)
    if words != ("--help", "--lang", "fr"):  # whose frame is drawn with other signs
        assert told == shown


def _has(encoding: str, sign: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def test_data_keep_their_signs() -> None:
    known = json.loads(ran(("games", "--json")).stdout)
    assert json.loads(ran(("games", "--json"), PYTHONIOENCODING="ascii").stdout) == known
    assert "é" in known[0]["title"]


def test_what_is_typed_can_be_anything() -> None:
    words = [*COMMAND, "play", "nimble"]
    done = subprocess.run(
        words,
        input=b"\xff\xfe\nquit\n",
        capture_output=True,
        env=plain_environment(PYTHONIOENCODING="utf-8"),
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words", [("show", "awale"), ("games", "--json"), ("--help",), ("show", "quixo", "--svg", "-")]
)
def test_a_full_disk_is_one_line(words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, env=plain_environment(), timeout=PATIENCE
        )
    assert done.returncode == 2
    assert done.stderr.decode().endswith(": the disk is full.\n")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words", [("show", "awale"), ("games", "--json"), ("--help",), ("show", "quixo", "--svg", "-")]
)
def test_a_reader_who_leaves_is_no_error(words: tuple[str, ...], unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as pipe:
        done = subprocess.run(
            [*COMMAND, *words],
            stdout=pipe,
            stderr=subprocess.PIPE,
            env=plain_environment(PYTHONUNBUFFERED=unbuffered),
            timeout=PATIENCE,
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("closing", ["2>&-", "2>/dev/full"])
def test_a_mistake_that_nobody_hears_of_is_still_one(closing: str) -> None:
    line = f'exec "$@" {closing}'
    done = subprocess.run(
        ["sh", "-c", line, "sh", *COMMAND, "frobnicate"],
        stdout=subprocess.PIPE,
        env=plain_environment(),
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (2, b"")


def test_the_package_is_the_command() -> None:
    done = subprocess.run(
        [COMMAND[0], "-m", "stratege", "--version"],
        capture_output=True,
        text=True,
        env=plain_environment(),
        timeout=PATIENCE,
    )
    assert done.stdout.startswith("stratege ")
