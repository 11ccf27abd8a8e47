"""The questions that a server of Stratège answers, as requests: what both clients send.

Each function is one operation of the API (the server's `/docs` shows them all); a test compares them with its
OpenAPI document. A `Question[T]` is answered by a T.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from stratege.core.line import Line
from stratege.core.position import Position

if TYPE_CHECKING:
    from stratege.web.rooms.archive.schemas import (
        ArchivedGame,
        ExplorationShape,
        KnownMoves,
        OpeningTree,
        PlayerShape,
        SqlAnswer,
    )
    from stratege.web.rooms.classes.schemas import ClassShape, HandInShape, HandInWhole, Opened
    from stratege.web.rooms.classes.schemas import TableShape as MarksShape
    from stratege.web.rooms.images.schemas import HeatShape, ImageShape, WrittenShape
    from stratege.web.rooms.papers.schemas import CallShape, PaperFunctions, PaperShape, ReportShape
    from stratege.web.rooms.solved.schemas import ChompMap, Gallery, NimbleSolution, TableShape
    from stratege.web.schemas import (
        Created,
        GameShape,
        Health,
        LiveShape,
        Played,
        PreparationShape,
        StudyShape,
        View,
    )

API = "/api/v1"

T = TypeVar("T")


@dataclass(frozen=True)
class Question(Generic[T]):
    """A request: how, where, and with what; `key` opens a class, `raw` says that bytes come back."""

    method: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    json: Any = None
    files: Mapping[str, bytes] | None = None
    form: Mapping[str, str] | None = None
    key: str = ""
    raw: bool = False


def about(line: Line | Position, **more: Any) -> dict[str, Any]:
    """The parameters that say which line is meant, and others that are given."""
    asked = Line(line) if isinstance(line, Position) else line
    game = asked.game
    place = {"game": game.name, "variant": game.variant.name, "size": game.size}
    given = {**place, "position": asked.start.text(), "moves": " ".join(asked.moves_text), **more}
    return _given(**given)


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _get(path: str, **params: Any) -> Question[Any]:
    return Question("GET", API + path, _given(**params))


def _post(path: str, **body: Any) -> Question[Any]:
    return Question("POST", API + path, json=_given(**body))


def health() -> Question[Health]:
    """How the server is doing."""
    return Question("GET", "/health")


def games() -> Question[list[GameShape]]:
    """The games there are."""
    return _get("/games")


def preparation() -> Question[PreparationShape]:
    """What the server is making in the background."""
    return _get("/preparation")


def position(line: Line | Position) -> Question[View]:
    """A position, drawn, with its legal moves."""
    return _get("/position", **about(line))


def analysis(line: Line | Position, seconds: float, depth: int | None = None) -> Question[Any]:
    """Every move valued, as server-sent events."""
    return _get("/analysis", **about(line, seconds=seconds, depth=depth))


def moves(line: Line | Position) -> Question[KnownMoves]:
    """The legal moves with what is proven of each and what the archive has."""
    return _get("/moves", **about(line))


def picture(line: Line | Position, kind: str = "svg", width: int | None = None) -> Question[bytes]:
    """The board as `svg` or `png`, the line as `gif`."""
    return Question("GET", f"{API}/picture.{kind}", about(line, width=width), raw=True)


def explore(
    line: Line | Position, player: str | None = None, since: str | None = None, rating: int | None = None
) -> Question[ExplorationShape]:
    """What the games of the archive did in the position."""
    return _get("/explore", **about(line, player=player, since=since, rating=rating))


def openings(line: Line | Position) -> Question[OpeningTree]:
    """The archive's openings from the position on, drawn as rings."""
    return _get("/explore/tree", **about(line))


def archived_game(number: int) -> Question[ArchivedGame]:
    """A game of the archive."""
    return _get(f"/archive/games/{number}")


def players(game: str) -> Question[list[PlayerShape]]:
    """The best players of a game."""
    return _get("/archive/players", game=game)


def sql(query: str, game: str | None = None) -> Question[SqlAnswer]:
    """One SELECT over the papers' tables."""
    return _get("/sql", sql=query, game=game)


def begin(
    line: Position, seats: Sequence[str], minutes: float | None = None, increment: float = 0
) -> Question[Created]:
    """Begin a live game from a position; a seat is `me`, `open` or a level."""
    game = line.game
    asked: dict[str, Any] = {"game": game.name, "variant": game.variant.name, "size": game.size}
    asked |= {"position": line.text(), "seats": list(seats)}
    if minutes is not None:
        asked["clock"] = {"minutes": minutes, "increment": increment}
    return _post("/live", **asked)


def live(name: str) -> Question[LiveShape]:
    """A live game, as one sees it."""
    return _get(f"/live/{name}")


def sit(name: str, player: int) -> Question[LiveShape]:
    """Take an open seat."""
    return _post(f"/live/{name}/seat", player=player)


def study(text: str) -> Question[StudyShape]:
    """A record with variations, or SGF, read and checked; the answer has it as SGF too."""
    return _post("/study", text=text)


def chomp_map(columns: int, rows: int) -> Question[ChompMap]:
    """Every first move on a bar of Chomp, won or lost."""
    return _get("/solved/chomp", columns=columns, rows=rows)


def chomp_gallery() -> Question[Gallery]:
    """The winning first moves of all small bars of Chomp."""
    return _get("/solved/chomp/gallery")


