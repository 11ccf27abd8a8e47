"""Random and hostile frames: no crash, no illegal state, and the game next door is not disturbed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.web.visitors import House

import stratege
from stratege.web.live.game import ACTIONS

JUNK: list[Any] = [
    None, True, -1, 0, 1, 10**30, 1.5, float("nan"), "", "e" * 5000, "é\ud800\x00", [], [[]], {}, {"a": 1}
]  # fmt: skip
BROKEN = [
    "",
    "{",
    "[]",
    "null",
    "1e999",
    '"x"',
    "[" * 3000,
    '{"type":' * 500,
    "\x00",
    '{"a":' + "9" * 4000 + "}",
]
KINDS = [*sorted(ACTIONS), "hint", "live", "__class__", ""]


def frame(draw: random.Random, live: dict[str, Any]) -> str | bytes:
    """Something that a client might send: legal, nearly so, or nonsense."""
    kind = draw.random()
    if kind < 0.1:
        return draw.choice(BROKEN)
    if kind < 0.15:
        return draw.randbytes(draw.randrange(50))
    made: dict[str, Any] = {"type": draw.choice(KINDS) if kind < 0.9 else draw.choice(JUNK)}
    moves = live["view"]["moves"] or ["e"]
    likely = {"move": draw.choice(moves), "version": live["version"], "node": draw.randrange(5), "step": 3}
    for name, value in likely.items():
        if draw.random() < 0.8:
            made[name] = value if draw.random() < 0.8 else draw.choice(JUNK)
    return json.dumps(made)


def storm(house: House, frames: int, seed: str) -> None:
    draw = random.Random(seed)
    ann, bob, eve = house.visitor(), house.visitor(), house.visitor()
    calm = ann.begin("awale", "me", "me")
    with ann.at(calm) as next_door:
        next_door.hear()
        next_door.play("e")
        quiet = next_door.settle()
        for number in range(frames // 100):
            name = ann.begin(draw.choice(["quixo", "nimble", "chomp"]), "me", draw.choice(["open", "me"]))
            bob.sit(name, 2)
            with ann.at(name) as one, bob.at(name) as two, eve.at(name) as third:
                for talk in (one, two, third):
                    talk.settle()
                for _frame in range(100):
                    talk = draw.choice((one, two, third))
                    sent = frame(draw, one.live)
                    if isinstance(sent, bytes):
                        talk.socket.send_bytes(sent)
                    else:
                        talk.socket.send_text(sent)
                    if draw.random() < 0.2:
                        one.settle()
                for talk in (one, two, third, one, two, third):  # all is heard, then all has been told
                    talk.settle()
                check(one.live)
                assert one.live["version"] == two.live["version"] == third.live["version"], number
        assert next_door.settle() == quiet
        assert next_door.play("g")["view"]["ply"] == 2
    assert house.visitor().get("/health").json()["status"] == "ok"


def check(live: dict[str, Any]) -> None:
    """The tree is one of legal moves, and the view is its current node's."""
    view, nodes = live["view"], live["tree"]["nodes"]
    game = stratege.game(view["game"], view["variant"], view["size"])
    positions = [game.parse(view["start"])]
    for node in nodes[1:]:
        positions.append(positions[node["parent"]].play(node["move"]))
    here = positions[live["tree"]["current"]]
    assert (view["position"], view["moves"]) == (here.text(), here.moves())
    assert (live["status"] == "over") == (live["result"] is not None)


def test_five_hundred_frames(house: House) -> None:
    storm(house, 500, "frames")


@pytest.mark.soak
def test_ten_thousand_frames(house: House) -> None:
    storm(house, 10_000, "many frames")
