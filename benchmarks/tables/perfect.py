"""`python -m benchmarks.tables.perfect FOLDER`: Quixo 5 × 5 played by all its tables, which are in FOLDER.

From the start `level:10` must not lose. From won boards of every layer it must win: a third of them drawn
among all won boards, the others among those where no winning move ends the game or takes a blank, as far as
there are any, the farthest of the layer among them. Its opponents play at random, search, or hold on as
long as the tables allow. Not part of `make bench`; writes its own section of RESULTS.md. Ends with an error
if a game was not won that had to be.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import stratege
from benchmarks.report import Report, Table, keep
from stratege.core.kernel import State
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.engine.limits import Limits
from stratege.engine.players import Player, player
from stratege.games.quixo.conversion import Conversion
from stratege.games.quixo.retrograde import indexing
from stratege.games.quixo.table_probe import CONVERSIONS
from stratege.tables.shelf import Shelf

QUIXO = stratege.game("quixo")
LONGEST = QUIXO.ply_limit or 0
CELLS = 25
FEWEST_CUBES = 4  # with fewer nobody has won yet
TRIES = 400  # boards drawn in search of a won one; runs of bytes read in search of a hard one
RUN = 1 << 14
LIMITS = Limits(depth=3)
STUBBORN = "stubborn"
LOSING = 400  # what a move is worth to who holds on that leaves the other a win

SUMMARY = (
    "Quixo 5 × 5 by its tables: `level:10` won {won} of {games} games from won boards of {layers} layers, "
    "against {rivals}; {hard} of the boards had no winning move that ends the game or takes a blank. The "
    "longest game took {longest} plies. A move took {p50:.1f} ms, {p99:.1f} ms at the 99th percentile of "
    "{moves:,}, {slowest:.1f} ms at most; the process took {memory:.2f} GB at most, tables in memory "
    "included. From the start it played {drawn} games: {lost} lost."
)


class Stubborn:
    """Holds on: of the replies to a won board, the one that keeps the winner longest in its layer."""

    name = STUBBORN

    def __init__(self, shelf: Shelf, seed: int) -> None:
        self._shelf, self._draw = shelf, random.Random(seed)
        self._way = Conversion(QUIXO.rules, partial(shelf.gather, QUIXO))

    def choose(self, line: Line, limits: Limits) -> int:
        position, moves = line.position, line.legal()
        self._draw.shuffle(moves)
        worth = {move: self._worth(position, position.play(move)) for move in moves}
        best = [move for move in moves if worth[move] == max(worth.values())]
        if worth[best[0]] != LOSING:
            return best[0]
        plies = self._way.plies(position.state, dict.fromkeys(best, -1))
        return max(best, key=lambda move: plies.get(move, 0))

    def _worth(self, before: Position, after: Position) -> float:
        """Best a board that is not won by the other; worst one where the game is over."""
        outcome = after.outcome()
        if outcome is not None:
            return 1000 if outcome.winner == before.to_move else -1
        exact = self._shelf.probe(QUIXO, after.state)
        assert exact is not None
        return 500 - 100 * exact.result


@dataclass
class Tally:
    """What became of the games of one kind."""

    plies: list[int] = field(default_factory=list)
    won: int = 0
    lost: int = 0
    hard: int = 0
    seconds: list[float] = field(default_factory=list)

    def row(self, name: str) -> list[str]:
        games = len(self.plies)
        mean = f"{sum(self.plies) / games:.1f}" if games else "–"
        return [
            name,
            str(games),
            str(self.hard),
            str(self.won),
            mean,
            str(max(self.plies, default=0)),
            *(f"{1000 * one:.1f}" for one in (percentile(self.seconds, 99), max(self.seconds, default=0))),
        ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables.perfect", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=48, help="so many boards of each layer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dry", action="store_true", help="print, and leave RESULTS.md as it is")
    words = parser.parse_args()
    os.environ["STRATEGE_TABLES"] = str(words.folder)
    shelf = Shelf(words.folder)
    if len(shelf.layers(QUIXO)) < 2 * (CELLS + 1):
        sys.exit(f"Not all layers of Quixo 5 × 5 are in {words.folder}.")
    report, good = played(shelf, words.games, words.seed)
    print(report.summary)
    for table in report.tables:
        for row in (table.columns, *table.rows):
            print("  ".join(f"{cell:>8}" for cell in row))
    if not words.dry:
        keep("quixo played perfectly", report)
    if not good:
        sys.exit("A game was not won, or lost, that had not to be.")


def played(shelf: Shelf, games: int, seed: int) -> tuple[Report, bool]:
    """All games, and whether all of them ended as they had to."""
    rivals = rivals_of(shelf, seed)
    layers = {blanks: Tally() for blanks in range(CELLS + 1 - FEWEST_CUBES)}
    hero, chance = player("level:10", QUIXO), random.Random(seed)
    for blanks, tally in layers.items():
        for number, position in enumerate(won_boards(shelf, blanks, games, chance)):
            tally.hard += is_hard(shelf, position)
            for rival in rivals if number % 3 == 0 else rivals[:2]:
                play(hero, rival, position, tally)
        print(blanks, tally, file=sys.stderr, flush=True)
    start = Tally()
    for rival in rivals:
        for opening in range(6):
            play(hero, rival, QUIXO.start(), start, hero_first=opening % 2 == 0)
    total = sum(len(tally.plies) for tally in layers.values())
    won = sum(tally.won for tally in layers.values())
    seconds = [one for tally in layers.values() for one in tally.seconds]
    summary = SUMMARY.format(
        won=won,
        games=total,
        layers=sum(bool(tally.plies) for tally in layers.values()),
        rivals=", ".join(rival.name for rival in rivals),
        hard=sum(tally.hard for tally in layers.values()),
        longest=max(max(tally.plies, default=0) for tally in layers.values()),
        p50=1000 * statistics.median(seconds),
        p99=1000 * percentile(seconds, 99),
        slowest=1000 * max(seconds),
        moves=len(seconds),
        memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9,
        drawn=len(start.plies),
        lost=start.lost,
    )
    rows = [tally.row(f"{blanks} blanks") for blanks, tally in layers.items()] + [start.row("the start")]
    columns = ("from", "games", "hard", "won", "mean plies", "most", "p99 ms", "slowest ms")
    return Report(summary, [Table("By layer", columns, rows)]), won == total and start.lost == 0


def rivals_of(shelf: Shelf, seed: int) -> list[Player]:
    return [Stubborn(shelf, seed), player("random", QUIXO, seed), player("level:4", QUIXO, seed)]


def play(hero: Player, rival: Player, position: Position, tally: Tally, hero_first: bool = True) -> None:
    """One game to its end, or to the limit of plies."""
    me = position.to_move if hero_first else 3 - position.to_move
    line = Line(position)
    while line.outcome() is None and line.plies < LONGEST:
        mover, begun = (hero if line.to_move == me else rival), time.perf_counter()
        line = line.play(mover.choose(line, LIMITS))
        if mover is hero:
            tally.seconds.append(time.perf_counter() - begun)
    outcome = line.outcome()
    tally.plies.append(line.plies)
    tally.won += outcome is not None and outcome.winner == me
    tally.lost += outcome is not None and outcome.winner != me


def won_boards(shelf: Shelf, blanks: int, count: int, chance: random.Random) -> Iterator[Position]:
    """Won boards with so many blanks, two of three hard if there are any, the farthest first."""
    hard = hard_boards(shelf, blanks, chance)
    for number in range(count):
        found = next(hard, None) if number % 3 else None
        for _try in range(TRIES if found is None else 0):
            position = random_board(blanks, chance)
            exact = None if position.outcome() else shelf.probe(QUIXO, position.state)
            if exact is not None and exact.result == 1:
                found = position
                break
        if found is not None:
            yield found


def hard_boards(shelf: Shelf, blanks: int, chance: random.Random) -> Iterator[Position]:
    """Boards with so many blanks without a way out at once: the farthest, and of random runs the farthest."""
    file = shelf.layer(QUIXO, CONVERSIONS[blanks])
    assert file is not None
    if file.header.statistics["board"] is None:
        return
    yield QUIXO.parse(file.header.statistics["board"])
    blocks, _weights = indexing.blocks(5, blanks)
    for _try in range(TRIES):
        start = chance.randrange(-(-file.header.length // RUN)) * RUN
        run = file.fetch(start, min(RUN, file.header.length - start))
        entry = start + run.index(max(run))
        if max(run) > 0:
            block, index = divmod(entry, 1 << CELLS - blanks)
            yield Position(QUIXO, indexing.board(indexing.index_tables(5), int(blocks[block]), index))


def is_hard(shelf: Shelf, position: Position) -> bool:
    """Whether no winning move ends the game or takes a blank."""
    for move in position.legal():
        after = position.play(move)
        if after.outcome() is not None or cubes(after.state) > cubes(position.state):
            exact = shelf.probe(QUIXO, after.state)  # tables know boards that are over, too
            if exact is not None and exact.result == -1:
                return False
    return True


def random_board(blanks: int, chance: random.Random) -> Position:
    """Any board with so many blanks, the two players' cubes about as many."""
    cells = list(range(CELLS))
    chance.shuffle(cells)
    used = cells[blanks:]
    half = len(used) // 2 + chance.choice([-1, 0, 0, 1])
    return Position(QUIXO, (sum(1 << cell for cell in used[:half]), sum(1 << cell for cell in used[half:])))


def percentile(seconds: list[float], percent: int) -> float:
    return statistics.quantiles(seconds, n=100)[percent - 1] if len(seconds) > 1 else max(seconds, default=0)


def cubes(state: State) -> int:
    return (state[0] | state[1]).bit_count()


if __name__ == "__main__":
    main()
