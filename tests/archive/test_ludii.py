"""Trials of Ludii: games that it played are games of ours, and what is not ours is refused with a reason."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.archive.made import made

from stratege.archive.formats import Refusal, read
from stratege.archive.game_entry import GameEntry
from stratege.archive.record_texts import records_in
from stratege.archive.validate import validate
from stratege.core.position import Position
from stratege.core.registry import game

Choice = tuple[int, int]


def trial(
    name: str,
    sites: int,
    choices: Sequence[Choice],
    winner: int | None,
    options: Sequence[str] = (),
    action: str = "Select",
) -> str:
    """A trial as Ludii's `Trial.java` writes it, with one thing that follows from each choice."""
    lines = [f"game=../Common/res/lud/somewhere/{name}.lud", "START GAME OPTIONS", *options]
    lines += ["END GAME OPTIONS", "RNG internal state=35,105,-91,-116"]
    lines += [
        f"Move=[Move:mover=0,from={site},to={site},actions=[Add:type=Cell,to={site},what=1]]"
        for site in range(sites)
    ]
    lines += [
        f"Move=[Move:mover={player},from={site},to={site},actions=[{action}:type=Cell,from={site},to={site},"
        f"decision=true],[Move:typeFrom=Cell,from={site},typeTo=Cell,to=25],[SetNextPlayer:player={player}]]"
        for player, site in choices
    ]
    lines += ["LEGAL MOVES LIST SIZE = 6", f"numInitialPlacementMoves={sites}"]
    lines += [] if winner is None else [f"winner={winner}", "endtype=NaturalEnd"]
    return "\n".join([*lines, "rankings=0.0,2.0,1.0", "SANDBOX=false", "LUDII_VERSION=1.3.0", ""])


