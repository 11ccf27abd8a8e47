"""Two databases, one behaviour: whatever is done to them, both say what a plain model says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from sqlalchemy import delete
from tests.archive.conftest import fresh_database
from tests.archive.made import NAMES, some_games

from stratege.archive.database import note_rewriting, writing
from stratege.archive.exam_sql import Exam, ask, exams
from stratege.archive.explorer import explore
from stratege.archive.formats import read, written
from stratege.archive.game_entry import GameEntry, Name
from stratege.archive.ratings import Rating, rate
from stratege.archive.record_texts import records_in
from stratege.archive.schema import metadata
from stratege.archive.sql_role import make_role
from stratege.archive.store import Archive
from stratege.core.registry import game

POOL = some_games(2)
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
BROKEN = '{"game": "awale", "moves": "eeee", "result": "1-0"}\n'
START = game("awale").start()


class Model:
    """The archive as a list of games."""

    def __init__(self) -> None:
        self.entries: list[GameEntry] = []

    def add(self, entries: list[GameEntry]) -> int:
        known = {entry.digest() for entry in self.entries}
        fresh = {entry.digest(): entry for entry in entries if entry.digest() not in known}
        self.entries += fresh.values()
        return len(fresh)

    def delete(self, name: Name) -> None:
        self.entries = [entry for entry in self.entries if name not in entry.players]

    def ratings(self, name: str) -> dict[Name, tuple[float, float, int, int]]:
        found: dict[Name, Rating] = {}
        for entry in self.entries:
            if entry.game.name == name and entry.players[0] != entry.players[1]:
                one, two = (found.setdefault(player, Rating()) for player in entry.players)
                rate(one, two, POINTS[entry.result])
        return {who: (one.value, one.deviation, one.highest, one.games) for who, one in found.items()}

    def first_moves(self) -> Counter[str]:
        opened = [entry for entry in self.entries if entry.game == START.game]
        return Counter(entry.moves[0] for entry in opened)


class Both(RuleBasedStateMachine):
    """The model, a SQLite file and a PostgreSQL database side by side."""

    archives: list[Archive]

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        for archive in self.archives:
            with writing(archive.engine) as connection:
                note_rewriting(connection)
                for table in reversed(metadata.sorted_tables):
                    connection.execute(delete(table))

    @rule(places=st.lists(st.integers(0, len(POOL) - 1), max_size=8))
    def add(self, places: list[int]) -> None:
        entries = [POOL[place] for place in places]
        new = self.model.add(entries)
        for archive in self.archives:
            assert archive.add(entries).new == new

    @rule(
        places=st.lists(st.integers(0, len(POOL) - 1), max_size=4), form=st.sampled_from(["json", "record"])
    )
    def import_text(self, places: list[int], form: str) -> None:
        text = BROKEN + "".join(written(POOL[place], form) for place in places)
        entries = [read(one) for one in records_in(text.splitlines(keepends=True))]
        new = self.model.add([POOL[place] for place in places])
        for archive in self.archives:
            added = archive.add(entries)
            assert (added.new, [one.line for one in added.refused]) == (new, [1])

    @rule(name=st.sampled_from(NAMES))
    def delete_player(self, name: Name) -> None:
        for archive in self.archives:
            numbers = [one.number for one in archive.players("awale") if one.name == name]
            for number in numbers:
                archive.delete_player(number)
        self.model.delete(name)

    @rule()
    def recompute(self) -> None:
        for archive in self.archives:
            archive.recompute()

    @rule(one=st.sampled_from(list(exams().values())))
    def ask_the_papers(self, one: Exam) -> None:
        sqlite, postgresql = self.archives
        ours, theirs = (ask(archive, one.game, one.sql).rows for archive in (sqlite, postgresql))
        assert [tuple(map(_rounded, row)) for row in ours] == [tuple(map(_rounded, row)) for row in theirs]

    @invariant()
    def the_games_are_the_same(self) -> None:
        digests = [entry.digest() for entry in self.model.entries]
        for archive in self.archives:
            assert [entry.digest() for _number, entry in archive.entries()] == digests

    @invariant()
    def the_sums_are_the_same(self) -> None:
        for archive in self.archives:
            moves = explore(archive, START).moves
            assert {one.move: one.score.games for one in moves} == self.model.first_moves()
            rated = {
                one.name: (one.rating, one.deviation, one.highest, one.games)
                for one in archive.players("awale")
                if one.games
            }
            assert rated == self.model.ratings("awale")
        sqlite, postgresql = self.archives
        assert explore(sqlite, START) == explore(postgresql, START)


def _rounded(value: object) -> object:
    return round(value, 9) if isinstance(value, float) else value


def machine_over(*archives: Archive) -> type[RuleBasedStateMachine]:
    return type("Both", (Both,), {"archives": list(archives)})


def run(tmp_path: Path, postgresql: str, examples: int, steps: int) -> None:
    with Archive.open(str(tmp_path / "a.sqlite")) as one, Archive.open(fresh_database(postgresql)) as two:
        make_role(two)
        chosen = settings(max_examples=examples, stateful_step_count=steps, deadline=None)
        run_state_machine_as_test(machine_over(one, two), settings=chosen)


def test_both_databases_do_what_the_model_does(tmp_path: Path, postgresql: str) -> None:
    run(tmp_path, postgresql, examples=3, steps=7)


@pytest.mark.soak
def test_both_databases_do_what_the_model_does_for_long(tmp_path: Path, postgresql: str) -> None:
    run(tmp_path, postgresql, examples=150, steps=25)
