"""Records of games: tagged ones, OGN among them, SGF, trials of Ludii, rows of CSV, and JSON, a line each.

Which it is shows in the record itself (`record_texts`). Reading gives entries not yet validated by the rules,
and refusals for what is not even a record; each knows its line. Of variations the main line is taken.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from stratege.archive import csv_rows
from stratege.archive.game_entry import (
    POINTS,
    GameEntry,
    Name,
    iso_date,
    join_moves,
    kind,
    name_of,
    split_moves,
)
from stratege.archive.ludii import entry_of_trial
from stratege.archive.ogn import entry_of_ogn, is_ogn, ogn_text
from stratege.archive.record_texts import JSON_BEGINS, LONGEST_RECORD, TRIAL_BEGINS, Written
from stratege.core.errors import BadNotation, BadOption, StrategeError
from stratege.core.language import _
from stratege.core.record import OWN_TAGS, Record, read_sheet
from stratege.core.study import Study

RECORD, JSON, CSV, OGN, SGF = "record", "json", "csv", "ogn", "sgf"
FORMATS = (RECORD, JSON, CSV, OGN, SGF)
MOST_MOVES = 1 << 20  # in one position: boards larger than that are not played but made up
MOST_PLIES = 50_000
STRUCTURED = ("player1", "player2", "tags", "comments")
KNOWN_TAGS = (*OWN_TAGS, "Player1", "Player2", "Birth1", "Birth2", "Date", "Ending")


class Refusal(NamedTuple):
    """A record that does not go in: the line where it begins, and why."""

    line: int
    reason: str


def read(written: Written) -> GameEntry | Refusal:
    """The game of a record, or why it is none."""
    try:
        entry = _entry(written)
        if entry.game.most_moves > MOST_MOVES or len(entry.moves) > MOST_PLIES:
            raise BadOption(_("The game is too large for the archive."))
        return entry
    except StrategeError as error:
        return Refusal(written.line, str(error))


def _entry(written: Written) -> GameEntry:
    if len(written.text) > LONGEST_RECORD:
        raise BadNotation(_("The record is too long."))
    if written.text.startswith(TRIAL_BEGINS):
        return entry_of_trial(checked_text(written.text), written.line)
    if not written.text.startswith(JSON_BEGINS):
        if csv_rows.is_row(written.text):
            return entry_of_json(csv_rows.fields_of(written.text), written.line)
        sheet = read_sheet(checked_text(written.text))
        return (entry_of_ogn if is_ogn(sheet) else entry_of_sheet)(sheet, written.line)
    plain = "\\" not in written.text and written.text.isascii()  # then no letter needs a look
    try:
        return entry_of_json(json.loads(written.text), written.line, plain)
    except (
        ValueError,
        RecursionError,
    ):  # or nested without end, or a number of thousands of digits
        raise BadNotation(_("The line is not JSON.")) from None


def checked_text(text: str) -> str:
    """The text, if databases can keep it: lone halves of a character, and zeros, they cannot."""
    if "\0" in text or (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)):
        raise BadNotation(_("The record has letters that cannot be kept."))
    return text


def entry_of_sheet(sheet: Any, line: int = 0) -> GameEntry:
    """The game of a tagged record."""
    tags: dict[str, str] = sheet.tags
    if "Game" not in tags:
        raise BadNotation(_("The record does not say which game it is: a [Game] tag is missing."))
    chosen = kind(tags["Game"], tags.get("Variant"), tags.get("Size"))
    start, begin = chosen.first(tags.get("Start"))
    players = tuple(name_of(tags.get(f"Player{n}", ""), iso_date(tags.get(f"Birth{n}", ""))) for n in (1, 2))
    return GameEntry(
        start,
        sheet.moves,
        checked_result(sheet.result),
        (players[0], players[1]),
        iso_date(tags.get("Date", "")),
        begin,
        tags.get("Ending", ""),
        {name: value for name, value in tags.items() if name not in KNOWN_TAGS},
        sheet.comments,
        line,
    )


def entry_of_record(record: Record) -> GameEntry:
    """The game of a record that was just played."""
    tags = {**record.tags, "Game": record.game.name, "Variant": record.game.variant.name}
    tags |= {"Size": record.game.size, "Start": record.start.text()}
    return entry_of_sheet(read_sheet(Record(record.start, record.moves, record.result, tags).text()))


def checked_result(result: str) -> str:
    """The result, if the game has one."""
    if result == "*":
        raise BadNotation(_("The game is not finished: its result is missing."))
    if result not in POINTS:
        raise BadNotation(_("{result!r} is not a result.", result=result))
    return result


def entry_of_json(fields: Any, line: int = 0, plain: bool = False) -> GameEntry:
    """The game of a JSON object: game, moves, result, and what else is known.

    `plain` says that all letters are known to be such as can be kept.
    """
    if not isinstance(fields, dict):
        raise BadNotation(_("The line is not a JSON object."))
    for name, value in fields.items():
        if type(value) is str:
            if not plain:
                checked_text(value)
        elif name not in STRUCTURED:
            raise BadNotation(_("{name!r} must be a text.", name=name))
    if "game" not in fields:
        raise BadNotation(_('The line does not say which game it is: "game" is missing.'))
    chosen = kind(fields["game"], fields.get("variant"), fields.get("size"))
    start, begin = chosen.first(fields.get("start"))
    return GameEntry(
        start,
        split_moves(chosen.game, fields.get("moves", "")),
        checked_result(fields.get("result", "*")),
        (_player(fields.get("player1", "")), _player(fields.get("player2", ""))),
        iso_date(fields.get("date", "")),
        begin,
        fields.get("ending", ""),
        _texts(fields["tags"], "tags") if "tags" in fields else {},
        _comments(fields["comments"]) if "comments" in fields else {},
        line,
    )


def _comments(value: Any) -> dict[int, str]:
    comments = _texts(value, "comments")
    if not all(ply.isdecimal() for ply in comments):
        raise BadNotation(_("Comments go by the number of moves before them."))
    return {int(ply): text for ply, text in comments.items()}


def _player(value: Any) -> Name:
    if isinstance(value, str):
        return name_of(value)
    parts = _texts(value, "player1")
    return Name(parts.get("surname", "?"), parts.get("first_name", ""), iso_date(parts.get("birth", "")))


def _texts(value: Any, name: str) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise BadNotation(_("{name!r} must be an object whose values are texts.", name=name))
    for key, item in value.items():
        checked_text(key + item)
    return value


def head(form: str) -> str:
    """What comes before the first game in one of the `FORMATS`."""
    return csv_rows.head() if form == CSV else ""


def written(entry: GameEntry, form: str) -> str:
    """The game as text in one of the `FORMATS`, its last line ended; records have a blank line after them."""
    if form == CSV:
        return csv_rows.row_of(json_of(entry))
    if form == JSON:
        return json.dumps(json_of(entry), ensure_ascii=False) + "\n"
    if form == OGN:
        return ogn_text(entry) + "\n"
    if form == SGF:
        return Study.of(record_of(entry)).sgf() + "\n"
    if form == RECORD:
        return record_of(entry).text() + "\n"
    raise BadOption(
        _("There is no format {form!r}; there are: {known}.", form=form, known=", ".join(FORMATS))
    )


def record_of(entry: GameEntry) -> Record:
    """The game as a record."""
    tags = {}
    for number, name in enumerate(entry.players, start=1):
        tags[f"Player{number}"] = str(name)
        if name.birth:
            tags[f"Birth{number}"] = name.birth
    known = {"Date": entry.date, "Ending": entry.ending}
    tags |= {name: value for name, value in known.items() if value}
    free = {name: value for name, value in entry.tags.items() if name not in KNOWN_TAGS}
    return Record(entry.start, tuple(entry.moves), entry.result, {**tags, **free}, dict(entry.comments))


def json_of(entry: GameEntry) -> dict[str, Any]:
    """The game as JSON has it; what is empty is left out."""
    game = entry.game
    fields: dict[str, Any] = {"game": game.name, "variant": game.variant.name, "size": game.size}
    for number, name in enumerate(entry.players, start=1):
        fields[f"player{number}"] = name._asdict() if name.birth else str(name)
    fields |= {"date": entry.date, "result": entry.result, "ending": entry.ending}
    fields |= {"start": entry.begin, "moves": join_moves(entry.moves), "tags": dict(entry.tags)}
    fields["comments"] = {str(ply): text for ply, text in entry.comments.items()}
    return {name: value for name, value in fields.items() if value or name == "moves"}
