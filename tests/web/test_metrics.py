"""What those who run a server see of it: figures, whether it is ready, and requests by their ids."""

from __future__ import annotations

import json
import logging
import re

from tests.web.visitors import House

from stratege.web.logs import JsonLines, request_id


def figure(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, flags=re.M)
    return float(found[1]) if found else 0.0


def test_requests_moves_and_connections_are_counted(house: House) -> None:
    ann = house.visitor()
    before = ann.get("/metrics").text
    name = ann.begin("awale", "me", "me")
    ann.client.request("BREW", "/")
    with ann.at(name) as talk:
        talk.hear()
        talk.play("e")
        after = ann.get("/metrics").text
        assert figure(after, "stratege_sockets") == 1
        assert figure(after, "stratege_games") == 1
    for what in (
        'stratege_requests_total{method="POST",status="201"}',
        'stratege_requests_total{method="OTHER",status="405"}',
        "stratege_save_seconds_count",
    ):
        assert figure(after, what) == figure(before, what) + 1, what
    assert figure(after, "stratege_request_seconds_count") > figure(before, "stratege_request_seconds_count")
    assert house.visitor().get("/ready").json() == {"ready": True}


def test_a_request_is_known_by_its_id_from_the_answer_to_the_log(house: House) -> None:
    ann = house.visitor()
    assert ann.get("/", headers={"x-request-id": "proxy-0123456789"}).headers["x-request-id"] == (
        "proxy-0123456789"
    )
    first, second = (ann.get("/").headers["x-request-id"] for _request in range(2))
    assert first != second
    for strange in ("short", "x" * 65, 'with "quotes" in it', "a\tb c d e f g"):
        given = ann.get("/", headers={"x-request-id": strange}).headers["x-request-id"]
        assert re.fullmatch(r"[0-9a-f]{16}", given), strange
    token = request_id.set("proxy-0123456789")
    line = json.loads(JsonLines().format(logging.makeLogRecord({"msg": "something"})))
    request_id.reset(token)
    assert line["request"] == "proxy-0123456789"
    assert "request" not in json.loads(JsonLines().format(logging.makeLogRecord({"msg": "else"})))
