"""The papers' questions about databases: a query compared with ours on many small databases.

The query runs in a confined process, on a database in its memory. Columns may come in another order, rows too
where the question asks for none.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import permutations
from typing import Any

from stratege.confined.boundary import Limits
from stratege.confined.runner import Call, Reply, Runner
from stratege.core.errors import BadOption
from stratege.core.language import N_, _, in_points
from stratege.core.printable import printable
from stratege.school.faults import Fault, brief, stopped, told

Rows = list[list[Any]]
Database = dict[str, Rows]

ENGINE = """
import sqlite3

def opened(schema, tables, query):
    connection = sqlite3.connect(":memory:")
    connection.create_function("CONCAT", -1, lambda *words: "".join(map(str, words)))
    connection.create_function("IF", 3, lambda test, then, other: then if test else other)
    for name, columns in schema.items():
        connection.execute(f"CREATE TABLE {name} ({', '.join(columns)})")
        rows = tables[name]
        if rows:
            marks = ", ".join("?" * len(columns))
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
    cursor = connection.execute(query)
    if cursor.description is None:
        raise ValueError("the query gives no table")
    return cursor

def answer(schema, tables, query):
    return [list(row) for row in opened(schema, tables, query).fetchmany(1000)]

def shown(schema, tables, query):
    cursor = opened(schema, tables, query)
    return [[column[0] for column in cursor.description], [list(row) for row in cursor.fetchmany(1000)]]
