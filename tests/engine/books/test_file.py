"""A book's file is believed only if it is whole, and of the game that is played."""

from __future__ import annotations

import functools
import json
import logging
import zlib
from pathlib import Path

import pytest
from tests.engine.books.small import one_by_one, quixo_book

from stratege.core import sealed
from stratege.core.errors import BadOption
from stratege.core.line import Line
from stratege.core.registry import game
from stratege.engine.adviser import Adviser
from stratege.engine.books import file, finding
from stratege.engine.books.checking import faults
from stratege.engine.books.expansion import Expansion
from stratege.engine.books.file import MAGIC, BadBook
from stratege.engine.limits import Limits

made = functools.cache(quixo_book)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file.write(tmp_path / "made.book", made(20))
    return tmp_path / "made.book"


def test_what_was_written_is_read(path: Path) -> None:
    found, book = file.read(path, made(20).game), made(20)
    assert found.about == book.about
    assert found.states == book.states
    assert found.entries == book.entries
    assert [found.worths(number) for number in range(20)] == [book.worths(number) for number in range(20)]


def test_a_damaged_file_is_one_sentence(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadBook, match=r"^The book .*made\.book cannot be used: it is damaged"):
        file.read(path, made(20).game)


def test_a_book_of_another_board_is_refused(path: Path) -> None:
    for other in (game("quixo"), game("mingmang", "free", 4)):
        with pytest.raises(BadBook, match="another board"):
            file.read(path, other)
    with pytest.raises(BadBook, match="no such file"):
        file.read(path.with_name("none.book"), made(20).game)


BAD = (
    {"states": [[1, 2, 3]]},
    {"states": "x"},
    {"scores": [[1] * 99]},
    {"scores": [[10**9] * 4]},
    {"links": [[0, 10**6]]},
    {"kinds": [[0]]},
    {"moves": [[-5]]},
    {"depths": [None]},
)


@pytest.mark.parametrize("bad", BAD, ids=str)
def test_a_file_made_to_mislead_is_refused(path: Path, bad: dict[str, list[object]]) -> None:
    """Its checksum is right, its content is not."""
    about, packed = sealed.read(path, MAGIC)
    columns = json.loads(zlib.decompress(packed))
    for name, first in bad.items():
        columns[name] = first if isinstance(first, str) else [*first, *columns[name][1:]]
    sealed.write(path, MAGIC, about, zlib.compress(json.dumps(columns).encode()))
    with pytest.raises(BadBook, match=r"makes no sense|another board"):
        file.read(path, made(20).game)


def test_what_older_files_say_of_their_search_is_no_reason_to_refuse_them(path: Path) -> None:
    """They had a word for it that meant something else, and were searched plainly, all of them."""
    about, packed = sealed.read(path, MAGIC)
    del about["parts"]
    sealed.write(path, MAGIC, {**about, "selective": True}, packed)
    assert file.read(path, made(20).game).about == made(20).about
    assert file.read(path, made(20).game).about.parts == ()
    for parts in ([["deeper"]], 3):
        sealed.write(path, MAGIC, {**about, "parts": parts}, packed)
        with pytest.raises(BadBook, match="makes no sense"):
            file.read(path, made(20).game)


def test_a_book_searched_in_a_way_that_is_no_more_is_read_but_neither_grown_nor_searched_again(
    path: Path,
) -> None:
    about, packed = sealed.read(path, MAGIC)
    sealed.write(path, MAGIC, {**about, "parts": ["deeper", "futility"]}, packed)
    book = file.read(path, made(20).game)
    assert book.entries == made(20).entries
    with pytest.raises(BadOption, match=r"no more \(futility\)"):
        Expansion(book).grow(21, one_by_one)
    with pytest.raises(BadOption, match=r"no more \(futility\)"):
        list(faults(book, 1, 0, lambda share: None))


def test_one_s_own_book_comes_first_and_a_bad_one_is_done_without(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rules = made(20).game
    assert finding.book_of(rules) is None
    monkeypatch.setenv("STRATEGE_BOOKS", str(path.parent))
    own = finding.own_path(rules)
    own.write_bytes(path.read_bytes())
    found = finding.book_of(rules)
    assert found is not None
    assert len(found) == 20
    start = Line(rules.start())
    assert all(one.book is not None for one in Adviser(rules).advise(start, Limits(depth=1)).moves)
    own.write_bytes(path.read_bytes()[:-1])
    with caplog.at_level(logging.WARNING):
        for _attempt in range(2):
            advised = Adviser(rules).advise(start, Limits(depth=1))
    assert len(advised.moves) == len(start.legal())
    assert all(one.book is None for one in advised.moves)
    assert [record.getMessage().endswith("cut short.") for record in caplog.records] == [True]
