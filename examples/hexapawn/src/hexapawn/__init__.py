"""Hexapawn, as Stratège knows it."""

from __future__ import annotations

from hexapawn import kernel
from hexapawn.game import Hexapawn
from stratege.core.declaration import Declaration

GAME = Declaration(
    game=Hexapawn,
    kernel=kernel,
    blurb="Bring a pawn through, or leave your opponent without a move.",
    rules_in_words=(
        "Pawns go one row ahead to an empty cell and take slantwise. Who brings a pawn to the last row "
        "wins, and so does who leaves the other without a move."
    ),
    size_hint="columns×rows, such as 4x4",
    scene=".oo/ox./.xx:2",
    opposite=True,
    signs=("", ""),
    translations={
        "fr": {
            "Bring a pawn through, or leave your opponent without a move.": (
                "Faites passer un pion, ou laissez l'adversaire sans coup."
            ),
            "Pawns go one row ahead to an empty cell and take slantwise. Who brings a pawn to the last row "
            "wins, and so does who leaves the other without a move.": (
                "Les pions avancent d'une case libre et prennent en diagonale. Qui amène un pion à la "
                "dernière rangée gagne, de même que qui laisse l'autre sans coup."
            ),
            "columns×rows, such as 4x4": "colonnes×rangées, par exemple 4x4",
            "who gets through or leaves no move wins": "qui passe ou ne laisse pas de coup gagne",
            "player {player} cannot move": "le joueur {player} ne peut plus jouer",
            "a pawn of player {winner} has come through": "un pion du joueur {winner} est passé",
            "Hexapawn board: {caption}": "Plateau d'Hexapawn : {caption}",
        }
    },
)
