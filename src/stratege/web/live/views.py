"""What a browser is shown: the games, a position, a live game as one visitor sees it."""

from __future__ import annotations

from collections.abc import Sequence

from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.outcome import Outcome
from stratege.core.position import Position
from stratege.core.registry import GAMES, game, position_of
from stratege.core.strength import LEVELS
from stratege.web.live.game import Live, Node
from stratege.web.schemas import (
    ClockShape,
    End,
    GameShape,
    LiveForAll,
    LiveForOne,
    NodeShape,
    Offers,
    SeatShape,
    Step,
    Tree,
    View,
)

MOST_MOVES = 1024  # in a position
LONGEST_LINE = 600

LEVEL_NAMES = tuple(f"level:{number}" for number in range(1, LEVELS + 1))


def games() -> list[GameShape]:
    """The games there are, in the language spoken."""
    return [
        {
            "name": one.name,
            "title": one.title,
            "variants": [
                {"name": variant.name, "summary": _(variant.summary), "source": _(variant.source)}
                for variant in one.variants.values()
            ],
            "sizes": {"default": one.size, "hint": _(one.declaration.size_hint)},
            "levels": list(LEVEL_NAMES),
        }
        for one in map(game, GAMES)
    ]


def small_enough(one: Game) -> Game:
    """The game, if its board is of a size that is served here."""
    if one.most_moves > MOST_MOVES:
        raise BadOption(_("This board is too large for the web; the command line has no such limit."))
    return one


def line_of(
    name: str, variant: str | None, size: str | None, position: str | None, moves: str, seed: int | None = 0
) -> list[Node]:
    """The position asked for, or the start, and the moves from there on, each checked by the rules."""
    small_enough(game(name, variant, size))
    start = position_of(name, position, variant, size, seed)
    small_enough(start.game)
    words = moves.split()
    if len(words) > LONGEST_LINE:
        raise BadOption(_("At most {n} moves can be given.", n=LONGEST_LINE))
    line = [Node(start)]
    for number, word in enumerate(words):
        line.append(line[-1].after(word, number))
    return line


def view(line: Sequence[Node]) -> View:
    """The last position of a line, and how it came about."""
    position: Position = line[-1].position
    rules = position.game
    return {
        "game": rules.name,
        "variant": rules.variant.name,
        "size": rules.size,
        "label": rules.label(),
        "position": position.text(),
        "to_move": position.to_move,
        "ply": len(line) - 1,
        "moves": position.moves(),
        "svg": position.svg(),
        "caption": rules.caption(position),
        "text": str(position),
        "outcome": end(position.outcome()),
        "start": line[0].position.text(),
        "history": [Step(move=node.move or "", position=node.board) for node in line[1:]],
    }


def end(outcome: Outcome | None) -> End | None:
    """How a game ended, for programs and for people."""
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "result": outcome.result,
        "score": outcome.score,
        "code": outcome.code,
        "reason": outcome.reason,
        "words": str(outcome),
    }


def live_for_all(live: Live) -> LiveForAll:
    """A live game as everybody sees it."""
    offers: Offers = {
        "draw": live.draw,
        "undo": live.undo,
        "rematch": {str(player): player in live.rematch for player in (1, 2)},
    }
    return {
        "id": live.id,
        "view": view(live.line()),
        "free": live.free,
        "tree": _tree(live),
        "status": live.status,  # type: ignore[typeddict-item]  # one of its three words
        "result": end(live.outcome()),
        "offers": offers,
        "next": live.next,
        "version": live.version,
    }


def live_for_one(live: Live, who: str, now: int, present: set[str]) -> LiveForOne:
    """What one visitor sees of it beside that, now; `present` are those who are connected."""
    mine = live.players_of(who)
    owners = {seat.owner for seat in live.seats}
    return {
        "seats": [_seat(live, player, mine, present) for player in (1, 2)],
        "you": mine,
        "clock": _clock(live, now),
        "spectators": len(present - owners),
    }


def _seat(live: Live, player: int, mine: list[int], present: set[str]) -> SeatShape:
    seat = live.seats[player - 1]
    return {
        "kind": "person" if seat.level is None else "level",
        "name": seat.level or "",
        "yours": player in mine,
        "taken": seat.taken,
        "present": seat.level is not None or seat.owner in present,
    }


def _clock(live: Live, now: int) -> ClockShape | None:
    if live.clock is None:
        return None
    left = live.clock.stopped(live.to_move, now).remaining
    return {"remaining_ms": left, "running": live.clock.since is not None}


def _tree(live: Live) -> Tree:
    nodes: list[NodeShape] = [
        {"id": number, "parent": node.parent, "move": node.move, "ply": node.ply, "by": node.by}
        for number, node in enumerate(live.nodes)
    ]
    return {"nodes": nodes, "current": live.current}
