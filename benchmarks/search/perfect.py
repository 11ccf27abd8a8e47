"""The levels by what is known for certain: how many of their moves keep the result of perfect play."""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import stratege
from benchmarks.report import Report, Table, keep
from benchmarks.search.earlier import COMMIT, earlier_folder, sources_of
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
SHARES = WORKERS = 2  # the positions are two halves, whoever asks them
MEMORY = 1 << 30

SUMMARY = (
    "{positions} positions a board, of games that `{guide}` plays with itself, all of whose moves a solver "
    "or a table knows, and not all of them keep the result; how many of the moves chosen there do, with "
    "Wilson's interval at 95 %. The tables are for who counts: the levels do without, `level:10` too, and "
    "have {seconds:g} s a move at most. Awalé's table leaves the limit of 100 turns out: some moves that it "
    "calls mistakes are none. Before: the same levels of commit `{commit}`, in the same positions."
)

# What an earlier commit is asked, in its own words: how many moves of a player are among the right ones.
COUNT = """
import json, sys
import stratege
from stratege.engine.players import player
from stratege.engine.searcher import Limits
name, variant, size, level, seed, seconds, path = sys.argv[1:]
game = stratege.game(name, variant, size)
machine = player(level, game, seed=int(seed))
with open(path) as file:
    asked = json.load(file)
limits = Limits(seconds=float(seconds))
print(sum(machine.choose(game.parse(text), (), limits) in right for text, right in asked))
"""


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


def run(
    positions: int = POSITIONS,
    boards: Sequence[Board] = BOARDS,
    kept: Kept | None = None,
    workers: int = WORKERS,
) -> Report:
    kept = kept or Kept()
    tables = [table_of(board, positions, SECONDS, kept, workers) for board in boards]
    said = {"positions": f"{positions:,}", "guide": GUIDE, "seconds": SECONDS, "commit": COMMIT}
    return Report(SUMMARY.format(**said), tables)


def table_of(board: Board, positions: int, seconds: float, kept: Kept, workers: int) -> Table:
    label, asked = board.game.label(), f"{positions}, {seconds} s"
    names = [f"level:{number}" for number in range(1, LEVELS + 1)]
    with tempfile.TemporaryDirectory() as folder:
        ask = functools.partial(right_of, board, Path(folder), positions, seconds, workers)
        row = functools.partial(kept.row, board.name)
        found = {name: row(f"{label}, {name}, {asked}", functools.partial(ask, name)) for name in names}
        before = [
            row(f"{label}, {name}, {asked}, {COMMIT}", functools.partial(ask, name, COMMIT)) for name in names
        ]
    rates = [rate_of(right, positions) for right in found.values()]
    rows = [[round(one, 4) for one in rate] for rate in rates]
    keep_figures(board.name, PERFECT, label, f"{positions:,} positions, at most {seconds:g} s a move", rows)
    cells = [
        [name, str(right), str(positions), *in_words(right, positions), *in_words(earlier, positions)]
        for (name, right), earlier in zip(found.items(), before)
    ]
    return Table(label, ("player", "kept", "of", "rate", "95 %", "before", "95 % of before"), cells)


def rate_of(right: int, positions: int) -> list[float]:
    """The share, and Wilson's interval."""
    return [right / positions, *wilson(Score(right, 0, positions - right))]


def in_words(right: int, positions: int) -> tuple[str, str]:
    """The share and its interval as a table shows them."""
    rate, low, high = rate_of(right, positions)
    return f"{rate:.1%}", f"{low:.1%} – {high:.1%}"


def right_of(
    board: Board,
    folder: Path,
    positions: int,
    seconds: float,
    workers: int,
    name: str,
    commit: str | None = None,
) -> int:
    """How many moves of the player, or of an earlier commit's, keep the result."""
    build(board, folder)
    shares = [positions // SHARES] * SHARES
    shares[0] += positions - sum(shares)
    source = sources_of(commit, earlier_folder()) if commit is not None else None
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        ask = functools.partial(kept_by, board, folder, name, seconds, source)
        return sum(pool.map(ask, shares, range(SHARES)))


def build(board: Board, folder: Path) -> None:
    """Put the board's table into the folder, where it needs one; what is there stays."""
    if board.game.declaration.solver is None:
        builder = Builder(Shelf(folder), board.game, WORKERS, MEMORY)
        builder.build(builder.plan(board.limit))


def kept_by(
    board: Board, folder: Path, name: str, seconds: float, source: Path | None, positions: int, seed: int
) -> int:
    """In how many positions the player's move keeps the result; the same positions for the same seed."""
    os.environ["STRATEGE_TABLES"] = str(folder / "none")  # what the player finds
    asked, game = asked_positions(board, folder, positions, seed), board.game
    if source is not None:
        words = (game.name, game.variant.name, game.size, name, seed, seconds, positions_file(folder, seed))
        command = [sys.executable, "-c", COUNT, *map(str, words)]
        then = os.environ | {"PYTHONPATH": str(source)}
        return int(subprocess.run(command, env=then, stdout=subprocess.PIPE, check=True).stdout)
    machine = player(name, game, seed=seed)
    chosen = (
        (machine.choose(Line(game.parse(text)), Limits(seconds=seconds)), right) for text, right in asked
    )
    return sum(move in right for move, right in chosen)


def positions_file(folder: Path, seed: int) -> Path:
    """Where the positions of that seed are kept."""
    return folder / f"positions {seed}.json"


def asked_positions(board: Board, folder: Path, positions: int, seed: int) -> list[tuple[str, list[int]]]:
    """Positions, each with the moves that keep its result."""
    path = positions_file(folder, seed)
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
        line = Line(game.start(draw.getrandbits(32)))
        for _ply in range(draw.randrange(OPENING)):
            line = line.play(draw.choice(line.legal())) if line.legal() else line
        lines = []
        while line.outcome() is None and line.plies < LONGEST:
            lines.append(line)
            line = line.play(guide.choose(line, Limits()))
        draw.shuffle(lines)  # to ask costs more than to play
        yield from islice(telling_positions(oracle, lines, seen), A_GAME)


def telling_positions(
    oracle: Oracle, lines: Sequence[Line], seen: set[str]
) -> Iterator[tuple[Position, dict[int, Value]]]:
    """Of these, where every move is known and some do not keep the result; notes what it has given."""
    for line in lines:
        text = line.position.text()
        values = {} if text in seen else oracle.moves(line, proving=False)
        if len(values) == len(line.legal()) and len(set(map(result_of, values.values()))) > 1:
            seen.add(text)
            yield line.position, values


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.perfect", description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many for each player")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was found; it is not found again")
    parser.add_argument("--workers", type=int, default=WORKERS, help="how many players at a time")
    parser.add_argument("names", nargs="*", help="which games (default: all)")
    options = parser.parse_args()
    boards = [board for board in BOARDS if not options.names or board.name in options.names]
    keep(NAME, run(options.positions, boards, Kept(options.kept), options.workers), part=True)


if __name__ == "__main__":
    main()
