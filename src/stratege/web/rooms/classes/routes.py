"""Classes over HTTP. Whose link it is, is seen from the key in the `Authorization` header (`keys`)."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from stratege.archive.classes import LONGEST_NAME, Classroom, HandIn, days_later, instant
from stratege.confined.boundary import confining
from stratege.core.errors import BadOption
from stratege.core.language import N_, _
from stratege.core.printable import printable
from stratege.exams.papers import papers
from stratege.web.errors import Conflict, Forbidden, Missing
from stratege.web.jobs.marking import LONGEST_SOURCE
from stratege.web.pages import page
from stratege.web.rooms.classes import table as tables
from stratege.web.rooms.classes.examiners import Examiners
from stratege.web.rooms.classes.keys import digest, fits, new_key, owner, student_key
from stratege.web.rooms.classes.register import Register
from stratege.web.rooms.classes.schemas import ClassShape, HandInShape, HandInWhole, Opened, TableShape
from stratege.web.schemas import FAILURES
from stratege.web.visitor import visitor_of

KEPT_DAYS, MOST_DAYS = 90, 365
LONGEST_TITLE = 80

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
api = APIRouter(prefix="/classes", responses=FAILURES, tags=["classes"])

bearer = HTTPBearer(auto_error=False, description=N_("the key behind the # of a class's link"))
Name = Annotated[str, InPath(max_length=32, pattern=r"^[\w-]+$", examples=["Hb0Ya2Ez9dY"])]
Number = Annotated[int, InPath(ge=0, lt=1 << 60)]


class NewClass(BaseModel):
    """A class to open: its questions as `paper:question`, until when it takes files, how long all is kept."""

    model_config = ConfigDict(extra="forbid")

    title: Annotated[str, Field(min_length=1, max_length=LONGEST_TITLE, examples=["Terminale 3"])]
    questions: Annotated[
        list[Annotated[str, Field(max_length=60)]],
        Field(min_length=1, max_length=120, examples=[["002:Q3", "002:Q5"]]),
    ]
    closes: AwareDatetime | None = None
    keep_days: Annotated[int, Field(ge=1, le=MOST_DAYS)] = KEPT_DAYS


class NewHandIn(BaseModel):
    """A file for one paper, under a name that may be any.

    One that is called `.sql` holds queries, each under a line such as `-- Q22`.
    """

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, examples=["Ada"])]
    paper: Annotated[str, Field(max_length=3, examples=["002"])]
    file: Annotated[str, Field(max_length=LONGEST_NAME, examples=["chomp.py"])] = ""
    source: Annotated[
        str,
        Field(
            min_length=1, max_length=LONGEST_SOURCE, examples=["def tablette(m, n):\n    return [m] * n\n"]
        ),
    ]


class Entered:
    """Who came in by which link."""

    def __init__(self, request: Request, room: Classroom, key: str) -> None:
        self.room, self.key = room, key
        self.register: Register = request.app.state.classes
        teaches, attends = fits(key, room.teacher), fits(key, room.student)
        if not (teaches or attends):
            raise Forbidden(_("This link does not open the class: a part of it is missing or wrong."))
        self.teaches = teaches
        self.owner = owner(visitor_of(request).identity, room.id)

    def teacher_only(self) -> None:
        """Refuse students."""
        if not self.teaches:
            raise Forbidden(_("Only the teacher's link shows this."))


async def entered(
    request: Request, name: Name, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Entered:
    """The class of that name, opened by the key that was brought."""
    register: Register = request.app.state.classes
    room = await register.read(lambda classes: classes.find(name, instant()))
    if room is None:
        raise Missing(_("There is no such class; its time may be over."))
    return Entered(request, room, given.credentials if given is not None else "")


async def taught(here: Annotated[Entered, Depends(entered)]) -> Entered:
    """The same, for the teacher."""
    here.teacher_only()
    return here


Here = Annotated[Entered, Depends(entered)]
Taught = Annotated[Entered, Depends(taught)]


@pages.get("/class")
def new_class_page(request: Request) -> Response:
    """The form that opens a class."""
    asked = [(paper, tables.asked_by(paper.number)) for paper in papers().values()]
    return page(request, "class_open", page="papers", papers=asked, kept=KEPT_DAYS, most=MOST_DAYS)


@pages.get("/class/{name}")
def class_page(request: Request, name: str) -> Response:
    """The class's page, the same for all; its script shows what the key opens."""
    titles = {number: paper.title for number, paper in papers().items()}
    return page(request, "class", page="papers", room=name, longest=LONGEST_NAME, titles=titles)


@api.post("", status_code=201, response_model=Opened, summary=N_("Open a class"))
async def open_class(request: Request, asked: NewClass) -> JSONResponse:
    """The teacher's link is the only key to its files: nobody can make it again."""
    register: Register = request.app.state.classes
    await register.may_open(visitor_of(request))
    await asyncio.to_thread(confining, False)  # where strangers' code cannot be confined, none is taken
    now, teacher = instant(), new_key()
    kept_until = days_later(now, asked.keep_days)
    student = student_key(teacher)
    room = Classroom(
        id=secrets.token_urlsafe(9),
        title=_text(asked.title),
        questions=tuple(_known(asked.questions)),
        teacher=digest(teacher),
        student=digest(student),
        opened=now,
        closes=_closing(asked.closes, now, kept_until),
        kept_until=kept_until,
    )
    await register.write(lambda classes: classes.open(room))
    path = f"/class/{room.id}"
    return JSONResponse({"id": room.id, "teacher": f"{path}#{teacher}", "student": f"{path}#{student}"}, 201)


