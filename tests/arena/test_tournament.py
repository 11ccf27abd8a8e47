"""Tournaments: the same games for the same seed, none lost and none twice, whoever is killed and when."""

from __future__ import annotations

import functools
import json
import math
import random
import sqlite3
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.arena import campaign

from stratege.arena.journal import FileJournal
from stratege.arena.match import Terms
from stratege.arena.openings import given_openings
from stratege.arena.report import WRITERS, as_csv, as_html, as_records, described, remark, writer
from stratege.arena.standings import standings
from stratege.arena.statistics import Score
from stratege.arena.tournament import Identity, Scheduled, Tournament, parse_tournament, play_tournament
from stratege.arena.workers import play_all
from stratege.core.errors import BadOption, StrategeError
from stratege.core.record import Record
from stratege.core.registry import game
from stratege.engine.limits import Limits

QUIXO = game("quixo", size=3)
NODES = Terms(Limits(nodes=100))
PLAYERS = ("random", "greedy", "level:1", "level:2", "mcts")
FORMS = ("round-robin", "swiss", "gauntlet", "ladder")
GAMES = ("awale", "chomp", "nimble", "mingmang", "quixo")


def tournament(form: str = "round-robin", players: tuple[str, ...] = PLAYERS, **more: object) -> Tournament:
    return Tournament(QUIXO, players, form, terms=NODES, **{"seed": 3, **more})  # type: ignore[arg-type]


def played(one: Tournament, workers: int = 1, journal: FileJournal | None = None) -> dict[Identity, Record]:
    kept = journal or FileJournal()
    assert play_tournament(one, kept, functools.partial(play_all, workers=workers))
    return kept.games()


@pytest.mark.parametrize("form", FORMS)
def test_the_records_are_the_same_bytes_however_many_play(form: str) -> None:
    one = tournament(form, games=3 if form == "swiss" else 2)
    alone, together = played(one), played(one, 2)
    assert as_records(one, alone) == as_records(one, together)
    assert len(alone) == one.total
    assert described(one, alone)["standings"] == described(one, together)["standings"]


def test_every_game_has_its_identity_in_its_record() -> None:
    kept = played(tournament(games=3, rounds=2))
    assert {str(identity) for identity in kept} == {record.tags["Round"] for record in kept.values()}
    assert len(kept) == 10 * 3 * 2
    sides = [(record.tags["Player1"], record.tags["Player2"]) for record in kept.values()]
    assert sides[0] == sides[1][::-1] == sides[2]
    assert kept[Identity(2, 1, 1)].tags["Player1"] == sides[0][1]  # an odd number of games: swapped next time


def test_tables_of_a_round_share_their_openings_and_sides_swap() -> None:
    one = tournament(games=4, rounds=2)
    (stage,) = one.stages({})
    openings = {(job.identity.round, (job.identity.game - 1) // 2): job.job.opening.moves for job in stage}
    assert all(
        openings[job.identity.round, (job.identity.game - 1) // 2] == job.job.opening.moves for job in stage
    )
    assert len(set(openings.values())) == 4
    given = tuple(given_openings(QUIXO, [["0,0-0,2"]]))
    assert {record.moves[0] for record in played(tournament(openings=given)).values()} == {"0,0-0,2"}


def test_another_seed_is_another_tournament() -> None:
    assert as_records(tournament(), played(tournament())) != as_records(
        tournament(seed=4), played(tournament(seed=4))
    )


@pytest.mark.parametrize("form", FORMS)
def test_a_tournament_is_read_back_as_it_was_written(form: str) -> None:
    one = tournament(form, openings=tuple(given_openings(QUIXO, [["0,0-0,2"]])), date="2026-01-02")
    assert parse_tournament(one.text()) == one
    assert parse_tournament(one.text()).text() == one.text()


@pytest.mark.parametrize("form", FORMS)
def test_whatever_is_missing_is_played_and_nothing_else(form: str) -> None:
    one = tournament(form)
    whole = played(one)
    journal = FileJournal()
    for identity, record in list(whole.items())[: len(whole) // 3]:
        journal.keep(identity, record)
    told: list[Identity] = []
    play = functools.partial(play_all, workers=1)
    assert play_tournament(one, journal, play, lambda identity, _record: told.append(identity))
    assert journal.games() == whole
    assert len(told) == len(whole) - len(whole) // 3


def test_ctrl_c_leaves_what_is_finished() -> None:
    journal, seen = FileJournal(), []

    def tired(identity: Identity, record: Record) -> None:
        seen.append(identity)
        if len(seen) == 3:
            raise KeyboardInterrupt

    assert not play_tournament(tournament(), journal, functools.partial(play_all, workers=1), tired)
    assert journal.count() == 3


def test_a_game_kept_twice_counts_once(tmp_path: Path) -> None:
    kept = played(tournament())
    first, second = list(kept.values())[:2]
    with FileJournal(tmp_path / "a.tournament") as journal:
        journal.keep(Identity(1, 1, 1), first)
        journal.keep(Identity(1, 1, 1), second)
        assert journal.games() == {Identity(1, 1, 1): first}


def test_one_plays_a_file_at_a_time_and_anybody_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.tournament"
    with FileJournal(path) as one, FileJournal(path) as two, one.playing():
        with pytest.raises(StrategeError, match="Somebody else"), two.playing():
            pass
        one.begin(tournament())
        with FileJournal(path, read_only=True) as reader:
            assert reader.tournament() == tournament()


def test_who_reads_of_a_tournament_needs_nothing_of_its_players(tmp_path: Path) -> None:
    """A page is served from another folder, and bots come and go."""
    file = tmp_path / "mine.py"
    file.write_text("def choose(position, history, seconds):\n    return position['moves'][0]\n")
    one = tournament("ladder", (f"bot:{file}", "random"))
    file.unlink()
    with FileJournal(tmp_path / "a.tournament") as journal:
        journal.begin(one)
        assert journal.tournament() == one
        assert "mine.py" in as_csv(one, journal.games())
    with pytest.raises(BadOption, match=r"mine\.py cannot be read"):
        one.rehearse()


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "games.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE notes (words TEXT)")
    database.close()
    before = other.read_bytes()
    with pytest.raises(BadOption, match="is not a tournament"):
        FileJournal(other)
    assert other.read_bytes() == before


def test_a_file_that_is_something_else_is_said(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear club, " * 1000)
    with pytest.raises(BadOption, match="is not a tournament"):
        FileJournal(tmp_path / "letter")
    with pytest.raises(StrategeError, match="cannot be used"):
        FileJournal(tmp_path / "no" / "folder")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"players": ("random",)}, "two players"),
        ({"players": ("random", "greedy", "random")}, "random is there twice"),
        ({"form": "knockout"}, "no format 'knockout'"),
        ({"players": ("random", "deepblue")}, "no player 'deepblue'"),
    ],
)
def test_nonsense_is_refused_before_any_game(more: dict[str, object], words: str) -> None:
    with pytest.raises(StrategeError, match=words):
        tournament(**more)  # type: ignore[arg-type]


