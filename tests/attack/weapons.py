"""What attackers bring: lines, texts, files and questions that cost much more to answer than to send."""

from __future__ import annotations

import contextlib
import functools
import io
import itertools
import random
import socket
from contextlib import ExitStack, closing

from PIL import Image

from stratege.core.errors import StrategeError
from stratege.core.registry import game


@functools.cache
def long_line(name: str, variant: str, size: str, plies: int) -> str:
    """A legal line of so many random moves."""
    rules, draw, moves = game(name, variant, size), random.Random(1), list[str]()
    here = rules.start(0)
    while len(moves) < plies:
        moves.append(draw.choice(here.moves()))
        here = here.play(moves[-1])
    return " ".join(moves)


@functools.cache
def to_and_fro(size: str, plies: int) -> str:
    """A line of Ming Mang in which both move one pawn to and fro."""
    start = game("mingmang", "free", size).start(0)
    pairs = ((one, two) for one in start.moves() for two in start.play(one).moves())
    for one, two in pairs:
        cycle = [one, two, *("-".join(reversed(move.split("-"))) for move in (one, two))]
        with contextlib.suppress(StrategeError):
            if functools.reduce(lambda here, move: here.play(move), cycle, start) == start:
                return " ".join(itertools.islice(itertools.cycle(cycle), plies))
    raise AssertionError("no such moves")


def heavy_positions() -> list[dict[str, str]]:
    """Positions that the rules take long to check."""
    random_moves = long_line("mingmang", "no-repeat", "16", 300)
    return [
        {"game": "mingmang", "variant": "no-repeat", "size": "16", "moves": random_moves},
        {"game": "mingmang", "variant": "free", "size": "16", "moves": to_and_fro("16", 600)},
    ]


CRAFTED = [
    {"game": "awale", "variant": "abapa", "position": "4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0:seen=" + "z" * 9000},
    {"game": "mingmang", "variant": "no-repeat", "position": "xo./.../ox.:1:seen=" + "-".join("z" * 1024)},
    {"game": "chomp", "size": "2x512"},
    {"game": "chomp", "size": "1x600"},
    {"game": "chomp", "position": ",".join(["1"] * 1024)},
    {"game": "chomp", "position": ",".join(["1"] * 9000)},
    {"game": "chomp", "size": "9" * 20},
    {"game": "nimble", "position": ",".join(["9" * 14] * 1000)},
    {"game": "quixo", "position": "x" * 20_000},
    {"game": "awale", "moves": "e " * 9000},
]
"""Texts that once ended a thinking process, or took it for minutes."""

SLOW_SQL = [
    "SELECT ltrim(hex(zeroblob(400000)), hex(zeroblob(400000)))",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n",
    "SELECT COUNT(*) FROM Partie a, Partie b, Partie c, Partie d, Partie e",
    "SELECT replace(hex(zeroblob(300000)), '00', hex(zeroblob(3000)))",
]


def many_scans(scans: int) -> bytes:
    """A JPEG that goes over its pixels again and again."""
    file = io.BytesIO()
    Image.new("L", (2000, 2000), 127).save(file, "JPEG", progressive=True)
    content = file.getvalue()
    last = content.rindex(b"\xff\xda")
    return content[:last] + scans * content[last:-2] + b"\xff\xd9"


def hold_heads(port: int, source: str, count: int) -> ExitStack:
    """So many connections whose requests never come to an end; closing the stack lets them go."""
    held = ExitStack()
    for _connection in range(count):
        try:
            opened = socket.create_connection(("127.0.0.1", port), 10, (source, 0))
        except OSError:
            break
        held.enter_context(closing(opened))
        try:
            opened.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        except OSError:
            continue
    return held
