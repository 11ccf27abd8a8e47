"""Strangers ask the archive in SQL: they see the papers' two tables, change nothing, and end in time."""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.archive.conftest import fresh_database
from tests.archive.test_exam_sql import put_in, world
from tests.patience import wait_until

from stratege.archive import sql_process
from stratege.archive.database import writing
from stratege.archive.exam_sql import ask
from stratege.archive.sql_role import make_role
from stratege.archive.store import Archive
from stratege.core.errors import BadOption, StrategeError

DOCS = Path(__file__).parents[2] / "docs"
SECRET = "hidden from strangers"


def furnished(place: str) -> Archive:
    """An archive of a few hundred games, with a secret beside the papers' tables."""
    archive = Archive.open(place)
    put_in(archive, world(1, games=600))
    with writing(archive.engine) as connection:
        connection.execute(text(f"UPDATE game SET notes = '{SECRET}'"))
        connection.execute(text(f"CREATE TABLE private AS SELECT '{SECRET}' AS secret"))
    return archive


@pytest.fixture(scope="module")
def sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    with furnished(str(tmp_path_factory.mktemp("attacked") / "archive.sqlite")) as archive:
        yield archive


@pytest.fixture(scope="module")
def server(postgresql: str) -> Iterator[Archive]:
    with furnished(fresh_database(postgresql)) as archive:
        make_role(archive)
        yield archive


@pytest.fixture(scope="module", params=["sqlite", "server"])
def attacked(request: pytest.FixtureRequest) -> Archive:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Archive)
    return found


def fingerprint(archive: Archive) -> object:
    """The file's hash; of a server, its rows, tables and users."""
    if archive.engine.dialect.name == "sqlite":
        return hashlib.sha256(Path(str(archive.engine.url.database)).read_bytes()).hexdigest()
    with archive.engine.connect() as connection:
        tables = connection.execute(text("SELECT relname FROM pg_class ORDER BY 1")).scalars().all()
        users = connection.execute(text("SELECT rolname, rolsuper FROM pg_roles ORDER BY 1")).fetchall()
        objects = connection.scalar(text("SELECT COUNT(*) FROM pg_largeobject_metadata"))
    return archive.counts(), archive.players("awale"), tables, users, objects


HOSTILE = [
    "INSERT INTO Partie VALUES (1, 1, 1, 1, '', '')",
    "UPDATE game SET moves = ''",
    "DELETE FROM player",
    "DROP TABLE game",
    "CREATE TEMP TABLE t (a INTEGER)",
    "CREATE TABLE t AS SELECT 1",
    "ATTACH 'other.sqlite' AS other",
    "PRAGMA journal_mode = DELETE",
    "VACUUM",
    "BEGIN",
    "COMMIT",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP TABLE game",
    "SELECT * FROM game",
    "SELECT * FROM private",
    "SELECT * FROM sqlite_master",
    "SELECT * FROM pg_catalog.pg_authid",
    "SELECT * FROM public.game",
    "COPY (SELECT 1) TO '/tmp/stolen'",
    "COPY (SELECT 1) TO STDOUT",
    "SELECT lo_export(1, '/tmp/stolen')",
    "SELECT load_extension('evil')",
    "SELECT U&\"lo\\005fexport\"(1, '/tmp/stolen')",
    "SELECT set_config('role', 'postgres', false)",
    "WITH gone AS (DELETE FROM game RETURNING id) SELECT * FROM gone",
    "WITH joueur AS (SELECT * FROM sqlite_master) SELECT * FROM joueur",
    "WITH joueur AS (SELECT * FROM private) SELECT * FROM joueur",
    "WITH partie AS (SELECT notes FROM game) SELECT * FROM partie",
    "SELECT (WITH joueur AS (SELECT secret FROM private) SELECT secret FROM joueur)",
    "SELECT 'unfinished",
    "",
    "nonsense",
]


@pytest.mark.parametrize("sql", HOSTILE, ids=lambda sql: sql[:30])
def test_nothing_but_one_question_is_allowed(attacked: Archive, sql: str) -> None:
    before = fingerprint(attacked)
    with pytest.raises(StrategeError) as told:
        ask(attacked, "awale", sql, seconds=5)
    assert "\n" not in str(told.value)
    assert SECRET not in str(told.value)
    assert fingerprint(attacked) == before
    assert not Path("/tmp/stolen").exists()


