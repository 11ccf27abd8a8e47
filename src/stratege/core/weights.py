"""Weights that were learned, in a file beside the module that uses them, checked before they are believed.

"stratege weights 1\\n"
64 hexadecimal digits and a line's end   the SHA-256 of all that follows
a line of JSON                           whose they are (`game`), how to read them (`rows`, `shift`), and
                                         how they were made (`command` and whatever else is worth knowing)
16-bit integers, low byte first          the rows, one after the other, of 32 lanes each
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stratege.core.compiling import Table
from stratege.core.errors import StrategeError
from stratege.core.files import reason_of, write_whole
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
    """The weights beside a module: so many rows for this game; `BadWeights` if they are not that."""
    path = Path(module_file).with_suffix(DATA)
    try:
        return _read(path.read_bytes(), game, rows)
    except OSError as error:
        why = reason_of(error)
    except ValueError as error:
        why = str(error)
    raise BadWeights(_("The weights in {path} cannot be used: {why}.", path=path, why=why))


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
    body = json.dumps({**about, "rows": len(rows)}).encode() + b"\n" + lanes.tobytes()
    write_whole(path, MAGIC + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)


def _read(content: bytes, game: str, rows: int) -> Weights:
    """`ValueError` says what is wrong with the content."""
    if not content.startswith(MAGIC):
        raise ValueError(_("it is something else"))
    digest, _line, body = content[len(MAGIC) :].partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != digest:
        raise ValueError(_("it is damaged or cut short"))
    head, _line, data = body.partition(b"\n")
    about = json.loads(head)
    if not isinstance(about, dict) or about.get("shift") not in range(BITS):
        raise ValueError(_("it is something else"))
    if (about.get("game"), about.get("rows"), 2 * LANES * rows) != (game, rows, len(data)):
        raise ValueError(_("they are not for this board"))
    lanes = array("h", data)
    if sys.byteorder == "big":
        lanes.byteswap()
    return Weights(Rows(lanes), about["shift"], about)
