"""Paper 001's own form of a game: a dictionary, the pits of the player to move first; `NegaAwale` chooses."""

from __future__ import annotations

from typing import Any

from stratege.core.game import Game
from stratege.core.position import Position
from stratege.games.awale.game import seeds_of

PAPER = "001"
FUNCTION = "NegaAwale"
DEPTH = 6


def suits(game: Game) -> bool:
    """Four seeds a pit; the other variants' rules differ at the edges, where its moves may be refused."""
    return game.size == "4"


def arguments(position: Position, depth: int) -> list[Any]:
    """The game, the greatest depth, and the depth to begin with."""
    pits, stores = seeds_of(position)
    first = 6 * (position.to_move - 1)
    turns = position.state[2]
    game = {
        "joueur1": "joueur1",
        "joueur2": "joueur2",
        "score": stores,
        "n": turns if turns % 2 == position.to_move - 1 else position.to_move - 1,
        "plateau": pits[first:] + pits[:first],
    }
    return [game, depth, 0]


def move(position: Position, answer: object) -> str | None:
    """A pit from 0 to 5."""
    if type(answer) is not int or not 0 <= answer < 12:
        return None
    return position.game.move_text(answer, position.to_move)
