"""`Joueur` and `Partie` as papers 001 (Awalé) and 004 (Quixo) have them, over the archive's tables."""

from __future__ import annotations

from typing import NamedTuple

from stratege.archive.ratings import START

PAPERS = {"awale": "001", "quixo": "004"}


class View(NamedTuple):
    """A table that a paper describes: its columns (name, type, meaning), the first its key, and its rows."""

    columns: tuple[tuple[str, str, str], ...]
    source: str

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, as the paper writes them."""
        return tuple(name for name, _type, _meaning in self.columns)

    @property
    def select(self) -> str:
        """The view as a query."""
        columns = (f"{meaning} AS {name}" for name, _type, meaning in self.columns)
        return f"SELECT {', '.join(columns)} {self.source}"


def _games(game: str) -> str:
    return f"FROM game JOIN ruleset ON ruleset.id = game.ruleset_id AND ruleset.game = '{game}'"


_RATED = "FROM player LEFT JOIN rating ON rating.player_id = player.id AND rating.game = 'awale'"
_NAME = (("nom", "TEXT", "surname"), ("prenom", "TEXT", "first_name"))
_PLAYERS = (("id_joueur1", "INTEGER", "player1_id"), ("id_joueur2", "INTEGER", "player2_id"))
_WINNER = "CASE result WHEN 1 THEN player1_id WHEN 0 THEN player2_id END"

VIEWS = {
    "awale": {
        "Joueur": View(
            (
                ("id_Joueur", "INTEGER", "player.id"),
                *_NAME,
                ("niveau", "INTEGER", f"COALESCE(rating.highest, {round(START)})"),
                ("naissance", "TEXT", "NULLIF(birth, '')"),
            ),
            _RATED,
        ),
        "Partie": View(
            (
                ("id_Partie", "INTEGER", "game.id"),
                *_PLAYERS,
                ("resultat", "REAL", "result"),
                ("jour", "TEXT", "NULLIF(date, '')"),
                ("jeu", "TEXT", "moves"),
            ),
            _games("awale"),
        ),
    },
    "quixo": {
        "Joueur": View((("id", "INTEGER", "player.id"), *_NAME), "FROM player"),
        "Partie": View(
            (
                ("id", "INTEGER", "game.id"),
                *_PLAYERS,
                ("id_gagnant", "INTEGER", _WINNER),
                ("date", "TEXT", "NULLIF(date, '')"),
                ("nbtours", "INTEGER", "plies"),
            ),
            _games("quixo"),
        ),
    },
}
