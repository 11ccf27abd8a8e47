"""Files of games: what is written is read back; what is wrong is refused where it stands."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.archive.made import made, some_games

from stratege.archive.formats import FORMATS, Refusal, head, read, written
from stratege.archive.game_entry import GameEntry, Name, iso_date, name_of
from stratege.archive.record_texts import Written, records_in
from stratege.core.errors import BadNotation, BadOption
from stratege.core.registry import game


def back(text: str) -> list[GameEntry | Refusal]:
    return [read(one) for one in records_in(text.splitlines(keepends=True))]


def essence(entry: GameEntry | Refusal) -> object:
    assert isinstance(entry, GameEntry), entry
    return entry._replace(line=0, moves=tuple(entry.moves))


@pytest.mark.parametrize("form", ["record", "json", "csv", "sgf"])
def test_every_kind_of_game_comes_back(form: str) -> None:
    entries = [entry._replace(comments={0: "before", 2: "a {strange} one"}) for entry in some_games()]
    plain = [entry._replace(comments={0: "before", 2: "a {strange) one"}) for entry in entries]
    text = head(form) + "".join(written(entry, form) for entry in entries)
    expected = plain if form == "record" else entries
    assert [essence(one) for one in back(text)] == [essence(one) for one in expected]


def test_awale_comes_back_from_ogn() -> None:
    entries = [
        made(game("awale", "abapa"), seed)._replace(ending="", comments={0: "so", 3: "hm"})
        for seed in range(5)
    ]
    later = game("awale", "abapa").parse("4,4,4,4,0,5,0,6,6,5,5,5:0,0:2")
    entries.append(GameEntry(later, ["h"], "0-1", entries[0].players, "", later.text(), "resigned"))
    read_back = back("".join(written(entry, "ogn") for entry in entries))
    without_birth = [
        entry._replace(players=(entry.players[0]._replace(birth=""), entry.players[1]._replace(birth="")))
        for entry in entries
    ]
    assert [essence(one) for one in read_back] == [essence(one) for one in without_birth]


AUALE = """\
[Variant "Abapa"]
[Event "?"]
[Site "Barcelona"]
[Date "2014.??.??"]
[Round "?"]
[South "Joan"]
[North "Aalina"]
[Result "2-0"]

1. F b 2. E c { good } 3. B+2 (3. A a 4. B b)
2-0
"""


def test_ogn_as_auale_writes_it() -> None:
    (entry,) = back(AUALE)
    assert isinstance(entry, GameEntry)
    assert (entry.moves, entry.result, entry.date) == (["f", "h", "e", "i", "b"], "1-0", "")
    assert entry.players == (Name("Joan"), Name("Aalina"))
    assert entry.tags == {"Site": "Barcelona"}
    assert entry.comments == {4: "good"}
    assert entry.game.variant.name == "abapa"


def test_ogn_is_for_awale_only() -> None:
    with pytest.raises(BadOption, match="OGN is for Awalé"):
        written(made(game("quixo"), 1), "ogn")
    with pytest.raises(BadOption, match="record, json, csv, ogn, sgf"):
        written(made(game("quixo"), 1), "pgn")
    assert set(FORMATS) == {"record", "json", "csv", "ogn", "sgf"}


LETTERS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=20)


@example({"Game": "quixo", "Variant": "none", "Result": "0-1", "South": "me"}, "[x] (y) {z}\n\\] ✓")
@example({"a b": "one\u2028two", "": "x", '"]': "\n[Game]"}, ']\n[Game "chomp"]\n1. e')
@given(st.dictionaries(LETTERS, LETTERS, max_size=3), LETTERS)
@pytest.mark.parametrize("form", ["record", "sgf", "ogn"])
def test_no_tag_and_no_comment_spoils_a_game(form: str, tags: dict[str, str], comment: str) -> None:
    """Whatever was brought in as JSON goes out as text that can be read; SGF keeps every letter said."""
    entry = made(game("awale", "abapa"), 1)._replace(tags=tags, comments={0: comment, 3: comment})
    (found,) = back(written(entry, form))
    assert isinstance(found, GameEntry)
    assert (found.game, list(found.moves), found.result) == (entry.game, entry.moves, entry.result)
    assert [str(name) for name in found.players] == [str(name) for name in entry.players]
    if form == "sgf":
        assert found.comments == ({0: comment.strip(), 3: comment.strip()} if comment.strip() else {})


@example(["=HYPERLINK(1)", "+1", "@x"])
@example(["-1", "'=1", "''-2"])
@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), min_size=3, max_size=3))
def test_csv_brings_back_whatever_is_written_and_spreadsheets_reckon_nothing(names: list[str]) -> None:
    entry = made(game("quixo", size=3), 1)._replace(players=(name_of(names[0]), name_of(names[1])))
    entry = entry._replace(tags={"Event": names[2]}, comments={0: names[2]})
    text = head("csv") + written(entry, "csv")
    (found,) = back(text)
    assert essence(found) == essence(entry)
    cells = next(csv.DictReader(io.StringIO(text)))
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells.values())


SPREADSHEET = """\
\ufeffnumber;"moves";game;result;player1;birth1;tags\r
1;"e g";awale;1-0;"Martin, Jean";1999-01-30;\r
\r
2;"e
 g";awale;0-1;'=Ada;;\r
