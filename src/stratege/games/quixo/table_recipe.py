"""Quixo's exact tables (a recipe, see `core.recipe`).

On 5 × 5 a layer holds the boards with as many blanks, and two bits for each: won, lost; neither is a draw. A
blank never comes back, so a layer needs only the one below. On 3 × 3 and 4 × 4 one layer holds all boards, a
byte for each with the distance too (`distances`). For each layer of 5 × 5 there is another that says how soon
its won boards leave it (`conversion_layer`).

A 5 × 5 layer is little-endian 64-bit words: by block of boards (`indexing`) pages of up to 4096 bytes, a page
of the won and the same page of the lost in turn (`bitsets.word_address`), so that a probe is one short read.

The values of boards with a line are those of the rules: won for the player to move if it has one, or both do.
The counts of S. Tanaka, F. Bonnet, S. Tixeuil, Y. Tamura, "Quixo is solved" (2020), take them so too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from math import comb
from typing import TYPE_CHECKING, Any

from stratege.core.compiling import compiled
from stratege.core.errors import BadOption
from stratege.core.kernel import Rules, State
from stratege.core.language import _
from stratege.core.recipe import Exact, GatherBytes, Layer, ReadBytes, Work
from stratege.games.colourings import bitsets
from stratege.games.colourings.levels import Levels
from stratege.games.colourings.symmetric_sets import block_count
from stratege.games.colourings.thread_pool import ThreadPool
from stratege.games.quixo import table_probe
from stratege.games.quixo.kernel import MOST_MOVES
from stratege.games.quixo.retrograde import conversion_layer, counts, distances, indexing, verify
from stratege.games.quixo.retrograde.conversion_layer import ConversionSolver
from stratege.games.quixo.retrograde.layer_solver import LayerAtWork
from stratege.games.quixo.retrograde.sampling import Sample
from stratege.games.quixo.retrograde.selfcheck import selfcheck
from stratege.games.quixo.table_probe import CONVERSIONS, LAYERS, MOST_BLANKS

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes, Entries
    from stratege.games.colourings.bitsets import Numbers

__all__ = [
    "VERSION",
    "at_once",
    "differs",
    "every_layer",
    "layers",
    "probe",
    "selfcheck",
    "solve",
    "statistics",
    "wrong",
    "wrong_among",
]

VERSION = 1

FULL = 5  # the size with layers
WHOLE = "boards"
KERNEL = "stratege.games.quixo.kernel"
JOB_ENTRIES = 1 << 15
JOB_WORDS = 1 << 20
SAMPLED_AT_ONCE = 1 << 18
DENSE, SPARSE = 0.08, 0.03  # what a byte that says how soon takes when packed, where searches look and beyond
COST = 0.1  # of a byte of 5 × 5, where one of 4 × 4 takes 1: 30 minutes against 0.84 s, on two cores
LEVELS = 0.1  # what a board takes in bytes while the levels of a layer are found


def layers(rules: Rules, limit: int | None) -> tuple[Layer, ...]:
    """By number of blanks up to `limit`, 3 if not given, and how soon their boards leave them.

    Small boards are one layer and have no limit.
    """
    n = rules[0]
    if n < FULL:
        if limit is not None:
            raise BadOption(_("The table of a Quixo board of {n} is built whole, without a limit.", n=n))
        size = distances.offsets(n)[-1]
        return (Layer(WHOLE, size, size),)
    if limit is not None and not 0 <= limit <= n * n:
        raise BadOption(_("A Quixo board has 0 to {most} blanks, not {limit}.", most=n * n, limit=limit))
    strata = range((MOST_BLANKS if limit is None else limit) + 1)
    return (*(_layer(n, blanks) for blanks in strata), *(_conversion(n, blanks) for blanks in strata))


def every_layer(rules: Rules) -> tuple[Layer, ...]:
    """Up to the empty board."""
    return layers(rules, None if rules[0] < FULL else rules[0] ** 2)


def at_once(rules: Rules, state: State) -> bool:
    """No: compiling alone takes longer than searching a small board."""
    return False


def _layer(n: int, blanks: int) -> Layer:
    """What searches read lies as it is, the rest is packed."""
    count, cubes = block_count(n, blanks), n * n - blanks
    size = 16 * count << max(0, cubes - bitsets.WORD_BITS)
    needs = (LAYERS[blanks - 1],) if blanks > 0 else ()
    return Layer(LAYERS[blanks], count << cubes, size, needs, packed=blanks > MOST_BLANKS, cost=COST)


def _conversion(n: int, blanks: int) -> Layer:
    """A byte a board, which is never seen unpacked as a whole."""
    values = _layer(n, blanks)
    sizes = values.size, _layer(n, blanks - 1).size if blanks > 0 else 0
    scratch = sizes[1] + 5 * sizes[0] // 2 + int(LEVELS * values.entries)
    share = DENSE if blanks <= MOST_BLANKS else SPARSE
    needs = (values.name, *values.needs)
    size = values.entries
    return Layer(CONVERSIONS[blanks], size, size, needs, True, scratch, share, streamed=True, cost=COST)


def _words(layer: Layer, data: Bytes, below: Mapping[str, Bytes]) -> tuple[Numbers, Numbers]:
    """The layer and the one below as words; without one, words that nobody reads."""
    words = data.view("<i8")
    return words, below[layer.needs[0]].view("<i8") if layer.needs else words[:0]


def _values(layer: Layer, below: Mapping[str, Bytes]) -> tuple[Numbers, Numbers]:
    """The won and lost boards of the layer whose conversion this is, and of the one below, as words."""
    words = [below[name].view("<i8") for name in layer.needs]
    return words[0], words[1] if len(words) > 1 else words[0][:0]


def solve(rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes], work: Work) -> None:
    """Fill the layer's data, from whatever is there already."""
    if layer.name == WHOLE:
        distances.solve(rules, data, work)
        return
    if layer.streamed:
        conversion_layer.solve(rules, _blanks(layer), *_values(layer, below), work)
        work.tell(1.0)
        return
    words, lower = _words(layer, data, below)
    # A board wrongly not spared could be taken for lost, so nothing found in this array is trusted.
    spared = work.scratch("spared", layer.size // 2).view("<i8")
    LayerAtWork(rules, LAYERS.index(layer.name), words, lower, spared, work).solve()
    work.tell(1.0)


def wrong(
    rules: Rules,
    layer: Layer,
    data: Bytes,
    below: Mapping[str, Bytes],
    entries: Entries | None,
    work: Work,
) -> int:
    """The first of these entries (None: of all) that does not follow from its successors, or -1."""
    import numpy

    if entries is None and layer.name in CONVERSIONS:
        return _difference(rules, layer, lambda start, end: data[start:end], below, work)
    if entries is not None and layer.name in CONVERSIONS:
        known = {**below, layer.name: data}
        return wrong_among(rules, layer, entries, lambda name, places: known[name][places], work)
    chosen = numpy.zeros(0, numpy.int64) if entries is None else entries
    total = layer.entries if entries is None else len(entries)
    name, arguments = _check(rules, layer, data, below)
    check = getattr(compiled(verify.__name__, KERNEL), name)
    first_of: list[tuple[int, int]] = []
    done = 0

    def job(first: int) -> tuple[int, int]:
        out = numpy.zeros(2 * MOST_MOVES, numpy.int64)
        return first, int(check(*arguments, first, min(first + JOB_ENTRIES, total), chosen, out))

    def jobs() -> Iterator[Callable[[], tuple[int, int]]]:
        for first in range(0, total, JOB_ENTRIES):
            if not first_of:
                yield partial(job, first)

    with ThreadPool[tuple[int, int]](work.workers, lambda: work.tell(done / total)) as pool:
        for first, entry in pool.results(jobs()):
            done += min(JOB_ENTRIES, total - first)
            if entry >= 0:
                first_of.append((first, entry))
    return min(first_of)[1] if first_of else -1


def differs(
    rules: Rules, layer: Layer, read: ReadBytes, below: Mapping[str, Bytes], work: Work
) -> int | None:
    """How soon boards leave their layer."""
    return _difference(rules, layer, read, below, work) if layer.name in CONVERSIONS else None


def _difference(rules: Rules, layer: Layer, read: ReadBytes, below: Mapping[str, Bytes], work: Work) -> int:
    _words_here, lower = _values(layer, below)
    solver = ConversionSolver(rules, _blanks(layer), lower, work, Levels(work.scratch))
    return solver.first_difference(read)


def wrong_among(rules: Rules, layer: Layer, entries: Entries, gather: GatherBytes, work: Work) -> int:
    """The same of these entries, by a few bytes of the layers."""
    for start in range(0, len(entries), SAMPLED_AT_ONCE):
        work.tell(start / len(entries))
        sample = Sample(rules, _blanks(layer), entries[start : start + SAMPLED_AT_ONCE], gather)
        bad = sample.wrong_conversions() if layer.name in CONVERSIONS else sample.wrong_results()
        if len(bad) > 0:
            return int(bad[0])
    return -1


def _check(
    rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes]
) -> tuple[str, tuple[Any, ...]]:
    """The function of `verify` for the layer, and its first arguments."""
    import numpy

    n = rules[0]
    chart = indexing.index_tables(n)
    if layer.name == WHOLE:
        strata = [indexing.blocks(n, blanks)[0] for blanks in range(n * n + 1)]
        firsts = numpy.cumsum([0, *map(len, strata)])
        starts = numpy.array(distances.offsets(n), numpy.int64)
        return "first_wrong_byte", (rules, chart, numpy.concatenate(strata), firsts, starts, data)
    for needed in layer.needs:
        indexing.blocks(n, LAYERS.index(needed))
    blocks, _weights = indexing.blocks(n, _blanks(layer))
    return "first_wrong_result", (rules, chart, blocks, *_words(layer, data, below))


