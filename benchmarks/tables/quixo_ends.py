"""`python -m benchmarks.tables.quixo_ends --up-to 2`: plies to the end of Quixo 5 × 5 boards with few blanks.

Ply by ply over all boards with up to so many blanks at once (`retrograde.distances`): nothing is stored for
good, but what each ply found is counted by layer and kept compressed in memory, so that one of the longest
wins can be played from there. Not part of `make bench`; writes its own section of RESULTS.md, and what all
25 layers would take, reckoned from these.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import defaultdict
from itertools import pairwise

import numpy
import zstandard
from numpy.typing import NDArray

import stratege
from benchmarks.report import Report, Table, keep
from stratege.core.compiling import compiled
from stratege.core.position import Position
from stratege.core.recipe import Work
from stratege.games.colourings.bitsets import LOST, PAGE_BITS, WON, WORD_BITS, bit_at
from stratege.games.colourings.symmetric_sets import block_count
from stratege.games.quixo.retrograde import indexing
from stratege.games.quixo.retrograde.distances import Stratum, ply_by_ply

QUIXO = stratege.game("quixo")
CELLS = 25
SUMMARY = (
    "Plies to the end of all 5 × 5 boards with up to {most} blanks: {seconds:.0f} s with {workers} threads, "
    "{plies} plies, {memory:.1f} GB at most; what each ply found takes {kept:.2f} GB compressed, "
    "{share:.2f} bytes a stored board. All 25 layers are {all:.3g} stored boards, {times:.0f} times as many: "
    "at the same rate about {hours:.0f} hours, {disk:.0f} GB of disk and, the won and lost of all layers in "
    "memory at once, {room:.0f} GB of memory; those of two layers in turn, {pair:.0f} GB at most. "
    "The longest win takes {longest} plies, from `{board}`:\n\n"
    "{line}"
)
Kept = list[dict[int, bytes]]
"""By ply and blanks: what was found, compressed."""
Counts = dict[int, dict[int, tuple[int, int]]]
"""By ply and blanks: how many boards are won and lost."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables.quixo_ends", description=__doc__)
    parser.add_argument("--up-to", type=int, default=2, metavar="BLANKS")
    parser.add_argument("--workers", type=int, default=2)
    words = parser.parse_args()
    keep("quixo to the end", report(words.up_to, words.workers))


def report(most: int, workers: int) -> Report:
    begun = time.perf_counter()
    counts, found = solved(most, workers)
    seconds = time.perf_counter() - begun
    longest, board, line = longest_win(counts, found)
    kept = sum(len(blob) for one in found for blob in one.values())
    sizes = [block_count(5, blanks) << CELLS - blanks for blanks in range(CELLS + 1)]
    stored, everything = sum(sizes[: most + 1]), sum(sizes)
    summary = SUMMARY.format(
        most=most,
        seconds=seconds,
        workers=workers,
        plies=len(found),
        memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
        kept=kept / 1e9,
        share=kept / stored,
        all=everything,
        times=everything / stored,
        hours=seconds * everything / stored / 3600,
        disk=kept * everything / stored / 1e9,
        room=everything / 2 / 1e9,
        pair=max(map(sum, pairwise(sizes))) / 2 / 1e9,
        longest=longest,
        board=board,
        line=line,
    )
    rows = [
        [
            str(ply),
            *(f"{counts[ply][blanks][which]:,}" for blanks in range(most + 1) for which in (WON, LOST)),
        ]
        for ply in sorted(counts)
    ]
    columns = [f"{name}, {blanks} blanks" for blanks in range(most + 1) for name in ("won", "lost")]
    return Report(summary, [Table("Boards by plies to the end", ("plies", *columns), rows)])


def solved(most: int, workers: int) -> tuple[Counts, Kept]:
    """By ply and blanks how many boards are won and lost in so many, and which."""
    counts: Counts = defaultdict(dict)
    found: Kept = []
    work = Work(workers, 0, lambda _done: None, lambda _name, size: numpy.zeros(size, numpy.uint8))
    for ply, strata in ply_by_ply(QUIXO.rules, most, work):
        for layer in strata:
            counts[ply][layer.blanks] = counted(layer)
            layer.known |= layer.new
        found.append({layer.blanks: zstandard.compress(layer.new.tobytes(), 1) for layer in strata})
        print(f"{ply} plies: {sum(map(sum, counts[ply].values())):,} boards", flush=True)
    return counts, found


def counted(layer: Stratum) -> tuple[int, int]:
    """How many boards of all turns are newly won, and lost."""
    _blocks, weights = indexing.blocks(5, layer.blanks)
    page = 1 << min(PAGE_BITS, max(0, layer.cubes - WORD_BITS))
    words = layer.new.view(numpy.uint64).reshape(len(layer.blocks), -1, 2, page)
    won, lost = (
        int((numpy.bitwise_count(words[:, :, one]).sum(axis=(1, 2)) * weights).sum()) for one in (0, 1)
    )
    return won, lost


def longest_win(counts: Counts, found: Kept) -> tuple[int, str, str]:
    """How many plies the longest win takes, from which board, and its moves."""
    longest, blanks = max(
        (ply, blanks) for ply in counts for blanks, (won, _lost) in counts[ply].items() if won
    )
    position = first_board(unpacked(found, longest, blanks), blanks)
    return longest, position.text(), play_out(found, longest, position)


def first_board(words: NDArray[numpy.int64], blanks: int) -> Position:
    """The first board among the newly won."""
    cubes = CELLS - blanks
    page = 1 << PAGE_BITS
    won = words.reshape(-1, 2, page)[:, 0].reshape(-1)
    number = int(won.nonzero()[0][0])
    word = int(won[number]) % (1 << 64)
    entry = number << WORD_BITS | (word & -word).bit_length() - 1
    blocks, _weights = indexing.blocks(5, blanks)
    state = indexing.board(indexing.index_tables(5), int(blocks[entry >> cubes]), entry & (1 << cubes) - 1)
    return Position(QUIXO, state)


def play_out(found: Kept, plies: int, position: Position) -> str:
    """The winner's soonest and the loser's latest moves to the end, the first of equal ones."""
    moves: list[str] = []
    for left in range(plies - 1, -1, -1):
        which = LOST if (plies - left) % 2 == 1 else WON
        afters = [(move, position.play(move)) for move in position.legal()]
        sets = {blanks: unpacked(found, left, blanks) for blanks in {blanks_of(one) for _move, one in afters}}
        move, position = next(
            (move, one) for move, one in afters if is_in(sets[blanks_of(one)], blanks_of(one), one, which)
        )
        moves.append(QUIXO.move_text(move, 1))
    return " ".join(moves)


def unpacked(found: Kept, ply: int, blanks: int) -> NDArray[numpy.int64]:
    return numpy.frombuffer(zstandard.decompress(found[ply][blanks]), numpy.int64)


def blanks_of(position: Position) -> int:
    mine, theirs = position.state
    return CELLS - (mine | theirs).bit_count()


def is_in(words: NDArray[numpy.int64], blanks: int, position: Position, which: int) -> bool:
    entry = int(compiled(indexing.__name__).locate(indexing.index_tables(5), *position.state))
    return bool(int(bit_at(words, CELLS - blanks, entry, which)))


if __name__ == "__main__":
    main()
