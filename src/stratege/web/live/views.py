"""What a browser is shown: the games, a position, a live game as one visitor sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stratege.core.declaration import Declaration
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.movetext import Nodes, read_moves
from stratege.core.outcome import Outcome
from stratege.core.position import Position
from stratege.core.registry import GAMES, game, position_of
from stratege.core.strength import LEVELS
from stratege.core.study import grown
from stratege.engine.adaptive import ADAPTIVE
from stratege.engine.players import without_book
from stratege.web.live.game import MOST_NODES, Live, Node
from stratege.web.schemas import (
    Board,
    ClockShape,
    End,
    GameShape,
    LiveForOne,
    LiveNow,
    Look,
    NodeShape,
    Offers,
    PlaceShape,
    SeatShape,
    Step,
    StudyNode,
    Tree,
    View,
)

MOST_MOVES = 1024  # in a position
MOST_WORDS = 48  # in a state: machine code is made for each length, and takes the longer the longer it is
LONGEST_LINE = 600

LEVEL_NAMES = tuple(f"level:{number}" for number in range(1, LEVELS + 1))
BEST_NAME = LEVEL_NAMES[-1]


def games() -> list[GameShape]:
    """The games there are, in the language spoken."""
    return [
        {
            "name": one.name,
            "title": one.title,
            "blurb": _(one.declaration.blurb),
            "rules": _(one.declaration.rules_in_words),
            "scene": one.declaration.scene,
            "variants": [
                {
                    "name": variant.name,
                    "title": _(variant.name),
                    "summary": _(variant.summary),
                    "source": _(variant.source),
                }
                for variant in one.variants.values()
            ],
            "sizes": {"default": one.size, "hint": _(one.declaration.size_hint)},
            "levels": [*LEVEL_NAMES, *_without_book(one), ADAPTIVE],
            "strength": [
                {"elo": figures.elo_words, "perfect": figures.perfect_words}
                for figures in one.declaration.level_figures
            ],
        }
        for one in map(game, GAMES)
    ]


def _without_book(one: Game) -> list[str]:
    """The strongest level with its book shut, of a game that comes with a book."""
    return [without_book(BEST_NAME, one)] if one.declaration.books else []


def small_enough(one: Game) -> Game:
    """The game, if its board is of a size that is served here."""
    if one.most_moves > MOST_MOVES:
        raise too_large()
    return one


def too_large() -> BadOption:
    """Why a board is not served."""
    return BadOption(_("This board is too large for the web; the command line has no such limit."))


def start_of(
    name: str, variant: str | None, size: str | None, position: str | None, seed: int | None = 0
) -> Position:
    """The position asked for, or the start, on a board of a size that is served here."""
    small_enough(game(name, variant, size))
    start = position_of(name, position, variant, size, seed)
    small_enough(start.game)
    if len(start.state) > MOST_WORDS:
        raise too_large()
    return start


def words_of(moves: str) -> tuple[str, ...]:
    """The moves of a text, not too many."""
    words = moves.split()
    if len(words) > LONGEST_LINE:
        raise BadOption(_("At most {n} moves can be given.", n=LONGEST_LINE))
    return tuple(words)


def line_from(start: Position, words: Sequence[str]) -> list[Node]:
    """The moves from there on, each checked by the rules."""
    line = [Node(Line(start))]
    for number, word in enumerate(words):
        line.append(line[-1].after(word, number))
    return line


def replayed(start: Position, moves: Sequence[str]) -> list[Node]:
    """The same for moves that are known to be legal, and spelled as the game spells them."""
    line = [Node(Line(start))]
    for number, move in enumerate(moves):
        line.append(line[-1].replayed(move, number))
    return line


def view(line: Sequence[Node]) -> View:
    """The last position of a line, and how it came about."""
    history = [Step(move=node.move or "", takes=node.takes, position=node.board) for node in line[1:]]
    start, here = line[0].position, line[-1].position
    return {**board(here, here.text(), start, len(line) - 1), "history": history}


def view_of(line: Line) -> View:
    """The same of a line that is known to be legal."""
    return view(replayed(line.start, line.moves_text))


def board(position: Position, text: str, start: Position, ply: int) -> Board:
    """A position, written as that text, so many moves after the start."""
    rules = position.game
    return {
        "game": rules.name,
        "variant": rules.variant.name,
        "size": rules.size,
        "label": rules.label(),
        "position": text,
        "to_move": position.to_move,
        "ply": ply,
        "moves": position.moves(),
        "svg": position.svg(),
        "caption": rules.caption(position),
        "text": str(position),
        "look": _look(rules.declaration),
        "places": _places(position),
        "outcome": end(position.outcome()),
        "decisive": [] if position.outcome() is None else rules.decisive(position),
        "start": start.text(),
    }


def _look(declared: Declaration) -> Look:
    return {
        "animation": declared.animation,
        "opposite": declared.opposite,
        "signs": declared.signs,
        "editable": declared.places is not None,
    }


def _places(position: Position) -> list[PlaceShape]:
    places = position.game.declaration.places
    cells = {} if places is None else places.cells(position)
    return [{"name": name, "mark": cell.mark, "words": cell.words} for name, cell in cells.items()]


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


def live_now(live: Live) -> LiveNow:
    """How a live game stands; its board is written without its past, which in a long game is long."""
    offers: Offers = {
        "draw": live.draw,
        "undo": live.undo,
        "rematch": {str(player): player in live.rematch for player in (1, 2)},
    }
    here = live.nodes[live.current]
    return {
        "id": live.id,
        "view": board(here.position, here.board, live.nodes[0].position, here.ply),
        "free": live.free,
        "status": live.status,  # type: ignore[typeddict-item]  # one of its three words
        "result": end(live.outcome()),
        "offers": offers,
        "next": live.next,
        "version": live.version,
    }


def tree(live: Live, known: int = 0) -> Tree:
    """The moves of the game and where it stands, but for so many nodes that are known already."""
    nodes = [_node(node, number) for number, node in enumerate(live.nodes[known:], start=known)]
    return {"nodes": nodes, "current": live.current}


def _node(node: Node, number: int) -> NodeShape:
    return {
        "id": number,
        "parent": node.parent,
        "move": node.move,
        "ply": node.ply,
        "by": node.by,
        "takes": node.takes,
    }


def study(start: Position, movetext: str) -> list[StudyNode]:
    """A tree of moves that a text holds, each checked by the rules."""
    raw = few_enough(read_moves(movetext)[0])
    return [
        {**_node(Node(line, said.parent), number), "comment": said.comment, "glyph": said.glyph}
        for number, (said, line) in enumerate(grown(start, raw))
    ]


def few_enough(nodes: Nodes) -> Nodes:
    """The nodes of a tree, not too many."""
    if len(nodes) > MOST_NODES:
        raise BadOption(_("At most {n} moves can be given.", n=MOST_NODES - 1))
    return nodes


def live_whole(live: Live) -> dict[str, Any]:
    """A live game with all its moves: what a `LiveShape` holds for all alike."""
    return {**live_now(live), "view": view(live.line()), "tree": tree(live)}


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
        "name": seat.level or seat.name,
        "yours": player in mine,
        "taken": seat.taken,
        "present": seat.level is not None or seat.owner in present,
    }


def _clock(live: Live, now: int) -> ClockShape | None:
    if live.clock is None:
        return None
    left = live.clock.stopped(live.to_move, now).remaining
    return {"remaining_ms": left, "running": live.clock.since is not None}
