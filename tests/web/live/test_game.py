"""A live game as a value: whatever anybody tries, it is a legal game, and its tree and versions are whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import stratege
from stratege.core.errors import StrategeError
from stratege.core.line import Line
from stratege.web.errors import Conflict, Forbidden
from stratege.web.live.clock import new_clock
from stratege.web.live.game import ACTIONS, OVER, PLAYING, WAITING, Live, Node, Seat, begin

ANN, BOB, EVE = "ann", "bob", "eve"
ME = Seat(owner=ANN)


def game(
    name: str = "awale", *seats: Seat, clock: tuple[int, int] | None = None, size: str | None = None
) -> Live:
    one, two = seats or (Seat(owner=ANN), Seat(owner=BOB))
    start = stratege.game(name, size=size).start(seed=1)
    return begin("g", start, (one, two), new_clock(*clock) if clock else None)


def played(live: Live, *moves: str, now: int = 0) -> Live:
    for move in moves:
        who = live.seats[live.to_move - 1].owner or ""
        live = live.act(who, {"type": "move", "move": move, "version": live.version}, now)
    return live


def act(live: Live, who: str, kind: str, now: int = 0, **more: Any) -> Live:
    return live.act(who, {"type": kind, **more}, now, "next game")


def test_only_who_is_to_move_moves_and_only_once() -> None:
    live = game()
    move = {"type": "move", "move": "e", "version": 0}
    with pytest.raises(Forbidden, match="watching"):
        live.act(EVE, move, 0)
    with pytest.raises(Conflict, match="not your turn"):
        live.act(BOB, move, 0)
    after = live.act(ANN, move, 0)
    assert (after.version, after.to_move, [node.move for node in after.line()]) == (1, 2, [None, "e"])
    with pytest.raises(Conflict, match="meanwhile"):
        after.act(BOB, move, 0)
    with pytest.raises(StrategeError, match="is not legal"):
        after.act(BOB, {"type": "move", "move": "a", "version": 1}, 0)


def test_nobody_moves_before_both_sit() -> None:
    live = game("awale", ME, Seat())
    assert live.status == WAITING
    with pytest.raises(Conflict, match="not here yet"):
        played(live, "e")
    with pytest.raises(Conflict, match="already play"):
        live.sit(ANN, 2)
    sat = live.sit(BOB, 2)
    assert sat.status == PLAYING
    with pytest.raises(Conflict, match="taken"):
        sat.sit(EVE, 2)


def test_undo_against_a_machine_takes_back_both_moves_and_redo_brings_them_again() -> None:
    live = game("awale", ME, Seat(level="level:1"))
    live = played(live, "e").answer("g", 0)
    back = act(live, ANN, "undo")
    assert (back.current, back.tip) == (0, 2)
    assert act(back, ANN, "redo").current == 2
    with pytest.raises(Conflict, match="nothing to take back"):
        act(back, ANN, "undo")
    other = played(back, "a")
    assert [node.move for node in other.line()] == [None, "a"]
    assert len(other.nodes) == 4  # the abandoned branch is kept
    same = played(act(other.answer("g", 0), ANN, "undo"), "e")
    assert (same.current, len(same.nodes)) == (1, 5)  # and found again
    with pytest.raises(Conflict, match="machine's turn"):
        back.answer("g", 0)


def test_undo_against_a_person_is_an_offer() -> None:
    live = played(game(), "e", "g", "a")
    asked = act(live, ANN, "undo")
    assert (asked.undo, asked.current) == (1, live.current)
    with pytest.raises(Conflict, match="moves stand"):
        act(asked, ANN, "redo")
    with pytest.raises(Conflict, match="Nobody has asked"):
        act(asked, ANN, "accept-undo")
    assert act(asked, BOB, "decline").undo is None
    taken_back = act(asked, BOB, "accept-undo")
    assert [node.move for node in taken_back.line()] == [None, "e", "g"]
    assert played(asked, "h").undo is None


def test_on_one_screen_one_person_decides_for_both() -> None:
    live = played(game("awale", ME, ME), "e", "g")
    assert act(live, ANN, "undo").current == 1
    assert act(live, ANN, "goto", node=0).current == 0
    outcome = act(live, ANN, "offer-draw").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.code) == (None, "agreed")


def test_draws_resignation_and_rematch() -> None:
    live = played(game(), "e")
    offered = act(live, ANN, "offer-draw")
    assert played(offered, "g").draw is None  # moving on declines
    assert played(act(played(live, "g"), ANN, "offer-draw"), "a").draw == 1  # but does not withdraw
    drawn = act(offered, BOB, "accept-draw")
    assert (drawn.status, drawn.ended) == (OVER, (None, "agreed"))
    lost = act(live, BOB, "resign")
    outcome = lost.outcome()
    assert outcome is not None
    assert str(outcome) == "Player 1 wins: player 2 resigns."
    with pytest.raises(Conflict, match="over"):
        played(lost, "g")
    asked = act(lost, ANN, "rematch")
    assert asked.next is None
    agreed = act(asked, BOB, "rematch")
    again = agreed.again()
    assert (again.id, [seat.owner for seat in again.seats], again.version) == ("next game", [BOB, ANN], 0)
    with pytest.raises(Conflict, match="machine"):
        act(game("awale", ME, Seat(level="level:1")), ANN, "offer-draw")


def test_the_clock_runs_from_the_first_move_and_who_has_none_left_loses() -> None:
    live = game(clock=(60_000, 2_000))
    assert live.time_left(10**9) is None
    live = played(live, "e", now=1000)
    assert live.time_left(11_000) == 50_000
    live = played(live, "g", now=11_000)
    assert live.clock is not None
    assert live.clock.remaining == (60_000, 52_000)
    assert live.resumed(500_000).time_left(500_000) == 60_000
    late = played(live, "a", now=71_000)
    assert (late.ended, late.current) == ((2, "time"), live.current)
    assert late.clock is not None
    assert late.clock.remaining == (0, 52_000)
    assert late.ticked(10**9) is late
    again = act(act(late, ANN, "rematch"), BOB, "rematch").again()
    assert again.clock == new_clock(60_000, 2_000)


def test_a_game_that_could_go_on_for_ever_is_a_draw_at_the_limit() -> None:
    live = game("quixo")
    assert live.nodes[0].line.ply_limit == 200
    node = Node(Line(live.position, ply_limit=1))
    live = played(replace(live, nodes=(node,)), "0,0-0,4")
    outcome = live.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.code) == (None, "ply-limit")


SEATINGS = st.sampled_from(
    [
        (ME, Seat(owner=BOB)),
        (ME, Seat()),
        (ME, ME),
        (Seat(level="level:1"), ME),
        (ME, Seat(level="level:2")),
    ]
)
GAMES = st.sampled_from(
    [("awale", None), ("nimble", "3x1"), ("chomp", "3x2"), ("quixo", "3"), ("mingmang", "3")]
)
WHO = st.sampled_from([ANN, BOB, EVE])
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=80),
    st.lists(st.integers(), max_size=2),
    st.floats(),
)


class AnyPlay(RuleBasedStateMachine):
    """Everybody tries everything: what is accepted keeps the game whole, what is refused changes nothing."""

    @initialize(kind=GAMES, seats=SEATINGS, clock=st.one_of(st.none(), st.just((60_000, 1000))))
    def start(self, kind: tuple[str, str | None], seats: Any, clock: tuple[int, int] | None) -> None:
        self.live = game(kind[0], *seats, clock=clock, size=kind[1])
        self.now = 0

    def attempt(self, change: Any) -> None:
        before = self.live
        try:
            after = change(before)
        except StrategeError as error:
            assert str(error)
            return
        assert after is before or after.version == before.version + 1
        assert all(old is kept for old, kept in zip(before.nodes, after.nodes))
        assert len(after.nodes) - len(before.nodes) in (0, 1)
        self.live = after

    @rule(data=st.data(), stale=st.integers(0, 5))
    def move(self, data: st.DataObject, stale: int) -> None:
        moves = self.live.position.moves() or ["e"]
        frame = {
            "type": "move",
            "move": data.draw(st.sampled_from(moves)),
            "version": self.live.version - stale // 5,
        }
        who = self.live.seats[self.live.to_move - 1].owner or ANN
        self.attempt(lambda live: live.act(who, frame, self.now))

    @rule(data=st.data())
    def machine(self, data: st.DataObject) -> None:
        moves = self.live.position.moves() or ["e"]
        move = data.draw(st.sampled_from(moves))
        self.attempt(lambda live: live.answer(move, self.now))

    @rule(who=WHO, kind=st.sampled_from(sorted(ACTIONS)), node=st.integers(-1, 9))
    def action(self, who: str, kind: str, node: int) -> None:
        frame = {"type": kind, "node": node}
        self.attempt(lambda live: live.act(who, frame, self.now, "fresh"))

    @rule(
        who=WHO,
        frame=st.dictionaries(st.sampled_from(["type", "move", "node", "version", "step"]), JUNK),
        kind=st.one_of(JUNK, st.sampled_from(sorted(ACTIONS))),
    )
    def hostile(self, who: str, frame: dict[str, Any], kind: Any) -> None:
        self.attempt(lambda live: live.act(who, {**frame, "type": kind}, self.now, "fresh"))

    @rule(who=WHO, player=st.sampled_from([1, 2]))
    def sit(self, who: str, player: int) -> None:
        self.attempt(lambda live: live.sit(who, player))

    @rule(passing=st.integers(0, 30_000))
    def wait(self, passing: int) -> None:
        self.now += passing
        self.attempt(lambda live: live.ticked(self.now))

    @invariant()
    def the_newest_node_is_its_parents_legal_move(self) -> None:
        node = self.live.nodes[-1]
        if node.parent is not None:
            assert node.move is not None
            parent = self.live.nodes[node.parent]
            assert parent.position.play(node.move) == node.position
            assert (node.ply, node.by) == (parent.ply + 1, parent.position.to_move)
        places = {(node.parent, node.move) for node in self.live.nodes}
        assert len(places) == len(self.live.nodes)  # no move twice under one parent

    @invariant()
    def it_stands_on_its_line_and_says_how(self) -> None:
        live = self.live
        assert live.current in live.path(live.tip)
        assert (live.outcome() is not None) == (live.status == OVER)
        assert live.thinker is None or live.status == PLAYING
        if live.clock is not None:
            assert min(live.clock.remaining) >= 0
            assert live.clock.since is None or live.status == PLAYING


TestAnyPlay = AnyPlay.TestCase
TestAnyPlay.settings = hypothesis_settings(max_examples=30, stateful_step_count=20, deadline=None)


@pytest.mark.soak
def test_any_play_for_long() -> None:
    from hypothesis.stateful import run_state_machine_as_test

    long = hypothesis_settings(max_examples=1000, stateful_step_count=80, deadline=None)
    run_state_machine_as_test(AnyPlay, settings=long)
