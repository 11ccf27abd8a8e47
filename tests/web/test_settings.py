"""By which names the app is called, whom it believes, and what it keeps for itself."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from stratege.core.errors import BadOption
from stratege.web.settings import LOOPBACK, Settings, names_for, proxies_at


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.9.9.9"])
def test_on_this_machine_it_has_this_machines_names(host: str) -> None:
    assert names_for(host, ()) == LOOPBACK
    assert names_for(host, ["Games.example.org"]) == (*LOOPBACK, "games.example.org")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org", ""])
def test_a_public_address_needs_names(host: str) -> None:
    with pytest.raises(BadOption, match="--allow-host"):
        names_for(host, ())
    assert names_for(host, ["192.168.1.5", "2001:db8::1"]) == (*LOOPBACK, "192.168.1.5", "[2001:db8::1]")


@pytest.mark.parametrize(
    "name", ["2001:DB8::1", "2001:db8:0:0::1", "[2001:db8::1]", "2001:db8:0000:0:0:0:0:0001"]
)
def test_an_address_is_compared_as_browsers_write_it(name: str) -> None:
    assert names_for("::", [name]) == (*LOOPBACK, "[2001:db8::1]")


@pytest.mark.parametrize(
    "name",
    ["*", "http://x", "a b", "x/y", "x:80", "", "abc:def", "[::1", "::1]", "[1.2.3.4]", "fe80::1%eth0"],
)
def test_a_name_is_a_name(name: str) -> None:
    with pytest.raises(BadOption, match="no name"):
        names_for("0.0.0.0", [name])


def test_a_proxy_is_an_address_and_brings_https(tmp_path: Path) -> None:
    assert proxies_at(["127.0.0.1", "::1"]) == ("127.0.0.1", "::1")
    with pytest.raises(BadOption, match="address"):
        proxies_at(["10.0.0.0/8"])
    assert not Settings(tmp_path).secure
    assert Settings(tmp_path, proxies=("127.0.0.1",)).secure


def test_the_key_is_for_its_owners_eyes(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "new")
    assert settings.secret() == settings.secret()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "new" / "secret").stat().st_mode) == 0o600