def _blanks(layer: Layer) -> int:
    return (CONVERSIONS if layer.name in CONVERSIONS else LAYERS).index(layer.name)


def statistics(rules: Rules, layer: Layer, data: Bytes, work: Work) -> dict[str, Any]:
    """Won, lost and drawn over all boards; by class on 5 × 5, by distance on small boards.

    Of how soon boards leave their layer: by plies.
    """
    n = rules[0]
    if layer.name in CONVERSIONS:
        return conversion_layer.statistics(_blanks(layer), partial(_text, n, _blanks(layer)), work)
    return _distances(n, data) if layer.name == WHOLE else _classes(n, layer, data, work)


def _classes(n: int, layer: Layer, data: Bytes, work: Work) -> dict[str, Any]:
    """For each class with x cubes of one player and o of the player to move."""
    import numpy

    blanks = LAYERS.index(layer.name)
    cubes, words = n * n - blanks, data.view("<i8")
    blocks, weights = indexing.blocks(n, blanks)
    won, lost = numpy.zeros(n * n + 1, numpy.int64), numpy.zeros(n * n + 1, numpy.int64)
    size = max(1, JOB_WORDS >> max(0, cubes - bitsets.WORD_BITS))
    done = 0

    def job(first: int) -> tuple[int, Numbers, Numbers]:
        last, wins, losses = min(first + size, len(blocks)), numpy.zeros_like(won), numpy.zeros_like(lost)
        compiled(counts.__name__).add_classes(cubes, weights, words, first, last, wins, losses)
        return last - first, wins, losses

    with ThreadPool[tuple[int, "Numbers", "Numbers"]](
        work.workers, lambda: work.tell(done / len(blocks))
    ) as pool:
        for count, wins, losses in pool.results(partial(job, first) for first in range(0, len(blocks), size)):
            done, won, lost = done + count, won + wins, lost + losses
    classes = []
    for x in range(cubes + 1):
        boards, win, loss = comb(n * n, blanks) * comb(cubes, x), int(won[x]), int(lost[x])
        classes.append({"x": x, "o": cubes - x, "win": win, "loss": loss, "draw": boards - win - loss})
    totals = {name: sum(each[name] for each in classes) for name in ("win", "loss", "draw")}
    return {"blanks": blanks, "boards": comb(n * n, blanks) << cubes, **totals, "classes": classes}


