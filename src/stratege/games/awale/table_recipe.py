"""Awalé's exact table: for every board of up to N seeds, the best difference of seeds from here on.

One layer for each number of seeds, `seeds-00`, `seeds-01`, …; one byte a board, 2 × value + 1, at the board's
index (`ranking`). The value is the seeds that the player to move will still gain less those of the opponent,
both playing for the most. Endless play gains nothing for either; where the variant ends the game with few
seeds left, or the mover has no move, each takes the seeds of their own row.

What the value leaves out, and why it may:

- *Someone holds more than half.* That depends on the stores, not on the board; the value is of play that goes
  on. The winner is the same: with more than half, no continuation can lose. So the player to move wins, draws
  or loses as (store - opponent's store + value) is positive, 0 or negative, and that sum is the final
  difference of a game that is played out. A game that is stopped early may end with another difference.
- *The turn limit and repetition.* They depend on the moves before: see `certainty` for when it cannot matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from stratege.core.compiling import compiled
from stratege.core.errors import BadOption
from stratege.core.kernel import GOES_ON, Rules, State
from stratege.core.language import _
from stratege.core.recipe import Exact, GatherBytes, Layer, Work
from stratege.games.awale import kernel, retrograde, verify
from stratege.games.awale.ranking import BEFORE, MOST, ROWS, SHIFT, boards, index_of
from stratege.games.awale.sowing import sowings
from stratege.games.awale.table_probe import LAYERS, addresses

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes, Entries

VERSION = 1

DEFAULT_LIMIT = 15
MOST_RAW = 24
"""Up to here layers lie as they are, for searches to read, 1.3 GB together; beyond they are packed."""
SHARE = 0.65  # of a layer's bytes, when packed: 3.6 bits of 8 at 14 seeds, and slowly more
MOST_TAKEN = 18
"""A harvest takes at most six pits of three seeds; the least is one pit of two."""

SAMPLED = (3, 7, 11, 14)  # numbers of seeds for the self-check; 14 in one pit go round and harvest

CHUNK = 1 << 18  # boards that a thread copies, counts or checks between two looks at the clock
SAMPLED_AT_ONCE = 1 << 20
TILE = 512  # rows of the opponent that are solved together
SMALLEST, LARGEST = 1 << 16, 1 << 21  # boards that a thread sweeps between two looks at the clock
SPARE = 8  # bytes after the working bytes, which are read by words
HALFWAY = 12  # sweeps after which a layer counts as half done: nobody knows how many it will take


def layers(rules: Rules, limit: int | None) -> tuple[Layer, ...]:
    """The layers up to `limit` seeds, 15 if there is none."""
    most = DEFAULT_LIMIT if limit is None else limit
    if not 0 <= most <= MOST:
        raise BadOption(_("Awalé's table can hold boards of 0 to {most} seeds, not {n}.", most=MOST, n=most))
    return tuple(_layer(rules, seeds) for seeds in range(most + 1))


def every_layer(rules: Rules) -> tuple[Layer, ...]:
    """Up to the most seeds."""
    return layers(rules, MOST)


def at_once(rules: Rules, state: State) -> bool:
    """Boards of few seeds."""
    return kernel.seeds_in(state[0]) + kernel.seeds_in(state[1]) <= DEFAULT_LIMIT


def solve(rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes], work: Work) -> None:
    """Fill the layer: working bytes in scratch until they are right, then all at once into the data."""
    import numpy

    seeds = _seeds(layer)
    scratch = work.scratch("values", layer.entries + SPARE).view(numpy.int8)
    if _over(rules, seeds):
        for held in range(seeds + 1):
            start, end = (BEFORE[seeds << SHIFT | mine] for mine in (held, held + 1))
            scratch[start:end] = 2 * (held - (seeds - held))
    else:
        _iterate(rules, layer, addresses({seeds: scratch, **_numbered(below)}), scratch, work)
    for start, end in _ranges(layer.entries, CHUNK):
        numpy.bitwise_or(scratch[start:end].view(numpy.uint8), 1, out=data[start:end])
        work.tell(1 - (layer.entries - end) / (100 * layer.entries))


def wrong(
    rules: Rules,
    layer: Layer,
    data: Bytes,
    below: Mapping[str, Bytes],
    entries: Entries | None,
    work: Work,
) -> int:
    """The first of these boards (None: of all) whose byte is not what the kernel's moves make of it."""
    check = compiled(verify.__name__)
    seeds, total = _seeds(layer), layer.entries if entries is None else len(entries)
    known = addresses({seeds: data, **_numbered(below)})

    def check_part(start: int, end: int) -> int:
        if entries is None:
            return int(check.first_wrong(rules, seeds, known, start, end, _room()))
        return int(check.first_wrong_of(rules, seeds, known, entries[start:end], _room()))

    with _threads(work.workers) as each:
        for done, answer in each(check_part, _ranges(total, CHUNK)):
            work.tell(done)
            if answer >= 0:
                return answer
    return -1


