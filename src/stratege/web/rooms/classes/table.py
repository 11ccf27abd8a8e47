"""The table of marks, made of what was handed in: for the page, as CSV, and all files as an archive."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from stratege.archive.classes import Classroom, HandIn
from stratege.archive.csv_rows import harmless
from stratege.core import language
from stratege.core.language import _
from stratege.school.report import drawn_from
from stratege.school.sql import POINTS
from stratege.school.tables import table as paper_table
from stratege.web.rooms.classes.schemas import (
    Asked,
    HandInShape,
    HandInWhole,
    Mistake,
    StudentRow,
    TableShape,
)

SQL = "SQL"  # what stands where others have their function
LONGEST_FILE = 60


def questions_of(room: Classroom) -> list[Asked]:
    """The questions that a class answers, in the order of the papers."""
    return [one for paper in room.papers for one in asked_by(paper) if one["key"] in room.questions]


def asked_by(paper: str) -> list[Asked]:
    """All questions of a paper that ask for code, then those that ask for SQL."""
    asked = paper_table(paper)
    made: list[Asked] = [
        {
            "key": f"{paper}:{asked.name_of(one)}",
            "paper": paper,
            "question": one.number,
            "function": one.function,
            "points": one.points,
        }
        for one in asked.questions
    ]
    for name in asked.database:
        key = f"{paper}:{name}"
        made.append({"key": key, "paper": paper, "question": name, "function": SQL, "points": POINTS})
    return made


def asked_in(entry: HandIn, asked: Sequence[Asked]) -> list[Asked]:
    """The questions that a file can answer: those of its paper, in its language."""
    return [one for one in asked if one["paper"] == entry.paper and (one["function"] == SQL) == entry.queries]


def version_of(entries: Sequence[HandIn]) -> str:
    """What is another one whenever the table is."""
    return f"{len(entries)}.{sum(bool(one.marked) for one in entries)}"


def table_of(room: Classroom, entries: Sequence[HandIn]) -> TableShape:
    """The whole table; `entries` in the order in which they came."""
    asked = questions_of(room)
    by_name: dict[str, list[HandIn]] = {}
    for one in entries:
        by_name.setdefault(one.name, []).append(one)
    return {
        "version": version_of(entries),
        "changed": True,
        "waiting": sum(not one.marked for one in entries),
        "points": sum(one["points"] for one in asked),
        "students": [
            row_of(name, theirs, asked)
            for name, theirs in sorted(by_name.items(), key=lambda one: one[0].casefold())
        ],
        "mistakes": common_mistakes(by_name.items(), [one["key"] for one in asked]),
    }


def row_of(name: str, entries: Sequence[HandIn], asked: Sequence[Asked]) -> StudentRow:
    """A student's best marks, question by question."""
    marks: dict[str, float] = {}
    for entry in entries:
        for key, earned in entry.summary.get("earned", {}).items():
            marks[key] = max(earned, marks.get(key, 0.0))
    return {
        "name": name,
        "browsers": len({one.owner for one in entries}),
        "marks": marks,
        "total": round(sum(marks.values()), 2),
        "last": entries[-1].received,
        "waiting": any(not one.marked for one in entries),
        "hand_ins": [shape_of(one, asked) for one in entries],
    }


def shape_of(entry: HandIn, asked: Sequence[Asked]) -> HandInShape:
    """A hand-in in a few words."""
    earned = entry.summary.get("earned")
    return {
        "number": entry.number,
        "paper": entry.paper,
        "file": entry.file,
        "received": entry.received,
        "state": "waiting" if not entry.marked else "failed" if earned is None else "marked",
        "earned": None if earned is None else round(sum(earned.values()), 2),
        "points": sum(one["points"] for one in asked_in(entry, asked)),
    }


def whole_of(entry: HandIn, asked: Sequence[Asked]) -> HandInWhole:
    """A hand-in with its text and its report in the current language."""
    spoken = language.current()
    return {
        **shape_of(entry, asked),
        "name": entry.name,
        "source": entry.source,
        "report": _drawn(entry.report.get(spoken)),
        "error": entry.summary.get("error", {}).get(spoken, ""),
    }


def _drawn(report: dict[str, Any] | None) -> dict[str, Any] | None:
    """A report, its pictures drawn from what was kept of them."""
    parts = [part for one in (report or {}).get("questions", ()) for part in one["parts"]]
    for example in [part["example"] for part in parts if part["example"]]:
        if "pictures" in example:  # of a query there are none
            example["pictures"] = drawn_from(example["pictures"])
    return report


def common_mistakes(people: Iterable[tuple[str, Sequence[HandIn]]], order: Sequence[str]) -> list[Mistake]:
    """What is wrong in each one's last marked file for a paper; what most have in common comes first."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for name, entries in people:
        last = {(one.paper, one.queries): one for one in entries if "mistakes" in one.summary}
        made = [tuple(each) for one in last.values() for each in one.summary["mistakes"][language.current()]]
        for key, reason, call in dict.fromkeys(made):
            groups.setdefault((key, reason, call), []).append(name)
    ranked = sorted(groups.items(), key=lambda one: (-len(one[1]), order.index(one[0][0])))
    return [
        {"key": key, "reason": reason, "call": call, "names": names} for (key, reason, call), names in ranked
    ]


def as_csv(room: Classroom, entries: Sequence[HandIn]) -> bytes:
    """The table for a spreadsheet, as those of the current language read it."""
    french = language.current() == "fr"
    table, asked = table_of(room, entries), questions_of(room)
    text = io.StringIO()
    lines = csv.writer(text, delimiter=";" if french else ",")

    def number(value: float | None) -> str:
        return "" if value is None else language.in_points(value)

    heads = [f"{one['paper']} {one['question']} {one['function']} /{number(one['points'])}" for one in asked]
    lines.writerow([_("Name"), *heads, f"{_('Total')} /{number(table['points'])}", _("Handed in"), _("Last")])
    for one in table["students"]:
        marks = [number(one["marks"].get(question["key"])) for question in asked]
        lines.writerow(
            [harmless(one["name"]), *marks, number(one["total"]), len(one["hand_ins"]), one["last"]]
        )
    return text.getvalue().encode("utf-8-sig")


def as_zip(entries: Sequence[HandIn]) -> bytes:
    """All files, a folder for each name."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        folders: dict[str, str] = {}
        for number, one in enumerate(entries, start=1):
            folder = folders.setdefault(one.name, f"{len(folders) + 1:03}-{file_name(one.name)}")
            packed.writestr(f"{folder}/{number:04}-{one.paper}-{file_name(one.file)}", one.source)
    return data.getvalue()


def file_name(text: str) -> str:
    """What can be a file's name anywhere.

    >>> file_name("../Zoé B.py"), file_name("")
    ('Zoé-B.py', 'file')
    """
    return re.sub(r"[^\w.-]+|^\.+", "-", text).strip("-.")[:LONGEST_FILE] or "file"
