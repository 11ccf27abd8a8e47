"""`python -m benchmarks.tables.norepeat`: Ming Mang 3 × 3 where no board comes back, as far as search goes.

From the start each first move and each reply is valued. Then every board, up to turning and mirroring, is
searched with nothing played before, a ply deeper at a time: under `no-repeat` there are no draws, so each is
won or lost, but what is legal depends on all boards seen, and for some the tree is too large. Beside it
stands the value of the same board in the free game. Minutes; prints, and keeps nothing.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

import stratege
from stratege.core.kernel import State
from stratege.core.position import Position
from stratege.engine.adviser import analyse
from stratege.engine.alphabeta import EVERYTHING, Searcher
from stratege.engine.alphabeta_kernel.work import USE_EXCHANGES
from stratege.engine.limits import Limits
from stratege.games.square_symmetry import TURNS, turned_board
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf

N = 3
FREE, STRICT = (stratege.game("mingmang", variant, size=N) for variant in ("free", "no-repeat"))
WORDS = {1: "won", 0: "drawn", -1: "lost"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables.norepeat", description=__doc__)
    parser.add_argument("--nodes", type=int, default=2_000_000, help="for each board")
    words = parser.parse_args()
    print("From the start:")
    for line in first_moves():
        print(f"  {line}")
    print("All boards that are not over, up to symmetry:")
    for line in compared(words.nodes):
        print(f"  {line}")


def first_moves() -> list[str]:
    """Each first move and each reply to it, with what is certain of it."""
    lines, start = [], STRICT.start()
    for first in analyse(start, depth=20).moves:
        lines.append(f"{first.move}: {first.verdict} ({first.kind})")
        after = start.play(first.move)
        if after.outcome() is None:
            replies = analyse(after, depth=20).moves
            lines += [f"  then {reply.move}: {reply.verdict} ({reply.kind})" for reply in replies]
    return lines


def compared(nodes: int) -> list[str]:
    """How many boards have which value in the free game, and which one here."""
    # Only ends that are seen count here: no exchange at a leaf proves anything.
    free, searcher = free_values(), Searcher(STRICT, features=EVERYTHING & ~USE_EXCHANGES)
    pairs, depths, longest = Counter[tuple[int, str]](), Counter[int](), 0
    for state, value in free.items():
        position = Position(STRICT, state)
        if position.outcome() is not None:
            continue
        found = searcher.search(position, Limits(nodes=nodes))
        if found.plies_to_end is None:
            pairs[value, "not decided"] += 1
            depths[found.depth] += 1
        else:
            pairs[value, WORDS[1 if found.value > 0 else -1]] += 1
            longest = max(longest, found.plies_to_end)
    lines = [
        f"{WORDS[value]} in the free game, {here} here: {n}" for (value, here), n in sorted(pairs.items())
    ]
    lines.append(f"the longest way found: {longest} plies")
    return lines + [f"not decided at depth {depth}: {count}" for depth, count in sorted(depths.items())]


def free_values() -> dict[State, int]:
    """The value in the free game of every board, one of each set of turns."""
    with tempfile.TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder))
        builder = Builder(shelf, FREE, workers=2, memory=1 << 30)
        builder.build(builder.plan(None))
        found = {state: shelf.probe(FREE, state) for state in unlike_states()}
        return {state: exact.result for state, exact in found.items() if exact is not None}


def unlike_states() -> list[State]:
    """All boards, one of each set of turns."""
    cells = range(1 << N * N)
    every = ((mine, theirs) for mine in cells for theirs in cells if mine & theirs == 0)
    return [
        state for state in every if state == min(turned_board((N,), state, turn) for turn in range(TURNS))
    ]


if __name__ == "__main__":
    main()
