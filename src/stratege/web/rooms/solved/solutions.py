"""What is known for certain, made ready to be shown: Chomp's maps, Nimble's sums, the tables on the shelf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.core.registry import game
from stratege.core.value import Value
from stratege.games.chomp import explain as chomp_words
from stratege.games.chomp import maps
from stratege.games.chomp.numbering import Box, count
from stratege.games.chomp.refutations import JudgedMove
from stratege.games.chomp.solver import Move
from stratege.games.nimble import explain as nimble_words
from stratege.games.nimble import solver as nimble_solver
from stratege.tables.histogram import histogram
from stratege.tables.shelf import Shelf
from stratege.tables.summary import Known, TableSummary, summaries
from stratege.web.live import views
from stratege.web.live.game import Node
from stratege.web.rooms.solved.schemas import (
    ChompMap,
    FirstMove,
    Gallery,
    Heap,
    KnownShape,
    NimbleSolution,
    TableShape,
)

MOST_PAWNS = 60
"""That can still move: each has its line below the board."""


def chomp_map(box: Box, judged_moves: Sequence[JudgedMove]) -> ChompMap:
    """A bar with all that is known of its first moves."""
    columns, rows = box
    start = game("chomp", size=f"{columns}x{rows}").start()
    winning = [each.move for each in judged_moves if each.wins]
    values = maps.marked(start.state, winning)
    lines = ("".join(text for text, _style in line) for line in maps.drawn(values))

    def first_move(each: JudgedMove) -> FirstMove:
        return {
            "move": _square(each.move),
            "wins": each.wins,
            "leaves": ",".join(map(str, each.leaves)),
            "answers": [*map(_square, each.answers)],
            "reason": chomp_words.explain(start, each.move[0] * columns + each.move[1]) if each.wins else "",
        }

    return {
        "columns": columns,
        "rows": rows,
        "size": start.game.size,
        "label": start.game.label(),
        "shapes": count(box),
        "won": bool(winning),
        "winning_moves": [*map(_square, winning)],
        "map": values,
        "svg": maps.svg(values, start.game.label()),
        "text": "\n".join(lines),
        "moves": [*map(first_move, judged_moves)],
    }


def chomp_gallery(bars: Mapping[Box, Sequence[Move]]) -> Gallery:
    """All small bars in one picture, and as a list."""
    return {
        "side": max(columns for columns, _rows in bars),
        "svg": maps.drawn_gallery(bars),
        "heat": maps.heat_svg(maps.heat(bars)),
        "bars": [
            {"size": f"{columns}x{rows}", "winning_moves": [*map(_square, moves)]}
            for (columns, rows), moves in bars.items()
        ],
    }


def _square(move: Move) -> str:
    return "{},{}".format(*move)


def nimble_solution(line: Sequence[Node]) -> NimbleSolution:
    """The last board of a line, its pawns in binary, and the moves that win."""
    position = line[-1].position
    squares, misere = position.game.rules
    pawns = position.state
    if sum(pawns[1:]) > MOST_PAWNS:
        raise BadOption(_("Up to {n} pawns that can still move are shown in binary.", n=MOST_PAWNS))
    heaps = [steps for steps in range(squares - 1, 0, -1) for _pawn in range(pawns[steps])]
    bits = max(1, (squares - 1).bit_length())
    total = nimble_solver.nim_sum(pawns)
    winning = nimble_solver.winning_moves(pawns, misere == 1)
    return {
        "view": views.view(line),
        "misere": misere == 1,
        "heaps": [Heap(square=steps + 1, steps=steps, binary=f"{steps:0{bits}b}") for steps in heaps],
        "ones": [sum(steps >> bit & 1 for steps in heaps) for bit in reversed(range(bits))],
        "nim_sum": total,
        "binary": f"{total:0{bits}b}",
        "won": not nimble_solver.is_lost(pawns, misere == 1),
        "winning_moves": [
            position.game.move_text(origin * squares + target, position.to_move) for origin, target in winning
        ],
        "explanation": nimble_words.explanation(pawns, misere == 1),
    }


def tables() -> list[TableShape]:
    """The tables of exact values on this machine."""
    return [*map(_table, summaries(Shelf()))]


def pictures(shown: Sequence[TableShape]) -> dict[str, str]:
    """What each table says, counted and drawn; by the table's name."""
    found = {}
    for one in shown:
        counted = histogram(layer["statistics"] for layer in one["layers"])
        if counted is not None:
            found[one["table"]] = counted.svg(game(one["game"], one["variant"], one["size"]).label())
    return found


def _table(one: TableSummary) -> TableShape:
    return {
        "table": one.name,
        "game": one.game,
        "variant": one.variant,
        "size": one.size,
        "positions": one.positions,
        "bytes": one.stored_bytes,
        "damaged": len(one.faults),
        "known": None if one.known is None else _known(one.known),
        "layers": [
            {
                "layer": layer.name,
                "positions": layer.positions,
                "bytes": layer.stored_bytes,
                "statistics": layer.statistics,
            }
            for layer in one.layers
        ],
    }


def _known(known: Known) -> KnownShape:
    start = known.start
    return {
        "boards": known.won + known.lost + known.drawn,
        "won": known.won,
        "lost": known.lost,
        "drawn": known.drawn,
        "longest": known.longest,
        "start": {"result": start.result, "plies": start.plies, "words": str(Value.of_table(start))},
    }
