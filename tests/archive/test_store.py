"""The archive on both databases: games go in once, come out as they were, and all sums follow."""

from __future__ import annotations

import os
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import platformdirs.unix  # noqa: F401  a process without rights could not load it any more
import pytest
from sqlalchemy import text
from tests.archive.made import NAMES, computed, made, some_games

from stratege.archive import database, sql_copy
from stratege.archive.backup import backup, check_backup
from stratege.archive.database import chosen_url
from stratege.archive.explorer import explore
from stratege.archive.formats import Refusal
from stratege.archive.game_entry import GameEntry, Name
from stratege.archive.house_games import house_games
from stratege.archive.store import Archive
from stratege.arena.workers import Job
from stratege.core.errors import BadOption, StrategeError
from stratege.core.record import Record
from stratege.core.registry import game


def test_games_come_out_as_they_went_in(archive: Archive) -> None:
    entries = [entry._replace(comments={1: "é"}) for entry in some_games()]
    added = archive.add(entries)
    assert (added.new, added.known, added.refused) == (len(entries), 0, [])
    out = [entry._replace(moves=list(entry.moves)) for _number, entry in archive.entries()]
    assert out == entries
    assert [number for number, _entry in archive.entries("quixo")] == list(range(13, 19))


def test_twice_adds_nothing(archive: Archive) -> None:
    archive.add(some_games())
    before = computed(archive)
    again = archive.add([*some_games(), *some_games()])
    assert (again.new, again.known) == (0, 2 * len(some_games()))
    assert computed(archive) == before


def test_a_wrong_game_is_refused_and_the_others_go_in(archive: Archive) -> None:
    good = made(game("awale"), 1)
    illegal = good._replace(moves=[*good.moves[:4], "z"], line=7)
    empty_pit = good._replace(moves=["a", "g", "a"], line=8)
    wrong_end = good._replace(result="0-1" if good.result == "1-0" else "1-0", line=9)
    too_long = good._replace(moves=[*good.moves, "a"], line=10)
    added = archive.add([illegal, good, empty_pit, Refusal(5, "unreadable"), wrong_end, too_long])
    assert added.new == 1
    told = {one.line: one.reason for one in added.refused}
    assert "Move 5 of the record: 'z' is not a pit" in told[7]
    assert told[8] == "Move 3 of the record: a is not legal: the pit is empty."
    assert "by the rules the game ended" in told[9]
    assert "the game is over" in told[10]
    assert told[5] == "unreadable"


def test_moves_are_kept_as_the_game_writes_them(archive: Archive) -> None:
    entry = made(game("awale"), 1)
    odd = entry._replace(moves=[move.upper() for move in entry.moves])
    archive.add([odd])
    ((_number, kept),) = archive.entries()
    assert list(kept.moves) == entry.moves
    assert archive.add([entry]).known == 1


def test_ratings_and_statistics_recomputed_are_the_same(archive: Archive) -> None:
    for entry in some_games():
        archive.add([entry])
    before = computed(archive)
    archive.recompute()
    assert computed(archive) == before


def test_one_by_one_or_together_is_the_same(archive: Archive, tmp_path: Path) -> None:
    for entry in some_games():
        archive.add([entry])
    with Archive.open(str(tmp_path / "together.sqlite")) as together:
        together.add(some_games())
        assert computed(together) == computed(archive)


def test_a_deleted_player_leaves_nothing_behind(archive: Archive, tmp_path: Path) -> None:
    archive.add(some_games())
    gone = next(one for one in archive.players("awale") if one.name == NAMES[0])
    archive.delete_player(gone.number)
    rest = [entry for entry in some_games() if NAMES[0] not in entry.players]
    assert [entry.digest() for _number, entry in archive.entries()] == [entry.digest() for entry in rest]
    with Archive.open(str(tmp_path / "rest.sqlite")) as other:
        other.add(rest)
        mine, theirs = computed(archive), computed(other)
        assert mine["game"] == theirs["game"]
        assert [row[:7] for row in mine["statistic"]] == [row[:7] for row in theirs["statistic"]]
    with pytest.raises(StrategeError, match="no player 99"):
        archive.delete_player(99)