3;e g;awale\r
4;e g;awale;1-0;"Ada" Lovelace;;\r
5;e g;awale;1-0;Ada;;{\r
6;e g;awale;1-0;Ada;soon;\r
"""


def test_a_table_of_another_hand_is_read_and_its_wrong_rows_are_refused_alone() -> None:
    first, second, *wrong = back(SPREADSHEET)
    assert isinstance(first, GameEntry)
    assert isinstance(second, GameEntry)
    assert (first.players[0], first.line) == (Name("Martin", "Jean", "1999-01-30"), 2)
    assert list(second.moves) == ["e", "g"]
    assert (second.players[0], second.line) == (Name("=Ada"), 4)
    assert wrong == [
        Refusal(6, "The row has 3 cells, the head 7."),
        Refusal(7, "The row is not CSV."),
        Refusal(8, "'tags' is not JSON."),
        Refusal(9, "'soon' is not a date like 2018-07-15."),
    ]
    unclosed = back('game,moves,result\nawale,e g,"1-0\n' + "awale,e g,1-0\n" * 100_000)
    assert [one.line for one in unclosed if isinstance(one, Refusal)] == [2]


COLLECTION = """\
(;FF[4]GM[chomp]SZ[3]RE[B+];B[1,1]C[a ) and a \\] are letters
(and so is this];W[0,2](;B[2,0];W[0,1];B[1,0])(;B[0,1]))(;GM[awale]RE[W+R];B[e])
 ( ;GM[awale]RE[0];B[e];W[g])