ENDLESS = [
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n",
    "SELECT COUNT(*) FROM Partie a, Partie b, Partie c, Partie d, Partie e",
]


@pytest.mark.parametrize("sql", ENDLESS, ids=["recursive", "join"])
def test_what_does_not_end_is_stopped(attacked: Archive, sql: str) -> None:
    with pytest.raises(StrategeError, match=r"longer than 0\.3 s"):
        ask(attacked, "awale", sql, seconds=0.3)
    assert ask(attacked, "awale", "SELECT COUNT(*) FROM Partie").rows == ((300,),)


def test_too_many_rows_are_cut(attacked: Archive) -> None:
    big = ask(attacked, "awale", "SELECT a.jeu FROM Partie a, Partie b, Partie c, Partie d", rows=7)
    assert (len(big.rows), big.cut) == (7, True)
    assert not ask(attacked, "awale", "SELECT 1 AS one", rows=1).cut


def test_a_large_answer_is_cut_while_it_is_read(attacked: Archive) -> None:
    long = "replace(" * 5 + "jeu" + "".join(f", '{letter}', 'aaaaaaaaaaaa')" for letter in "bcdef")
    sql = f"SELECT {long} || {long} || {long} || {long} FROM Partie a, (SELECT id_Joueur FROM Joueur) b"
    letters = ask(attacked, "awale", sql, rows=10**6)
    assert letters.cut
    assert sum(len(row[0]) for row in letters.rows) <= sql_process.LARGEST_ANSWER


@pytest.mark.parametrize("value", ["-1 / 3e0", "'\u20ac\u20ac\u20ac'"], ids=["numbers", "letters"])
def test_an_answer_is_as_large_as_what_is_written_of_it(attacked: Archive, value: str) -> None:
    sql = f"SELECT {', '.join([value] * 100)} FROM Partie a, Partie b"
    found = ask(attacked, "awale", sql, rows=10**6)
    assert found.cut
    assert len(json.dumps(found.rows)) <= sql_process.LARGEST_ANSWER + len("[]")


def test_an_answer_has_so_many_columns(attacked: Archive) -> None:
    most = sql_process.MOST_COLUMNS
    assert len(ask(attacked, "awale", f"SELECT {', '.join(['1'] * most)}").columns) == most
    with pytest.raises(StrategeError, match="too big"):
        ask(attacked, "awale", f"SELECT x.*, x.* FROM (SELECT {', '.join(['1 AS a'] * most)}) x")


def test_letters_are_told_apart_by_like(attacked: Archive) -> None:
    assert ask(attacked, "awale", "SELECT COUNT(*) FROM Partie WHERE jeu LIKE 'A%'").rows == ((0,),)


LONG = "printf('%.*c', 300000, 'x')"
HUGE = {
    "sqlite": [
        f"SELECT replace({LONG}, 'x', 'yyyy')",
        "SELECT group_concat(jeu || printf('%.*c', 9000, 'x')) FROM Partie",
    ],
    "postgresql": [
        "SELECT repeat('x', 5000000)",
        "SELECT repeat('x', 200000000)",
        "SELECT string_agg(repeat(jeu, 9000), '') FROM Partie",
    ],
}


def test_a_huge_cell_is_refused(attacked: Archive) -> None:
    for sql in HUGE[attacked.engine.dialect.name]:
        with pytest.raises(StrategeError, match="too big"):
            ask(attacked, "awale", sql, seconds=30)


def test_one_step_that_takes_minutes_is_stopped(sqlite: Archive) -> None:
    """Within `ltrim` of long texts SQLite asks nobody: the process dies instead."""
    slow = "SELECT ltrim(printf('%.*c', 1000000, 'x'), printf('%.*c', 80000, 'y') || 'x')"
    with pytest.raises(StrategeError, match=r"longer than 0\.5 s"):
        ask(sqlite, "awale", slow, seconds=0.5)


