"""A game that people play on the web, as a value: seats, the tree of moves, clock, offers, how it ended.

Nothing here waits, writes or talks: every action gives a new value, or an error that leaves the old one as
it was. Times are milliseconds, told from outside. `version` counts the changes, so that a frame sent for an
older version can be told apart, and a move that is sent twice is played once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from stratege.core.errors import BadNotation, StrategeError
from stratege.core.language import N_, _
from stratege.core.line import RESIGNED, Line
from stratege.core.outcome import Outcome
from stratege.core.position import Position
from stratege.web.errors import Conflict, Forbidden
from stratege.web.live.clock import Clock, new_clock

WAITING, PLAYING, OVER = "waiting", "playing", "over"
MOST_NODES = 2000
LONGEST_MOVE = 64

TIME, AGREED = "time", "agreed"
ENDINGS = {
    TIME: N_("player {player} has run out of time"),
    AGREED: N_("the players agreed on it"),
}


@dataclass(frozen=True)
class Node:
    """A line of the tree and the number of the node before it; the first node is the start."""

    line: Line
    parent: int | None = None

    @property
    def position(self) -> Position:
        """Where the line leads."""
        return self.line.position

    @property
    def ply(self) -> int:
        """How many moves it has."""
        return self.line.plies

    @cached_property
    def move(self) -> str | None:
        """The last of them, as the game spells it."""
        return self.line.move_text or None

    @property
    def by(self) -> int | None:
        """Who made the move."""
        return None if self.move is None else 3 - self.position.to_move

    @cached_property
    def takes(self) -> int:
        """How much the move took from the opponent."""
        before, move = self.line.before, self.line.move
        if before is None or move is None:
            return 0
        return before.game.captured(before.position, move)

    @cached_property
    def board(self) -> str:
        """The position's text without its past, which in a long game would be most of it."""
        return replace(self.position, past=frozenset()).text()

    def after(self, move: str, number: int) -> Node:
        """The node of a move, whose parent has this number."""
        return Node(self.line.play(move), number)

    def replayed(self, move: str, number: int) -> Node:
        """The same for a move that is known to be legal."""
        return Node(self.line.replay(move), number)


@dataclass(frozen=True)
class Seat:
    """Who plays one side: a level of the machine, or a person, once somebody has sat down; and how they are
    called, if they have said so."""

    level: str | None = None
    owner: str | None = None
    name: str = ""

    @property
    def taken(self) -> bool:
        """Whether somebody plays here."""
        return self.level is not None or self.owner is not None