[Game "awale"]
1. e g 1-0
"""


def test_a_collection_of_sgf_is_as_many_games_and_of_variations_the_main_line() -> None:
    first, *others = back(COLLECTION)
    assert isinstance(first, GameEntry)
    assert (first.game.size, list(first.moves), first.result) == (
        "3x3",
        ["1,1", "0,2", "2,0", "0,1", "1,0"],
        "1-0",
    )
    assert first.comments == {1: "a ) and a ] are letters\n(and so is this"}
    found = [(one.line, list(one.moves), one.result) for one in others if isinstance(one, GameEntry)]
    assert found == [(2, ["e"], "0-1"), (3, ["e", "g"], "1/2-1/2"), (5, ["e", "g"], "1-0")]


def test_an_sgf_game_that_is_not_closed_is_refused_alone() -> None:
    first, second = back("(;GM[awale]RE[B+];B[e])\n(;GM[awale]RE[B+];B[e]\n")
    assert isinstance(first, GameEntry)
    assert isinstance(second, Refusal)
    assert second.line == 2
    assert "not closed" in second.reason


def test_a_line_of_many_games_is_cut_in_one_pass() -> None:
    assert sum(1 for _one in records_in(["()" * 200_000])) == 200_000


WRONG = [
    ("no json", "{", "not JSON"),
    ("a list", "{}[", "not JSON"),
    ("no game", "{}", "which game"),
    ("a stranger", '{"game": "go"}', "no game 'go'"),
    ("a number", '{"game": "awale", "moves": 12}', "'moves' must be a text"),
    ("unfinished", '{"game": "awale", "moves": "eg"}', "not finished"),
    ("a result", '{"game": "awale", "moves": "eg", "result": "2-0"}', "not a result"),
    ("a date", '{"game": "awale", "moves": "eg", "result": "1-0", "date": "yesterday"}', "not a date"),
    ("no start", '{"game": "nimble", "moves": "4-2", "result": "1-0"}', "begins at random"),
    ("tags", '{"game": "awale", "moves": "eg", "result": "1-0", "tags": {"a": 1}}', "values are texts"),
    (
        "comments",
        '{"game": "awale", "moves": "eg", "result": "1-0", "comments": {"a": "b"}}',
        "number of moves",
    ),
    ("a tag", "[Game awale]\n\n1. e g 1-0\n", "not a tag"),
    ("no tag", "1. e g 1-0\n", "which game"),
    ("its end", '[Game "awale"]\n\n1. e g *\n', "not finished"),
    ("a pit", '[South "a"]\n\n1. X a 25-3\n', "not a move of OGN"),
    ("a board", '[South "a"]\n[FEN "4-4"]\n\n1. A a 25-3\n', "not a position of OGN"),
]


@pytest.mark.parametrize(("what", "text", "why"), WRONG, ids=[what for what, _text, _why in WRONG])
def test_what_is_wrong_is_refused_with_its_line(what: str, text: str, why: str) -> None:
    good = json.dumps({"game": "awale", "moves": "eg", "result": "1-0"})
    first, refused, *_rest = back(f"{good}\n{text}\n")
    assert isinstance(first, GameEntry)
    assert isinstance(refused, Refusal)
    assert refused.line == 2
    assert why in refused.reason


def test_records_follow_each_other_and_know_their_lines() -> None:
    first = '\n[Game "awale"]\n1. e {[not a tag]\n[nor this]} g 1-0\n'
    text = first + '\n\n[Game "awale"]\n\n1. a 0-1\n{"game": "awale"}'
    assert [one.line for one in records_in(text.splitlines(keepends=True))] == [2, 7]
    entry = read(next(records_in(text.splitlines(keepends=True))))
    assert isinstance(entry, GameEntry)
    assert entry.comments == {1: "[not a tag] [nor this]"}
    assert list(records_in(["\n", '{"game": "awale"}\n'])) == [Written(2, '{"game": "awale"}\n')]


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for one in back(text):
        assert isinstance(one, GameEntry | Refusal)


@pytest.mark.parametrize(
    "name",
    [
        Name("Martin", "Jean"),
        Name("de la Tour", "Georges"),
        Name("level:3"),
        Name("X"),
        Name("The Machine", ""),
    ],
    ids=str,
)
def test_names_come_back(name: Name) -> None:
    assert name_of(str(name)) == name


def test_dates() -> None:
    assert iso_date("2018.07.15") == iso_date(" 2018/07/15") == "2018-07-15"
    assert iso_date("2018.07.??") == iso_date("") == iso_date("?") == ""
    with pytest.raises(BadNotation, match="not a date"):
        iso_date("2018-13-01")


def test_a_digest_is_the_games_own_and_does_not_change() -> None:
    entry = made(game("awale"), 1)
    assert entry.digest() == entry._replace(line=9, comments={1: "x"}).digest()
    other = [entry._replace(date="1999-01-01"), entry._replace(result="*"), entry._replace(tags={})]
    assert len({one.digest() for one in [entry, *other]}) == 4
    fixed = GameEntry(game("awale").start(), "eg", "1-0", (Name("A"), Name("B")), "2020-01-01")
    assert fixed.digest() == DIGEST  # in people's databases: it may never change


DIGEST = 1532544377358140086
