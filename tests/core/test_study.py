"""Studies: what is written is read back, whatever the tree; the game that was played stays the main line."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.stratege_command import stratege
from tests.games.catalogue import every_game, identify

from stratege.core.errors import BadNotation, IllegalMove, StrategeError
from stratege.core.game import Game
from stratege.core.movetext import GLYPHS
from stratege.core.record import Record, parse_record
from stratege.core.registry import game, parse
from stratege.core.study import Study, parse_study

HEAD = '[Game "awale"]\n\n'
COMMENTS = st.text(alphabet=st.characters(codec="utf-8"), max_size=60)


def grown(start_of: Game, draw: random.Random, plies: int) -> Study:
    """A study that random moves have grown from random nodes."""
    study = Study(start_of.start(seed=draw.randrange(99)), tags={"Player1": "Ada"})
    for _ply in range(plies):
        number = draw.randrange(len(study.nodes))
        if moves := study.line(number).position.moves():
            study, _new = study.play(number, draw.choice(moves))
    return study


@pytest.mark.parametrize("rules", every_game(), ids=identify)
def test_a_study_reads_back(rules: Game) -> None:
    draw = random.Random(identify(rules))
    study = grown(rules, draw, 30)
    for number in range(1, len(study.nodes), 2):
        study = study.noted(number, f"at {number} (see there)", draw.choice(["", *GLYPHS]))
    again = parse_study(study.text())
    assert again == study == parse_study(study.sgf())
    assert hash(again) == hash(study)
    assert pickle.loads(pickle.dumps(study)) == study
    assert parse_record(study.text()) == study.record()
    assert all(len(line) <= 80 or line.startswith("[") for line in study.text().splitlines())


@given(st.data())
def test_any_comment_at_any_node_reads_back(data: st.DataObject) -> None:
    study = grown(game("nimble", size="5"), random.Random(data.draw(st.integers(0, 99))), 8)
    for number in range(len(study.nodes)):
        glyph = data.draw(st.sampled_from(["", *GLYPHS])) if number else ""
        study = study.noted(number, data.draw(COMMENTS), glyph)
    assert parse_study(study.text()) == study == parse_study(study.sgf())


def test_sgf_keeps_every_letter_that_is_said() -> None:
    said = "two lines:\n  {braces}, [brackets], (parentheses), a \\, « ✓ »"
    study, number = Study(game("awale").start()).play(0, "e")
    study = study.noted(number, said)
    assert parse_study(study.sgf()).nodes[number].comment == said
    assert parse_study(study.text()).nodes[number].comment == " ".join(said.replace("}", ")").split())


def test_a_study_is_written_like_this() -> None:
    text = "{Go!} 1. e! g {forced} (1... i (1... h? 2. a) 2. b) 2. a (2. c $6) *"
    study = parse_study(HEAD + text)
    assert " ".join(study.words()) == ("{Go!} 1. e! g {forced} (1... i 2. b) (1... h? 2. a) 2. a (2. c?!)")


def test_the_main_line_is_a_record() -> None:
    study = parse_study(HEAD + "1. e (1. c {early}) 1... g {so} 2. a?! 1-0")
    assert study.record() == Record(game("awale").start(), ("e", "g", "a"), "1-0", {}, {2: "so"})
    assert Study.of(study.record()).record() == study.record()
    assert parse_record(study.text()).moves == ("e", "g", "a")


def test_answers_that_are_there_already_stay_one() -> None:
    study = parse_study(HEAD + "1. e (1. E g) (1. c) g {again} *")
    assert [node.move for node in study.nodes] == ["", "e", "g", "c"]
    assert study.play(1, "g") == (study, 2)
    assert study.nodes[2].comment == "again"


def test_a_line_can_come_first_and_can_go() -> None:
    study = parse_study(HEAD + "1. e (1. c h) (1. a) g *")
    last = next(n for n, node in enumerate(study.nodes) if node.move == "h")
    assert " ".join(study.promoted(last).words()) == "1. c (1. e g) (1. a) 1... h"
    assert " ".join(study.without(last).words()) == "1. e (1. c) (1. a) 1... g"
    assert study.without(0).nodes == study.nodes[:1]


def test_player_two_may_begin() -> None:
    study, first = Study(parse("nimble", "0,2,2:2")).play(0, "3-1")
    study, _other = study.play(0, "2-1")
    study, _last = study.play(first, "2-1")
    assert " ".join(study.words()) == "1... 3-1 (1... 2-1) 2. 2-1"
    assert parse_study(study.text()) == study


def test_a_thousand_variations_within_each_other() -> None:
    """No depth of a tree is too much for a text, nor for a reader."""
    nested = "2-1 (3-2 " * 1500 + "2-1" + ")" * 1500
    study = parse_study(f'[Game "nimble"]\n[Size "3"]\n[Start "0,4,2000:1"]\n\n{nested} *')
    assert len(study.nodes) == 3002
    assert parse_study(study.text()) == study


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("1. e (1. c", BadNotation, "not closed"),
        ("1. e ) g", BadNotation, "closes no"),
        ("(1. e) g", BadNotation, "replaces"),
        ("1. e (1. zz) g", BadNotation, "Move 1"),
        ("1. e g 2. a (2. e) i", IllegalMove, "Move 3.*empty"),
        ("1. e {open", BadNotation, "Move 2"),
    ],
)
def test_a_wrong_study_says_where(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parse_study(HEAD + text)


def test_glyphs_are_those_of_the_field() -> None:
    study, number = Study(game("awale").start()).play(0, "e")
    with pytest.raises(BadNotation, match="glyph"):
        study.noted(number, "", "!?!")
    with pytest.raises(BadNotation, match="glyph"):
        study.noted(0, "", "!")


def test_sgf_of_other_programs() -> None:
    text = r"""(;FF[4]GM[awale]PB[Ada]RE[B+R]DT[2020-01-31]ZZ[kept by none]
        C[a start];B[e]C[so \] it
        goes:\\](;W[g]TE[2];C[later])(;White[h]BM[];B[a]))"""
    study = parse_study(text)
    assert " ".join(study.words()) == r"{a start} 1. e {so ] it goes:\} g!! {later} (1... h? 2. a)"
    assert (study.result, study.tags) == ("1-0", {"Player1": "Ada", "Date": "2020-01-31"})
    assert parse_record(text).moves == ("e", "g")
    odd = Study(game("awale").start(), result="1/2-1/2", tags={"Site": "a:[b]\\", "Player2": "x]"})
    assert parse_study(odd.sgf()) == odd
    assert "RE[0]" in odd.sgf()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[awale];B[e]", "not closed"),
        ("(;GM[awale];B[e])(;GM[awale])", "several games"),
        ("(;GM[awale];B[e]W[g])", "not a move"),
        ("(;GM[awale];B[e g])", "not a move"),
        ("(;GM[awale];B[zz])", "Move 1"),
        ("(;GM[1];B[pd])", "game"),
        ("(;B[e])", "Game"),
        ("(;(;B[e]))(", "several games"),
        ("( ;GM[awale]", "not closed"),
        ("(;)((;)(;))", "several games"),
        ("(;GM[awale] %)", "SGF"),
    ],
)
def test_wrong_sgf_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(StrategeError, match=message):
        parse_study(text)


@given(st.text(alphabet="();BWCGM[]\\egac \n"))
def test_no_sgf_crashes_the_reader(text: str) -> None:
    try:
        parse_study("(;GM[awale]" + text)
    except StrategeError as error:
        assert "\n" not in str(error)


@given(st.text(alphabet="egaci(){}!?$12. *\n"))
def test_no_text_crashes_the_reader(text: str) -> None:
    try:
        parse_study(HEAD + text)
    except StrategeError as error:
        assert "\n" not in str(error)


def test_the_command_checks_and_writes(tmp_path: Path) -> None:
    source, copy = tmp_path / "a.txt", tmp_path / "b.txt"
    source.write_text(HEAD + "1. e (1. c {early}) g *", encoding="utf-8")
    assert stratege("study", str(source), "--save", str(copy)).returncode == 0
    assert parse_study(copy.read_text(encoding="utf-8")) == parse_study(source.read_text(encoding="utf-8"))
    assert '"glyph": ""' in stratege("study", str(source), "--json").stdout
    sgf = tmp_path / "b.sgf"
    assert stratege("study", str(source), "--save", str(sgf)).returncode == 0
    assert sgf.read_text(encoding="utf-8").startswith("(;FF[4]")
    assert stratege("study", str(sgf)).stdout == copy.read_text(encoding="utf-8")
    source.write_text(HEAD + "1. e (1. zz) g *", encoding="utf-8")
    assert "Move 1" in stratege("study", str(source)).stderr
