"""`python -m benchmarks.tables.perfect FOLDER`: Quixo 5 × 5 played by all its tables, which are in FOLDER.

From the start `level:10` must not lose. From won boards of every layer it must win: half of them drawn among
all won boards, half among those where no winning move ends the game or takes a blank, as far as some turn up.
Its opponents play at random, search, or hold on as long as the tables allow. Not part of `make bench`; writes
its own section of RESULTS.md. Ends with an error if a game was not won that had to be.
"""

from __future__ import annotations

import argparse
import os
import random
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
from stratege.tables.shelf import Shelf

QUIXO = stratege.game("quixo")
LONGEST = QUIXO.ply_limit or 0
CELLS = 25
FEWEST_CUBES = 4  # with fewer nobody has won yet
TRIES = 400  # boards drawn in search of one where the win takes more than one step
LIMITS = Limits(depth=3)
STUBBORN = "stubborn"

SUMMARY = (
    "Quixo 5 × 5 by its tables: `level:10` (looking 3 plies ahead) won {won} of {games} games from won "
    "boards of {layers} layers, against {rivals}; {hard} of the boards had no winning move that ends the "
    "game or takes a blank. The longest game took {longest} plies, the longest thought {slowest:.1f} s. From "
    "the start it played {drawn} games: {lost} lost."
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
        return max(moves, key=lambda move: self._worth(position, position.play(move)))

    def _worth(self, before: Position, after: Position) -> float:
        """Best a board that is not won by the other, then one from which the way out is long."""
        outcome = after.outcome()
        if outcome is not None:
            return 1000 if outcome.winner == before.to_move else -1
        exact = self._shelf.probe(QUIXO, after.state)
        assert exact is not None
        if exact.result < 1:
            return 500 - 100 * exact.result
        return 0 if cubes(after.state) > cubes(before.state) else self._way.plies(after.state) or 0


@dataclass
class Tally:
    """What became of the games of one kind."""

    plies: list[int] = field(default_factory=list)
    won: int = 0
    lost: int = 0
    hard: int = 0
    slowest: float = 0.0

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
            f"{self.slowest:.2f}",
        ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables.perfect", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=6, help="from each layer and against each opponent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dry", action="store_true", help="print, and leave RESULTS.md as it is")
    words = parser.parse_args()
    os.environ["STRATEGE_TABLES"] = str(words.folder)
    shelf = Shelf(words.folder)
    if len(shelf.layers(QUIXO)) < CELLS + 1:
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
            hard = number % 2 == 1 and is_hard(shelf, position)
            tally.hard += hard
            for rival in rivals:
                play(hero, rival, position, tally)
        print(blanks, tally, file=sys.stderr, flush=True)
    start = Tally()
    for rival in rivals:
        for opening in range(games):
            play(hero, rival, QUIXO.start(), start, hero_first=opening % 2 == 0)
    total = sum(len(tally.plies) for tally in layers.values())
    won = sum(tally.won for tally in layers.values())
    summary = SUMMARY.format(
        won=won,
        games=total,
        layers=sum(bool(tally.plies) for tally in layers.values()),
        rivals=", ".join(rival.name for rival in rivals),
        hard=sum(tally.hard for tally in layers.values()),
        longest=max(max(tally.plies, default=0) for tally in layers.values()),
        slowest=max(tally.slowest for tally in layers.values()),
        drawn=len(start.plies),
        lost=start.lost,
    )
    rows = [tally.row(f"{blanks} blanks") for blanks, tally in layers.items()] + [start.row("the start")]
    columns = ("from", "games", "hard", "won", "mean plies", "most", "slowest s")
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
            tally.slowest = max(tally.slowest, time.perf_counter() - begun)
    outcome = line.outcome()
    tally.plies.append(line.plies)
    tally.won += outcome is not None and outcome.winner == me
    tally.lost += outcome is not None and outcome.winner != me


def won_boards(shelf: Shelf, blanks: int, count: int, chance: random.Random) -> Iterator[Position]:
    """Won boards with so many blanks, every other one hard if some turns up."""
    for number in range(count):
        found = None
        for _try in range(TRIES):
            position = random_board(blanks, chance)
            exact = None if position.outcome() else shelf.probe(QUIXO, position.state)
            if exact is not None and exact.result == 1:
                found = position
                if number % 2 == 0 or is_hard(shelf, position):
                    break
        if found is not None:
            yield found


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


def cubes(state: State) -> int:
    return (state[0] | state[1]).bit_count()


if __name__ == "__main__":
    main()
