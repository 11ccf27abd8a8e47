"""The searches' C twins: building them, and searching the same positions with both."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray
from tuning.weights import weighted

from benchmarks.perft.twins import FLAGS
from stratege.core.compiling import compiled
from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.weights import Weights
from stratege.core.wordsize import WORD, as_words
from stratege.engine.alphabeta import EVERYTHING, Found, Searcher
from stratege.engine.limits import Limits

SOURCES = Path(__file__).parent
TABLE_MIB = 16
BUCKET_BYTES = 32
EVALUATING = {2: "evaluate_pairs", 3: "evaluate_triples"}
"""By the words of a state, the function of `benchmarks.search.evaluating`."""


@dataclass(frozen=True)
class Searched:
    """What a search did: (depth, value, nodes so far) of each depth, and the processor time in seconds."""

    depths: tuple[tuple[int, int, int], ...]
    seconds: float

    @property
    def nodes(self) -> int:
        """All of them."""
        return self.depths[-1][2]


def build(game: Game, folder: Path) -> Path:
    """Compile the game's twin into the folder, with the weights of the game's evaluation; the program."""
    weights = weighted(game.name).WEIGHTS
    own = folder / game.name  # no other game's network is to be found there
    own.mkdir(exist_ok=True)
    program = own / "search"
    given = [f"-DWEIGHTS={','.join(map(str, weights))}", f"-I{own}"]
    network = getattr(game.declaration.evaluation, "LEARNED", None)
    if network is not None:
        (own / "network.h").write_text(header_of(network))
    subprocess.run(
        ["cc", *FLAGS, *given, "-o", str(program), str(SOURCES / f"{game.name}.c")],
        check=True,
    )
    return program


def header_of(network: Weights) -> str:
    """A network's weights in C."""
    rows = ",\n".join("{" + ",".join(map(str, row)) + "}" for row in network.rows.rows)
    layer = "static const int16_t layer[][32] __attribute__((aligned(64)))"
    return f"#define SHIFT {network.shift}\n{layer} = {{{rows}}};\n"


def search_in_c(program: Path, position: Position, depth: int, features: int = EVERYTHING) -> Searched:
    """The twin's search of a position, from an empty table."""
    buckets = TABLE_MIB * (1 << 20) // BUCKET_BYTES
    words = [word % WORD for word in (*position.game.rules, *position.state)]
    numbers = [depth, features, buckets, *words, position.to_move]
    answer = subprocess.run([str(program), *map(str, numbers)], capture_output=True, text=True, check=True)
    lines = [line.split() for line in answer.stdout.splitlines()]
    depths = tuple((int(reached), int(value), int(nodes)) for reached, value, nodes, _seconds in lines)
    return Searched(depths, float(lines[-1][-1]))


def search_here(position: Position, depth: int, features: int = EVERYTHING) -> Searched:
    """The compiled search of a position, from an empty table."""
    searcher = Searcher(position.game, table_mib=TABLE_MIB, features=features)
    depths: list[tuple[int, int, int]] = []

    def note(found: Found) -> None:
        depths.append((found.depth, found.value, found.nodes))

    begun = time.thread_time()
    searcher.search(position, Limits(depth=depth), on_depth=note)
    return Searched(tuple(depths), time.thread_time() - begun)


def words_of(positions: Sequence[Position]) -> NDArray[numpy.int64]:
    """The states of positions, word after word."""
    return numpy.array([as_words(position.state) for position in positions], numpy.int64).ravel()


def evaluate_in_c(program: Path, game: Game, words: NDArray[numpy.int64], rounds: int) -> tuple[int, float]:
    """The sum of the twin's values of these states, so many times, and its processor time in seconds."""
    numbers = [rounds, *(word % WORD for word in game.rules)]
    command = [str(program), "evaluate", *map(str, numbers)]
    answer = subprocess.run(command, input=words.tobytes(), stdout=subprocess.PIPE, check=True)
    total, seconds = answer.stdout.split()
    return int(total), float(seconds)


def evaluate_here(game: Game, words: NDArray[numpy.int64], rounds: int) -> tuple[int, float]:
    """The same by the compiled evaluation."""
    holes = {"evaluation": game.declaration.evaluation.__name__}
    code: Any = compiled("benchmarks.search.evaluating", game.kernel.__name__, **holes)
    evaluate, rules = getattr(code, EVALUATING[len(game.start(seed=0).state)]), as_words(game.rules)
    evaluate(rules, words[:0], 1)  # compile it
    begun = time.thread_time()
    return int(evaluate(rules, words, rounds)), time.thread_time() - begun
