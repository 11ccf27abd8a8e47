"""Compile what most tests use, each thing once: `python -m tests.warm`.

Else every process of a test run that finds the cache empty would compile the same code at the same time.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from stratege.archive.replay_batch import WORTH_COMPILING, Moves, replay
from stratege.core.line import Line
from stratege.core.registry import GAMES, game
from stratege.engine.adviser import Adviser
from stratege.engine.limits import Limits
from stratege.engine.perft import perft
from stratege.engine.players import player, player_names


def warm(name: str) -> None:
    """Have all that searches, counts and replays one game compiled."""
    rules = game(name)
    start = rules.start(seed=0)
    Adviser(rules).prepare()
    perft(start, 3)
    for machine in {"mcts", "exam"} & set(player_names(rules)):
        player(machine, rules).choose(Line(start), Limits(2, 100))
    moves = Moves(start, start.legal()[:1])
    replay(rules, [moves] * WORTH_COMPILING, 1)


def main() -> None:
    """All games, the slowest to compile first."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(warm, sorted(GAMES, key=lambda name: name != "awale")))


if __name__ == "__main__":
    main()
