"""Read Stratège's exact tables with nothing but Python: `python read_tables.py FOLDER POSITION`.

A folder holds one table, as `stratege tables build` or `stratege tables export --readable` made it. Positions
are written as Stratège writes them, seen by the player to move:

    Awalé              twelve pits, the mover's row first      4,4,4,4,4,4,4,4,4,4,4,4
    Chomp              row lengths from the bottom             5,3,1
    Ming Mang, Quixo   rows from the top, x is to move         xoo/x.o/xxo

The answer is (result, plies, margin), None for what is not kept. Packed layers must have been exported with
--readable. On 5×5 a first answer takes some seconds: blocks are counted. docs/tables.md describes the file.
"""

import json
import struct
import sys
import zlib
from bisect import bisect_left
from functools import cache
from itertools import accumulate, combinations
from math import comb
from pathlib import Path

Answer = tuple[int, int | None, int | None]
Cells = set[int]

DATA_BEGINS = 4096


class Layer:
    """The file of one layer. Every block is checked before a byte of it is believed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        page = self.read(0, DATA_BEGINS)
        magic, version, footer_crc, begins, length, header = struct.unpack_from("<8sIIQQQ", page)
        if magic != b"STGTABLE" or version != 1 or zlib.crc32(page[:-4]) != struct.unpack("<I", page[-4:])[0]:
            raise ValueError(f"{path} is no table")
        footer = self.read(begins, length)
        if zlib.crc32(footer) != footer_crc:
            raise ValueError(f"the header of {path} is damaged")
        self.header = json.loads(footer[:header])
        self.lengths, self.checksums = zip(*struct.iter_unpack("<QI", footer[header:]))
        self.starts = list(accumulate(self.lengths, initial=DATA_BEGINS))

    def read(self, start: int, length: int) -> bytes:
        """Bytes of the file."""
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read(length)

    def block(self, number: int) -> bytes:
        """The data of one block."""
        stored = self.read(self.starts[number], self.lengths[number])
        if zlib.crc32(stored) != self.checksums[number]:
            raise ValueError(f"block {number} is damaged")
        if self.header["coding"] == "zstd":
            raise ValueError("this layer is packed with Zstandard: export it with --readable")
        return zlib.decompress(stored) if self.header["coding"] == "zlib" else stored

    def byte(self, place: int) -> int:
        """One byte of the data."""
        size = int(self.header["block"])
        return self.block(place // size)[place % size]


class Table:
    """A folder of layers."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        first = Layer(min(self.folder.glob("*.stgt")))
        self.game, self.size = first.header["game"], first.header["size"]

    def layer(self, name: str) -> Layer:
        """The file of a layer."""
        return Layer(self.folder / f"{name}.stgt")

    def probe(self, position: str) -> Answer:
        """What the table says of a position, as text: (result, plies, margin)."""
        if self.game == "awale":
            return awale(self, [int(pit) for pit in position.split(",")])
        if self.game == "chomp":
            return chomp(self, [int(length) for length in position.split(",")])
        rows = position.split("/")
        cells = "".join(rows)
        mine, theirs = ({i for i, mark in enumerate(cells) if mark == sign} for sign in "xo")
        return {"mingmang": mingmang, "quixo": quixo}[self.game](self, len(rows), mine, theirs)


def awale(table: Table, pits: list[int]) -> Answer:
    """A byte a board: 2 × (seeds still to be gained less those of the opponent) + 1, signed."""

    def rank(row: list[int]) -> int:
        return sum(comb(total + pit, pit + 1) for pit, total in enumerate(accumulate(row[:5])))

    rows = [comb(seeds + 5, 5) for seeds in range(sum(pits) + 1)]
    mine, theirs, seeds, held = pits[:6], pits[6:], sum(pits), sum(pits[:6])
    before = sum(rows[fewer] * rows[seeds - fewer] for fewer in range(held))
    index = before + rank(mine) * rows[seeds - held] + rank(theirs)
    byte = table.layer(f"seeds-{seeds:02}").byte(index)
    margin = (byte - 256 if byte > 127 else byte) >> 1
    return (margin > 0) - (margin < 0), None, margin


def chomp(table: Table, shape: list[int]) -> Answer:
    """A bit a shape, set if it is lost; a box lies down, with no more rows than columns."""
    columns, rows = (int(side) for side in table.size.split("x"))
    if rows > columns:
        shape = [sum(length > column for length in shape) for column in range(shape[0])]
        rows = columns
    shape = [*shape, *[0] * (rows - len(shape))]
    index = sum(comb(length + rows - row - 1, rows - row) for row, length in enumerate(shape) if length)
    return (-1 if table.layer("shapes").byte(index >> 3) >> (index & 7) & 1 else 1), None, None