"""

SCHEMAS = {
    "001": {
        "Joueur": ["id_Joueur", "nom", "prenom", "niveau", "naissance"],
        "Partie": ["id_Partie", "id_joueur1", "id_joueur2", "resultat", "jour", "jeu"],
    },
    "004": {
        "Joueur": ["id", "nom", "prenom"],
        "Partie": ["id", "id_joueur1", "id_joueur2", "id_gagnant", "date", "nbtours"],
    },
}

PARTS = {
    "Q22": N_("players above 1900, at it and below; nobody"),
    "Q23": N_("games that begin with the first pit; draws; none"),
    "Q24": N_("the three highest levels; fewer players than three"),
    "Q25": N_("a hundred victories and one more; namesakes; games of player 2"),
    "Q20": N_("John Doe begins, comes second, does not play; other Does and Johns"),
    "Q21": N_("the shortest game and its two players"),
}
NAMES = ("Martin", "Dupond", "Doe", "Roux")
FIRST_NAMES = ("Jean", "Marie", "John", "Théo")
POINTS = 2
COMPARISONS = 150  # while a database is made smaller
HEADING = re.compile(r"^--[ \t]*(Q\d+)\b.*$", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True)
class SqlMark:
    """What a query earned; where it is wrong, the smallest database found on which it differs."""

    paper: str
    question: str
    fault: Fault | None = None
    database: Database | None = None
    expected: Rows | None = None
    got: Rows | None = None

    @property
    def earned(self) -> float:
        """All or nothing."""
        return 0 if self.fault else POINTS


def mark_sql(paper: str, question: str, query: str, trusted: bool = False) -> SqlMark:
    """Compare a query with ours."""
    question = question.upper() if question.upper().startswith("Q") else f"Q{question}"
    ours = stored(paper, question)
    limits = Limits(processor=2.0, clock=6.0)
    with Runner(ENGINE, ["answer"], limits=limits, trusted=trusted) as runner:
        return Comparison(paper, question, ours, query, runner).mark()


def queries(text: str, questions: Collection[str]) -> dict[str, str]:
    """The queries of a file, each under a comment that names its question; one alone needs no such line.

    >>> queries("-- Q22\\nSELECT 1;\\n-- q23: percent\\nSELECT 2;\\n", ["Q22", "Q23"])
    {'Q22': 'SELECT 1;', 'Q23': 'SELECT 2;'}
    """
    pieces = HEADING.split(text)
    found = {name.upper(): query.strip() for name, query in zip(pieces[1::2], pieces[2::2])}
    return found or {name: text.strip() for name in questions if len(questions) == 1}


def mark_queries(paper: str, questions: Sequence[str], text: str) -> list[SqlMark]:
    """Mark a file of queries: these questions, in their order."""
    given = queries(text, questions)
    return [
        mark_sql(paper, name, given[name])
        if given.get(name)
        else SqlMark(paper, name, Fault("unasked", {"name": name}))
        for name in questions
    ]


def stored(paper: str, question: str) -> str:
    """Our own query."""
    path = files("stratege.archive").joinpath("answers", f"{paper}-{question}.sql")
    if paper not in SCHEMAS or not path.is_file():
        raise BadOption(
            _("Paper {paper} has no question {name} that asks for SQL.", paper=paper, name=question)
        )
    return path.read_text(encoding="utf-8")


class Comparison:
    """Two queries over many databases."""

    def __init__(self, paper: str, question: str, ours: str, query: str, runner: Runner) -> None:
        self.paper, self.question, self.ours, self.query, self.runner = paper, question, ours, query, runner
        self.orders: list[tuple[int, ...]] | None = None  # of columns, that have fitted so far

    def mark(self) -> SqlMark:
        """The first difference, on the smallest database that shows it."""
        for database in databases(self.paper, self.question):
            found = self.compared(database)
            if found.fault:
                return self.smallest(found) if found.got is not None else found
        return SqlMark(self.paper, self.question)

    def asked(self, database: Database, query: str) -> Reply:
        if self.runner.begun is None:
            self.runner.start()
        return self.runner.call(Call("answer", (SCHEMAS[self.paper], database, query)))

    def compared(self, database: Database) -> SqlMark:
        """Both queries on one database."""
        expected = self.asked(database, self.ours).result
        reply = self.asked(database, self.query)
        fault = stopped(reply)
        if fault and "line" in fault.values:  # of our own file: the query is a text in it
            fault = Fault(fault.kind, {**fault.values, "line": None})
        rows = None if fault else reply.result
        if fault is None and not self.agree(expected, rows):
            fault = differing(expected, rows, self.question == "Q25")
        return SqlMark(self.paper, self.question, fault, database, expected, rows)

    def agree(self, expected: Rows, got: Any) -> bool:
        """The same rows, in some order of columns that fitted before too; nothing may be said anyhow."""
        if type(got) is not list or any(type(row) is not list for row in got):
            return False
        if expected and _void(expected):
            return _void(got)
        if not expected or not got:
            return not expected and not got
        width = len(expected[0])
        orders = self.orders or list(permutations(range(width)))
        fitting = [order for order in orders if self._agree(expected, got, order)]
        if fitting and len(got[0]) == width:
            self.orders = fitting
        return bool(fitting)

    def _agree(self, expected: Rows, got: Rows, order: Sequence[int]) -> bool:
        if any(len(row) != len(order) for row in got):
            return False
        turned = [[row[place] for place in order] for row in got]
        if self.question == "Q25" and [row[2] for row in turned] != [row[2] for row in expected]:
            return False
        return _alike(expected, turned)

    def smallest(self, found: SqlMark) -> SqlMark:
        """Leave rows out as long as the answers differ; with stretches first, then row by row."""
        assert found.database is not None
        tried = self.smaller(found.database)
        for _tries in range(COMPARISONS):
            smaller = next(tried, None)
            if smaller is None:
                break
            again = self.compared(smaller)
            if again.fault and found.fault and again.fault.kind == found.fault.kind:
                assert again.database is not None
                found, tried = again, self.smaller(again.database)
        return found

    def smaller(self, database: Database) -> Iterator[Database]:
        """The database with fewer rows, where the question still has one answer."""
        return (one for one in without(database) if sensible(self.question, one))


def differing(expected: Rows, got: Any, ordered: bool) -> Fault:
    """What is wrong with a result: its columns, its order, rows that come too often, or what it says."""
    if type(got) is not list or any(type(row) is not list for row in got) or not expected or not got:
        return Fault("value")
    width = len(expected[0])
    if len(got[0]) != width:
        return Fault("columns", {"got": len(got[0]), "wanted": width})
    for order in permutations(range(width)):
        turned = [[row[place] for place in order] for row in got]
        if ordered and _alike(expected, turned):
            return Fault("order")
        if {repr(row) for row in turned} == {repr(row) for row in expected} and len(got) > len(expected):
            return Fault("often")
    return Fault("value")


def _void(rows: Rows) -> bool:
    """Nothing, said in one way or another: no row, 0 or NULL."""
    return all(value in (0, None) for row in rows for value in row)


def _alike(expected: Rows, got: Rows) -> bool:
    """The same rows in any order."""
    pairs = zip(sorted(expected, key=repr), sorted(got, key=repr))
    return len(expected) == len(got) and all(_close(*pair) for pair in pairs)


def _close(expected: list[Any], got: list[Any]) -> bool:
    """Equal rows, numbers up to rounding; some databases divide integers without a rest."""
    for a, b in zip(expected, got):
        numbers = all(type(value) in (int, float) for value in (a, b))
        if numbers and type(a) is float and type(b) is int and b == math.floor(a):
            continue
        if numbers and type(a) is float and any(b == round(a, places) for places in range(5)):
            continue
        if not (math.isclose(a, b, abs_tol=1e-6) if numbers else type(a) is type(b) and a == b):
            return False
    return True


def without(database: Database) -> Iterator[Database]:
    """The database without a stretch of the rows of a table, long stretches first."""
    for name, rows in database.items():
        length = len(rows)
        while length:
            for start in range(0, len(rows), length):
                yield {**database, name: rows[:start] + rows[start + length :]}
            length //= 2


def sensible(question: str, database: Database) -> bool:
    """Whether the question has one answer on this database: games have players, the shortest game is one."""
    players = {row[0] for row in database["Joueur"]}
    if any(row[1] not in players or row[2] not in players for row in database["Partie"]):
        return False
    turns = sorted(row[5] for row in database["Partie"])
    return question != "Q21" or (len(turns) > 0 and turns[:1] != turns[1:2])


def databases(paper: str, question: str) -> Iterator[Database]:
    """Small databases first, then larger ones; the same every time."""
    make: Callable[[random.Random, int], Database] = _of_001 if paper == "001" else _of_004
    for number in range(24):
        draw = random.Random(f"{paper}{question}{number}")
        database = make(draw, number)
        if question == "Q25" and number % 3 == 2:
            database = _champions(draw)
        if sensible(question, database):
            yield database


def _of_001(draw: random.Random, size: int) -> Database:
    levels = draw.sample([1800, 1899, 1900, 1901, 1950, 2103, 2300, 1700], min(8, size // 2 + (size > 0)))
    players = [
        [number + 1, draw.choice(NAMES), draw.choice(FIRST_NAMES), level, f"{1950 + number}-01-03"]
        for number, level in enumerate(levels)
    ]
    games = [
        [number + 1, *_two(draw, players), draw.choice((0.0, 0.5, 1.0)), "2001-01-08", _moves(draw)]
        for number in range(size if len(players) > 1 else 0)
    ]
    return {"Joueur": players, "Partie": games}


def _moves(draw: random.Random) -> str:
    return draw.choice("aabcdef") + draw.choice("gahij") + draw.choice("abcdef")


def _two(draw: random.Random, players: Rows) -> list[int]:
    return [row[0] for row in draw.sample(players, 2)]


def _champions(draw: random.Random) -> Database:
    """Players with 99, 100, 101 … victories when they begin, two of them of one name."""
    players = [[n, NAMES[n % 2], FIRST_NAMES[n // 3], 1900 + n, "1990-01-01"] for n in range(1, 6)]
    games: Rows = []
    for number, wins in zip((1, 2, 3, 4), draw.sample((99, 100, 101, 102, 103), 4)):
        for _game in range(wins):
            games.append([len(games) + 1, number, 5, 1.0, "2001-01-08", _moves(draw)])
        games.append([len(games) + 1, number, 5, 0.5, "2001-01-08", _moves(draw)])
        games.append([len(games) + 1, 5, number, 1.0, "2001-01-08", _moves(draw)])
    return {"Joueur": players, "Partie": games}


def _of_004(draw: random.Random, size: int) -> Database:
    people = [("Doe", "John"), ("Doe", "Jane"), ("Roux", "John"), ("Martin", "Jean"), ("John", "Doe")]
    chosen = draw.sample(people, min(5, 2 + size // 4))
    players: Rows = [[number + 1, *names] for number, names in enumerate(chosen)]
    turns = draw.sample(range(5, 60), size)
    games: Rows = []
    for number, turn in enumerate(turns):
        one, other = _two(draw, players)
        games.append([number + 1, one, other, draw.choice((one, other, None)), "2024-05-01", turn])
    return {"Joueur": players, "Partie": games}


def plain(value: Any) -> Any:
    """A value as every reader of JSON takes it: what has no such form is its text."""
    if type(value) is list:
        return [plain(one) for one in value]
    if value is None or type(value) in (bool, int) or (type(value) is float and math.isfinite(value)):
        return value
    return printable(value, "\n\t") if type(value) is str else brief(value)


def sql_json(*marks: SqlMark) -> dict[str, Any]:
    """Marks of one paper for programs, in the shape of a paper's."""
    earned = sum(one.earned for one in marks)
    points = POINTS * len(marks)
    questions = [question_json(one) for one in marks]
    return {"paper": marks[0].paper, "earned": earned, "points": points, "questions": questions}