def test_sorting_and_temporary_tables_stay_in_bounded_memory(sqlite: Archive) -> None:
    padded = "SELECT printf('%.*c', 100000, 'x') || a.id_Partie || b.id_Partie AS t FROM Partie a, Partie b"
    with pytest.raises(StrategeError, match="too big"):
        ask(sqlite, "awale", f"SELECT COUNT(*) FROM ({padded} ORDER BY t LIMIT -1 OFFSET 1)", seconds=60)


@pytest.mark.parametrize(
    "call", ["fts3_tokenizer('simple')", "randomblob(9)", "sqlite_version()", "load_extension('x')"]
)
def test_functions_are_allowed_by_list(sqlite: Archive, call: str) -> None:
    with pytest.raises(StrategeError):
        ask(sqlite, "awale", f"SELECT {call}")


def test_lists_in_json_can_be_taken_apart(sqlite: Archive) -> None:
    assert ask(sqlite, "awale", "SELECT SUM(value) FROM json_each('[1, 2]')").rows == ((3,),)
    sql = "SELECT COUNT(*) FROM Joueur, json_tree(json_array(nom, json_array(1))) WHERE atom = 1"
    assert ask(sqlite, "awale", sql).rows == ask(sqlite, "awale", "SELECT COUNT(*) FROM Joueur").rows


def test_the_copy_holds_what_the_papers_show_and_no_more(sqlite: Archive) -> None:
    path = Path(str(sqlite.engine.url.database))
    ask(sqlite, "awale", "SELECT 1")
    copy = path.with_name(f"{path.name}-001").read_bytes()
    with sqlite.engine.connect() as connection:
        assert connection.scalar(text("SELECT secret FROM private")) == SECRET
    assert SECRET.encode() not in copy
    assert b"CREATE TABLE game" not in copy
    assert path.with_name(f"{path.name}-001").stat().st_mode & 0o077 == 0


def test_a_damaged_copy_is_made_anew(sqlite: Archive) -> None:
    path = Path(str(sqlite.engine.url.database))
    copy = path.with_name(f"{path.name}-001")
    before = ask(sqlite, "awale", "SELECT SUM(niveau) FROM Joueur").rows
    whole = copy.read_bytes()
    for damaged in (b"", b"nonsense", whole[:100] + bytes(len(whole) - 100)):
        copy.write_bytes(damaged)
        assert ask(sqlite, "awale", "SELECT SUM(niveau) FROM Joueur").rows == before


def test_what_was_left_of_a_copy_is_cleared_away(tmp_path: Path) -> None:
    place = tmp_path / "archive.sqlite"
    left, fresh = (tmp_path / f".archive.sqlite-001.{name}" for name in ("left", "fresh"))
    for path in (left, fresh):
        path.write_bytes(b"half")
    os.utime(left, (1, 1))
    with Archive.open(str(place)) as archive:
        ask(archive, "awale", "SELECT 1")
    assert (left.exists(), fresh.exists()) == (False, True)


