"""A file of games cut into its records, unread: tagged ones, SGF, trials of Ludii, rows of CSV, and JSON.

How a record begins says what it is: `{` is JSON, `(` a game of an SGF collection, `game=` a trial of Ludii, a
line that names the columns `game` and `moves` the head of a table, and anything else a tagged record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import NamedTuple

LONGEST_RECORD = 1 << 20  # letters
LONGEST_HEAD = 2000  # letters of the head of a table
JSON_BEGINS, SGF_BEGINS, TRIAL_BEGINS, TAG_BEGINS = "{", "(", "game=", "["
SGF_MARK = re.compile(r"\\.|[\[\]()]", re.DOTALL)


class Written(NamedTuple):
    """One record as it stands in a file, unread, and the line where it begins."""

    line: int
    text: str


class Record:
    """A record that is being gathered: of one that is too long to be kept, enough to be refused for it."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.first = self.length = 0

    def add(self, number: int, text: str) -> None:
        """Put a line or a part of one after the others."""
        self.first = self.first if self.kept else number
        if self.length <= LONGEST_RECORD:
            self.kept.append(text)
            self.length += len(text)

    def written(self) -> Written:
        """What was gathered; a new record begins."""
        text, self.kept, self.length = "".join(self.kept), [], 0
        return Written(self.first, text)


Numbered = tuple[int, str]
"""A line of a file and its number, from 1."""

Cut = Generator[Written, None, Numbered | None]
"""Records of one kind; in the end the first line that is of another."""


def records_in(lines: Iterable[str]) -> Iterator[Written]:
    """The records of a file, each with the number of its first line."""
    numbered = enumerate(lines, start=1)
    here = next(numbered, None)
    while here is not None:
        number, line = here
        words = line.lstrip()
        if line.startswith(JSON_BEGINS):
            yield Written(number, line)
        elif words:
            here = yield from _cutter(line)(here, numbered)
            continue
        here = next(numbered, None)


def _cutter(line: str) -> Callable[[Numbered, Iterator[Numbered]], Cut]:
    """What cuts the records that begin with this line."""
    if line.lstrip().startswith(SGF_BEGINS):
        return _sgf
    if line.startswith(TRIAL_BEGINS):
        return _trials
    return _rows if is_head(line) else _tagged


def is_head(line: str) -> bool:
    """Whether a line is the head of a table of games: the names of its columns."""
    cells = {cell.strip(' "\ufeff\r\n') for cell in re.split(r"[,;\t]", line[:LONGEST_HEAD])}
    return {"game", "moves"} <= cells and not line.startswith(TAG_BEGINS)


def _rows(here: Numbered, others: Iterator[Numbered]) -> Cut:
    """The rows of a table to the end of the file, each below the table's head; quotes may hold many lines."""
    record, quotes = Record(), 0
    for number, line in others:
        if not record.kept and line.strip():
            record.add(number, here[1].rstrip("\r\n") + "\n")
        if record.kept:
            record.add(number, line)
            quotes += line.count('"')
            if quotes % 2 == 0:
                yield record.written()
    if record.kept:
        yield record.written()
    return None


def _tagged(here: Numbered | None, others: Iterator[Numbered]) -> Cut:
    """Tagged records to the end of the file: tags after moves begin a new one."""
    record, in_moves, in_comment = Record(), False, False
    while here is not None:
        number, line = here
        words = line.strip()
        tag = words.startswith("[") and not in_comment
        if tag and in_moves:
            yield record.written()
            in_moves = False
        if words:
            record.add(number, line if line.endswith("\n") else line + "\n")
        if not tag and words:
            in_moves = True
            in_comment = line.rfind("{") > line.rfind("}") or (in_comment and "}" not in line)
        here = next(others, None)
    yield record.written()
    return None


def _trials(here: Numbered | None, others: Iterator[Numbered]) -> Cut:
    """Trials to the end of the file, each from the line that names its game to the next such."""
    record = Record()
    while here is not None:
        number, line = here
        if record.kept and line.startswith(TRIAL_BEGINS):
            yield record.written()
        record.add(number, line if line.endswith("\n") else line + "\n")
        here = next(others, None)
    yield record.written()
    return None


def _sgf(here: Numbered | None, others: Iterator[Numbered]) -> Cut:
    """The games of a collection, one after another, in one line or in many, until something else comes.

    A parenthesis within a value is a letter like others, and so is what follows a backslash.
    """
    record, depth, in_value = Record(), 0, False
    while here is not None:
        number, line = here
        if depth == 0 and line.strip() and not line.lstrip().startswith(SGF_BEGINS):
            return here
        begins = 0
        for mark in SGF_MARK.finditer(line):
            if mark[0] in ("[", "]"):
                in_value = mark[0] == "[" and depth > 0
            elif mark[0] == "(" and not in_value:
                depth += 1
            elif mark[0] == ")" and not in_value and depth > 0:
                depth -= 1
                if depth == 0:
                    record.add(number, line[begins : mark.end()])
                    yield record.written()
                    begins = mark.end()
        rest = line[begins:]
        if depth > 0:
            record.add(number, rest)
        elif rest.strip():
            return number, rest
        here = next(others, None)
    if record.kept:
        yield record.written()
    return None
