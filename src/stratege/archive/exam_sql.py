"""The papers' SQL on the archive: one question at a time, nothing but reading, within limits.

`Joueur` and `Partie` have exactly the columns of the paper on that game: 001 for Awalé, 004 for Quixo. They
are all that a question can see: on SQLite it is put to a copy that holds nothing else (`sql_copy`), on
PostgreSQL by a user who may read nothing else (`sql_role`), and always in a process of its own
(`sql_process`).
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from stratege.archive import sql_copy, sql_process, sql_role
from stratege.archive.exam_views import PAPERS, VIEWS
from stratege.archive.store import Archive
from stratege.core.errors import BadOption, StrategeError
from stratege.core.language import _

SECONDS, ROWS = 10.0, 1000
PATIENCE = 15.0  # seconds more for a process to start and to end: its own alarm comes long before


@dataclass(frozen=True)
class Answer:
    """The columns and rows of a question's answer; `cut` if there were more rows than the limits allow.

    Values are numbers, texts and None, whatever else the database knows being written as text.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    cut: bool


@dataclass(frozen=True)
class Exam:
    """A question of a paper and its answer in SQL."""

    paper: str
    question: str
    words: str
    sql: str

    @property
    def game(self) -> str:
        """The game that the paper is about."""
        return next(game for game, paper in PAPERS.items() if paper == self.paper)


def exams() -> dict[str, Exam]:
    """The stored answers, by names like `001:Q23`. Each file begins with its question in comments."""
    found = {}
    for path in sorted(files("stratege.archive").joinpath("answers").iterdir(), key=lambda path: path.name):
        if path.name.endswith(".sql"):
            paper, question = path.name.removesuffix(".sql").split("-")
            lines = path.read_text(encoding="utf-8").splitlines()
            words = " ".join(line.removeprefix("--").strip() for line in lines if line.startswith("--"))
            sql = "\n".join(line for line in lines if not line.startswith("--")).strip()
            found[f"{paper}:{question}"] = Exam(paper, question, words, sql)
    return found


def exam(name: str) -> Exam:
    """The stored answer of that name."""
    known = exams()
    if name not in known:
        names = ", ".join(known)
        raise BadOption(_("There is no stored answer {name!r}; there are: {known}.", name=name, known=names))
    return known[name]


def columns(game: str) -> dict[str, tuple[str, ...]]:
    """The views of the game's paper, and their columns.

    >>> columns("quixo")["Joueur"]
    ('id', 'nom', 'prenom')
    """
    return {name: view.names for name, view in VIEWS[game].items()}


def ask(archive: Archive, game: str, sql: str, seconds: float = SECONDS, rows: int = ROWS) -> Answer:
    """The answer to one SELECT over the views of the game's paper.

    Raises `StrategeError` for anything else, for mistakes, and when the time is up.
    """
    if game not in PAPERS:
        known = ", ".join(PAPERS)
        raise BadOption(_("SQL is for the games whose paper asks for it: {known}.", known=known))
    limits = {"sql": sql, "seconds": seconds, "rows": rows}
    if archive.engine.dialect.name == "postgresql":
        return _answer_of(_told({**sql_role.request(archive, game), **limits}), seconds)
    path = Path(str(archive.engine.url.database))
    told = _told({"file": sql_copy.address(path, game), **limits})
    if told.get("refused") == "damaged":
        told = _told({"file": sql_copy.address(path, game, anew=True), **limits})
    return _answer_of(told, seconds)


def _told(request: dict[str, Any]) -> dict[str, Any]:
    """What a process of its own answers; it ends by its deadline, of itself or by force."""
    server = (
        "address" in request
    )  # its driver is no part of the standard library, and reads PGSSLMODE and such
    asking = [sys.executable, "-I", *([] if server else ["-S"]), str(Path(sql_process.__file__))]
    try:
        done = subprocess.run(
            asking,
            input=json.dumps(request).encode(),
            capture_output=True,
            timeout=request["seconds"] + PATIENCE,
            env=None if server else {},
            cwd="/",
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return {"refused": "late"}
    except ValueError:  # it died
        return {"refused": "late" if done.returncode in sql_process.DEADLINES else "large"}
    return answer


def _answer_of(told: dict[str, Any], seconds: float) -> Answer:
    if "refused" not in told:
        return Answer(tuple(told["columns"]), tuple(map(tuple, told["rows"])), told["cut"])
    why = told.get("words", "")
    reasons = {
        "late": _("The question takes longer than {seconds} s.", seconds=f"{seconds:g}"),
        "large": _("The question or its answer is too big."),
        "denied": _("Questions can only read Joueur and Partie ({why}).", why=why),
        "no rows": _("Only a SELECT has an answer."),
        "unsafe": _(
            "The database user for questions may do more than read Joueur and Partie ({why}): "
            "`stratege archive sql-role` makes one that may not.",
            why=why,
        ),
    }
    raise StrategeError(reasons.get(told["refused"]) or _("SQL: {why}", why=why))