def wrong_among(rules: Rules, layer: Layer, entries: Entries, gather: GatherBytes, work: Work) -> int:
    """The same of these boards, by their bytes and those of the boards that follow."""
    for start, end in _ranges(len(entries), SAMPLED_AT_ONCE):
        some = entries[start:end]
        values = verify.derived_from(
            rules, _seeds(layer), some, lambda left, places: gather(LAYERS[left], places)
        )
        bad = some[gather(layer.name, some).view("int8") != 2 * values + 1]
        if len(bad) > 0:
            return int(bad[0])
        work.tell(end / len(entries))
    return -1


def statistics(rules: Rules, layer: Layer, data: Bytes, work: Work) -> dict[str, Any]:
    """How many boards of the layer have each value, seen by the player to move."""
    import numpy

    counts = numpy.zeros(256, numpy.int64)
    for start, end in _ranges(layer.entries, CHUNK):
        counts += numpy.bincount(data[start:end], minlength=256)
        work.tell(end / layer.entries)
    histogram = {_value(byte): int(counts[byte]) for byte in numpy.flatnonzero(counts).tolist()}
    values = {str(value): histogram[value] for value in sorted(histogram)}
    return {"seeds": _seeds(layer), "positions": layer.entries, "values": values}


def probe(rules: Rules, state: State, fetch: Callable[[str, int, int], bytes | None]) -> Exact | None:
    """Who wins, and by how many seeds in the end if the game is played out."""
    seeds = kernel.seeds_in(state[0]) + kernel.seeds_in(state[1])
    if seeds > MOST:
        return None
    entry = fetch(LAYERS[seeds], index_of(state[0], state[1]), 1)
    if entry is None or entry[0] == 0:
        return None
    value = _value(entry[0])
    final = (state[0] >> kernel.STORE) - (state[1] >> kernel.STORE) + value
    return Exact((final > 0) - (final < 0), margin=final)


def selfcheck(rules: Rules, seed: int) -> None:
    """On random boards the tables of sowings give the kernel's moves, and lead back to every one of them."""
    random = Random(seed)
    for seeds in SAMPLED:
        verify.check_sowings(rules, seeds, [random.randrange(boards(seeds)) for _board in range(200)])


def _layer(rules: Rules, seeds: int) -> Layer:
    below = () if _over(rules, seeds) else range(max(0, seeds - MOST_TAKEN), max(0, seeds - 1))
    needs, size = tuple(LAYERS[fewer] for fewer in below), boards(seeds)
    if seeds <= MOST_RAW:
        return Layer(LAYERS[seeds], size, size, needs, scratch=size + SPARE)
    unpacked = sum(boards(fewer) for fewer in below if fewer > MOST_RAW)
    scratch = 2 * size + SPARE + unpacked
    return Layer(LAYERS[seeds], size, size, needs, packed=True, scratch=scratch, share=SHARE)


