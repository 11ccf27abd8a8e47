"""The explorer's sums are what counting by hand gives, on both databases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from sqlalchemy import event
from tests.archive.made import NAMES, made

from stratege.archive.explorer import Filter, explore, identify, player_number
from stratege.archive.game_entry import GameEntry, Name
from stratege.archive.replay_batch import DEPTH
from stratege.archive.store import Archive
from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.registry import game

KINDS = [game("awale"), game("quixo", size=3), game("chomp", size=3), game("mingmang", "no-repeat", 4)]
POINTS = {"1-0": {1: "won", 2: "lost"}, "0-1": {1: "lost", 2: "won"}, "1/2-1/2": {1: "drawn", 2: "drawn"}}


def by_hand(entries: Iterable[GameEntry], position: Position, depth: int = DEPTH) -> Counter[tuple[str, str]]:
    """(move, what became of it): how many games, each game once, whatever way the position is turned."""
    key, classes = identify(position)
    names = {text: texts[0] for texts in classes.values() for text in texts}
    counted: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        here = entry.start
        for move in entry.moves[:depth]:
            its_key, its_classes = identify(here)
            if its_key == key:
                number = next(number for number, texts in its_classes.items() if move in texts)
                counted[names[classes[number][0]], POINTS[entry.result][here.to_move]] += 1
                break
            here = here.play(move)
    return counted


def found(archive: Archive, position: Position, only: Filter | None = None) -> Counter[tuple[str, str]]:
    counted: Counter[tuple[str, str]] = Counter()
    for one in explore(archive, position, only).moves:
        counted[one.move, "won"] = one.score.wins
        counted[one.move, "drawn"] = one.score.draws
        counted[one.move, "lost"] = one.score.losses
    return +counted


def test_a_question_is_one_transaction_of_two_statements(archive: Archive) -> None:
    """Each is a way to the database and back, and what it sees is one state of it."""
    archive.add(made(KINDS[0], seed) for seed in range(6))
    begun, asked = list[object](), list[str]()
    event.listen(archive.engine, "begin", begun.append)
    event.listen(archive.engine, "before_cursor_execute", lambda *call: asked.append(call[2]))
    answer = explore(archive, KINDS[0].start())
    assert len(answer.top) == min(4, len(answer.moves))
    assert len(begun) == 1
    assert len([words for words in asked if words.startswith("SELECT")]) == 2


@pytest.mark.parametrize("one", KINDS, ids=lambda one: one.name)
def test_sums_are_what_counting_gives(archive: Archive, one: Game) -> None:
    entries = [made(one, seed, longest=30) for seed in range(15)]
    archive.add(entries)
    places = {identify(position)[0]: position for entry in entries[:3] for position in positions(entry)[:4]}
    for position in places.values():
        assert found(archive, position) == by_hand(entries, position)


def positions(entry: GameEntry) -> list[Position]:
    seen = [entry.start]
    for move in entry.moves:
        seen.append(seen[-1].play(move))
    return seen


def test_conditions_choose_games(archive: Archive) -> None:
    entries = [made(KINDS[1], seed) for seed in range(40)]
    archive.add(entries)
    start = KINDS[1].start()
    everything = Filter(since="0000-00-00")
    assert found(archive, start, everything) == found(archive, start)
    assert explore(archive, start, everything) == explore(archive, start)
    recent = [entry for entry in entries if entry.date >= "2020-06-01"]
    assert found(archive, start, Filter(since="2020-06-01")) == by_hand(recent, start)
    number = player_number(archive, "Marie Dupond")
    theirs = [entry for entry in entries if NAMES[1] in entry.players]
    assert found(archive, start, Filter(player=number)) == by_hand(theirs, start)
    assert explore(archive, start, Filter(rating=9000)).moves == ()
    assert found(archive, start, Filter(rating=0)) == found(archive, start)


def test_a_long_exploration_can_be_given_up(archive: Archive) -> None:
    class GivenUp(Exception):
        pass

    def give_up() -> None:
        raise GivenUp

    archive.add([made(game("awale"), 0)])
    with pytest.raises(GivenUp):
        explore(archive, game("awale").start(), Filter(rating=1), give_up)


def test_players_are_found_by_name_or_number(archive: Archive) -> None:
    archive.add([made(KINDS[1], 1, [NAMES[0]])])
    assert player_number(archive, "Jean Martin") == player_number(archive, "1") == 1
    assert player_number(archive, "Nobody") is None


def test_deep_positions_are_found_in_whole_games(archive: Archive) -> None:
    entries = [made(KINDS[0], seed) for seed in range(5)]
    archive.add(entries)
    deep = positions(entries[0])[DEPTH + 6]
    assert explore(archive, deep).moves == ()
    (move,) = explore(archive, deep, Filter(whole=True)).moves
    assert move.move == entries[0].moves[DEPTH + 6]


def test_what_is_said_of_a_move(archive: Archive) -> None:
    awale = game("awale")
    one, two = Name("A"), Name("B")
    games = [("1-0", "2020-01-01"), ("1-0", "2021-05-06"), ("1/2-1/2", "2019-01-01")]
    archive.add([GameEntry(awale.start(), "eg", result, (one, two), date) for result, date in games])
    found = explore(archive, awale.start())
    (move,) = found.moves
    assert (move.move, move.score.games, move.last) == ("e", 3, "2021-05-06")
    before = [(entry_rating(archive, number)) for number in (1, 2, 3)]
    assert move.rating == round(sum(first for first, _second in before) / 3)
    assert move.performance == round(sum(second for _first, second in before) / 3 + 400 * 0.69897)
    assert [number for number, _entry in found.top] == [3]
    (answer,) = explore(archive, awale.start().play("e")).moves
    assert (answer.move, answer.score.wins, answer.score.losses) == ("g", 0, 2)


def entry_rating(archive: Archive, number: int) -> tuple[int, int]:
    from sqlalchemy import select

    from stratege.archive.schema import game as games

    with archive.engine.connect() as connection:
        row = connection.execute(select(games.c.rating1, games.c.rating2).where(games.c.id == number)).one()
    return row[0], row[1]


def test_nothing_is_said_of_a_finished_game_or_another_variant(archive: Archive) -> None:
    archive.add([made(game("awale"), 1)])
    assert explore(archive, game("awale", "ccinp").start()).moves == ()
    over = positions(made(game("awale"), 1))[-1]
    assert over.outcome() is not None
    assert explore(archive, over).moves == ()
