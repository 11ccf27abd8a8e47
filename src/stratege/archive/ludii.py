"""Trials of Ludii (ludii.games), the general game system: games of those that both have.

    game=../Common/res/lud/board/sow/two_rows/Oware.lud
    START GAME OPTIONS
    END GAME OPTIONS
    Move=[Move:mover=0,from=1,to=1,actions=[SetCount:type=Vertex,to=1,what=1,count=4]]
    Move=[Move:mover=1,from=5,to=5,actions=[Select:typeFrom=Vertex,from=5,decision=true],…]
    winner=1

The format is what Ludii's `Trial.java` and `Move.java` write, and sites are numbered by its descriptions of
the games (`.lud`): from the bottom left, row by row. Player 0 sets the board up; a player's move is the
action that is a decision, at the site `to`. Where our rules end a game earlier, what follows is left out;
what they do not allow is refused, as in any record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from stratege.archive.game_entry import GameEntry, Name, kind
from stratege.core.errors import BadNotation
from stratege.core.language import _
from stratege.core.line import PLY_LIMIT, RESIGNED, Line
from stratege.core.position import Position
from stratege.core.record import played

AGREED = "agreed"
ROWS = "4"  # of a bar of Chomp, where the options do not say
SAME_RULES = (
    "Ruleset/Wari (Observed)",
    "Play Rules/No limit by hole",
    "End Rules/No Piece",
    "End Rules/25 Counters",
)
"""Options of Oware under which every move is legal that is so in `standard`, and no other."""
NUMBER = re.compile(r"(\w+)=(-?\d{1,4})\b")
DECISION = re.compile(r"\[(\w+):[^\[\]]*\bdecision=true")
RESULTS = {"0": "1/2-1/2", "1": "1-0", "2": "0-1"}
LIMITS = ("MoveLimit", "TurnLimit")
TALK = ("Propose", "Vote")


class Decision(NamedTuple):
    """What a player chose: which kind of action, and where."""

    player: int
    action: str
    site: int


class Trial(NamedTuple):
    """What a trial says: the game's options, the sites that were set up, and what the players chose."""

    options: Sequence[str]
    sites: int
    decisions: Sequence[Decision]


class Board(NamedTuple):
    """A trial in our words: which game, in which variant and size, and the moves."""

    game: str
    variant: str
    size: str
    moves: Iterable[tuple[int, str]]
    """Each with its player."""


def entry_of_trial(text: str, line: int = 0) -> GameEntry:
    """The game of a trial; `BadNotation` if it is of a game or by rules that are not ours."""
    fields = dict(row.partition("=")[::2] for row in text.splitlines() if not row.startswith("Move="))
    name = re.split(r"[/\\]", fields["game"].strip())[-1].removesuffix(".lud")
    if name not in BOARDS:
        known = ", ".join(BOARDS)
        raise BadNotation(_("{game!r} of Ludii is none of ours: {known}.", game=name, known=known))
    trial = _trial(text)
    board = BOARDS[name](trial)
    start = kind(board.game, board.variant, board.size).first(None)[0]
    return GameEntry(
        start,
        [*_until_over(start, board.moves)],
        _result(fields),
        (Name("?"), Name("?")),
        ending=_ending(trial, fields),
        tags={"Source": f"Ludii {fields.get('LUDII_VERSION', '')}".strip()},
        line=line,
    )


def _trial(text: str) -> Trial:
    options = re.search(r"^START GAME OPTIONS\n(.*?)^END GAME OPTIONS$", text, re.M | re.S)
    sites, decisions = 0, list[Decision]()
    for row in re.findall(r"^Move=.*", text, re.M):
        head, _actions, actions = row.partition(",actions=")
        numbers, decision = dict(NUMBER.findall(head)), DECISION.search(actions)
        player, site = int(numbers.get("mover", -1)), int(numbers.get("to", -1))
        if player == 0:
            sites += 1
        elif player in (1, 2) and decision is not None:
            decisions.append(Decision(player, decision[1], site))
        else:
            raise BadNotation(_("{row!r} is not a move of Ludii.", row=row[:80]))
    return Trial(options[1].splitlines() if options else (), sites, decisions)


def _result(fields: Mapping[str, str]) -> str:
    winner = fields.get("winner", "")
    if winner not in RESULTS:
        raise BadNotation(_("The game is not finished: its result is missing."))
    return RESULTS[winner]


def _ending(trial: Trial, fields: Mapping[str, str]) -> str:
    """How the game ended where our rules do not say."""
    if fields.get("endtype") in LIMITS:
        return PLY_LIMIT
    return AGREED if trial.decisions and trial.decisions[-1].action in TALK else RESIGNED


def _until_over(start: Position, moves: Iterable[tuple[int, str]]) -> Iterator[str]:
    """The moves as far as our rules go; the error names the move that they do not allow."""
    line = Line(start)
    for player, move in moves:
        if line.outcome() is not None:
            return
        if player != line.to_move:
            raise BadNotation(
                _("Move {n} of the record is not player {player}'s.", n=line.plies + 1, player=player)
            )
        line = played(line, move)
        yield line.move_text


def _oware(trial: Trial) -> Board:
    """Sites 1 to 6 are our a to f, 7 to 12 the other row from left to right: our l to g."""
    for option in trial.options:
        if option not in SAME_RULES:
            raise BadNotation(_("The trial is played by other rules: {option}.", option=option))
    pits = dict(zip([*range(1, 7), *range(12, 6, -1)], "abcdefghijkl"))
    sown = ((one.player, pits.get(one.site, "?")) for one in trial.decisions if one.action not in TALK)
    return Board("awale", "standard", "4", sown)


def _quixo(trial: Trial) -> Board:
    """A cube is taken by one decision and comes back in by the next."""
    chosen = [(one.player, f"{4 - one.site // 5},{one.site % 5}") for one in trial.decisions]
    pushed = (
        (player, f"{taken}-{cell}") for (player, taken), (_same, cell) in zip(chosen[::2], chosen[1::2])
    )
    return Board("quixo", "standard", "5", pushed)


def _chomp(trial: Trial) -> Board:
    """The poison is at the top left; who eats it gives the game up."""
    rows = dict(option.partition("/")[::2] for option in trial.options).get("Rows", ROWS)
    if not re.fullmatch(r"[1-9]\d?", rows) or trial.sites % int(rows) or not trial.sites:
        raise BadNotation(_("The trial does not say how large the board is."))
    columns = trial.sites // int(rows)  # counted: some of the numbers that can be chosen mean others
    cells = ((one.player, int(rows) - 1 - one.site // columns, one.site % columns) for one in trial.decisions)
    eaten = ((player, f"{row},{column}") for player, row, column in cells if row or column)
    return Board("chomp", "standard", f"{columns}x{rows}", eaten)


BOARDS: Mapping[str, Callable[[Trial], Board]] = {"Oware": _oware, "Quixo": _quixo, "Chomp": _chomp}
"""Those of Ludii's games that are ours; it has no Nimble, and none with the rules of our Ming Mang."""