def _text(n: int, blanks: int, entry: int) -> str:
    """A board as people write it."""
    from stratege.core.position import Position
    from stratege.games.quixo.game import Quixo

    blocks, _weights = indexing.blocks(n, blanks)
    block, index = divmod(entry, 1 << n * n - blanks)
    state = indexing.board(indexing.index_tables(n), int(blocks[block]), index)
    return Position(Quixo.create("standard", str(n)), state).text()


def _distances(n: int, data: Bytes) -> dict[str, Any]:
    """By distance, the longest, and the value of the start."""
    import numpy

    tally = numpy.zeros(256, numpy.int64)
    starts = distances.offsets(n)
    for blanks in range(n * n + 1):
        _blocks, weights = indexing.blocks(n, blanks)
        part = data[starts[blanks] : starts[blanks + 1]]
        compiled(counts.__name__).add_bytes(n * n - blanks, weights, part, tally)
    by_plies = {
        name: {str((byte - first) // 2): int(tally[byte]) for byte in range(first, 256, 2) if tally[byte]}
        for name, first in (("won", distances.WIN), ("lost", distances.LOSS))
    }
    totals = {name: sum(histogram.values()) for name, histogram in by_plies.items()}
    start = distances.meaning(int(data[-1]))
    return {
        "boards": int(tally.sum()),
        **totals,
        "drawn": int(tally[distances.DRAW]),
        "plies": by_plies,
        "longest": max(int(plies) for histogram in by_plies.values() for plies in histogram),
        "start": {"result": start.result, "plies": start.plies},
    }


def probe(rules: Rules, state: State, fetch: Callable[[str, int, int], bytes | None]) -> Exact | None:
    """What the table says of a state; one short read."""
    n, (mine, theirs) = rules[0], state
    cubes = (mine | theirs).bit_count()
    blanks = n * n - cubes
    if (n, blanks) not in _listed:  # which takes longer than a probe may
        if fetch(WHOLE if n < FULL else LAYERS[blanks], 0, 1) is None:
            return None
        indexing.blocks(n, blanks)
        _listed.add((n, blanks))
    entry = compiled(table_probe.__name__).located(*_geometry(n), n * n, mine, theirs)
    if n < FULL:
        byte = fetch(WHOLE, distances.offsets(n)[blanks] + entry, 1)
        return None if byte is None else distances.meaning(byte[0])
    index = entry & (1 << cubes) - 1
    address = bitsets.word_address(cubes, entry >> cubes, index >> bitsets.WORD_BITS, bitsets.WON)
    page = 8 << min(bitsets.PAGE_BITS, bitsets.high_bits(cubes))
    pages = fetch(LAYERS[blanks], 8 * address + (index >> 3 & 7), page + 1)
    if pages is None:
        return None
    return Exact((pages[0] >> (index & 7) & 1) - (pages[page] >> (index & 7) & 1))


_listed: set[tuple[int, int]] = set()
"""Of which boards, by size and blanks, the blocks are known."""


@cache
def _geometry(n: int) -> tuple[int, int]:
    """Where `into` and `entry` of the index tables lie, which are kept for good."""
    chart = indexing.index_tables(n)
    return chart.into.ctypes.data, chart.entry.ctypes.data