@dataclass(frozen=True)
class Live:
    """A live game. `tip` is the end of the line that `current` is on: where redoing leads."""

    id: str
    seats: tuple[Seat, Seat]
    nodes: tuple[Node, ...]
    clock: Clock | None = None
    current: int = 0
    tip: int = 0
    ended: tuple[int | None, str] | None = None
    """Winner and ending, if it was not the rules that ended the game."""
    draw: int | None = None
    undo: int | None = None
    rematch: frozenset[int] = frozenset()
    next: str | None = None
    """The game that is this one's rematch."""
    version: int = 0
    usual: bool = True
    """Whether it began as the game begins, not from a position that somebody chose."""

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return self.nodes[self.current].position

    @property
    def to_move(self) -> int:
        """Whose turn it is."""
        return self.position.to_move

    @property
    def status(self) -> str:
        """`waiting` for somebody to sit down, `playing`, or `over`."""
        if self.outcome() is not None:
            return OVER
        return PLAYING if all(seat.taken for seat in self.seats) else WAITING

    @property
    def persons(self) -> frozenset[int]:
        """The players who are people."""
        return frozenset(player for player in (1, 2) if self.seats[player - 1].level is None)

    @property
    def free(self) -> bool:
        """Whether one person decides alone: against a machine, or for both sides on one screen."""
        owners = {self.seats[player - 1].owner for player in self.persons}
        return len(owners) == 1 and None not in owners

    @property
    def thinker(self) -> str | None:
        """The level whose turn it is."""
        return self.seats[self.to_move - 1].level if self.status == PLAYING else None

    def players_of(self, who: str) -> list[int]:
        """The players whose moves this identity makes."""
        return [player for player in (1, 2) if self.seats[player - 1].owner == who]

    def path(self, end: int | None = None) -> list[int]:
        """The numbers of the nodes from the start to the current one, or to that one."""
        number: int | None = self.current if end is None else end
        numbers = []
        while number is not None:
            numbers.append(number)
            number = self.nodes[number].parent
        return numbers[::-1]

    def line(self) -> list[Node]:
        """The nodes from the start to the current one."""
        return [self.nodes[number] for number in self.path()]

    def outcome(self) -> Outcome | None:
        """How the game ended: by agreement, resignation or the clock, by its rules, or at the ply limit."""
        line = self.nodes[self.current].line
        if self.ended is None:
            return line.outcome()
        winner, code = self.ended
        if code == RESIGNED:
            return line.resign(3 - (winner or 0)).outcome()
        return Outcome(winner, None, code, _(ENDINGS[code], player=3 - (winner or 0)))

    def time_left(self, now: int) -> int | None:
        """How long until the player to move loses on time; None if no clock runs."""
        if self.clock is None or self.clock.since is None:
            return None
        return self.clock.stopped(self.to_move, now).remaining[self.to_move - 1]

    # What can happen.

    def act(self, who: str, frame: Mapping[str, Any], now: int, fresh: str = "") -> Live:
        """The game after what this identity asks for; `fresh` is the name a rematch would get.

        If the player to move has run out of time, that is what happens instead.
        """
        action = ACTIONS.get(frame["type"]) if isinstance(frame.get("type"), str) else None
        if action is None:
            raise BadNotation(_("There is no such action."))
        if not self.players_of(who):
            raise Forbidden(_("You are watching this game; only its players can do that."))
        if frame.get("version", self.version) != self.version:
            raise Conflict(_("The game has gone on meanwhile; nothing was changed."))
        timed_out = self.ticked(now)
        return action(self, who, {**frame, "fresh": fresh}, now) if timed_out is self else timed_out

    def sit(self, who: str, player: int, name: str = "") -> Live:
        """Take an open seat."""
        seat = self.seats[player - 1]
        if self.players_of(who):
            raise Conflict(_("You already play in this game."))
        if seat.taken:
            raise Conflict(_("That seat is taken."))
        seats = list(self.seats)
        seats[player - 1] = replace(seat, owner=who, name=name)
        return self._changed(seats=(seats[0], seats[1]))

    def answer(self, move: str, now: int) -> Live:
        """The machine's move."""
        if self.thinker is None:
            raise Conflict(_("It is not the machine's turn."))
        timed_out = self.ticked(now)
        return self._played(move, now) if timed_out is self else timed_out

    def ticked(self, now: int) -> Live:
        """The game lost on time, if it is; else itself."""
        if self.clock is None or self.time_left(now) != 0:
            return self
        return self._over(3 - self.to_move, TIME, now)

    def resumed(self, now: int) -> Live:
        """The game taken up again: the time during which nobody kept it is nobody's."""
        if self.clock is None or self.clock.since is None:
            return self
        return replace(self, clock=replace(self.clock, since=now))

    def again(self) -> Live:
        """The rematch: the same start and clock, sides changed."""
        assert self.next is not None
        clock = None if self.clock is None else new_clock(self.clock.allowance, self.clock.increment)
        return Live(self.next, (self.seats[1], self.seats[0]), self.nodes[:1], clock, usual=self.usual)

    def _move(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        move = frame.get("move")
        if "version" not in frame:
            raise BadNotation(_("A move must say for which version of the game it is."))
        if not isinstance(move, str) or len(move) > LONGEST_MOVE:
            raise BadNotation(_("A move is a short text."))
        self._must_be_playing()
        if self.to_move not in self.players_of(who):
            raise Conflict(_("It is not your turn."))
        return self._played(move, now)

    def _undo(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        if self.free:
            self._must_not_be_out_of_time()
            return self._at(self._before(self.persons), now)
        self._must_be_playing()
        (player,) = self.players_of(who)
        if self.undo == 3 - player:
            return self._at(self._before({self.undo}), now)
        self._before({player})
        return self._changed(undo=player)

    def _accept_undo(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        if self.undo is None or self.undo in self.players_of(who):
            raise Conflict(_("Nobody has asked for that."))
        return self._undo(who, frame, now)

    def _redo(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        self._must_be_free()
        ahead = self.path(self.tip)[len(self.path()) :]
        if not ahead:
            raise Conflict(_("There is nothing to redo."))
        mine = (number for number in ahead if self.nodes[number].position.to_move in self.persons)
        return self._at(next(mine, ahead[-1]), now)

    def _goto(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        self._must_be_free()
        node = frame.get("node")
        if not isinstance(node, int) or isinstance(node, bool) or not 0 <= node < len(self.nodes):
            raise BadNotation(_("The game has no such move."))
        return self._at(node, now)

    def _resign(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        self._must_be_playing()
        return self._over(3 - self._acting(who), RESIGNED, now)

    def _offer_draw(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        self._must_be_playing()
        if self.persons != {1, 2}:
            raise Conflict(_("A machine does not agree to draws."))
        player = self._acting(who)
        if self.free or self.draw == 3 - player:
            return self._over(None, AGREED, now)
        return self._changed(draw=player)

    def _accept_draw(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        if self.draw is None or self.draw in self.players_of(who):
            raise Conflict(_("Nobody has asked for that."))
        return self._offer_draw(who, frame, now)

    def _decline(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        self._must_be_playing()
        if {self.draw, self.undo} <= {None, *self.players_of(who)}:
            raise Conflict(_("Nobody has asked for that."))
        return self._changed(draw=None, undo=None)

    def _rematch(self, who: str, frame: Mapping[str, Any], now: int) -> Live:
        if self.status != OVER:
            raise Conflict(_("The game is not over."))
        if self.next is not None:
            raise Conflict(_("The rematch has begun."))
        agreed = self.rematch | set(self.players_of(who))
        return self._changed(rematch=agreed, next=str(frame["fresh"]) if agreed >= self.persons else None)

    # How it changes.

    def _changed(self, **fields: Any) -> Live:
        return replace(self, version=self.version + 1, **fields)

    def _played(self, move: str, now: int) -> Live:
        """The game after a legal move, which is a new node or one that is there already."""
        node = self.nodes[self.current].after(move, self.current)
        known = (n for n, old in enumerate(self.nodes) if (old.parent, old.move) == (self.current, node.move))
        number = next(known, len(self.nodes))
        if number == MOST_NODES:
            raise Conflict(_("This game has {n} moves and takes no more.", n=MOST_NODES - 1))
        nodes = self.nodes if number < len(self.nodes) else (*self.nodes, node)
        clock = self.clock
        if clock is not None and clock.since is not None:
            clock = clock.stopped(self.to_move, now).credited(self.to_move)
        draw = self.draw if self.draw == self.to_move else None  # moving on is declining, not withdrawing
        return replace(self, nodes=nodes, clock=clock)._at(number, now, draw)

    def _at(self, number: int, now: int, draw: int | None = None) -> Live:
        """The game standing at that node, the clock of whoever is to move there running."""
        clock = None if self.clock is None else self.clock.stopped(self.to_move, now)
        tip = self.tip if number in self.path(self.tip) else number
        moved = self._changed(
            current=number, tip=tip, ended=None, draw=draw, undo=None, rematch=frozenset(), clock=clock
        )
        if clock is None or moved.status != PLAYING or number == 0:  # time runs from the first move on
            return moved
        return replace(moved, clock=replace(clock, since=now))

    def _over(self, winner: int | None, code: str, now: int) -> Live:
        clock = None if self.clock is None else self.clock.stopped(self.to_move, now)
        return self._changed(ended=(winner, code), draw=None, undo=None, clock=clock)

    def _before(self, players: frozenset[int] | set[int]) -> int:
        """The last node before this one where one of these players was to move."""
        for number in self.path()[-2::-1]:
            if self.nodes[number].position.to_move in players:
                return number
        raise Conflict(_("There is nothing to take back."))

    def _acting(self, who: str) -> int:
        """As which player this identity acts: the one to move, if it is both."""
        mine = self.players_of(who)
        return self.to_move if self.to_move in mine else mine[0]

    def _must_be_playing(self) -> None:
        if self.status != PLAYING:
            words = {OVER: _("The game is over."), WAITING: _("The other player is not here yet.")}
            raise Conflict(words[self.status])

    def _must_not_be_out_of_time(self) -> None:
        if self.ended is not None and self.ended[1] == TIME:
            raise Conflict(_("The game is over."))

    def _must_be_free(self) -> None:
        if not self.free:
            raise Conflict(_("Against a person, moves stand."))
        self._must_not_be_out_of_time()


Action = Callable[[Live, str, Mapping[str, Any], int], Live]

ACTIONS: dict[str, Action] = {
    "move": Live._move,
    "undo": Live._undo,
    "accept-undo": Live._accept_undo,
    "redo": Live._redo,
    "goto": Live._goto,
    "resign": Live._resign,
    "offer-draw": Live._offer_draw,
    "accept-draw": Live._accept_draw,
    "decline": Live._decline,
    "rematch": Live._rematch,
}


def begin(
    name: str, start: Position, seats: tuple[Seat, Seat], clock: Clock | None = None, usual: bool = True
) -> Live:
    """A new game."""
    if start.outcome() is not None:
        raise StrategeError(_("The game is over."))
    return Live(name, seats, (first_node(start),), clock, usual=usual)


def first_node(start: Position) -> Node:
    """Where a game begins that is a draw after as many plies as such games are."""
    return Node(Line(start, ply_limit=start.game.ply_limit))
