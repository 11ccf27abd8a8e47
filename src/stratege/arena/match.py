"""One game between two players, with a referee who believes nobody.

A player loses who gives a move that the rules forbid, who fails in any way instead of moving, or who takes
longer than the time a move by more than the margin. The margin is generous (a whole second unless told
otherwise): it forgives a busy machine, not a player who ignores the clock. Depth and nodes are the
players' own affair.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from stratege.core.errors import IllegalMove, StrategeError
from stratege.core.language import N_, _
from stratege.core.line import Line
from stratege.core.outcome import Outcome
from stratege.core.position import Position
from stratege.core.record import Record
from stratege.engine.limits import DEEPEST, Limits
from stratege.engine.players import Player

MARGIN = 1.0

ILLEGAL, FAILED, LATE = "illegal-move", "failure", "time"
FAULTS = (ILLEGAL, FAILED, LATE)
"""The endings that no rule of a game knows: the player to move did something else than move."""


class Fault(StrategeError):
    """A player did not give a legal move in time; `code` is one of `FAULTS`, the message says why."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


@runtime_checkable
class Prepares(Protocol):
    """A player who wants to get ready before the clock starts."""

    def prepare(self, position: Position) -> None:
        """Get ready to play from this position; raise `Fault` if that is impossible."""


@dataclass(frozen=True)
class Terms:
    """What two players agree on before a game.

    `limits` are for each move. After `ply_limit` plies, those of the opening included, the game is a
    draw; None is for games that always end. `margin` is by how many seconds a player may
    overrun the time of a move without losing. `trust` says that files of bots are the user's own, and run
    even where nothing can confine them. Where `keeps_time`, what a move leaves of its time is kept for the
    player's later moves.
    """

    limits: Limits
    ply_limit: int | None = None
    margin: float = MARGIN
    trust: bool = False
    keeps_time: bool = False

    def tag(self, said: Callable[..., str] = str.format) -> str:
        """The limits of a move for a record: `0.1 s`, `depth 6`, `nodes 1000`; `said` is `_` for people."""
        given = []
        if self.limits.seconds is not None:
            words = N_("{n} s, kept") if self.keeps_time else N_("{n} s")
            given.append(said(words, n=f"{self.limits.seconds:g}"))
        if self.limits.depth != DEEPEST:
            given.append(said(N_("depth {depth}"), depth=self.limits.depth))
        if self.limits.nodes is not None:
            given.append(said(N_("nodes {n}"), n=self.limits.nodes))
        return ", ".join(given)


def play_game(
    opening: Record, players: Sequence[Player], terms: Terms, tags: dict[str, str] | None = None
) -> Record:
    """Play on from the opening to the end; the whole game, opening included.

    Its tags are those given and Player1, Player2, Limits, OpeningPlies, Ending (a code), and Reason (words)
    where a player was at fault.

    >>> import stratege
    >>> from stratege.engine.players import player
    >>> nimble = stratege.game("nimble")
    >>> pair = [player("random", nimble, seed) for seed in (1, 2)]
    >>> game = play_game(Record(nimble.start(seed=3)), pair, Terms(Limits(depth=1)))
    >>> game.result, game.tags["Ending"]
    ('0-1', 'no-move')
    """
    line = opening.line(terms.ply_limit)
    outcome, saved = _unready(players, line.position) or line.outcome(), [0.0, 0.0]
    while outcome is None:
        try:
            line = _ask(players[line.to_move - 1], line, terms, saved)
            outcome = line.outcome()
        except Fault as fault:
            outcome = _lost(line.to_move, fault)
    named = {
        "Player1": players[0].name,
        "Player2": players[1].name,
        "Limits": terms.tag(),
        "OpeningPlies": str(len(opening.moves)),
        "Ending": outcome.code,
    }
    if outcome.code in FAULTS:
        named["Reason"] = outcome.reason
    return Record(opening.start, line.moves_text, outcome.result, {**(tags or {}), **named})


def _unready(players: Sequence[Player], position: Position) -> Outcome | None:
    """Have the players get ready; who cannot loses at once."""
    for seat, one in enumerate(players, start=1):
        if isinstance(one, Prepares):
            try:
                one.prepare(position)
            except Fault as fault:
                return _lost(seat, fault)
    return None


def _ask(player: Player, line: Line, terms: Terms, saved: list[float]) -> Line:
    """The line after the player's move, which is legal and in time; else a `Fault`."""
    seat, begun = line.to_move - 1, time.perf_counter()
    limits = replace(terms.limits, saved=saved[seat]) if terms.keeps_time else terms.limits
    try:
        move = player.choose(line, limits)
    except Fault:
        raise
    except (Exception, SystemExit) as error:
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        raise Fault(FAILED, _("it failed ({what})", what=what)) from error
    if limits.seconds is not None:
        spent, allowed = time.perf_counter() - begun, limits.seconds + (limits.saved or 0.0)
        if spent > allowed + terms.margin:
            times = {"spent": f"{spent:.2f}", "allowed": f"{allowed:g}"}
            raise Fault(LATE, _("it took {spent} s for a move of {allowed} s", **times))
        saved[seat] = max(0.0, allowed - spent)
    return _played(line, move)


def _played(line: Line, answer: object) -> Line:
    """The line after the answer, which may be anything at all; a `Fault` if it is no legal move."""
    nonsense = Fault(ILLEGAL, _("{move} is no move of this game", move=repr(answer)))
    try:
        return line.play(operator.index(answer))  # type: ignore[arg-type]
    except IllegalMove as error:
        raise Fault(ILLEGAL, str(error).rstrip(".")) from None
    except Exception:
        raise nonsense from None


def _lost(player: int, fault: Fault) -> Outcome:
    return Outcome(3 - player, None, fault.code, str(fault))
