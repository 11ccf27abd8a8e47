"""`stratege analyse --batch`: many positions, a line of JSON each, answered by a line each, in order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from stratege.cli.boards import position_asked
from stratege.cli.console import print_json
from stratege.core.errors import BadNotation, StrategeError
from stratege.core.files import STANDARD_OUTPUT, opened
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.engine.adviser import Adviser
from stratege.engine.limits import Limits
from stratege.tables.first_use import silently

LONGEST_LINE = 1 << 20
KNOWN = {"game", "variant", "size", "position", "moves", "id"}


def analyse_batch(
    file: Path, usual: dict[str, str | None], limits: Limits, selective: bool, book: bool
) -> int:
    """Value the moves of every line; how many could not be. What a line leaves out is as `usual`."""
    advisers: dict[Game, Adviser] = {}

    def answered(line: Line) -> dict[str, Any]:
        if line.game not in advisers:
            advisers[line.game] = Adviser(line.game, building=silently, book=book)
        return advisers[line.game].advise(line, limits, selective=selective).as_json()

    return answer_lines(file, usual, answered)


def answer_lines(file: Path, usual: dict[str, str | None], answered: Callable[[Line], dict[str, Any]]) -> int:
    """Answer the lines of a file, each by a line; how many could not be."""
    failed = 0
    for text in _lines(file):
        answer: dict[str, Any] = {}
        try:
            asked = _asked(text)
            answer = {"id": asked["id"]} if "id" in asked else {}
            answer |= answered(_line({**usual, **asked}))
        except StrategeError as error:
            failed += 1
            answer["error"] = str(error)
        print_json(answer)
    return failed


def _lines(file: Path) -> Iterator[str]:
    source = nullcontext(sys.stdin.buffer) if file == STANDARD_OUTPUT else opened(file)
    with source as lines:
        yield from _read(lines)


def _read(lines: BinaryIO) -> Iterator[str]:
    """The lines that are not blank; for one that is too long, nothing."""
    while line := lines.readline(LONGEST_LINE):
        rest = line
        while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
            line, rest = b"", lines.readline(LONGEST_LINE)
        if line.strip() or not line:
            yield line.decode(errors="replace")


def _asked(text: str) -> dict[str, Any]:
    """What a line asks: an object, or a position's text alone. What is null is left out."""
    if not text:
        raise BadNotation(_("The line is too long."))
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        asked = None
    if isinstance(asked, str):
        asked = {"position": asked}
    if not isinstance(asked, dict) or not set(asked) <= KNOWN:
        raise BadNotation(_("A line is a JSON object with some of: {known}.", known=", ".join(sorted(KNOWN))))
    return {name: value for name, value in asked.items() if value is not None or name == "id"}


def _line(asked: dict[str, Any]) -> Line:
    moves = asked.get("moves", "")
    if not isinstance(moves, str | list):
        raise BadNotation(_("{name!r} must be a text.", name="moves"))
    name, position, variant, size = (asked.get(one) for one in ("game", "position", "variant", "size"))
    words = [None if word is None else str(word) for word in (position, variant, size)]
    start = position_asked(str(name), *words)
    return Line(start, moves.split() if isinstance(moves, str) else [str(move) for move in moves])
