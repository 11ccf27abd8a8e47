"""The levels by what is known for certain: how many of their moves keep the result of perfect play."""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import stratege
from benchmarks.report import Report, Table, keep
from benchmarks.search.figures import Kept, keep_figures
from stratege.arena.statistics import Score, wilson
from stratege.core.files import write_whole
from stratege.core.game import Game
from stratege.core.level_figures import PERFECT
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.strength import LEVELS
from stratege.core.value import Value
from stratege.engine.limits import Limits
from stratege.engine.oracle import Oracle
from stratege.engine.players import player
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf

NAME = "perfect moves"

POSITIONS = 2000
SECONDS = 0.05
GUIDE = "level:3"  # plays the games that positions are taken from
A_GAME = 6  # positions at most
LONGEST, OPENING = 200, 6  # plies, of which so many at most are random
PROCESSES = 2
MEMORY = 1 << 30

SUMMARY = (
    "{positions} positions a board, of games that `{guide}` plays with itself, all of whose moves a solver "
    "or a table knows, and not all of them keep the result; how many of the moves chosen there do, with "
    "Wilson's interval at 95 %. The tables are for who counts: the levels do without, `level:10` too, and "
    "have {seconds:g} s a move at most. (With tables it makes no mistake in these positions.)"
)


@dataclass(frozen=True)
class Board:
    """A board whose values are known: by a solver, or by a table up to this limit."""

    name: str
    variant: str | None = None
    size: str | None = None
    limit: int | None = None

    @property
    def game(self) -> Game:
        """What is played."""
        return stratege.game(self.name, self.variant, self.size)


BOARDS = (
    Board("awale", limit=12),
    Board("quixo", size="4"),
    Board("mingmang", "free", "4"),
    Board("chomp"),
    Board("nimble"),
)


def run(positions: int = POSITIONS, boards: Sequence[Board] = BOARDS, kept: Kept | None = None) -> Report:
    kept = kept or Kept()
    tables = [table_of(board, positions, SECONDS, kept) for board in boards]
    return Report(SUMMARY.format(positions=f"{positions:,}", guide=GUIDE, seconds=SECONDS), tables)


def table_of(board: Board, positions: int, seconds: float, kept: Kept) -> Table:
    label, asked = board.game.label(), f"{positions}, {seconds} s"
    names = [f"level:{number}" for number in range(1, LEVELS + 1)]
    with tempfile.TemporaryDirectory() as folder:
        ask = functools.partial(right_of, board, Path(folder), positions, seconds)
        found = {name: kept.row(f"{label}, {name}, {asked}", functools.partial(ask, name)) for name in names}
    rates = [[right / positions, *wilson(Score(right, 0, positions - right))] for right in found.values()]
    rows = [[round(one, 4) for one in rate] for rate in rates]
    keep_figures(board.name, PERFECT, label, f"{positions:,} positions, at most {seconds:g} s a move", rows)
    cells = [
        [name, str(right), str(positions), f"{rate:.1%}", f"{low:.1%} – {high:.1%}"]
        for (name, right), (rate, low, high) in zip(found.items(), rates)
    ]
    return Table(label, ("player", "kept", "of", "rate", "95 %"), cells)


def right_of(board: Board, folder: Path, positions: int, seconds: float, name: str) -> int:
    """How many of the player's moves keep the result; the positions are found once, and kept."""
    build(board, folder)
    shares = [positions // PROCESSES] * PROCESSES
    shares[0] += positions - sum(shares)
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        ask = functools.partial(kept_by, board, folder, name, seconds)
        return sum(pool.map(ask, shares, range(PROCESSES)))


def build(board: Board, folder: Path) -> None:
    """Put the board's table into the folder, where it needs one; what is there stays."""
    if board.game.declaration.solver is None:
        builder = Builder(Shelf(folder), board.game, PROCESSES, MEMORY)
        builder.build(builder.plan(board.limit))


def kept_by(board: Board, folder: Path, name: str, seconds: float, positions: int, seed: int) -> int:
    """In how many positions the player's move keeps the result; the same positions for the same seed."""
    os.environ["STRATEGE_TABLES"] = str(folder / "none")  # what the player finds
    asked = asked_positions(board, folder, positions, seed)
    machine = player(name, board.game, seed=seed)
    chosen = (
        (machine.choose(Line(board.game.parse(text)), Limits(seconds=seconds)), right)
        for text, right in asked
    )
    return sum(move in right for move, right in chosen)


def asked_positions(board: Board, folder: Path, positions: int, seed: int) -> list[tuple[str, list[int]]]:
    """Positions, each with the moves that keep its result."""
    path = folder / f"positions {seed}.json"
    if not path.exists():
        known = islice(known_positions(board.game, Shelf(folder), seed), positions)
        found = [(position.text(), [m for m in values if keeps(values, m)]) for position, values in known]
        write_whole(path, json.dumps(found).encode())
    asked: list[tuple[str, list[int]]] = json.loads(path.read_text())
    return asked


def keeps(values: dict[int, Value], move: int) -> bool:
    """Whether a move is won, drawn or lost as the best one is."""
    return result_of(values[move]) == max(map(result_of, values.values()))


def result_of(value: Value) -> int:
    return value.result or 0


def known_positions(game: Game, shelf: Shelf, seed: int) -> Iterator[tuple[Position, dict[int, Value]]]:
    """Positions where every move is known and some do not keep the result, without end and none twice."""
    draw, guide = random.Random(f"perfect {seed}"), player(GUIDE, game, seed=seed)
    oracle = Oracle(game, shelf)
    seen: set[str] = set()
    while True:
        line, found = Line(game.start(draw.getrandbits(32))), {}
        for _ply in range(draw.randrange(OPENING)):
            line = line.play(draw.choice(line.legal())) if line.legal() else line
        while line.outcome() is None and line.plies < LONGEST:
            values, text = oracle.moves(line), line.position.text()
            several = len(set(map(result_of, values.values()))) > 1
            if several and len(values) == len(line.legal()) and text not in seen:
                found[text] = line.position, values
            line = line.play(guide.choose(line, Limits()))
        for text in draw.sample(sorted(found), min(A_GAME, len(found))):
            seen.add(text)
            yield found[text]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.perfect", description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many for each player")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was found; it is not found again")
    parser.add_argument("names", nargs="*", help="which games (default: all)")
    options = parser.parse_args()
    boards = [board for board in BOARDS if not options.names or board.name in options.names]
    keep(NAME, run(options.positions, boards, Kept(options.kept)))


if __name__ == "__main__":
    main()