def _over(rules: Rules, seeds: int) -> bool:
    """Whether the game is over, whatever the board, with so many seeds on it."""
    return kernel.finished(rules, (seeds, 0, 0)) != GOES_ON


def _seeds(layer: Layer) -> int:
    return LAYERS.index(layer.name)


def _numbered(below: Mapping[str, Bytes]) -> dict[int, Bytes]:
    return {LAYERS.index(name): data for name, data in below.items()}


def _value(entry: int) -> int:
    """The value in a finished byte."""
    return (entry - 256 if entry > 127 else entry) >> 1


def _room() -> Any:
    import numpy

    return numpy.zeros(kernel.MOST_MOVES, numpy.int64)


def _ranges(total: int, step: int) -> list[tuple[int, int]]:
    """From 0 to `total` in steps."""
    return [(start, min(start + step, total)) for start in range(0, total, step)]


def _tiles(seeds: int, goal: int) -> list[list[int]]:
    """The tiles of a layer for `retrograde.sweep`, in batches of about so many boards."""
    batches: list[list[int]] = [[]]
    size = 0
    for held in range(seeds + 1):
        for start, end in _ranges(ROWS[seeds - held], TILE):
            if size >= goal:
                batches.append([])
                size = 0
            batches[-1] += [held, start, end]
            size += ROWS[held] * (end - start)
    return batches


def _iterate(rules: Rules, layer: Layer, known: Any, scratch: Any, work: Work) -> None:
    """Sweep until a sweep over all boards changes nothing."""
    import numpy

    seeds = _seeds(layer)
    sweep, tables = compiled(retrograde.__name__).sweep, sowings(rules, seeds)
    goal = min(max(boards(seeds) // (8 * work.workers), SMALLEST), LARGEST)
    batches = [(numpy.array(batch),) for batch in _tiles(seeds, goal)]
    sweeps = 0

    def counts(everything: bool) -> Iterator[tuple[float, int]]:
        def sweep_batch(tiles: Any) -> int:
            return int(sweep(tables, known, seeds, scratch, tiles, everything))

        if work.elsewhere is None:
            yield from each(sweep_batch, batches)
            return
        parts = [(*batch, everything) for batch in batches]
        for number, count in enumerate(work.elsewhere(sweep_there, parts), 1):
            yield number / len(parts), count

    def changed(everything: bool) -> bool:
        nonlocal sweeps
        total = 0
        for done, count in counts(everything):
            total += count
            work.tell(0.99 * (sweeps + done) / (sweeps + done + HALFWAY))
        sweeps += 1
        return total > 0

    with _threads(work.workers) as each:
        while changed(everything=True):
            while changed(everything=False):
                pass


def sweep_there(rules: Rules, layer: Layer, arrays: Mapping[str, Bytes], tiles: Any, everything: bool) -> int:
    """One batch of a sweep, by another process: how many boards changed."""
    seeds = _seeds(layer)
    scratch = arrays["values"].view("int8")
    known = addresses({seeds: scratch, **_numbered({name: arrays[name] for name in layer.needs})})
    sweep = compiled(retrograde.__name__).sweep
    return int(sweep(_last_sowings(rules, seeds), known, seeds, scratch, tiles, everything))


_last_sowings = lru_cache(1)(sowings)


@contextmanager
def _threads(workers: int) -> Iterator[Callable[..., Iterator[tuple[float, int]]]]:
    """A function that calls another on each of many parts, in threads.

    It yields, part after part, the fraction done and the answer. Left early, it begins no further part.
    """
    pool = ThreadPoolExecutor(workers)

    def each(function: Callable[..., int], parts: Sequence[tuple[Any, ...]]) -> Iterator[tuple[float, int]]:
        for number, answer in enumerate(pool.map(lambda part: function(*part), parts), 1):
            yield number / len(parts), answer

    try:
        yield each
    finally:
        pool.shutdown(cancel_futures=True)
