"""`stratege book` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.stratege_command import stratege

SMALL = ("quixo", "--size", "4")
LIMIT = ("--depth", "2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one's own book, built in two attempts by two processes."""
    found = tmp_path_factory.mktemp("books")
    first = stratege("book", "build", *SMALL, *LIMIT, "--positions", "4", STRATEGE_BOOKS=str(found))
    assert first.returncode == 0, first.stderr
    assert "Quixo 4×4: 4 positions up to" in first.stdout
    words = ("--positions", "12", "--workers", "2", "--resume", "--json")
    more = stratege("book", "build", *SMALL, *words, STRATEGE_BOOKS=str(found))
    assert more.returncode == 0, more.stderr
    assert json.loads(more.stdout)["positions"] == 12
    return found


def test_a_book_is_shown_checked_and_exported(folder: Path, tmp_path: Path) -> None:
    def asked(*words: str) -> str:
        done = stratege("book", *words, STRATEGE_BOOKS=str(folder))
        assert done.returncode == 0, done.stderr
        return done.stdout

    shown = json.loads(asked("show", *SMALL, "--json"))
    assert (shown["positions"], shown["variant"], shown["depth"]) == (12, "standard", 2)
    assert (
        shown["command"] == "stratege book build quixo --variant standard --size 4 --depth 2 --positions 12"
    )
    assert len(shown["moves"]) == 32
    words = asked("show", *SMALL)
    assert "12 positions" in words
    assert shown["command"] in words
    assert "not in the book" in asked("show", *SMALL, "--moves", "0,0-0,3 0,1-3,1 0,0-0,3 1,0-1,3")
    assert "good: 12 positions checked\nsearched again: 5\n" in asked("verify", *SMALL, "--sample", "5")
    exported = json.loads(asked("export", *SMALL))
    assert len(exported["positions"]) == 12
    plies = [one["plies"] for one in exported["positions"]]
    assert plies == sorted(plies)
    assert (plies[0], plies[-1]) == (0, shown["plies"])
    asked("export", *SMALL, "--format", "tsv", "--out", str(tmp_path / "book.tsv"))
    head, *rows = (tmp_path / "book.tsv").read_text().splitlines()
    assert head.startswith("position\tplies\tmove\tvalue\tkind")
    assert {int(row.split("\t")[1]) for row in rows} == set(plies)


def test_what_is_there_is_not_overwritten_unless_asked(folder: Path) -> None:
    words = ("book", "build", *SMALL, "--positions", "1")
    there = stratege(*words, STRATEGE_BOOKS=str(folder))
    assert there.returncode == 2
    assert "--resume goes on with it, --force begins anew" in there.stderr
    other = stratege(*words, "--resume", "--depth", "3", STRATEGE_BOOKS=str(folder))
    assert (other.returncode, "other limits" in other.stderr) == (2, True)


def test_of_a_book_limited_by_time_it_is_said_that_nothing_is_searched_again(tmp_path: Path) -> None:
    own = {"STRATEGE_BOOKS": str(tmp_path)}
    stratege("book", "build", *SMALL, "--time", "0.05", "--positions", "2", **own)
    done = stratege("book", "verify", *SMALL, **own)
    assert done.returncode == 0, done.stderr
    assert "good: 2 positions checked\nNo value was searched again: time ended" in done.stdout
    told = json.loads(stratege("book", "verify", *SMALL, "--json", **own).stdout)
    assert (told["positions"], told["searched"], told["faults"]) == (2, 0, [])


def test_a_damaged_book_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.book").write_bytes(b"stratege book 1\nnothing")
    done = stratege("book", "show", *SMALL, "--file", str(tmp_path / "bad.book"))
    assert done.returncode == 2
    assert done.stderr.strip().endswith("bad.book cannot be used: it is damaged or cut short.")


def test_where_there_is_no_book_the_command_is_named_that_makes_just_that_one(tmp_path: Path) -> None:
    own = {"STRATEGE_BOOKS": str(tmp_path)}
    none = stratege("book", "show", *SMALL, **own)
    assert "There is no book of Quixo 4×4" in none.stderr
    other = stratege("book", "verify", "awale", "--variant", "awari", **own)
    assert "`stratege book build awale --variant awari` makes one." in " ".join(other.stderr.split())
    for useless, why in (("nimble", "Nimble needs no book: it is solved."), ("chomp", "makes one")):
        assert why in " ".join(stratege("book", "show", useless, **own).stderr.split())


def test_a_damaged_book_of_ones_own_is_built_anew_and_nothing_else_is_advised(tmp_path: Path) -> None:
    own = {"STRATEGE_BOOKS": str(tmp_path)}
    (tmp_path / "quixo-standard-4.book").write_bytes(b"stratege book 1\nnothing")
    for asked in ("show", "verify", "export"):
        done = stratege("book", asked, *SMALL, **own)
        assert done.returncode == 2
        told = " ".join(done.stderr.split())
        assert told.endswith("cut short. `stratege book build quixo --size 4 --force` builds it anew.")
    for words in ((), ("--resume",)):
        done = stratege("book", "build", *SMALL, *LIMIT, "--positions", "1", *words, **own)
        assert done.returncode == 2
        assert " ".join(done.stderr.split()).endswith("cut short. --force builds it anew.")
    assert stratege("book", "build", *SMALL, *LIMIT, "--positions", "1", "--force", **own).returncode == 0


def test_a_book_that_has_all_that_is_worth_a_search_says_so(tmp_path: Path) -> None:
    """Chomp's start is proven by tables: nothing below it needs a search."""
    own = {"STRATEGE_BOOKS": str(tmp_path)}
    done = stratege("book", "build", "chomp", "--positions", "3", **own)
    assert done.returncode == 0, done.stderr
    assert "No other position is worth a search" in done.stderr
    assert "Chomp 7×5: one position, the start, in " in done.stdout
    shown = json.loads(stratege("book", "show", "chomp", "--json", **own).stdout)
    assert {one["kind"] for one in shown["moves"]} == {"exact"}
    assert not any(one["followed"] for one in shown["moves"])  # no other position is in the book
    assert "good: one position checked" in stratege("book", "verify", "chomp", **own).stdout
    over = stratege("book", "build", "chomp", "--size", "1x1", **own)
    assert (over.returncode, "nothing to search" in over.stderr) == (2, True)