def question_json(mark: SqlMark) -> dict[str, Any]:
    """The mark of one query."""
    example = None
    if mark.database is not None and mark.fault:
        example = {"database": mark.database, "expected": mark.expected, "got": plain(mark.got)}
    part = {"name": _(PARTS[mark.question]), "earned": mark.earned, "points": POINTS}
    part |= {"reason": mark.fault.reason if mark.fault else "", "example": example}
    return {
        "question": mark.question,
        "function": "SQL",
        "earned": mark.earned,
        "points": POINTS,
        "parts": [part],
    }


def sql_text(mark: SqlMark) -> str:
    """The mark for a person at a terminal."""
    head = told(mark.question, f"{in_points(mark.earned)}/{POINTS}")
    if mark.fault is None:
        return f"{head}\n  ✓ {_(PARTS[mark.question])}"
    lines = [head, "  ✗ " + told(_(PARTS[mark.question]), mark.fault.reason)]
    if mark.database is not None and mark.got is not None:
        for name, rows in mark.database.items():
            lines += table_lines(name, SCHEMAS[mark.paper][name], rows)
        lines += [_("expected: {rows}", rows=mark.expected), _("got: {rows}", rows=mark.got)]
    return "\n".join(lines)


def shortly(mark: SqlMark) -> str:
    """What tells a wrong query from ours, in a few words; "" where nothing was compared."""
    if mark.fault is None or mark.got is None:
        return ""
    return _("expected {expected}, got {got}", expected=brief(mark.expected), got=brief(mark.got))


def table_lines(name: str, columns: Sequence[str], rows: Rows) -> list[str]:
    """A table with its columns, the first rows of a long one."""
    lines = [f"  {name} ({', '.join(columns)})"]
    lines += ["    " + " | ".join(map(str, row)) for row in rows[:12]]
    return lines + ([f"    … {len(rows)}"] if len(rows) > 12 else [])
