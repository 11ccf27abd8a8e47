"""Read Stratège's exact tables with nothing but Python: `python read_tables.py FOLDER POSITION`.

A folder holds one table, as `stratege tables build` or `stratege tables export --readable` made it, in files
that docs/tables.md describes. Positions are as Stratège writes them; without :1 or :2, player 1 is to move.

    Awalé              pits a … l, stores, player, turns     4,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0
    Chomp              row lengths from the bottom           5,3,1:1
    Ming Mang, Quixo   rows from the top, x is player 1      xoo/x.o/xxo:2

The answer is (result, plies, margin) for who is to move, None for what is not kept. Packed layers must have
been exported with --readable; of Quixo's, `conversion-NN` are not read. On 5×5 a first answer takes seconds.
"""

import json
import mmap
import re
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
FORMS = {
    "awale": r"(?P<board>\d\d?(,\d\d?){11})(:(?P<stores>\d\d?,\d\d?)(:(?P<player>[12])(:\d+)?)?)?",
    "chomp": r"(?P<board>\d{1,6}(,\d{1,6})*)(:(?P<player>[12]))?",
}
GRID = r"(?P<board>[xo.]+(/[xo.]+)*)(:(?P<player>[12]))?"


class Layer:
    """The file of one layer. Every block is checked before a byte of it is believed."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self.bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        page = self.bytes[:DATA_BEGINS].ljust(DATA_BEGINS, b"\0")
        *kind, footer_crc, begins, length, header, page_crc = struct.unpack("<8sIIQQQ4052xI", page)
        footer = self.bytes[begins : begins + length]
        if kind != [b"STGTABLE", 1] or [page_crc, footer_crc] != [zlib.crc32(page[:-4]), zlib.crc32(footer)]:
            raise ValueError(f"{path} is no table, or damaged")
        self.header = json.loads(footer[:header])
        self.lengths, self.checksums = zip(*struct.iter_unpack("<QI", footer[header:]))
        self.starts = list(accumulate(self.lengths, initial=DATA_BEGINS))

    def byte(self, place: int) -> int:
        """One byte of the data."""
        block, within = divmod(place, int(self.header["block"]))
        stored = self.bytes[self.starts[block] : self.starts[block + 1]]
        if zlib.crc32(stored) != self.checksums[block]:
            raise ValueError(f"block {block} is damaged")
        if self.header["coding"] == "zstd":
            raise ValueError("this layer is packed with Zstandard: export it with --readable")
        return (zlib.decompress(stored) if self.header["coding"] == "zlib" else stored)[within]


class Table:
    """A folder of layers."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        first = min(self.folder.glob("*.stgt"), default=None)
        if first is None:
            raise ValueError(f"there is no table in {folder}")
        self.game, self.size = (Layer(first).header[name] for name in ("game", "size"))

    def layer(self, name: str) -> Layer:
        """The file of a layer."""
        return Layer(self.folder / f"{name}.stgt")

    def probe(self, position: str) -> Answer:
        """What the table says of a position, as text: (result, plies, margin)."""
        found = re.fullmatch(FORMS.get(self.game, GRID), position)
        rows = re.split("[/,]", found["board"]) if found else []
        order = slice(None, None, -1 if found and found["player"] == "2" else 1)  # of the players
        if found and self.game == "awale":
            seeds = [*map(int, rows + (found["stores"] or "0,0").split(","))]
            return awale(self, [seeds[:6], seeds[6:12]][order], seeds[12:][order])
        if found and self.game == "chomp":
            return chomp(self, [*map(int, rows)])
        if self.game in ("mingmang", "quixo") and {len(rows), *map(len, rows)} == {int(self.size)}:
            marks = "".join(rows)
            mine, theirs = ({i for i, mark in enumerate(marks) if mark == sign} for sign in "xo"[order])
            return (mingmang if self.game == "mingmang" else quixo)(self, len(rows), mine, theirs)
        raise ValueError(f"{position!r} is no position of {self.game} {self.size}")


def awale(table: Table, pits: list[list[int]], stores: list[int]) -> Answer:
    """A byte a board: 2 × (seeds still to be gained less those of the opponent) + 1, signed."""

    def rank(row: list[int]) -> int:
        return sum(comb(total + pit, pit + 1) for pit, total in enumerate(accumulate(row[:5])))

    (mine, theirs), held, seeds = pits, sum(pits[0]), sum(map(sum, pits))
    rows = [comb(fewer + 5, 5) for fewer in range(seeds + 1)]
    before = sum(rows[fewer] * rows[seeds - fewer] for fewer in range(held))
    index = before + rank(mine) * rows[seeds - held] + rank(theirs)
    byte = table.layer(f"seeds-{seeds:02}").byte(index)
    margin = stores[0] - stores[1] + ((byte - 256 if byte > 127 else byte) >> 1)
    return (margin > 0) - (margin < 0), None, margin


def chomp(table: Table, shape: list[int]) -> Answer:
    """A bit a shape, set if it is lost; a box lies down, with no more rows than columns."""
    columns, rows = (int(side) for side in table.size.split("x"))
    if shape != sorted(shape, reverse=True) or not columns >= shape[0] > 0 < len(shape) <= rows:
        raise ValueError(f"{shape} are no rows, each no longer than the one below, of a box {table.size}")
    if rows > columns:
        shape = [sum(length > column for length in shape) for column in range(shape[0])]
        rows = columns
    shape = [*shape, *[0] * (rows - len(shape))]
    index = sum(comb(length + rows - row - 1, rows - row) for row, length in enumerate(shape) if length)
    return (-1 if table.layer("shapes").byte(index >> 3) >> (index & 7) & 1 else 1), None, None


def mingmang(table: Table, n: int, mine: Cells, theirs: Cells) -> Answer:
    """A byte a board: 0 a draw, 1 + plies to the end, lost if they are even; by number in base 3, on 5 × 5
    in a block for each set of cells up to symmetry: a bit for each pawn, the six that move least first."""
    if (table.folder / "boards.stgt").exists():
        layer, place = "boards", sum(3**cell for cell in mine) + 2 * sum(3**cell for cell in theirs)
    else:
        block, turn = block_of(n, False, mine | theirs)
        pawns, others = ({turn[cell] for cell in cells} for cells in (mine | theirs, theirs))
        first = sorted(pawns, key=lambda cell: (reach(n, pawns, cell), cell))[:6]
        order = sorted(first) + sorted(pawns - set(first))
        index = sum(1 << bit for bit, pawn in enumerate(order) if pawn in others)
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
    """A block for each set of blanks up to symmetry, in it a bit for each cube, inner cells first. On 5 × 5
    two bits a board, pages of the won and of the lost in turn; else a byte with the distance."""
    blanks, cubes, border = set(range(n * n)) - mine - theirs, len(mine | theirs), 4 * n - 4
    block, turn = block_of(n, True, blanks)
    places = sorted((turn[cell] for cell in mine | theirs), key=lambda bit: (bit - border) % (n * n))
    index = sum(1 << bit for bit, place in enumerate(places) if place in {turn[cell] for cell in theirs})
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
    if len(sys.argv) != 3:
        sys.exit("usage: python read_tables.py FOLDER POSITION")
    try:
        print(Table(sys.argv[1]).probe(sys.argv[2]))
    except (OSError, ValueError) as error:
        sys.exit(f"read_tables.py: {error}")
