"""The exact table of free Ming Mang on 3 × 3 and 4 × 4: every board, whoever could ever reach it.

One layer, one byte a board: `retrograde` says what it means. What a board is worth does not depend on the
past in the free game; under `no-repeat` it does, and no table can say it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from stratege.core.compiling import bound, compiled
from stratege.core.errors import BadOption
from stratege.core.kernel import Rules, State
from stratege.core.language import _
from stratege.core.recipe import Exact, Layer, Work
from stratege.core.wordsize import as_words
from stratege.games.mingmang import kernel

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from stratege.core.recipe import Bytes, Entries

VERSION = 1
WIDEST = 4
LAYER = "boards"
CHUNK = 1 << 20
MOST_MOVES = 4 * WIDEST * WIDEST
T = TypeVar("T")
RETROGRADE, KERNEL = "stratege.games.mingmang.retrograde", "stratege.games.mingmang.kernel"


def layers(rules: Rules, limit: int | None) -> tuple[Layer, ...]:
    """The one layer there is."""
    if limit is not None:
        raise BadOption(_("The table of Ming Mang has no limit to choose: it holds every board."))
    if rules[0] > WIDEST:
        raise BadOption(_("Ming Mang is solved on boards up to {n}×{n}.", n=WIDEST))
    return (Layer(LAYER, 3 ** rules[0] ** 2, 3 ** rules[0] ** 2),)


def at_once(rules: Rules, state: State) -> bool:
    """No: compiling alone takes longer than searching a small board."""
    return False


def selfcheck(rules: Rules, seed: int) -> None:
    """Every move that the rules know must be among the moves taken back, from random boards."""
    ternary, plain = _ternary(rules[0]), bound(RETROGRADE, KERNEL)
    chance = random.Random(seed)
    for _trial in range(100):
        before = plain.board_of(chance.randrange(3 ** rules[0] ** 2))
        out = [0] * MOST_MOVES
        for move in out[: kernel.moves(rules, before, out, 0)]:
            reached: dict[int, int] = defaultdict(int)
            plain.spread_back(rules, ternary, reached, 0, *kernel.play(rules, before, move), out)
            assert reached[plain.number_of(ternary, *before)] == 2, (before, move)


def solve(rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes], work: Work) -> None:
    """Level after level, from the start: what an interrupted run wrote is found in place."""
    words, ternary = as_words(rules), _ternary(rules[0])
    retrograde = compiled(RETROGRADE, KERNEL)
    _on_all(work, layer.entries, retrograde.mark_stuck, words, data)
    level, found = 0, 1
    while found:
        work.tell(level / (level + 8))
        found = sum(_on_all(work, layer.entries, retrograde.spread, words, ternary, data, level))
        level += 1


def wrong(
    rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes], entries: Entries | None, work: Work
) -> int:
    """Ask the rules for every successor."""
    import numpy

    words, ternary = as_words(rules), _ternary(rules[0])
    retrograde = compiled(RETROGRADE, KERNEL)
    numbers = numpy.arange(layer.entries) if entries is None else entries
    bad = _on_all(work, len(numbers), retrograde.first_wrong, words, ternary, data, numbers)
    return min((number for number in bad if number >= 0), default=-1)


def statistics(rules: Rules, layer: Layer, data: Bytes, work: Work) -> dict[str, Any]:
    """Won, lost, drawn over all boards and by distance, the longest; the start and its first moves."""
    import numpy

    counts = numpy.bincount(data, minlength=256).tolist()
    by_distance = {str(entry - 1): count for entry, count in enumerate(counts) if entry and count}
    return {
        "won": sum(counts[2::2]),
        "lost": sum(counts[1::2]),
        "drawn": counts[0],
        "by_distance": by_distance,
        "longest": max(map(int, by_distance)),
        **_from_the_start(rules, data),
    }


def probe(rules: Rules, state: State, fetch: Callable[[str, int, int], bytes | None]) -> Exact | None:
    """One byte."""
    if rules[0] > WIDEST:
        return None
    ternary = _ternary(rules[0])
    entry = fetch(LAYER, int(ternary[state[0]] + 2 * ternary[state[1]]), 1)
    return None if entry is None else _exact(entry[0])


def _exact(entry: int) -> Exact:
    if entry == 0:
        return Exact(0)
    return Exact(1 if entry % 2 == 0 else -1, entry - 1)


def _from_the_start(rules: Rules, data: Bytes) -> dict[str, Any]:
    """The value of the start and of each first move, for the player who makes it."""
    from stratege.games.mingmang.game import MingMang

    game = MingMang.create("free", str(rules[0]))
    start = game.start()

    def value(state: State, moves_before: int) -> dict[str, int | None]:
        exact = probe(rules, state, lambda _layer, at, length: data[at : at + length].tobytes())
        assert exact is not None
        sign = -1 if moves_before % 2 else 1
        plies = None if exact.plies is None else exact.plies + moves_before
        return {"result": sign * exact.result, "plies": plies}

    moves = {game.move_text(move, 1): value(start.play(move).state, 1) for move in start.legal()}
    return {"start": value(start.state, 0), "first_moves": moves}


@cache
def _ternary(n: int) -> NDArray[numpy.int64]:
    """For each set of cells, the number whose digits in base 3 are its bits."""
    import numpy

    numbers = numpy.zeros(1, numpy.int64)
    for cell in range(n * n):
        numbers = numpy.concatenate([numbers, numbers + 3**cell])
    return numbers


def _on_all(work: Work, count: int, function: Callable[..., T], *arguments: object) -> list[T]:
    """Have the workers call the function on all of 0 … count - 1, a range and room for moves at a time."""
    import numpy

    def on_range(begin: int) -> T:
        return function(*arguments, begin, min(begin + CHUNK, count), numpy.zeros(MOST_MOVES, numpy.int64))

    with ThreadPoolExecutor(work.workers) as pool:
        return list(pool.map(on_range, range(0, count, CHUNK)))
