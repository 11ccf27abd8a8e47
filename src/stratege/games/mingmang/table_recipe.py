"""The exact tables of free Ming Mang (a recipe, see `core.recipe`): a byte for each board.

    0        a draw: nobody can force an end
    1 + d    decided in d plies: lost if d is even, won if it is odd

On 3 × 3 and 4 × 4 the table holds every board, whoever could ever reach it, by number (`numbering`). On 5 × 5
it holds the boards with as many pawns as the start has, for pawns are never taken away, one for each eight
that turning and mirroring make of each other (`indexing`); it is packed as it is made, part by part.

What a board is worth does not depend on the past in the free game; under `no-repeat` it does, and no table
can say it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from stratege.core.compiling import compiled
from stratege.core.errors import BadOption
from stratege.core.kernel import Rules, State
from stratege.core.language import _
from stratege.core.recipe import Exact, GatherBytes, Layer, ReadBytes, Work
from stratege.core.wordsize import as_words
from stratege.games.colourings.levels import Levels
from stratege.games.colourings.symmetric_sets import block_count
from stratege.games.colourings.thread_pool import ThreadPool
from stratege.games.mingmang import kernel
from stratege.games.mingmang.retrograde import counts, indexing, numbering, verify
from stratege.games.mingmang.retrograde.indexing import index_tables
from stratege.games.mingmang.retrograde.level_solver import LAYER as BY_NUMBER
from stratege.games.mingmang.retrograde.level_solver import LevelSolver
from stratege.games.mingmang.retrograde.selfcheck import selfcheck

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
WIDEST = 5
WHOLE = "boards"
"""The layer of a small board."""
BYTES = 256
PAWNS = 16
"""How many the start on 5 × 5 has; the layer of all boards with as many is called after them."""
BY_PAWNS = f"{BY_NUMBER}{PAWNS}"
JOB_ENTRIES = 1 << 18
JOB_PACKED = 1 << 19  # as many at once as memory allows: every block is then unpacked by few jobs
WORKING = 0.6  # bytes a board while it is solved: the levels, compressed
COST = 0.4  # of a board of 5 × 5, where a smaller one takes 1: 13 minutes against 4.6 s for 4 × 4
T = TypeVar("T")


def layers(rules: Rules, limit: int | None) -> tuple[Layer, ...]:
    """The one layer there is."""
    n = rules[0]
    if limit is not None:
        raise BadOption(_("The table of Ming Mang has no limit to choose: it holds every board."))
    if n > WIDEST:
        raise BadOption(_("Ming Mang is solved on boards up to {n}×{n}.", n=WIDEST))
    if n < WIDEST:
        return (Layer(WHOLE, 3**n**2, 3**n**2),)
    boards = block_count(n, PAWNS) << PAWNS
    scratch = int(WORKING * boards)
    return (Layer(BY_PAWNS, boards, boards, packed=True, scratch=scratch, streamed=True, cost=COST),)


def every_layer(rules: Rules) -> tuple[Layer, ...]:
    """The one layer."""
    return layers(rules, None)


def at_once(rules: Rules, state: State) -> bool:
    """No: compiling alone takes longer than searching a small board."""
    return False


def solve(rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes], work: Work) -> None:
    """Small boards from the start, whatever is there; 5 × 5 from the last level that was completed."""
    if layer.name == WHOLE:
        for pawns in range(rules[0] ** 2 + 1):
            share = partial(_share, work, pawns, rules[0] ** 2 + 1)
            _solve_small(rules, pawns, data, Work(work.workers, work.memory, share, work.scratch))
    else:
        _solve_large(rules, work)
    work.tell(1.0)


def _share(work: Work, done: int, total: int, fraction: float) -> None:
    work.tell((done + fraction) / total)


def _solve_small(rules: Rules, pawns: int, data: Bytes, work: Work) -> None:
    solver = LevelSolver(rules, pawns, work, Levels())
    solver.solve()
    write_all, ternary = compiled(numbering.__name__).write_all, numbering.ternary(rules[0])
    for number, first in enumerate(solver.starts):
        write_all(solver.chart, ternary, first, solver.part(number), data)


def _solve_large(rules: Rules, work: Work) -> None:
    """Hand over the bytes part by part; what is to be told of them is kept on the way."""
    import numpy

    solver = LevelSolver(rules, PAWNS, work, Levels(work.scratch))
    solver.solve()
    tally, told = _noted(rules, work)
    tally[:] = 0
    locate = compiled(indexing.__name__).locate
    asked = [int(locate(solver.chart, *state)) for state in _openings(rules).values()]

    def counted(number: int) -> tuple[int, Bytes, Numbers]:
        data, found, first = solver.part(number), numpy.zeros_like(tally), solver.starts[number]
        weights = solver.chart.weights[first:]
        compiled(counts.__name__).add_blocks(PAWNS, weights, data, 0, len(data) >> PAWNS, found)
        return first << PAWNS, data, found

    for begins, data, found in solver.in_order(counted):
        tally += found
        for place, entry in enumerate(asked):
            if begins <= entry < begins + len(data):
                told[place] = data[entry - begins]
        work.write(data)


def _noted(rules: Rules, work: Work) -> tuple[Numbers, Bytes]:
    """What is kept of a table that is handed over: how many boards, and the bytes of the opening."""
    cells = rules[0] ** 2
    tally = work.scratch("tally", 8 * (cells + 1) * BYTES).view("<i8").reshape(cells + 1, BYTES)
    return tally, work.scratch("opening", len(_openings(rules)))


def wrong(
    rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes], entries: Entries | None, work: Work
) -> int:
    """Ask the rules for every successor; a whole table of 5 × 5 is solved anew, to the last look."""
    import numpy

    if entries is None and layer.name == BY_PAWNS:
        return _difference(rules, lambda start, end: data[start:end], work)
    chosen = numpy.arange(layer.entries) if entries is None else entries
    return wrong_among(rules, layer, chosen, lambda _layer, places: data[places], work)


def differs(
    rules: Rules, layer: Layer, read: ReadBytes, below: Mapping[str, Bytes], work: Work
) -> int | None:
    """On 5 × 5."""
    return _difference(rules, read, work) if layer.name == BY_PAWNS else None


def _difference(rules: Rules, read: ReadBytes, work: Work) -> int:
    return LevelSolver(rules, PAWNS, work, Levels(work.scratch)).first_difference(read)


def wrong_among(rules: Rules, layer: Layer, entries: Entries, gather: GatherBytes, work: Work) -> int:
    """The same of these entries, by their bytes and those of their successors."""
    import numpy

    chart = index_tables(rules[0], PAWNS if layer.name == BY_PAWNS else 0)
    twin, size = compiled(verify.__name__, kernel.__name__), 4 * rules[0] ** 2  # moves, at most
    words, ternary = as_words(rules), _ternary(rules[0])
    step = JOB_PACKED if layer.packed else JOB_ENTRIES

    def job(number: int) -> int:
        some = entries[number * step : (number + 1) * step]
        places, ends = numpy.empty(size * len(some), numpy.int64), numpy.empty(len(some), numpy.int64)
        twin.after_moves(words, chart, ternary, some, places, ends, numpy.zeros(size, numpy.int64))
        bad = twin.first_wrong(gather(layer.name, some), gather(layer.name, places[: ends[-1]]), ends)
        return -1 if bad < 0 else int(some[bad])

    found = _all(work, -(-len(entries) // step), job)
    return min((entry for entry in found if entry >= 0), default=-1)


def statistics(rules: Rules, layer: Layer, data: Bytes, work: Work) -> dict[str, Any]:
    """Won, lost, drawn over all boards, by own pawns and by distance; the start and its first moves."""
    if layer.name == BY_PAWNS:
        table, told = _noted(rules, work)
    else:
        table = _counts(rules, layer, data, work)
        told = data[[numbering.number_of(_ternary(rules[0]), *state) for state in _openings(rules).values()]]
    by_byte = table.sum(axis=0).tolist()
    by_distance = {str(byte - 1): count for byte, count in enumerate(by_byte) if byte and count}
    start, *after = map(int, told)
    return {
        "won": sum(by_byte[2::2]),
        "lost": sum(by_byte[1::2]),
        "drawn": by_byte[0],
        "by_own": [
            {"own": own, "win": int(row[2::2].sum()), "loss": int(row[1::2].sum()), "draw": int(row[0])}
            for own, row in enumerate(table)
            if row.any()
        ],
        "by_distance": by_distance,
        "longest": max(map(int, by_distance)),
        "start": _value(start, 0),
        "first_moves": {move: _value(byte, 1) for move, byte in zip([*_openings(rules)][1:], after)},
    }


def _counts(rules: Rules, layer: Layer, data: Bytes, work: Work) -> Numbers:
    """How many boards of a small table there are, by pawns of the player to move and by byte."""
    import numpy

    def job(number: int) -> Numbers:
        found = numpy.zeros((rules[0] ** 2 + 1, BYTES), numpy.int64)
        part = number * JOB_ENTRIES, min((number + 1) * JOB_ENTRIES, layer.entries)
        compiled(counts.__name__).add_numbers(data, *part, found)
        return found

    zeros = numpy.zeros((rules[0] ** 2 + 1, BYTES), numpy.int64)
    return sum(_all(work, -(-layer.entries // JOB_ENTRIES), job), zeros)


def probe(rules: Rules, state: State, fetch: Callable[[str, int, int], bytes | None]) -> Exact | None:
    """One byte."""
    if rules[0] > WIDEST:
        return None
    if rules[0] < WIDEST:
        byte = fetch(WHOLE, int(numbering.number_of(_ternary(rules[0]), *state)), 1)
    elif (state[0] | state[1]).bit_count() == PAWNS:
        at = compiled(indexing.__name__).locate(index_tables(rules[0], PAWNS), *state)
        byte = fetch(BY_PAWNS, int(at), 1)
    else:
        return None
    return None if byte is None else _exact(byte[0])


def _exact(byte: int) -> Exact:
    if byte == 0:
        return Exact(0)
    return Exact(1 if byte % 2 == 0 else -1, byte - 1)


def _openings(rules: Rules) -> dict[str, State]:
    """The start, by no name, and the boards after each first move."""
    from stratege.games.mingmang.game import MingMang

    game = MingMang.create("free", str(rules[0]))
    start = game.start()
    moves = {game.move_text(move, 1): start.play(move).state for move in start.legal()}
    return {"": start.state, **moves}


def _value(byte: int, moves_before: int) -> dict[str, int | None]:
    """A board's value for who was to move so many moves before."""
    exact = _exact(byte)
    plies = None if exact.plies is None else exact.plies + moves_before
    return {"result": -exact.result if moves_before % 2 else exact.result, "plies": plies}


def _ternary(n: int) -> Numbers:
    """The numbers of sets of cells on a small board; none where tables are not by number."""
    import numpy

    return numbering.ternary(n) if n < WIDEST else numpy.zeros(0, numpy.int64)


def _all(work: Work, count: int, job: Callable[[int], T]) -> list[T]:
    """The results of the jobs 0 … count - 1, in the order in which they end."""
    done: list[T] = []
    with ThreadPool[T](work.workers, lambda: work.tell(len(done) / count)) as pool:
        done.extend(pool.results(partial(job, number) for number in range(count)))
    return done
