"""A counter-example as the board it is: plain text, the shapes that the papers draw."""

from __future__ import annotations

from typing import Any

from stratege.core.printable import printable
from stratege.school.faults import brief

SIGNS = {"quixo": ".XO", "mingMang": ".xo"}


def drawn(module: str, value: Any) -> list[str]:
    """The lines of a drawing of a value of this exercise; its Python text where there is nothing to draw."""
    if type(value) is dict and "plateau" in value:
        others = ", ".join(f"{key} {item}" for key, item in value.items() if key != "plateau")
        return [*drawn(module, value["plateau"]), printable(others[:200])]
    if _numbers(value):
        if module in ("awale", "awale_ccinp") and len(value) == 12:
            return pits(value)
        if module == "chomp" and value and all(0 < one < 40 for one in value):
            return chocolate(value)
        if module == "nimble" and value:
            return squares(value)
    if type(value) is list and value and all(_numbers(row) and row for row in value):
        return grid(value, SIGNS.get(module, ""))
    return [brief(value, 100)]


def _numbers(value: Any) -> bool:
    return type(value) is list and all(type(one) is int for one in value)


def pits(board: list[int]) -> list[str]:
    """An Awalé board, the mover's pits below.

    >>> print("\\n".join(pits([4, 4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 14])))
     11  10   9   8   7   6
    [14][ 4][ 4][ 4][ 5][ 5]
    [ 4][ 4][ 4][ 0][ 5][ 5]
      0   1   2   3   4   5
    """
    upper, lower = range(11, 5, -1), range(6)
    return [
        "".join(f"{pit:3} " for pit in upper).rstrip(),
        "".join(f"[{board[pit]:2}]" for pit in upper),
        "".join(f"[{board[pit]:2}]" for pit in lower),
        "".join(f"{pit:3} " for pit in lower).rstrip(),
    ]


def chocolate(position: list[int]) -> list[str]:
    """A Chomp position, the poison below left."""
    rows = [" ".join("■" * length) for length in position]
    return ["□" + rows[0][1:] if number == 0 else row for number, row in enumerate(rows)][::-1]


def squares(board: list[int]) -> list[str]:
    """A Nimble board over the numbers of its squares."""
    width = max(2, *(len(str(one)) for one in board))
    numbers = range(1, len(board) + 1)
    return [" ".join(f"{one:{width}}" for one in line) for line in (board, numbers)]


def grid(rows: list[list[int]], signs: str) -> list[str]:
    """A board or a picture, a sign or a number for each square."""
    if signs and all(0 <= one < len(signs) for row in rows for one in row):
        return [" ".join(signs[one] for one in row) for row in rows]
    return [" ".join(str(one) for one in row) for row in rows]


def beside(*columns: tuple[str, list[str]]) -> list[str]:
    """Titled drawings side by side.

    >>> beside(("a", ["xx", "x"]), ("before", ["y"]))
    ['a    before', 'xx   y', 'x']
    """
    blocks = [[title, *lines] for title, lines in columns]
    height = max(map(len, blocks))
    widths = [max(map(len, block)) for block in blocks]
    filled = [block + [""] * (height - len(block)) for block in blocks]
    return [
        "   ".join(f"{line:{width}}" for line, width in zip(row, widths)).rstrip() for row in zip(*filled)
    ]