@api.get("/{name}", response_model=ClassShape, summary=N_("A class"))
async def one_class(here: Here) -> JSONResponse:
    """What is asked, and until when."""
    room = here.room
    shape: ClassShape = {
        "id": room.id,
        "role": "teacher" if here.teaches else "student",
        "title": room.title,
        "questions": tables.questions_of(room),
        "closes": room.closes,
        "kept_until": room.kept_until,
        "open": room.takes(instant()),
        "student": f"/class/{room.id}#{student_key(here.key)}" if here.teaches else None,
    }
    return JSONResponse(shape)


@api.delete("/{name}", status_code=204, summary=N_("Delete a class with all files"))
async def delete_class(here: Taught) -> Response:
    """At once, and for good."""
    await here.register.write(lambda classes: classes.delete(here.room.id))
    return Response(status_code=204)


@api.post("/{name}/hand-ins", status_code=201, response_model=HandInShape, summary=N_("Hand in a file"))
async def hand_in(request: Request, here: Here, asked: NewHandIn) -> JSONResponse:
    """As often as one likes, the best marks count. The answer comes once the file is kept."""
    now = instant()
    if not here.room.takes(now):
        raise Conflict(_("The class has closed: nothing can be handed in any more."))
    if asked.paper not in here.room.papers:
        raise BadOption(_("The class has no question of paper {paper}.", paper=asked.paper))
    file, source = printable(asked.file.strip()) or "answer.py", _source(asked.source)
    kept = HandIn(here.room.id, _text(asked.name), here.owner, asked.paper, file, source, now)
    if not tables.asked_in(kept, tables.questions_of(here.room)):
        name = "SQL" if kept.queries else "Python"
        raise BadOption(_("The class asks for nothing in {name} of this paper.", name=name))
    await here.register.may_hand_in(visitor_of(request))
    number = await here.register.write(lambda classes: classes.hand_in(kept))
    examiners: Examiners = request.app.state.examiners
    examiners.wake()
    shape = tables.shape_of(kept, tables.questions_of(here.room))
    return JSONResponse({**shape, "number": number}, 201)


@api.get("/{name}/hand-ins", response_model=list[HandInShape], summary=N_("What this browser handed in"))
async def own_hand_ins(here: Here) -> JSONResponse:
    """The oldest first."""
    entries = await here.register.read(lambda classes: classes.of_class(here.room.id))
    asked = tables.questions_of(here.room)
    return JSONResponse([tables.shape_of(one, asked) for one in entries if one.owner == here.owner])


@api.get("/{name}/hand-ins/{number}", response_model=HandInWhole, summary=N_("A file and its report"))
async def one_hand_in(here: Here, number: Number) -> JSONResponse:
    """For the teacher, and for the browser that handed it in."""
    found = await here.register.read(lambda classes: classes.read(number))
    mine = found is not None and (here.teaches or found.owner == here.owner)
    if found is None or found.classroom != here.room.id or not mine:
        raise Missing(_("There is no such file."))
    return JSONResponse(tables.whole_of(found, tables.questions_of(here.room)))


@api.get("/{name}/table", response_model=TableShape, summary=N_("The table of marks"))
async def marks(
    here: Taught, seen: Annotated[str, Query(max_length=40, description=N_("the version that one has"))] = ""
) -> JSONResponse:
    """Names, best marks by question, files, and the mistakes that several have in common."""
    entries = await here.register.read(lambda classes: classes.of_class(here.room.id))
    version = tables.version_of(entries)
    if version == seen:
        nothing: dict[str, Any] = {"waiting": 0, "points": 0, "students": [], "mistakes": []}
        return JSONResponse({"version": version, "changed": False, **nothing})
    return JSONResponse(await asyncio.to_thread(tables.table_of, here.room, entries))


@api.get("/{name}/table.csv", response_class=Response, summary=N_("The table for a spreadsheet"))
async def marks_csv(here: Taught) -> Response:
    """With commas in English; with semicolons and decimal commas in French."""
    entries = await here.register.read(lambda classes: classes.of_class(here.room.id))
    data = await asyncio.to_thread(tables.as_csv, here.room, entries)
    return _download(data, "text/csv; charset=utf-8", f"{tables.file_name(here.room.title)}.csv")


@api.get("/{name}/files.zip", response_class=Response, summary=N_("All files"))
async def files(here: Taught) -> Response:
    """A folder for each name."""
    entries = await here.register.read(lambda classes: classes.files(here.room.id))
    data = await asyncio.to_thread(tables.as_zip, entries)
    return _download(data, "application/zip", f"{tables.file_name(here.room.title)}.zip")


def _download(data: bytes, kind: str, name: str) -> Response:
    ascii_name = name.encode("ascii", "replace").decode().replace("?", "-")
    return Response(
        data, media_type=kind, headers={"content-disposition": f'attachment; filename="{ascii_name}"'}
    )


def _known(keys: list[str]) -> list[str]:
    """The questions, once it is seen that the papers have them."""
    known = {one["key"] for number in papers() for one in tables.asked_by(number)}
    for key in keys:
        if key not in known:
            raise BadOption(_("There is no question {key!r} that asks for code or SQL.", key=key))
    return list(dict.fromkeys(keys))


def _closing(closes: Any, now: str, kept_until: str) -> str:
    if closes is None:
        return ""
    try:
        moment = closes.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError):
        moment = ""
    if not now < moment <= kept_until:
        raise BadOption(_("A class closes later than now, and while its files are kept."))
    return str(moment)


def _text(text: str) -> str:
    """A name or a title, on one line."""
    found = printable(" ".join(text.split()))
    if not found:
        raise BadOption(_("A name is missing."))
    return found


def _source(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadOption(_("This file is no text.")) from None
    if "\0" in text:
        raise BadOption(_("This file is no text."))
    return text
