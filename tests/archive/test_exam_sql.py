"""The papers' SQL: its answers are what plain Python computes."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest
from tests.archive.made import NAMES, made

from stratege.archive.database import insert, writing
from stratege.archive.exam_sql import Answer, ask, exam, exams
from stratege.archive.sql_role import make_role
from stratege.archive.store import Archive
from stratege.core.errors import StrategeError
from stratege.core.registry import game

GAMES = 50_000
PLAYERS = 300


@dataclass(frozen=True)
class World:
    """Players (number, surname, first name, highest rating) and games as the views would show them."""

    players: list[tuple[int, str, str, int]]
    awale: list[tuple[int, int, int, float, str]]
    quixo: list[tuple[int, int, int, float, int]]


def world(seed: int, games: int = GAMES) -> World:
    """Ties in rating, namesakes, players without any game; player 1 begins far more often than others."""
    draw = random.Random(seed)
    names = [("Doe", "John"), *((f"N{draw.randrange(90)}", f"P{number}") for number in range(1, PLAYERS))]
    players = [(number, *name, draw.randrange(1500, 2100, 25)) for number, name in enumerate(names, start=1)]
    active = range(1, PLAYERS - 20)
    awale, quixo = [], []
    for number in range(1, games + 1):
        one, two = min(draw.choices(active, k=4)), draw.choice(active)
        points = draw.choice((0.0, 0.5, 1.0))
        if number % 2:
            awale.append((number, one, two, points, "".join(draw.choices("abcdef", k=6))))
        else:
            quixo.append(
                (number, one, two, points, 9 if number == games // 2 // 2 * 2 else draw.randrange(10, 200))
            )
    return World(players, awale, quixo)


def put_in(archive: Archive, made: World) -> None:
    """Write the rows as they are: what is asked about here are sums, not rules."""
    with writing(archive.engine) as connection:
        insert(connection, "ruleset", [(1, "awale", "standard", "4", 1), (2, "quixo", "standard", "5", 1)])
        insert(connection, "player", [(one[0], one[1], one[2], "") for one in made.players])
        rated = [(one[0], "awale", 1500.0, 50.0, one[3], 1) for one in made.players if one[3] != 1500]
        insert(connection, "rating", rated)
        rows = [
            (number, 1, one, two, points, "", "2020-01-01", None, moves, len(moves), 1500, 1500, number, None)
            for number, one, two, points, moves in made.awale
        ]
        rows += [
            (number, 2, one, two, points, "", "", None, "", plies, 1500, 1500, number, None)
            for number, one, two, points, plies in made.quixo
        ]
        insert(connection, "game", rows)


def expected(made: World) -> dict[str, list[tuple[object, ...]]]:
    """The six answers in plain Python."""
    name = {number: (surname, first) for number, surname, first, _level in made.players}
    wins = Counter(one for _number, one, _two, points, _moves in made.awale if points == 1)
    often = sorted(((-count, one) for one, count in wins.items() if count > 100))
    opened = [points for *_rest, points, moves in made.awale if moves.startswith("a")]
    share = 100 * sum(points == 1 for points in opened) / len(opened) if opened else None
    best = sorted(made.players, key=lambda one: (-one[3], one[0]))[:3]
    john = [plies for _n, one, _two, _points, plies in made.quixo if name[one] == ("Doe", "John")]
    least = min((plies for *_rest, plies in made.quixo), default=None)
    return {
        "001:Q22": [(number,) for number, _s, _f, level in made.players if level > 1900],
        "001:Q23": [(share,)],
        "001:Q24": [one[1:3] for one in best],
        "001:Q25": [(*name[one], -count) for count, one in often],
        "004:Q20": [(len(john), sum(john) / len(john) if john else None)],
        "004:Q21": [
            (plies, *name[one], *name[two]) for _n, one, two, _p, plies in made.quixo if plies == least
        ],
    }


def answer(archive: Archive, name: str) -> Answer:
    stored = exam(name)
    return ask(archive, stored.game, stored.sql, seconds=60)


def same(rows: tuple[tuple[object, ...], ...], others: list[tuple[object, ...]]) -> bool:
    return len(rows) == len(others) and all(
        one == pytest.approx(other) if isinstance(other, float) else one == other
        for row, wanted in zip(rows, others)
        for one, other in zip(row, wanted)
    )


@pytest.fixture
def archive(archive: Archive) -> Archive:
    """An empty archive that can be asked."""
    if archive.engine.dialect.name == "postgresql":
        make_role(archive)
    return archive


def test_the_six_answers_over_many_games(archive: Archive) -> None:
    made = world(1)
    put_in(archive, made)
    wanted = expected(made)
    assert len(wanted["001:Q25"]) > 3
    assert wanted["004:Q20"][0] > (100,)
    for name, rows in wanted.items():
        assert same(answer(archive, name).rows, rows), name


@pytest.mark.parametrize("seed", range(3))
def test_the_six_answers_over_few_games_or_none(archive: Archive, seed: int) -> None:
    made = world(seed, games=2 * seed)
    made = World(made.players, [(*one[:4], "b" + one[4]) for one in made.awale], made.quixo)
    put_in(archive, made)
    for name, rows in expected(made).items():
        assert same(answer(archive, name).rows, rows), name
    assert answer(archive, "001:Q23").rows == ((None,),)


def test_there_are_six_with_their_questions() -> None:
    assert list(exams()) == ["001:Q22", "001:Q23", "001:Q24", "001:Q25", "004:Q20", "004:Q21"]
    for one in exams().values():
        assert one.words.startswith(one.question)
        assert one.sql.startswith("SELECT")
    with pytest.raises(StrategeError, match="001:Q22"):
        exam("002:Q1")


def test_the_views_have_exactly_the_papers_columns(archive: Archive) -> None:
    def columns(name: str, view: str) -> list[str]:
        return [column.lower() for column in ask(archive, name, f"SELECT * FROM {view}").columns]

    assert columns("awale", "Joueur") == ["id_joueur", "nom", "prenom", "niveau", "naissance"]
    assert columns("awale", "Partie") == ["id_partie", "id_joueur1", "id_joueur2", "resultat", "jour", "jeu"]
    assert columns("quixo", "Joueur") == ["id", "nom", "prenom"]
    assert columns("quixo", "Partie") == ["id", "id_joueur1", "id_joueur2", "id_gagnant", "date", "nbtours"]


def test_real_games_as_the_papers_see_them(archive: Archive) -> None:
    entries = [made(game("awale"), seed) for seed in range(9)] + [made(game("quixo", size=3), 1)]
    archive.add(entries)
    rows = ask(archive, "awale", "SELECT jeu, resultat FROM Partie ORDER BY id_Partie").rows
    points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    assert rows == tuple(("".join(entry.moves), points[entry.result]) for entry in entries[:9])
    levels = dict(ask(archive, "awale", "SELECT id_Joueur, niveau FROM Joueur").rows)
    assert levels == {one.number: one.highest for one in archive.players("awale")}
    ((plies,),) = ask(archive, "quixo", "SELECT nbtours FROM Partie").rows
    assert plies == len(entries[9].moves)
    births = ask(archive, "awale", "SELECT naissance FROM Joueur WHERE nom = 'Dupond'").rows
    assert births == ((NAMES[1].birth,),)


def test_a_draw_has_no_winner(archive: Archive) -> None:
    put_in(
        archive, World([(1, "A", "", 1500), (2, "B", "", 1500)], [], [(1, 1, 2, 0.5, 9), (2, 1, 2, 0.0, 8)])
    )
    assert ask(archive, "quixo", "SELECT id_gagnant FROM Partie ORDER BY id").rows == ((None,), (2,))


def test_only_the_papers_games(archive: Archive) -> None:
    with pytest.raises(StrategeError, match="awale, quixo"):
        ask(archive, "chomp", "SELECT 1")


def test_answers_follow_the_archive(archive: Archive) -> None:
    """New games, and games taken out, are seen by the next question."""
    question = "SELECT COUNT(*), MAX(id_Partie), (SELECT MAX(niveau) FROM Joueur) FROM Partie"
    entries = [made(game("awale"), seed) for seed in range(12)]
    for count in (0, 4, 8):
        archive.add(entries[count : count + 4])
        archive.add([made(game("quixo", size=3), count)])
        highest = max(one.highest for one in archive.players("awale"))
        number = archive.counts()["awale", "standard", "4"][0]
        last = max(number for number, _entry in archive.entries("awale"))
        assert ask(archive, "awale", question).rows == ((number, last, highest),)
    chosen = archive.players("awale")[0].number
    archive.delete_player(chosen)
    archive.add(entries[:2])  # numbers that were given before may be given again
    highest = max(one.highest for one in archive.players("awale"))
    numbers = [number for number, _entry in archive.entries("awale")]
    assert ask(archive, "awale", question).rows == ((len(numbers), max(numbers), highest),)
    assert ask(archive, "awale", f"SELECT * FROM Joueur WHERE id_Joueur = {chosen}").rows == ()
