"""Golden playthroughs: one random game of every game and variant, written out ply by ply.

`python -m tests.games.playthrough` writes the files anew.
"""

from __future__ import annotations

import random
from pathlib import Path

from tests.games.catalogue import identify, usual_games

from stratege.core.game import Game

FOLDER = Path(__file__).parents[1] / "playthroughs"
PLIES = 30


def path_of(game: Game) -> Path:
    return FOLDER / f"{identify(game)}.txt"


def playthrough(game: Game) -> str:
    """A game from a fixed seed: at each ply the text, the board, the moves; at the end the outcome."""
    draw = random.Random("playthrough")
    position = game.start(seed=1)
    lines = [f"# {game.label()}", f"rules: {game.rules}"]
    for ply in range(PLIES):
        lines += [f"## ply {ply}", f"state: {position.state}", f"text: {position.text()}", str(position)]
        moves = position.moves()
        if not moves:
            break
        move = draw.choice(moves)
        lines += [f"moves: {' '.join(moves)}", f"play: {move}"]
        position = position.play(move)
    lines += ["## end", f"text: {position.text()}", f"outcome: {position.outcome()}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


if __name__ == "__main__":
    for one in usual_games():
        path_of(one).write_text(playthrough(one), encoding="utf-8")