def test_players_are_rated_by_game(archive: Archive) -> None:
    archive.add([made(game("awale"), seed, NAMES[:2]) for seed in range(8)])
    archive.add([made(game("quixo", size=3), 1, NAMES[2:])])
    rated = archive.players("awale")
    assert [one.rating for one in rated] == sorted((one.rating for one in rated), reverse=True)
    assert {one.name: one.games > 0 for one in rated}[NAMES[0]]
    stranger = next(one for one in rated if one.games == 0)
    assert (stranger.rating, stranger.deviation, stranger.highest) == (1500, 350, 1500)


def test_counts(archive: Archive) -> None:
    assert archive.counts() == {}
    archive.add(some_games())
    counts = archive.counts()
    assert counts["quixo", "standard", "3"][0] == 6
    assert sum(plies for _games, plies in counts.values()) == sum(len(entry.moves) for entry in some_games())


def test_a_backup_is_a_whole_archive(archive: Archive, tmp_path: Path) -> None:
    archive.add(some_games())
    copy = tmp_path / "copy.sqlite"
    backup(archive, copy)
    backup(archive, copy)  # over the first
    with Archive.open(str(copy)) as other:
        assert computed(other) == computed(archive)
        assert other.add(some_games()).new == 0
    with pytest.raises(StrategeError, match="no such file or folder"):
        backup(archive, tmp_path / "nowhere" / "copy.sqlite")


def test_a_backup_writes_over_its_like_only(archive: Archive, tmp_path: Path) -> None:
    archive.add(some_games()[:1])
    notes, other, copy = tmp_path / "notes.txt", tmp_path / "other.sqlite", tmp_path / "copy.sqlite"
    notes.write_text("mine")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE mine (a)")
    backup(archive, copy)
    check_backup(archive, copy)
    for path in (notes, other):
        before = path.read_bytes()
        with pytest.raises(BadOption, match="--force"):
            check_backup(archive, path)
        assert path.read_bytes() == before
        check_backup(archive, path, force=True)
    if archive.engine.dialect.name == "sqlite":
        with pytest.raises(BadOption, match="--force"):
            check_backup(archive, Path(str(archive.engine.url.database)))


def test_a_backup_goes_where_its_name_leads(archive: Archive, tmp_path: Path) -> None:
    archive.add(some_games()[:1])
    real, link = tmp_path / "real.sqlite", tmp_path / "link.sqlite"
    link.symlink_to(real)
    backup(archive, link)
    assert link.is_symlink()
    with Archive.open(str(real)) as copy:
        assert computed(copy) == computed(archive)


def test_games_from_a_chosen_start_are_kept_but_not_rated(archive: Archive) -> None:
    """One could pull a player down by games that begin one move before their end."""
    awale = game("awale")
    later = awale.start().play("e")
    one, two = Name("Martin", "Jean"), Name("level:3")
    crafted = GameEntry(later, ["h"], "1-0", (one, two), "", later.text(), "resigned")
    for number in range(3):
        assert archive.add([crafted._replace(date=f"2020-01-0{number + 1}")]).new == 1
    assert {player.rating for player in archive.players("awale")} == {1500}
    archive.add([made(awale, 1, (one, two))])
    before = computed(archive)
    archive.recompute()
    assert computed(archive) == before
    assert explore(archive, later).score.games >= 3


def test_a_chance_start_is_usual_where_all_are(archive: Archive) -> None:
    nimble = game("nimble", size="6x3")
    archive.add(made(nimble, seed) for seed in range(6))
    assert any(player.games for player in archive.players("nimble"))


def test_an_empty_name_is_no_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(database, "default_file", lambda: tmp_path / "own.sqlite")
    for empty in ("", " "):
        with pytest.raises(BadOption, match="empty"):
            Archive.open(empty)
    assert not (tmp_path / "own.sqlite").exists()