def test_the_table_adds_up() -> None:
    kept = played(tournament())
    stand = standings(tournament(), kept)
    assert sum(row.points for row in stand.rows) == len(kept) == stand.total
    for row in stand.rows:
        assert row.score == sum(
            (stand.cells[row.name, one] for one in stand.names if one != row.name), Score()
        )
        assert row.score.games == 8
    assert [row.points for row in stand.rows] == sorted((row.points for row in stand.rows), reverse=True)
    assert stand.rows[0].rated.elo > stand.rows[-1].rated.elo


def test_a_ladder_goes_on_and_newcomers_begin_at_the_bottom() -> None:
    begun = tournament("ladder", ("random", "greedy"), rounds=2)
    journal = FileJournal()
    kept = played(begun, journal=journal)
    longer = tournament("ladder", ("random", "greedy", "level:1"), rounds=4, joined=(0, 0, 2))
    assert longer.entered(1) == ("random", "greedy")
    more = played(longer, journal=journal)
    assert {identity: more[identity] for identity in kept} == kept
    assert {identity.round for identity in more} == {1, 2, 3, 4}
    assert any("level:1" in record.tags.values() for record in more.values())


def test_reports_say_the_same_in_each_form() -> None:
    one = tournament(players=("random", "greedy", "level:1"))
    kept = played(one)
    page, table, told = as_html(one, kept), as_csv(one, kept), described(one, kept)
    assert [row.split(",")[1] for row in table.splitlines()[1:]] == [
        row["player"] for row in told["standings"]
    ]
    assert page.count("<details>") == len(told["records"]) == 6
    ElementTree.fromstring(writer(Path("plot.svg"))(one, kept))
    assert json.loads(WRITERS[".json"](one, kept)) == json.loads(json.dumps(told))
    assert told["finished"]
    assert "<script" not in page
    with pytest.raises(BadOption, match="ends in one of"):
        writer(Path("report.docx"))


def test_who_has_won_or_lost_every_game_has_a_finite_elo_and_a_remark() -> None:
    one = tournament(players=("random", "greedy", "level:1"))
    drawn = {game.identity: Record(QUIXO.start(), (), "1/2-1/2", tags(game)) for game in next(one.stages({}))}
    stand = standings(one, drawn)
    assert {(row.rated.elo, math.isfinite(row.rated.error)) for row in stand.rows} == {(0.0, True)}
    assert remark(stand) == ""
    won = {
        identity: replace(record, result="1-0" if record.tags["Player1"] == "random" else "0-1")
        for identity, record in drawn.items()
        if "random" in record.tags.values()
    }
    stand = standings(one, {**drawn, **won})
    assert stand.rows[0].name == "random"
    assert all(math.isfinite(row.rated.elo) and 0 < row.rated.error < 1000 for row in stand.rows)
    assert "Every game won, or every game lost: random." in remark(stand)
    assert remark(stand) in as_html(one, {**drawn, **won})


def tags(one: Scheduled) -> dict[str, str]:
    return {"Player1": one.job.names[0], "Player2": one.job.names[1], "Ending": "line"}


def test_names_cannot_break_out_of_a_report() -> None:
    one = Tournament(QUIXO, ("engine:false <script>", "random"), terms=NODES)
    kept = played(one)
    page = as_html(one, kept)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert standings(one, kept).rows[-1].faults == 2


WORDS = ["quixo", *PLAYERS, "--size", "3", "--nodes", "100", "--games", "40", "--seed", "3"]


def test_kills_of_coordinator_and_workers_lose_no_game_and_double_none(tmp_path: Path) -> None:
    path = tmp_path / "killed.tournament"
    assert campaign.campaign(WORDS, path, 1, 1, random.Random(1)) == (1, 1)
    campaign.check(path)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_eight_players_here_with_twenty_workers_and_two_coordinators_killed(
    name: str, tmp_path: Path
) -> None:
    """With those on a cluster (`tests/cluster`): 200 workers and 20 coordinators, over all five games."""
    path = tmp_path / "killed.tournament"
    assert campaign.campaign(campaign.eight(name), path, 2, 20, random.Random(name)) == (2, 20)
    campaign.check(path)
