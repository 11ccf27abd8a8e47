"""A database to try queries on: named players, and enough games that every question has an answer."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from stratege.confined.boundary import Limits
from stratege.confined.runner import Call, Runner
from stratege.school.faults import stopped
from stratege.school.sql import ENGINE, SCHEMAS, Database, Rows, plain

PEOPLE = (
    ("Doe", "John", 1874, "1992-03-14"),
    ("Doe", "Jane", 1921, "1988-11-02"),
    ("Martin", "Aminata", 2103, "1979-06-30"),
    ("Dupond", "Léo", 1650, "2001-01-09"),
    ("Roux", "Inès", 1987, "1995-08-21"),
    ("Kouassi", "Yao", 2240, "1968-04-17"),
    ("Mensah", "Efua", 2190, "1983-12-05"),
    ("Nguyen", "Linh", 1900, "1999-07-07"),
    ("Bernard", "Paul", 1720, "1955-02-28"),
    ("Traoré", "Awa", 2056, "1990-10-10"),
)
GAMES = 900
MOST_ROWS = 200


@cache
def sample(paper: str) -> Database:
    """The same database every time."""
    draw = random.Random(f"sample {paper}")
    numbered = list(enumerate(PEOPLE, start=1))
    if paper == "001":
        players: Rows = [[n, nom, prenom, level, born] for n, (nom, prenom, level, born) in numbered]
        games = [_awale(draw, number, players) for number in range(1, GAMES + 1)]
    else:
        players = [[n, nom, prenom] for n, (nom, prenom, _level, _born) in numbered]
        games = [_quixo(draw, number, players) for number in range(1, GAMES + 1)]
        games[draw.randrange(GAMES)][5] = 7  # the shortest game is one
    return {"Joueur": players, "Partie": games}


def _day(draw: random.Random) -> str:
    return f"{draw.randint(2015, 2024)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"


def _awale(draw: random.Random, number: int, players: Rows) -> list[Any]:
    """The better player wins more often, and some play far more than others."""
    one, other = draw.sample(players, 2)
    if draw.random() < 0.4:  # the two best have played each other for years
        one, other = draw.sample([row for row in players if row[3] > 2150], 2)
    edge = (one[3] - other[3]) / 800
    result = draw.choices((1.0, 0.5, 0.0), (max(0.1, 0.48 + edge), 0.08, max(0.1, 0.44 - edge)))[0]
    moves = "".join(
        draw.choice("abcdef" if turn % 2 == 0 else "ghijkl") for turn in range(draw.randint(20, 60))
    )
    return [number, one[0], other[0], result, _day(draw), moves]


def _quixo(draw: random.Random, number: int, players: Rows) -> list[Any]:
    one, other = (row[0] for row in draw.sample(players, 2))
    return [number, one, other, draw.choice((one, one, other, None)), _day(draw), draw.randint(9, 70)]


def asked(paper: str, query: str) -> dict[str, Any]:
    """What a query gives on the sample: columns and rows, or a sentence; confined, as when it is marked."""
    with Runner(ENGINE, ["shown"], limits=Limits(processor=2.0, clock=6.0)) as runner:
        reply = runner.call(Call("shown", (SCHEMAS[paper], sample(paper), query)))
    fault = stopped(reply)
    if fault is not None and reply.raised is not None:
        return {
            "error": f"{reply.raised.type}: {reply.raised.message}",
            "columns": [],
            "rows": [],
            "more": False,
        }
    if fault is not None or type(reply.result) is not list or len(reply.result) != 2:
        return {"error": fault.reason if fault else "?", "columns": [], "rows": [], "more": False}
    columns, rows = reply.result
    return {
        "error": None,
        "columns": plain(columns),
        "rows": plain(rows[:MOST_ROWS]),
        "more": len(rows) > MOST_ROWS,
    }
