"""Weights that were learned, in a sealed file (`core.sealed`) beside the module that uses them.

Its line of JSON says whose they are (`game`), how to read them (`rows`, `shift`), and how they were made
(`command` and whatever else is worth knowing). The rest are 16-bit integers, low byte first: the rows, one
after the other, of 32 lanes each.
"""

from __future__ import annotations

import logging
import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stratege.core import sealed
from stratege.core.compiling import Table
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.parts import Evaluation
from stratege.core.sources import DATA

log = logging.getLogger(__name__)

MAGIC = b"stratege weights 1\n"
LANES, BITS = 32, 32
OWN_ROWS = 3
"""The rows that say what `words.layer` does with the sum of the others: the least, the most, the factors."""


class BadWeights(StrategeError):
    """A file of weights that is not there, not whole, or not for this."""


class Rows(Table):
    """Rows of 16-bit lanes: compiled, four lanes to a 64-bit word."""

    rows: tuple[tuple[int, ...], ...]

    def __new__(cls, lanes: array[int]) -> Rows:
        self = super().__new__(cls, array("q", lanes.tobytes()))
        self.rows = tuple(tuple(lanes[at : at + LANES]) for at in range(0, len(lanes), LANES))
        return self


@dataclass(frozen=True)
class Weights:
    """What such a file says."""

    rows: Rows
    shift: int
    """The bits behind the point of what a layer gives."""
    about: Mapping[str, Any]


def beside(module_file: str, game: str, rows: int) -> Weights:
    """The weights beside a module."""
    return read(Path(module_file).with_suffix(DATA), game, rows)


def read(path: Path, game: str, rows: int) -> Weights:
    """The weights in a file: so many rows for this game; `BadWeights` if they are not that."""
    try:
        return _understood(*sealed.read(path, MAGIC), game, rows)
    except ValueError as error:
        raise BadWeights(_("The weights in {path} cannot be used: {why}.", path=path, why=error)) from None


def judged_by(network: Callable[[], Evaluation], otherwise: Evaluation) -> Evaluation:
    """The evaluation whose weights are read when it is loaded; if they are bad, the log says so and another
    one judges."""
    try:
        return network()
    except BadWeights as error:
        log.warning("%s", error)
        return otherwise


def write(path: Path, rows: Sequence[Sequence[int]], about: Mapping[str, Any]) -> None:
    """Put rows of 32 lanes into a file; `about` has at least `game` and `shift`."""
    lanes = array("h", [lane for row in rows for lane in row])
    assert len(lanes) == LANES * len(rows)
    if sys.byteorder == "big":
        lanes.byteswap()
    sealed.write(path, MAGIC, {**about, "rows": len(rows)}, lanes.tobytes())


def _understood(about: Mapping[str, Any], data: bytes, game: str, rows: int) -> Weights:
    """`ValueError` says what is wrong with them."""
    if about.get("shift") not in range(BITS):
        raise ValueError(_("its content makes no sense"))
    if (about.get("game"), about.get("rows"), 2 * LANES * rows) != (game, rows, len(data)):
        raise ValueError(_("they are not for this board"))
    lanes = array("h", data)
    if sys.byteorder == "big":
        lanes.byteswap()
    return Weights(Rows(lanes), about["shift"], about)