def mingmang(table: Table, n: int, mine: Cells, theirs: Cells) -> Answer:
    """A byte a board: 0 a draw, 1 + plies to the end, lost if they are even.

    Small boards by their number in base 3. On 5 × 5 a block for each set of cells up to symmetry; in it an
    index, a bit for each pawn, first the six that can move least.
    """
    if (table.folder / "boards.stgt").exists():
        layer, place = "boards", sum(3**cell for cell in mine) + 2 * sum(3**cell for cell in theirs)
    else:
        block, turn = block_of(n, False, mine | theirs)
        pawns, others = ({turn[cell] for cell in cells} for cells in (mine | theirs, theirs))
        first = sorted(pawns, key=lambda cell: (reach(n, pawns, cell), cell))[:6]
        index = index_of(sorted(first) + sorted(pawns - set(first)), others)
        layer, place = f"pawns-{len(pawns)}", block << len(pawns) | index
    byte = table.layer(layer).byte(place)
    return (0, None, None) if byte == 0 else (1 if byte % 2 == 0 else -1, byte - 1, None)


def reach(n: int, pawns: Cells, cell: int) -> int:
    """How many empty cells a pawn can go to."""
    total = 0
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        row, column = cell // n + down, cell % n + right
        while 0 <= row < n and 0 <= column < n and row * n + column not in pawns:
            row, column, total = row + down, column + right, total + 1
    return total


def quixo(table: Table, n: int, mine: Cells, theirs: Cells) -> Answer:
    """A block for each set of blanks up to symmetry; in it an index, a bit for each cube, inner cells first.

    On 5 × 5 two bits a board, pages of the won and of the lost in turn; else a byte with the distance.
    """
    blanks, cubes, border = set(range(n * n)) - mine - theirs, len(mine | theirs), 4 * n - 4
    block, turn = block_of(n, True, blanks)
    places = sorted((turn[cell] for cell in mine | theirs), key=lambda bit: (bit - border) % (n * n))
    index = index_of(places, {turn[cell] for cell in theirs})
    if n < 5:
        before = sum(len(blocks(n, True, fewer)) << n * n - fewer for fewer in range(len(blanks)))
        byte = table.layer("boards").byte(before + (block << cubes) + index)
        return (0, None, None) if byte == 1 else (1 if byte % 2 == 0 else -1, (byte - 2) // 2, None)
    high = max(0, cubes - 6)
    page, word = min(9, high), block << high | index >> 6
    address = 8 * (word >> page << page + 1 | word & (1 << page) - 1) + (index >> 3 & 7)
    layer = table.layer(f"blanks-{len(blanks):02}")
    won, lost = (layer.byte(address + (which << page + 3)) >> (index & 7) & 1 for which in (0, 1))
    return won - lost, None, None


def index_of(pieces: list[int], others: Cells) -> int:
    """A bit for each piece, in that order, set for those of the player who is not to move."""
    return sum(1 << bit for bit, piece in enumerate(pieces) if piece in others)


def block_of(n: int, border_first: bool, cells: Cells) -> tuple[int, list[int]]:
    """The number of the block for a set of cells, and the turn that leads to it: of eight sets the least."""
    found = [sum(1 << turn[cell] for cell in cells) for turn in turns(n, border_first)]
    turn = turns(n, border_first)[found.index(min(found))]
    return bisect_left(blocks(n, border_first, len(cells)), min(found)), turn


@cache
def turns(n: int, border_first: bool) -> list[list[int]]:
    """For each turn, the number of each cell: row by row, or top and bottom row, sides, inner ones."""
    inner = [row * n + column for row in range(1, n - 1) for column in range(1, n - 1)]
    sides = [row * n + column for column in (0, n - 1) for row in range(1, n - 1)]
    order = [*range(n), *range(n * (n - 1), n * n), *sides, *inner] if border_first else [*range(n * n)]
    found = []
    for number in range(8):
        cells = [(cell % n, cell // n) if number & 4 else (cell // n, cell % n) for cell in range(n * n)]
        down, right = (n - 1 if number & bit else 0 for bit in (2, 1))
        found.append([order.index(abs(down - row) * n + abs(right - column)) for row, column in cells])
    return found


@cache
def blocks(n: int, border_first: bool, count: int) -> list[int]:
    """Of all sets of so many cells, as bits, the least of each eight, in order."""
    bits = list(zip(*([1 << place for place in turn] for turn in turns(n, border_first))))  # by cell
    return sorted({min(map(sum, zip(*cells)), default=0) for cells in combinations(bits, count)})


if __name__ == "__main__":
    print(Table(sys.argv[1]).probe(sys.argv[2]))
