"""The openings of an archive as a tree: what was played at the start, what answered it, and so on.

Positions are counted whatever the order of moves, as the explorer does; so a move's number is that of all
games that made it in that position, by whichever way they came there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from stratege.archive.aggregate import MoveStatistics, rows_of
from stratege.archive.database import clear_errors, reading
from stratege.archive.explorer import identify, looked_up
from stratege.archive.position_keys import edge_of
from stratege.archive.store import Archive
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.sunburst import Branch, sunburst

DEPTH = 4
MOST = 240  # moves in a tree
SHARE = 0.01  # of a position's games, that a move must have


@dataclass
class Opening:
    """A position that games went through, its moves in `found`, most often played first.

    `score` is player 1's, from 0 to 1.
    """

    position: Position
    move: str = ""
    games: int = 0
    score: float = 0.5
    found: list[Opening] = field(default_factory=list)

    def branch(self) -> Branch:
        """The tree from here on, to be drawn."""
        return Branch(self.move, self.games, self.score, [one.branch() for one in self.found])

    def as_json(self) -> dict[str, Any]:
        """The tree for programs."""
        return {
            "move": self.move,
            "games": self.games,
            "score": round(self.score, 4),
            "moves": [one.as_json() for one in self.found],
        }


def openings(
    archive: Archive, start: Position, depth: int = DEPTH, between: Callable[[], None] = lambda: None
) -> Opening:
    """The tree of what was played from the position on, `depth` moves deep; `between` may raise to stop."""
    root = Opening(start)
    ring, left = [root], MOST
    with clear_errors(archive.engine.url), reading(archive.engine) as connection:
        for _ply in range(depth):
            known = {}
            for one in ring:
                between()
                key, classes = identify(one.position)
                known[id(one)] = {edge_of(key, move): texts[0] for move, texts in classes.items()}
            edges = {edge for moves in known.values() for edge in moves}
            sums = {statistics.edge: statistics for statistics in rows_of(looked_up(connection, list(edges)))}
            grown: list[Opening] = []
            for one in ring:
                here = {edge: sums[edge] for edge in known[id(one)] if edge in sums}
                one.found = [_played(one.position, known[id(one)][edge], said) for edge, said in here.items()]
                _prune(one)
                grown += one.found
            ring = sorted(grown, key=lambda one: -one.games)[:left]
            left -= len(ring)
    root.games = sum(one.games for one in root.found)
    return root


def openings_svg(tree: Opening) -> str:
    """The tree as a picture; each of its places is named by the moves that lead there."""
    title = _("Openings: {game}", game=tree.position.game.label())
    root = tree.branch()
    hub = Branch(_("{n} games", n=tree.games), root.weight, root.score, root.branches)
    return sunburst(hub, title, _("light: good for player 1; dark: good for player 2"))


def _played(before: Position, move: str, said: MoveStatistics) -> Opening:
    mine = (said.won + said.drawn / 2) / said.games
    return Opening(before.play(move), move, said.games, mine if before.to_move == 1 else 1 - mine)


def _prune(one: Opening) -> None:
    """Leave out what was hardly ever played; most often played first."""
    total = sum(each.games for each in one.found)
    one.found = sorted(
        (each for each in one.found if each.games >= SHARE * total), key=lambda each: (-each.games, each.move)
    )