def nimble(line: Line | Position) -> Question[NimbleSolution]:
    """A board of Nimble in binary, and what wins."""
    asked = about(line)
    return _get("/solved/nimble", **{name: asked[name] for name in ("variant", "size", "position", "moves")})


def tables() -> Question[list[TableShape]]:
    """The tables of exact values that the server has."""
    return _get("/solved/tables")


def papers() -> Question[list[PaperShape]]:
    """The exam papers."""
    return _get("/papers")


def paper(number: str) -> Question[PaperFunctions]:
    """The functions that a paper names."""
    return _get(f"/papers/{number}")


def call(number: str, function: str, arguments: Sequence[str]) -> Question[CallShape]:
    """Call a function of a paper, `module.name`; arguments are written as Python literals."""
    return _post(f"/papers/{number}/call", function=function, arguments=list(arguments))


def mark(
    number: str, sources: Sequence[str], questions: Sequence[str] | None = None
) -> Question[ReportShape]:
    """Mark answers to a paper: one source, or one for each exercise; all questions if none is named."""
    named = None if questions is None else list(questions)
    return _post(f"/papers/{number}/mark", sources=list(sources), questions=named)


def mark_sql(number: str, question: str, query: str) -> Question[ReportShape]:
    """Mark a query that answers a question of a paper."""
    return _post(f"/papers/{number}/mark-sql", question=question, query=query)


def run(
    number: str, question: str, source: str, arguments: Sequence[str], typed: Sequence[str] = ()
) -> Question[CallShape]:
    """Call the function of a student's file that a question asks for; `typed` is what is typed meanwhile."""
    given = {"question": question, "source": source, "arguments": list(arguments), "typed": list(typed)}
    return _post(f"/papers/{number}/run", **given)


def trace(
    number: str, question: str, source: str, arguments: Sequence[str], typed: Sequence[str] = ()
) -> Question[Played]:
    """The same line by line."""
    given = {"question": question, "source": source, "arguments": list(arguments), "typed": list(typed)}
    return _post(f"/papers/{number}/trace", **given)


def _picture(work: str, picture: bytes, raw: bool = False, **form: str) -> Question[Any]:
    return Question("POST", f"{API}/images/{work}", files={"picture": picture}, form=form, raw=raw)


def look(picture: bytes, reduce: str = "none") -> Question[ImageShape]:
    """A picture in few colours, its runs and rectangles."""
    return _picture("look", picture, reduce=reduce)


def heat(picture: bytes, reduce: str = "none") -> Question[HeatShape]:
    """What contexts foresee of a picture."""
    return _picture("heat", picture, reduce=reduce)


def encode(picture: bytes, reduce: str = "none", codec: str = "best") -> Question[bytes]:
    """A picture as a .stgi file."""
    return _picture("encode", picture, raw=True, reduce=reduce, codec=codec)


def decode(file: bytes) -> Question[bytes]:
    """A .stgi file as PNG."""
    return _picture("decode", file, raw=True)


def compare(picture: bytes, reduce: str = "none") -> Question[dict[str, WrittenShape | None]]:
    """A picture's size in each format."""
    return _picture("compare", picture, reduce=reduce)


def open_class(
    title: str, questions: Sequence[str], closes: str | None = None, keep_days: int | None = None
) -> Question[Opened]:
    """Open a class that answers these questions (`002:Q3`), until an instant such as 2030-01-31T18:00Z.

    A key stands behind the `#` of each of its two links.
    """
    given = {"title": title, "questions": list(questions), "closes": closes, "keep_days": keep_days}
    return _post("/classes", **given)


def _class(method: str, name: str, key: str, path: str = "", **more: Any) -> Question[Any]:
    return Question(method, f"{API}/classes/{name}{path}", key=key, **more)


def classroom(name: str, key: str) -> Question[ClassShape]:
    """A class, as the key shows it."""
    return _class("GET", name, key)


def delete_class(name: str, key: str) -> Question[None]:
    """Delete a class with all its files."""
    return _class("DELETE", name, key)


def hand_in(
    name: str, key: str, student: str, paper: str, source: str, file: str = ""
) -> Question[HandInShape]:
    """Hand in a file for a paper."""
    handed = {"name": student, "paper": paper, "source": source, "file": file}
    return _class("POST", name, key, "/hand-ins", json=handed)


def hand_ins(name: str, key: str) -> Question[list[HandInShape]]:
    """What this client has handed in."""
    return _class("GET", name, key, "/hand-ins")


def handed_in(name: str, key: str, number: int) -> Question[HandInWhole]:
    """A file that was handed in, and its report."""
    return _class("GET", name, key, f"/hand-ins/{number}")


def marks(name: str, key: str, seen: str = "") -> Question[MarksShape]:
    """The table of marks; `seen` is the version that one has."""
    return _class("GET", name, key, "/table", params={"seen": seen} if seen else {})


def marks_csv(name: str, key: str) -> Question[bytes]:
    """The table for a spreadsheet."""
    return _class("GET", name, key, "/table.csv", raw=True)


def class_files(name: str, key: str) -> Question[bytes]:
    """All files that were handed in, as a .zip."""
    return _class("GET", name, key, "/files.zip", raw=True)


def socket_path(name: str) -> str:
    """Where a live game goes on."""
    return f"{API}/live/{name}/socket"