def test_the_asking_process_gives_up_its_means(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it may still do when it reads the question, asked of a process that does the same."""
    told: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", told.__setitem__)
    monkeypatch.setattr(signal, "setitimer", lambda _kind, seconds: told.update({-1: (0, seconds)}))
    sql_process.confine(2.0)
    assert told[resource.RLIMIT_FSIZE] == (0, 0)
    assert told[resource.RLIMIT_AS][1] <= sql_process.MEMORY
    assert told[-1][1] == 2.0 + sql_process.GRACE


# What ran, or read, or ended something, when the boundary was a list of forbidden words.
ESCAPES = [
    "SELECT * FROM ts_stat('SELECT to_tsvector(secret) FROM public.pri' || 'vate')",
    "SELECT * FROM ts_stat('SELECT to_tsvector(p'||'g_read_file(''/etc/passwd''))')",
    "SELECT query_to_xml('SELECT * FROM public.private', true, true, '')",
    "SELECT table_to_xml('public.private', true, true, '')",
    "SELECT schema_to_xml('public', true, true, '')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('.')",
    "SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t(a int)",
    "SELECT lo_import('/etc/passwd')",
    "SELECT lo_create(0)",
    "SELECT lo_from_bytea(0, 'x')",
    "COPY public.private TO STDOUT",
    "COPY (SELECT 1) TO PROGRAM 'touch /tmp/stolen'",
    "DO $$ BEGIN PERFORM secret FROM public.private; END $$",
    "DO $$ BEGIN EXECUTE 'CREATE TEMP TABLE t (a int)'; END $$",
    "DO $$ BEGIN COMMIT; EXECUTE 'ALTER ROLE CURRENT_USER PASSWORD NULL'; END $$",
    "DO $$ BEGIN PERFORM set_config('transaction_read_only', 'off', true); END $$",
    "SELECT set_config('transaction_read_only', 'off', true)",
    "SELECT set_config('session_authorization', 'postgres', false)",
    "SELECT set_config('temp_file_limit', '-1', false)",
    "CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "SELECT 1 INTO TEMP t",
    "ALTER ROLE CURRENT_USER PASSWORD 'mine'",
    "ALTER ROLE CURRENT_USER SET search_path = public",
    "SET ROLE postgres",
    "LOCK TABLE public.ruleset IN SHARE ROW EXCLUSIVE MODE",
    "SELECT password FROM public.sql_role",
    "SELECT most_common_vals FROM pg_statistic",
    "SELECT passwd FROM pg_shadow",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres' AND pid <> 0",
    "SELECT pg_reload_conf()",
]


@pytest.mark.parametrize("sql", ESCAPES, ids=lambda sql: sql[:40])
def test_a_server_shows_no_more_than_the_views(server: Archive, sql: str) -> None:
    before = fingerprint(server)
    with pytest.raises(StrategeError) as told:
        ask(server, "awale", sql, seconds=5)
    assert "\n" not in str(told.value)
    assert SECRET not in str(told.value)
    assert fingerprint(server) == before
    assert not Path("/tmp/stolen").exists()


def test_settings_of_the_session_gain_nothing(server: Archive) -> None:
    """What may be called without harm: it changes the asker's own session, which is over then."""
    assert ask(server, "awale", "SELECT set_config('role', 'none', false)").rows == (("none",),)
    asked = "SELECT set_config('statement_timeout', '0', false), pg_sleep(3600)"
    with pytest.raises(StrategeError, match=r"longer than 0\.5 s"):
        ask(server, "awale", asked, seconds=0.5)
    tables = ask(
        server,
        "awale",
        "SELECT table_schema, table_name FROM information_schema.tables "
        "WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2",
    ).rows
    assert [(schema, name) for schema, name in tables] == [
        ("exam_001", "joueur"),
        ("exam_001", "partie"),
        ("exam_004", "joueur"),
        ("exam_004", "partie"),
    ]


@pytest.mark.parametrize(
    "sql",
    [
        r"SELECT COUNT(*) FROM Partie a, Partie b, Partie c WHERE a.jeu || b.jeu || c.jeu ~ '(.)(.)\1\2x'",
        "SELECT COUNT(*) FROM generate_series(1, 1000000000000)",
        "DO $$ BEGIN LOOP END LOOP; END $$",
        "SELECT pg_sleep(3600)",
        "SELECT pg_advisory_xact_lock(91909742), pg_sleep(3600)",
    ],
    ids=["regex", "series", "loop", "sleep", "lock"],
)
def test_long_work_of_a_server_is_stopped(server: Archive, sql: str) -> None:
    with pytest.raises(StrategeError, match=r"longer than 0\.5 s"):
        ask(server, "awale", sql, seconds=0.5)
    with server.engine.connect() as connection:
        mine = r"SELECT COUNT(*) FROM pg_stat_activity WHERE usename LIKE '%\_sql' AND state = 'active'"

        def nobody() -> bool:
            connection.rollback()
            return not connection.scalar(text(mine))

        wait_until(nobody, 0.05)


def test_the_lock_of_writers_cannot_be_taken_by_strangers(server: Archive) -> None:
    """An advisory lock could be; who writes takes a lock on a table instead."""
    with writing(server.engine) as connection:
        held = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory'"
        assert connection.scalar(text(held)) == 0
        assert (
            connection.scalar(text("SELECT COUNT(*) FROM pg_locks WHERE mode = 'ShareRowExclusiveLock'")) == 1
        )


def test_without_a_user_for_it_a_server_is_not_asked(postgresql: str) -> None:
    with Archive.open(fresh_database(postgresql)) as archive, pytest.raises(StrategeError, match="sql-role"):
        ask(archive, "awale", "SELECT 1")


POWERS = [
    "ALTER ROLE {name} SUPERUSER",
    "ALTER ROLE {name} CREATEROLE",
    "GRANT pg_read_all_data TO {name}",
    "GRANT SELECT ON game TO {name}",
    "GRANT SELECT ON private TO PUBLIC",
    "ALTER TABLE private OWNER TO {name}",
    "GRANT INSERT ON game TO {name}",
    "CREATE FUNCTION peek() RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT secret FROM private'",
]


@pytest.mark.parametrize("power", POWERS, ids=lambda power: power[:30])
def test_a_user_who_may_do_more_is_refused(postgresql: str, power: str) -> None:
    with furnished(fresh_database(postgresql)) as archive:
        name = make_role(archive)
        assert ask(archive, "awale", "SELECT 1 AS one").rows == ((1,),)
        with writing(archive.engine) as connection:
            connection.execute(text(power.format(name=name)))
        with pytest.raises(StrategeError, match="may do more than read"):
            ask(archive, "awale", "SELECT 1 AS one")


def test_questions_can_be_kept_from_ending_each_other(postgresql: str) -> None:
    """By the statement of docs/archive.md, in the archive's own database."""
    statement = re.search(r"REVOKE EXECUTE .*;", (DOCS / "archive.md").read_text(encoding="utf-8"))
    assert statement is not None
    with furnished(fresh_database(postgresql)) as archive:
        make_role(archive)
        for function in ("pg_terminate_backend", "pg_cancel_backend"):
            assert ask(archive, "awale", f"SELECT {function}(0)").rows == ((False,),)
        with writing(archive.engine) as connection:
            connection.execute(text(statement[0]))
        for function in ("pg_terminate_backend", "pg_cancel_backend"):
            with pytest.raises(StrategeError, match="permission denied"):
                ask(archive, "awale", f"SELECT {function}(0)")


def test_making_the_user_again_changes_its_password_only(server: Archive) -> None:
    def kept() -> tuple[str, str]:
        with server.engine.connect() as connection:
            row = connection.execute(text("SELECT name, password FROM sql_role")).one()
            return row[0], row[1]

    before = kept()
    assert make_role(server) == before[0]
    assert kept()[1] != before[1]
    assert ask(server, "awale", "SELECT COUNT(*) FROM Partie").rows == ((300,),)
    with pytest.raises(BadOption, match="postgres"):
        make_role(server, "postgres")


def test_an_owner_without_powers_makes_it_too(postgresql: str) -> None:
    """An archive's owner who is no superuser needs the right to make users, and says so if it lacks it."""
    with Archive.open(fresh_database(postgresql)) as admin:
        name = str(admin.engine.url.database)
        with writing(admin.engine) as connection:
            connection.execute(text(f"CREATE ROLE {name}_owner LOGIN"))
            connection.execute(text(f"ALTER DATABASE {name} OWNER TO {name}_owner"))
            tables = ("player", "ruleset", "game", "rating", "statistic_run", "statistic_block")
            for table in ("alembic_version", *tables):
                connection.execute(text(f"ALTER TABLE {table} OWNER TO {name}_owner"))
        address = admin.engine.url.set(username=f"{name}_owner").render_as_string(hide_password=False)
        with Archive.open(address) as owned:
            put_in(owned, world(1, games=6))
            with pytest.raises(StrategeError, match="permission denied"):
                make_role(owned)
            assert make_role(admin) == f"{name}_sql"
            assert ask(owned, "awale", "SELECT COUNT(*) FROM Partie").rows == ((3,),)


def test_sqlite_needs_no_user(sqlite: Archive) -> None:
    with pytest.raises(BadOption, match="copy"):
        make_role(sqlite)


def test_an_asking_process_that_dies_is_one_sentence(
    sqlite: Archive, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    dead = tmp_path / "dead.py"
    dead.write_text("raise SystemExit(9)")
    monkeypatch.setattr(sql_process, "__file__", str(dead))
    with pytest.raises(StrategeError, match="too big"):
        ask(sqlite, "awale", "SELECT 1")