def in_turn(sites: Sequence[int], each: int = 1) -> list[Choice]:
    return [(1 + place // each % 2, site) for place, site in enumerate(sites)]


def entry(text: str) -> GameEntry:
    (found,) = (read(one) for one in records_in(text.splitlines(keepends=True)))
    assert isinstance(found, GameEntry), found
    return found


# A game that Ludii 1.1.19 played at random (random_trials/…/Oware/RandomTrial_0): its sites, and the seeds
# that it harvested at some of these moves, by the move's number.
OWARE = [
    1,
    8,
    4,
    11,
    3,
    11,
    4,
    8,
    2,
    12,
    4,
    11,
    1,
    7,
    3,
    8,
    4,
    9,
    2,
    8,
    6,
    9,
    4,
    10,
    2,
    9,
    3,
    12,
    4,
    7,
    2,
    8,
    1,
]
OWARE += [10, 6, 7, 4, 12, 1, 11, 1, 9, 2, 12, 3, 11, 5, 10, 3, 11, 6, 11, 5, 12]
HARVESTS = {4: 2, 23: 3, 32: 3, 33: 2, 40: 2, 48: 3}

# One of Ludii 1.3.0, whole (random_trials/…/Quixo/RandomTrial_0): cubes taken and where they came back in.
QUIXO = [
    20,
    24,
    1,
    0,
    2,
    22,
    5,
    0,
    22,
    2,
    10,
    0,
    2,
    0,
    5,
    0,
    21,
    1,
    2,
    4,
    19,
    4,
    2,
    4,
    2,
    0,
    23,
    24,
    0,
    4,
    14,
    24,
]
QUIXO += [
    2,
    0,
    19,
    24,
    0,
    4,
    19,
    4,
    1,
    0,
    14,
    24,
    15,
    0,
    24,
    4,
    22,
    2,
    22,
    2,
    21,
    24,
    19,
    15,
    14,
    24,
    15,
    0,
    14,
    4,
]
QUIXO += [14, 4, 10, 0, 5, 20, 3, 23, 15, 20, 5, 9, 21, 24, 9, 5, 15, 0]

CHOMP = [17, 10, 16, 15]  # 4 rows, 5 columns; nothing but the poison is left for the last one


def test_oware_is_our_awale_and_harvests_what_ludii_harvested() -> None:
    found = entry(trial("Oware", 12, in_turn(OWARE), 2))
    assert found.game.label() == game("awale", "standard").label()
    assert "".join(found.moves)[:6] == "akdhch"
    position, harvests = found.start, dict[int, int]()
    for number, move in enumerate(found.moves, start=1):
        before, position = position, position.play(move)
        gained = sum(stores(position)) - sum(stores(before))
        harvests |= {number: gained} if gained else {}
    assert harvests == HARVESTS


def stores(position: Position) -> list[int]:
    return [int(seeds) for seeds in position.text().split(":")[1].split(",")]


def test_quixo_is_won_by_who_won_it_in_ludii() -> None:
    found = entry(trial("Quixo", 25, in_turn(QUIXO, each=2), 2))
    assert found.moves[0] == "0,0-0,4"
    assert len(found.moves) == len(QUIXO) // 2
    accepted = validate([found]).accepted
    assert [*zip(accepted.points, accepted.ending)] == [(0.0, "line")]


def test_who_eats_the_poison_of_chomp_has_lost() -> None:
    last = entry(trial("Chomp", 20, in_turn(CHOMP), 1, action="Remove"))
    assert (last.game.size, list(last.moves)) == ("5x4", ["0,2", "1,0", "0,1"])
    early = entry(trial("Chomp", 20, in_turn([1, 8, 0, 19, 15]), 2, ["Rows/4", "Columns/5"], "Remove"))
    assert (list(early.moves), early.result, early.ending) == (
        ["3,1", "2,3", "3,0", "0,4"],
        "0-1",
        "resigned",
    )
    accepted = validate([last, early]).accepted
    assert [*zip(accepted.points, accepted.ending)] == [(1.0, "poison"), (0.0, "resigned")]


def test_a_game_goes_as_far_as_our_rules_do() -> None:
    """Ludii plays Oware on after somebody has 25 seeds; two who agree on the end only talk."""
    whole = made(game("awale", "standard"), 3, longest=200)
    sites = ["abcdef".find(move) + 1 or 12 - "ghijkl".find(move) for move in whole.moves]
    further = [*sites, 1, 2, 3] if len(sites) % 2 == 0 else [*sites, 12, 1]
    assert list(entry(trial("Oware", 12, in_turn(further), 1)).moves) == list(whole.moves)
    some = trial("Oware", 12, in_turn(sites[:4]), 0)
    talk = "Move=[Move:mover=1,from=-1,to=-1,actions=[Propose:proposition=End,decision=true]]\n"
    agreed = entry(
        some.replace("LEGAL", talk + talk.replace("Propose", "Vote").replace("=1,", "=2,") + "LEGAL")
    )
    assert (list(agreed.moves), agreed.result, agreed.ending) == (list(whole.moves[:4]), "1/2-1/2", "agreed")


def test_several_trials_stand_in_one_file() -> None:
    one = trial("Chomp", 20, in_turn(CHOMP), 1, action="Remove")
    lines = (one + trial("Quixo", 25, in_turn(QUIXO, each=2), 2) + one).splitlines(keepends=True)
    found = [(written.line, read(written)) for written in records_in(lines)]
    assert [line for line, _entry in found] == [1, 36, len(lines) - 34]
    assert all(isinstance(one, GameEntry) for _line, one in found)


WRONG = [
    ("a stranger", trial("Hex", 4, [(1, 1)], 1), "none of ours: Oware, Quixo, Chomp"),
    ("other rules", trial("Oware", 12, [(1, 1)], 1, ["Play Rules/12 counters max by hole"]), "other rules"),
    ("no end", trial("Oware", 12, [(1, 1)], None), "not finished"),
    ("out of turn", trial("Oware", 12, [(1, 1), (1, 2)], 1), "Move 2 of the record is not player 1's"),
    ("a store", trial("Oware", 12, [(1, 13)], 1), "Move 1 of the record"),
    ("no decision", trial("Oware", 12, [(1, 1)], 1).replace("decision=true", "x"), "not a move of Ludii"),
    ("no rows", trial("Chomp", 20, [(1, 1)], 1, ["Rows/0"]), "how large the board is"),
    ("odd rows", trial("Chomp", 20, [(1, 1)], 1, ["Rows/7"]), "how large the board is"),
    ("no board", trial("Chomp", 0, [(1, 1)], 1), "how large the board is"),
    ("an empty pit", trial("Oware", 12, in_turn([1, 12, 1]), 1), "Move 3 of the record"),
]


@pytest.mark.parametrize(("what", "text", "why"), WRONG, ids=[what for what, _text, _why in WRONG])
def test_what_is_not_ours_is_refused_with_a_reason(what: str, text: str, why: str) -> None:
    (refused,) = (read(one) for one in records_in(text.splitlines(keepends=True)))
    assert isinstance(refused, Refusal)
    assert why in refused.reason


@given(st.lists(st.sampled_from(trial("Chomp", 3, [(1, 2), (2, 1)], 1).splitlines()), max_size=12), st.text())
def test_any_lines_of_a_trial_are_read_or_refused(lines: list[str], junk: str) -> None:
    text = "\n".join(["game=Chomp.lud", *lines, junk])
    for one in records_in(text.splitlines(keepends=True)):
        assert isinstance(read(one), GameEntry | Refusal)
