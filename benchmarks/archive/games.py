"""Random Awalé games of at least 40 plies as a file of JSON lines, the same for the same number."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from pathlib import Path

import numpy

from stratege.archive.game_entry import RESULT_OF
from stratege.core.compiling import compiled
from stratege.core.registry import game

LEAST = 40
LONGEST = 101
PLAYERS = 2000
CHUNK = 10_000
DAYS = 9000
LETTERS = "abcdefghijkl"


def names() -> list[str]:
    """The players, John Doe among them."""
    return ["John Doe", *(f"First{n} Surname{n}" for n in range(1, PLAYERS))]


def write_games(path: Path, count: int, first: int = 0) -> int:
    """Write so many games, those after the first so many; how many plies they have together."""
    awale = game("awale")
    code = compiled("benchmarks.archive.random_games", awale.kernel.__name__)
    who, draw, plies = names(), random.Random(first + count), 0
    with path.open("w", encoding="utf-8") as file:
        for chunk in range(first, first + count, CHUNK):
            size = min(CHUNK, first + count - chunk)
            moves = numpy.zeros(size * LONGEST, numpy.int64)
            ends, margins = numpy.zeros(size, numpy.int64), numpy.zeros(size, numpy.int64)
            room = numpy.zeros(awale.most_moves, numpy.int64)
            code.random_games(awale.rules, awale.start().state, chunk + 1, LEAST, room, moves, ends, margins)
            begin = 0
            for end, margin in zip(ends.tolist(), margins.tolist()):
                pits = moves[begin:end].copy()
                pits[1::2] += 6
                text = "".join([LETTERS[pit] for pit in pits.tolist()])
                plies, begin = plies + end - begin, end
                file.write(_line(draw, who, margin, text))
    return plies


def _line(draw: random.Random, who: list[str], margin: int, moves: str) -> str:
    points = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
    day = date(2000, 1, 1) + timedelta(draw.randrange(DAYS))
    fields = {"game": "awale", "variant": "standard", "size": "4"}
    fields |= {"player1": draw.choice(who), "player2": draw.choice(who), "date": day.isoformat()}
    fields |= {"result": RESULT_OF[points], "moves": moves}
    return json.dumps(fields) + "\n"
