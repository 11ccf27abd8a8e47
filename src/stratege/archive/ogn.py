"""OGN, the Oware Game Notation of the program Aualé (Joan Sala Soler): Awalé games with tags and moves.

[Variant "Abapa"]
[South "Marie Dupond"]
[North "Jean Martin"]
[Result "26-20"]

1. E a 2. A c+2 { a comment } 26-20

South begins and writes its pits A to F, North a to f, both counted from their own left; a harvest may follow
after `+`. The result is the seeds of both, South's first. A first position is [FEN "p1-…-p12-south-north-S"],
the pits in the order of sowing from South's A, the stores, and who is to move. Parentheses hold variations,
which are not kept.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from stratege.archive.game_entry import POINTS, GameEntry, iso_date, kind, name_of
from stratege.core.errors import BadNotation, BadOption
from stratege.core.language import _
from stratege.core.movetext import tidy
from stratege.core.record import quoted

if TYPE_CHECKING:
    from stratege.core.position import Position
    from stratege.core.record import Sheet

GAME = "awale"
SOUTH, NORTH = "ABCDEF", "abcdef"
PITS = "abcdefghijkl"
OURS = dict(zip(SOUTH + NORTH, PITS))
THEIRS = {pit: letter for letter, pit in OURS.items()}
OWN_TAGS = ("Variant", "South", "North", "Date", "Result", "FEN", "Termination")
SCORE = re.compile(r"(\d+)-(\d+)")
VARIATION = re.compile(r"\([^()]*\)")


def is_ogn(sheet: Sheet) -> bool:
    """Whether a tagged record is OGN: it names no game, but who sits south or north."""
    return "Game" not in sheet.tags and ("South" in sheet.tags or "North" in sheet.tags)


def entry_of_ogn(sheet: Sheet, line: int = 0) -> GameEntry:
    """The game of an OGN record."""
    tags = sheet.tags
    fen = tags.get("FEN", "")
    chosen = kind(GAME, tags.get("Variant", "abapa").strip().lower(), None)
    start, begin = chosen.first(_position_text(fen) if fen else None)
    words, result = _moves_and_result(sheet)
    return GameEntry(
        start,
        [_our_move(word) for word in words],
        result,
        (name_of(tags.get("South", "").strip("?")), name_of(tags.get("North", "").strip("?"))),
        iso_date(tags.get("Date", "")),
        begin,
        tags.get("Termination", ""),
        {name: value for name, value in tags.items() if name not in OWN_TAGS and value != "?"},
        sheet.comments,
        line,
    )


def _moves_and_result(sheet: Sheet) -> tuple[list[str], str]:
    words = VARIATION.sub(" ", " ".join(sheet.moves)).split()
    told = words.pop() if words and SCORE.fullmatch(words[-1]) else sheet.result
    score = SCORE.fullmatch(told)
    if told in POINTS:
        return words, told
    if score is None:
        raise BadNotation(_("The game is not finished: its result is missing."))
    south, north = map(int, score.groups())
    return words, "1-0" if south > north else "0-1" if south < north else "1/2-1/2"


def _our_move(word: str) -> str:
    letter = word.split("+")[0]
    if letter not in OURS:
        raise BadNotation(_("{word!r} is not a move of OGN: A to F, or a to f.", word=word))
    return OURS[letter]


def _position_text(fen: str) -> str:
    match = re.fullmatch(r"((?:\d{1,2}-){14})([SN])", fen.strip())
    if match is None:
        raise BadNotation(_("{fen!r} is not a position of OGN.", fen=fen))
    seeds = match[1].rstrip("-").split("-")
    return "{}:{}:{}".format(",".join(seeds[:12]), ",".join(seeds[12:]), "SN".index(match[2]) + 1)


def ogn_text(entry: GameEntry) -> str:
    """An Awalé game as OGN."""
    game = entry.game
    if game.name != GAME or game.size != "4":
        raise BadOption(_("OGN is for Awalé with 4 seeds in a pit; this is {game}.", game=game.label()))
    moves, final = _written_moves(entry)
    south, north = (str(name) for name in entry.players)
    outcome = final.outcome()
    result = "{}-{}".format(*outcome.score) if outcome and outcome.score else entry.result
    free = {re.sub(r"\W", "_", name): value for name, value in entry.tags.items()}
    tags = {"Variant": game.variant.name.capitalize(), "Event": "?", "Site": "?", "Round": "?"}
    tags |= {name: value for name, value in free.items() if name not in (*OWN_TAGS, "Game", "")}
    tags |= {"Date": entry.date.replace("-", ".") or "????.??.??", "South": south, "North": north}
    tags["Result"] = result
    if outcome is None and entry.ending:
        tags["Termination"] = entry.ending
    if entry.begin:
        tags["FEN"] = _fen(entry.start)
    head = "".join(f'[{name} "{quoted(value)}"]\n' for name, value in tags.items())
    return f"{head}\n{' '.join([*moves, result])}\n"


def _written_moves(entry: GameEntry) -> tuple[list[str], Position]:
    words = _said(entry, 0)
    position = entry.start
    for ply, move in enumerate(entry.moves):
        before = position.text().split(":")[1]
        if ply % 2 == 0:
            words.append(f"{ply // 2 + 1}.")
        position = position.play(move)
        gained = sum(map(int, position.text().split(":")[1].split(","))) - sum(map(int, before.split(",")))
        words.append(THEIRS[move] + (f"+{gained}" if gained else ""))
        words += _said(entry, ply + 1)
    return words, position


def _said(entry: GameEntry, ply: int) -> list[str]:
    words = tidy(entry.comments.get(ply, ""))
    return [f"{{ {words} }}"] if words else []


def _fen(position: Position) -> str:
    pits, stores, player = position.text().split(":")[:3]
    return "-".join([*pits.split(","), *stores.split(","), "SN"[int(player) - 1]])