def test_an_archive_is_its_owners(tmp_path: Path) -> None:
    place = tmp_path / "data" / "archive.sqlite"
    with Archive.open(str(place)) as archive:
        archive.add(some_games()[:1])
        modes = {path.name: path.stat().st_mode & 0o777 for path in place.parent.iterdir()}
        assert set(modes.values()) == {0o600}
        assert {"archive.sqlite", "archive.sqlite-wal"} <= set(modes)
    assert place.parent.stat().st_mode & 0o777 == 0o700


def as_somebody(use: Callable[[], list[str]], told: Path) -> list[str]:
    """What comes of it in a process without root's rights; what it says it writes to that file."""
    child = os.fork()
    if child:
        assert os.waitpid(child, 0)[1] == 0
        return told.read_text().splitlines()
    try:
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        told.write_text("\n".join(use()))
        os._exit(0)
    finally:
        os._exit(1)


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o555), (0o444, 0o755), (0o644, 0o555)])
def test_a_read_only_archive_is_read(
    file_mode: int, folder_mode: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        monkeypatch.setenv("XDG_CACHE_HOME", folder)
        place = Path(folder) / "shared" / "archive.sqlite"
        with Archive.open(str(place)) as archive:
            archive.add(some_games(2))
            wanted = [str(archive.counts()), str(explore(archive, game("awale").start()))]

        def read() -> list[str]:
            with Archive.open(str(place)) as archive:
                found = [str(archive.counts()), str(explore(archive, game("awale").start()))]
                address = sql_copy.address(place, "awale")
                with closing(sqlite3.connect(address, uri=True)) as copy:
                    found.append(str(copy.execute("SELECT COUNT(*) FROM Partie").fetchone()[0]))
                try:
                    archive.recompute()
                except StrategeError as error:
                    found.append(str(error))
                return found

        place.chmod(file_mode)
        place.parent.chmod(folder_mode)
        *found, games, refused = as_somebody(read, Path(folder) / "told")
        place.parent.chmod(0o755)
    assert found == wanted
    assert games == "4"
    assert "readonly" in refused


@pytest.mark.parametrize("seed", range(24))
def test_a_partly_overwritten_file_is_one_sentence(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    place = tmp_path / "archive.sqlite"
    with Archive.open(str(place)) as archive:
        archive.add(some_games(2))
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(place.read_bytes())
    for _hole in range(3):
        at = draw.randrange(len(content) if seed % 3 else 4096)
        length = min(draw.choice([1, 8, 100, 4096]), len(content) - at)
        content[at : at + length] = draw.randbytes(length)
    uses: list[Callable[[Archive], object]] = [
        lambda archive: archive.counts(),
        lambda archive: archive.players("awale"),
        lambda archive: list(archive.entries()),
        lambda archive: explore(archive, game("awale").start()),
        lambda archive: archive.recompute(),
        lambda archive: archive.add([made(game("awale"), 99)]),
        lambda archive: backup(archive, tmp_path / "copy.sqlite"),
    ]
    for use in uses:
        for path in tmp_path.glob("archive.sqlite*"):
            path.unlink()
        place.write_bytes(content)
        try:
            with Archive.open(str(place)) as archive:
                use(archive)
        except StrategeError as error:
            assert "\n" not in str(error)


def test_house_games_are_games(archive: Archive) -> None:
    nimble = game("nimble")
    played = list(house_games(nimble, 6, ("random",), seed=3))
    assert archive.add(played).new == 6
    assert played[0].tags["Event"] == "house"
    assert list(house_games(nimble, 6, ("random",), seed=3)) == played
    with pytest.raises(StrategeError, match="no player 'nobody'"):
        next(house_games(nimble, 1, ("nobody",)))


def test_house_games_have_named_players_begin_where_the_explorer_opens_and_refuse_at_once() -> None:
    nimble = game("nimble", size="6x1")
    played = list(house_games(nimble, 8, ("random", "Ada Lefèvre"), seed=5))
    assert {name for entry in played for name in entry.players} == {
        Name("random"),
        Name("Lefèvre", "Ada", "1991-12-10"),
    }
    assert {entry.start for entry in played} == {nimble.start(seed=0)}
    with pytest.raises(StrategeError, match="nobody"):
        house_games(nimble, 1, ("nobody",))


def test_house_games_come_in_the_order_of_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of those played at once is finished first."""
    nimble = game("nimble")
    usual = list(house_games(nimble, 5, ("random",), seed=3))

    def backwards(jobs: Iterable[Job], workers: int) -> Iterator[tuple[int, Record]]:
        yield from [(job.number, job.play()) for job in jobs][::-1]

    monkeypatch.setattr("stratege.archive.house_games.play_all", backwards)
    assert list(house_games(nimble, 5, ("random",), seed=3, workers=2)) == usual
    assert list(house_games(nimble, 5, ("random",), seed=3, workers=2, first=2)) == usual[2:]


def test_an_archive_is_made_once_and_found_again(place: str) -> None:
    with Archive.open(place) as first, Archive.open(place) as second:
        first.add(some_games()[:1])
        assert second.counts() == first.counts()


def test_players_who_share_a_name_but_not_a_birthday_are_two(archive: Archive) -> None:
    one, two = Name("Martin", "Jean", "1958-02-23"), Name("Martin", "Jean", "2004-10-05")
    archive.add([made(game("awale"), 1, [one]), made(game("awale"), 2, [two])])
    assert {row.name for row in archive.players("awale")} == {one, two}
    assert all(row.games == 0 for row in archive.players("awale"))  # nobody is rated against themselves


class TestPlaces:
    """Which database is meant, and what is wrong with it."""

    def test_the_option_comes_before_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("STRATEGE_DATABASE", "/from/environment.sqlite")
        assert chosen_url(None).database == "/from/environment.sqlite"
        assert chosen_url("/given.sqlite").database == "/given.sqlite"
        assert chosen_url("sqlite:////given.sqlite").database == "/given.sqlite"
        assert chosen_url("postgresql://me:secret@host/db").drivername == "postgresql+psycopg"
        monkeypatch.delenv("STRATEGE_DATABASE")
        assert str(chosen_url(None).database).endswith("archive.sqlite")

    @pytest.mark.parametrize(
        ("place", "why"), [("mysql://x/y", "SQLite file or a PostgreSQL"), ("://", "not the address")]
    )
    def test_other_databases_are_refused(self, place: str, why: str) -> None:
        with pytest.raises(StrategeError, match=why):
            chosen_url(place)

    def test_a_server_that_does_not_answer(self) -> None:
        with pytest.raises(StrategeError, match="The database postgresql") as told:
            Archive.open("postgresql://me:secret@127.0.0.1:1/db")
        assert "secret" not in str(told.value)

    def test_a_file_that_is_no_database(self, tmp_path: Path) -> None:
        (tmp_path / "text").write_text("not a database at all, but long enough to be looked at" * 20)
        with pytest.raises(StrategeError, match="not an archive of games"):
            Archive.open(str(tmp_path / "text"))

    def test_a_database_of_something_else(self, tmp_path: Path) -> None:
        path = tmp_path / "other.sqlite"
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE cake (id INTEGER)")
        with pytest.raises(StrategeError, match="not an archive of games"):
            Archive.open(str(path))

    def test_a_database_from_the_future(self, place: str) -> None:
        with Archive.open(place) as archive, archive.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(StrategeError, match="later version"):
            Archive.open(place)

    def test_a_folder_that_cannot_be(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(StrategeError, match="Cannot write"):
            Archive.open(str(tmp_path / "file" / "archive.sqlite"))


def test_an_entry_without_moves(archive: Archive) -> None:
    resigned = GameEntry(game("awale").start(), "", "0-1", (Name("A"), Name("B")), ending="resigned")
    assert archive.add([resigned]).new == 1
    archive.recompute()
    assert next(archive.entries())[1].ending == "resigned"
