"""`python -m benchmarks.tables.probing FOLDER…`: how long one call takes that asks a table of these folders.

Boards of random games from the start, as far as a table holds them, each asked by `Shelf.probe`, and told
apart by how the layer is stored that answered. *Cold*: the files have just been opened and nothing of them is
in memory (their pages are given back to the system first); *warm*: the same boards once more. Goals: 20 µs
where a layer lies as it is, 100 µs where it is packed. Not part of `make bench`; writes its own section of
RESULTS.md.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections import defaultdict
from pathlib import Path

from benchmarks.report import Report, Table, keep
from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.tables.format import TableFile
from stratege.tables.shelf import Shelf
from stratege.tables.summary import summaries

BOARDS = 5_000
GOALS = {"raw": 20, "zstd": 100}
COLUMNS = ("table", "stored", "boards", "cold p50 µs", "cold p99 µs", "warm p50 µs", "warm p99 µs", "goal µs")
SUMMARY = "One call of `Shelf.probe`, on boards of random games; all files together {size:.1f} GB."


class WatchedShelf(Shelf):
    """Notes how the layer is stored that was asked last."""

    coding = ""

    def layer(self, game: Game, layer: str) -> TableFile | None:
        file = super().layer(game, layer)
        if file is not None:
            self.coding = file.header.coding
        return file


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables.probing", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    shelves = [WatchedShelf(folder) for folder in parser.parse_args().folders]
    rows = [row for shelf in shelves for row in measured(shelf)]
    size = sum(path.stat().st_size for shelf in shelves for path in shelf.files()) / 1e9
    keep("tables-probing", Report(SUMMARY.format(size=size), [Table("One probe", COLUMNS, rows)]))


def measured(shelf: WatchedShelf) -> list[list[str]]:
    """A row for each table and each way in which its layers are stored."""
    rows = []
    for table in summaries(shelf):
        chosen = game(table.game, table.variant, table.size)
        boards = known_boards(shelf, chosen)
        forget(shelf)
        cold, warm = timed(shelf, boards), timed(shelf, boards)
        for coding in cold:
            figures = [one(times) for times in (cold[coding], warm[coding]) for one in (p50, p99)]
            cells = [f"{seconds * 1e6:.1f}" for seconds in figures]
            rows.append([table.name, coding, f"{len(cold[coding]):,}", *cells, f"{GOALS[coding]}"])
    return rows


def known_boards(shelf: Shelf, chosen: Game) -> list[Position]:
    """Boards of random games that the table holds, in random order."""
    chance = random.Random(1)
    found: list[Position] = []
    for _game in range(BOARDS):
        position = chosen.start()
        while position.outcome() is None and len(found) < BOARDS:
            if chance.random() < 0.2 and shelf.probe(chosen, position.state) is not None:
                found.append(position)
            position = position.play(chance.choice(position.legal()))
            if chance.random() < 0.01:  # some games have no end
                break
    chance.shuffle(found)
    return found


def forget(shelf: Shelf) -> None:
    """Close the files, and have the system give back the memory in which it keeps them."""
    shelf.forget()
    for path in shelf.files():
        handle = os.open(path, os.O_RDONLY)
        try:
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(handle)


def timed(shelf: WatchedShelf, boards: list[Position]) -> dict[str, list[float]]:
    """Seconds for each board, by how it was stored."""
    found: dict[str, list[float]] = defaultdict(list)
    for board in boards:
        begun = time.perf_counter()
        shelf.probe(board.game, board.state)
        found[shelf.coding].append(time.perf_counter() - begun)
    return found


def p50(times: list[float]) -> float:
    return statistics.median(times)


def p99(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100]


if __name__ == "__main__":
    main()
