"""What of a file is Python: a mistake of syntax in one function does not cost the others.

A file that cannot be parsed is cut before every line that begins at the margin; pieces that are no Python are
left blank, so that the lines keep their numbers. So is what a file does only when it is run by itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from stratege.core.parsing import parse
from stratege.school.faults import Fault
from stratege.school.syntax import LARGEST, Facts, Unreadable, facts

READ_OVER = 10  # times the length of the file: so much may be parsed to find what is right
MAIN = "__name__ == '__main__'"
TESTING = re.compile(
    r"import (doctest|unittest)$|from (doctest|unittest) import |(doctest\.)?testmod\(|unittest\.main\("
    r"|class \w+\((unittest\.)?TestCase\)"
)
MARGIN = re.compile(r"[^\s#)\]}]")
DEFINING = re.compile(r"(def|class)\b|@")
NAMED = re.compile(r"(?:def\s+|class\s+)?(\w+)\s*[(:=]")


@dataclass(frozen=True)
class Salvaged:
    """A file's text without what is no Python, what it defines, and what the pieces left out would have."""

    source: str
    facts: Facts
    broken: Mapping[str, Fault] = field(default_factory=dict)

    def lacks(self, name: str) -> Fault | None:
        """Why something is not defined, if it is a mistake of syntax; a file with nothing else is one."""
        if name in self.broken or not self.broken:
            return self.broken.get(name)
        return None if self.facts.functions else next(iter(self.broken.values()))


def salvaged(source: str, public: frozenset[str] = frozenset()) -> Salvaged:
    """Read a file; `Unreadable` if it cannot be examined at all."""
    try:
        source = imported(source)
        return Salvaged(source, facts(source, public))
    except Unreadable as unreadable:
        if unreadable.fault.kind != "syntax":
            raise
        whole = unreadable.fault
    lines, broken = source.splitlines(keepends=True), dict[str, Fault]()
    try:
        for start, end, fault in _pieces(lines, READ_OVER * len(source)):
            if fault is not None:
                named = NAMED.match(lines[start])
                broken.setdefault(named[1] if named else "", fault)
                lines[start:end] = ["\n"] * (end - start)
        source = imported("".join(lines))
        return Salvaged(source, facts(source, public), broken)
    except Unreadable:
        raise Unreadable(whole) from None


def imported(source: str) -> str:
    """The text without what is not run here: what stands under `if __name__ == "__main__":`, and tests.

    Constants that are given a name there are kept: functions may need them.

    >>> imported("import doctest\\nif __name__ == '__main__':\\n    n = 0\\n    doctest.testmod()\\n")
    '\\n\\nn = 0\\n\\n'
    """
    if not any(word in source for word in ("__main__", "doctest", "unittest")) or len(source) > LARGEST:
        return source
    try:
        tree = parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    lines = source.splitlines(keepends=True)
    for node in tree.body:
        main = isinstance(node, ast.If) and ast.unparse(node.test) == MAIN and not node.orelse
        if main or TESTING.match(ast.unparse(node)):
            kept = {one.lineno: ast.unparse(one) for one in getattr(node, "body", ()) if _constant(one)}
            for number in range(node.lineno, (node.end_lineno or 0) + 1):
                lines[number - 1] = kept.get(number, "") + "\n"
    return "".join(lines)


def _constant(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)


def _pieces(lines: list[str], room: int) -> Iterator[tuple[int, int, Fault | None]]:
    """Stretches of lines, each as long as it is Python; or as short as can be, with what is wrong."""
    cuts = [number for number, line in enumerate(lines) if number == 0 or MARGIN.match(line)]
    cuts.append(len(lines))
    place = 0
    while place < len(cuts) - 1:
        until = place + 1
        while until < len(cuts) - 1 and not _parts(lines, cuts[until - 1], cuts[until]):
            until += 1
        fault = None
        for last in range(until, place, -1):
            piece = "\n" * cuts[place] + "".join(lines[cuts[place] : cuts[last]])
            room -= len(piece)
            if room < 0:
                raise Unreadable(Fault("unread", {"message": "…"}))
            fault = _fault_of(piece)
            if fault is None:
                break
        yield cuts[place], cuts[last], fault
        place = last


def _parts(lines: list[str], before: int, here: int) -> bool:
    """Whether a definition begins here, its decorators with it."""
    return bool(DEFINING.match(lines[here])) and not lines[before].startswith("@")


def _fault_of(piece: str) -> Fault | None:
    try:
        parse(piece)
    except SyntaxError as error:
        return Fault("syntax", {"line": error.lineno or 0, "message": error.msg})
    except (ValueError, RecursionError, MemoryError) as error:
        return Fault("unread", {"message": type(error).__name__})
    return None
