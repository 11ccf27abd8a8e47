"""What is refused: other sites' pages, strange hosts, too much, too large; and what every answer says."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from itsdangerous import TimestampSigner
from starlette.datastructures import Headers
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect
from tests.web.visitors import HOST, House, served, settings_in

from stratege.web.app import create_app
from stratege.web.guard import SAFE_METHODS, foreign, known_host
from stratege.web.limits import Buckets
from stratege.web.visitor import DAY, network_of

FOREIGN = [
    "http://evil.test",
    f"http://{HOST}.evil.test",
    f"http://evil.test/{HOST}",
    f"http://{HOST}@evil.test",
    f"http://{HOST}:81",
    f"ftp://{HOST}",
    "null",
    "",
    "http://[",
    "file://",
]


def paths(app: FastAPI, kind: type[BaseRoute]) -> Iterator[tuple[str, set[str]]]:
    """The path of every route of that kind, as the router knows it, with its methods."""
    for route in iter_route_contexts(app.routes):
        if isinstance(route.original_route, kind):
            yield str(route.path), set(route.methods or ())


def test_every_changing_route_refuses_another_sites_page(house: House) -> None:
    visitor = house.visitor()
    changing = [
        (method, re.sub(r"\{\w+\}", "x", path))
        for path, methods in paths(house.app, Route)
        for method in methods - set(SAFE_METHODS)
    ]
    assert {path for _method, path in changing} >= {"/play", "/api/v1/live", "/api/v1/live/x/seat"}
    for method, path in changing:
        for origin in FOREIGN:
            answer = visitor.client.request(method, path, headers={"origin": origin})
            assert answer.status_code == 403, (method, path, origin)
        answer = visitor.client.request(method, path, headers={"sec-fetch-site": "cross-site"})
        assert answer.status_code == 403
        own = visitor.client.request(
            method, path, headers={"origin": f"http://{HOST}"}, follow_redirects=False
        )
        assert own.status_code != 403


def test_every_socket_refuses_another_sites_page(house: House) -> None:
    visitor = house.visitor()
    name = visitor.begin("awale", "me", "me")
    sockets = [path for path, _methods in paths(house.app, WebSocketRoute)]
    assert "/api/v1/live/{name}/socket" in sockets
    for path in sockets:
        where = f"ws://{HOST}" + path.replace("{name}", name)
        with visitor.client.websocket_connect(where, headers={"origin": f"http://{HOST}"}):
            pass
        for origin in FOREIGN:
            with (
                pytest.raises(WebSocketDisconnect),
                visitor.client.websocket_connect(where, headers={"origin": origin}),
            ):
                pass


def test_a_name_that_is_not_ours_is_refused(house: House) -> None:
    assert house.visitor().get("/", headers={"host": "evil.test"}).status_code == 421
    assert known_host(Headers({"host": "localhost:8765"}), ("localhost",))
    assert known_host(Headers({"host": "[::1]:8765"}), ("[::1]",))
    assert known_host(Headers({"host": "[::1]"}), ("[::1]",))
    assert not known_host(Headers({"host": "localhost.evil.test"}), ("localhost",))
    assert not known_host(Headers({}), ("localhost",))


def test_programs_that_are_no_browsers_may_call() -> None:
    assert not foreign(Headers({"host": "a"}))
    assert not foreign(Headers({"host": "a:8", "origin": "http://A:8", "sec-fetch-site": "same-origin"}))
    assert foreign(Headers({"host": "a", "origin": "http://a", "sec-fetch-site": "same-site"}))


def test_every_answer_carries_the_security_headers(house: House) -> None:
    visitor = house.visitor()
    for answer in (visitor.get("/"), visitor.get("/nothing"), visitor.get("/", headers={"host": "x"})):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"


def test_an_identity_is_signed_and_hidden_from_scripts(house: House) -> None:
    visitor = house.visitor()
    name = visitor.begin("awale", "me", "open")
    assert visitor.live(name)["you"] == [1]
    fresh = house.visitor()
    given = fresh.client.get("/", headers={"cookie": "stratege=forged.signature"}).headers["set-cookie"]
    for words in ("HttpOnly", "SameSite=Lax", "Path=/"):
        assert words in given
    assert "Secure" not in given
    identity = visitor.client.cookies["stratege"].split(".")[0]
    forged = fresh.client.get(f"/api/v1/live/{name}", headers={"cookie": f"stratege={identity}.x"}).json()
    assert forged["you"] == []


def test_too_large_a_body_is_refused_however_it_comes(house: House) -> None:
    visitor = house.visitor()
    limit = house.app.state.settings.body_limit
    assert visitor.post("/api/v1/live", content=b"x" * (limit + 1)).status_code == 413
    pieces = (b"x" * 1000 for _piece in range(limit // 1000 + 2))
    assert visitor.post("/api/v1/live", content=pieces).status_code == 413
    assert visitor.post("/api/v1/live", content=b"[" * limit).status_code == 400


def test_too_many_requests_are_refused_at_once(tmp_path: Path) -> None:
    with served(
        create_app(settings_in(tmp_path, rate=0.001, burst=5, frame_rate=0.001, frame_burst=5))
    ) as house:
        visitor = house.visitor()
        name = visitor.begin("awale", "me", "me")
        with visitor.at(name) as talk:
            for _frame in range(6):
                talk.send("ping")
            with pytest.raises(WebSocketDisconnect) as closed:
                talk.hear("never")
        assert closed.value.code == 1008
        codes = [visitor.get("/health").status_code for _request in range(4)]
        assert codes == [200, 200, 200, 429]


def test_an_address_has_its_limit_too_for_cookies_are_free(tmp_path: Path) -> None:
    with served(create_app(settings_in(tmp_path, rate=0.001, burst=5, per_address=2))) as house:
        one, two = house.visitor(), house.visitor()
        codes = [visitor.get("/health").status_code for visitor in (one, two) for _request in range(5)]
        assert codes == [200] * 8 + [429] * 2  # of ten, two were for becoming somebody


def test_a_bucket_fills_again_and_all_of_them_stay_few() -> None:
    now = 0.0
    buckets = Buckets(rate=2, burst=3, clock=lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    for number in range(3 * Buckets.MOST):
        now += 1
        buckets.take(str(number))
    assert len(buckets._levels) <= Buckets.MOST


def test_who_is_refused_waits_no_longer_for_having_asked() -> None:
    now = 0.0
    buckets = Buckets(rate=1, burst=1, clock=lambda: now)
    assert buckets.take("a")
    for _hurry in range(9):
        now += 0.1
        assert not buckets.take("a")
    now += 0.11
    assert buckets.take("a")


def test_the_api_does_no_work_for_another_sites_page(house: House) -> None:
    visitor = house.visitor()
    for path in ("/api/v1/sql?sql=SELECT+1", "/api/v1/analysis?game=awale", "/api/v1/picture.gif?game=awale"):
        answer = visitor.get(path, headers={"sec-fetch-site": "cross-site"})
        assert answer.status_code == 403, path
    own = {"sec-fetch-site": "same-origin"}
    assert visitor.get("/api/v1/position?game=awale", headers=own).status_code == 200
    assert visitor.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200  # a link to us


def test_behind_a_proxy_cookies_and_pages_insist_on_https(tmp_path: Path) -> None:
    with served(create_app(settings_in(tmp_path, proxies=("192.0.2.1",)))) as house:
        visitor = house.visitor()
        answer = house.visitor().client.get("/", headers={"cookie": "stratege=x"})
        given = answer.headers["set-cookie"]
        assert given.startswith("__Host-stratege=")
        assert "Secure" in given
        assert "Path=/" in given
        assert "Domain" not in given
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        chosen = visitor.post("/language/fr", follow_redirects=False).headers.get_list("set-cookie")
        assert any(one.startswith("__Host-language=fr") for one in chosen)
        told = visitor.get("/", headers={"cookie": "__Host-language=fr"})
        assert 'lang="fr"' in told.text


class Past(TimestampSigner):
    """Signs as if it were some days ago."""

    days = 0

    def get_timestamp(self) -> int:
        return int(time.time()) - self.days * DAY


def test_an_identity_ends_after_a_year_and_is_renewed_before(house: House) -> None:
    signer = Past(house.app.state.settings.secret(), salt="visitor", digest_method=hashlib.sha256)
    client = house.visitor().client

    def given_to(days: int) -> str | None:
        """Whose cookie one gets who comes with somebody's that is so old."""
        signer.days = days
        client.cookies.clear()
        cookies = {"cookie": f"stratege={signer.sign('somebody').decode()}"}
        given = client.get("/", headers=cookies).headers.get("set-cookie")
        return given and signer.unsign(given.split(";")[0].removeprefix("stratege=")).decode()

    assert given_to(1) is None  # that one is good
    assert given_to(31) == "somebody"
    assert given_to(366) not in (None, "somebody")


def test_addresses_are_counted_as_their_owners_have_them() -> None:
    assert network_of("203.0.113.9") == "203.0.113.9"
    assert network_of("::ffff:203.0.113.9") == "203.0.113.9"
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1") == "2001:db8:1:2::"
    assert network_of("testclient") == "testclient"


def test_what_is_refused_is_said_in_the_log_but_not_without_end(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    visitor = house.visitor()
    with caplog.at_level("WARNING"):
        for _request in range(100):
            visitor.get("/", headers={"host": "evil.test"})
    said = [record for record in caplog.records if record.message == "refused"]
    assert 20 <= len(said) < 90


def test_a_head_is_answered_without_a_body(house: House) -> None:
    client = house.visitor().client
    for path in ("/", "/api/v1/games", "/static/app.css", "/health", "/api/v1/picture.svg?game=quixo"):
        head, whole = client.head(path), client.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert client.head("/nowhere").status_code == 404


def test_the_page_of_the_interface_is_in_the_visitors_language(house: House) -> None:
    page = house.visitor(**{"accept-language": "fr"}).get("/api/docs").text
    assert "Les coups d’une position, le meilleur d’abord" in page
    assert "The moves of a position" not in page
