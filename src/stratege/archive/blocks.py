"""Sorted sums, and the blocks of bytes that a database keeps of them.

Sums are an array of integers with a row for each field of `aggregate.MoveStatistics` and a column for each
move in a position, in the order of the edges; no edge comes twice. A block holds `BLOCK` columns:

    checksum u32 | columns u16 | 9 widths u8 | 9 least values i64 | the fields, one after the other

Each field is kept as what it is above its least value in the block, in as few bytes as the block's greatest
needs. `best` is kept as two fields, since its upper half hardly varies.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence

import numpy
from numpy.typing import NDArray

from stratege.core.errors import Unavailable
from stratege.core.language import _

Sums = NDArray[numpy.int64]

EDGE, FIRST_SUM, LAST_DAY, BEST, FIELDS = 0, 1, 6, 7, 8
BEST_SHIFT = 40  # `best` is the mean rating above, the game's number in these lower bits
PLANES = FIELDS + 1
BLOCK = 160  # columns: two blocks fill a page of PostgreSQL's, one a page of SQLite's

NONE: Sums = numpy.zeros((FIELDS, 0), numpy.int64)

_CHECKSUM = struct.Struct("<I")
_HEAD = struct.Struct(f"<H{PLANES}B{PLANES}q")
_BEGINS = _CHECKSUM.size + _HEAD.size


def merged(parts: Sequence[Sums]) -> Sums:
    """Columns in any order as sums: what they say of the same edge is added up."""
    whole = numpy.concatenate([NONE, *parts], axis=1)
    order = numpy.argsort(whole[EDGE], kind="stable")  # which is quick about what is in order already
    whole = numpy.take(whole, order, axis=1)
    begins = beginnings(whole[EDGE])
    if len(begins) == whole.shape[1]:
        return whole
    added = numpy.add.reduceat(whole[FIRST_SUM:LAST_DAY], begins, axis=1)
    greatest = numpy.maximum.reduceat(whole[LAST_DAY:], begins, axis=1)
    return numpy.concatenate([whole[EDGE:FIRST_SUM, begins], added, greatest])


def beginnings(edges: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
    """Where in sorted edges each one begins."""
    return numpy.flatnonzero(numpy.concatenate(([True], edges[1:] != edges[:-1])))[: len(edges)]


def between(sums: Sums, low: int, high: int) -> Sums:
    """The columns whose edges are in that range, both ends included."""
    return sums[:, numpy.searchsorted(sums[EDGE], low) : numpy.searchsorted(sums[EDGE], high, side="right")]


def packed(sums: Sums) -> Iterator[tuple[int, bytes]]:
    """The blocks of sums, each with its first edge."""
    count = sums.shape[1]
    if not count:
        return
    planes = numpy.concatenate(
        [sums[:BEST], sums[BEST:] >> BEST_SHIFT, sums[BEST:] & ((1 << BEST_SHIFT) - 1)]
    )
    planes = numpy.pad(planes, ((0, 0), (0, -count % BLOCK)), "edge")
    planes = numpy.ascontiguousarray(planes).reshape(PLANES, -1, BLOCK)
    least = planes.min(axis=2)
    above = (planes - least[:, :, None]).view(numpy.uint64)
    greatest = above.max(axis=2)
    letters = above.astype("<u8", copy=False).view(numpy.uint8).reshape(PLANES, -1, 8)
    for start, floor, top in zip(range(0, count, BLOCK), least.T.tolist(), greatest.T.tolist()):
        end = min(start + BLOCK, count)
        widths = [(number.bit_length() + 7) // 8 for number in top]
        fields = [letters[plane, start:end, :width].tobytes() for plane, width in enumerate(widths)]
        body = _HEAD.pack(end - start, *widths, *floor) + b"".join(fields)
        yield floor[EDGE], _CHECKSUM.pack(zlib.crc32(body)) + body


def unpacked(blocks: Sequence[bytes]) -> Sums:
    """The columns of blocks, one block after the other; those built alike are read at one time."""
    heads = [_head(block) for block in blocks]
    counts = numpy.array([head[0] for head in heads], numpy.int64)
    planes = numpy.zeros((PLANES, len(blocks), counts.max(initial=0)), numpy.int64)
    alike: dict[tuple[int, ...], list[int]] = {}
    for place, head in enumerate(heads):
        alike.setdefault(head[: 1 + PLANES], []).append(place)
    for (count, *widths), places in alike.items():
        raw = numpy.frombuffer(b"".join(blocks[place] for place in places), numpy.uint8)
        raw = raw.reshape(len(places), -1)
        least = numpy.array([heads[place][1 + PLANES :] for place in places], numpy.int64)
        at = _BEGINS
        for plane, width in enumerate(widths):
            letters = numpy.zeros((len(places), count, 8), numpy.uint8)
            letters[:, :, :width] = raw[:, at : at + count * width].reshape(len(places), count, width)
            planes[plane, places, :count] = letters.view("<i8")[:, :, 0] + least[:, plane, None]
            at += count * width
    planes[BEST] = (planes[BEST] << BEST_SHIFT) | planes[BEST + 1]
    there = numpy.arange(planes.shape[2]) < counts[:, None]
    return numpy.compress(there.ravel(), planes[:FIELDS].reshape(FIELDS, -1), axis=1)


def _head(block: bytes) -> tuple[int, ...]:
    """How many columns a block has, its widths and least values; refused if a byte of it has changed."""
    if len(block) >= _BEGINS and zlib.crc32(block[_CHECKSUM.size :]) == _CHECKSUM.unpack_from(block)[0]:
        return _HEAD.unpack_from(block, _CHECKSUM.size)
    raise Unavailable(
        _("The archive's statistics are damaged; `stratege archive stats --recompute` computes them anew.")
    )
