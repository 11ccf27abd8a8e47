"""Tables that travel: whole or not at all, whatever the folder, the server or the line does."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE
from tests.tables import toy

from stratege.core.errors import StrategeError
from stratege.tables import travel
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf
from stratege.tables.sources import Address, Directory, SafeRedirects, source_of

pytestmark = pytest.mark.usefixtures("toy_recipe")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    made = Shelf(tmp_path / "made")
    builder = Builder(made, toy.GAME, workers=1, memory=1 << 30)
    builder.build(builder.plan(None))
    return made


@pytest.fixture
def exported(shelf: Shelf, tmp_path: Path) -> Path:
    travel.export(shelf, toy.GAME, tmp_path / "out", readable=False)
    return tmp_path / "out"


def soon() -> float:
    return time.monotonic() + PATIENCE


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*/*.stgt")}


def test_what_was_exported_is_fetched_byte_by_byte(shelf: Shelf, exported: Path, tmp_path: Path) -> None:
    there = Shelf(tmp_path / "there")
    fetched = travel.fetch(Directory(exported), there, soon())
    assert [entry.layer for entry in fetched] == ["first", "second", "third"]
    assert contents(there.folder) == contents(shelf.folder)
    assert travel.fetch(Directory(exported), there, soon()) == []
    assert not list(there.folder.glob("*/*.fetching"))


def changed(folder: Path, **fields: Any) -> None:
    """Have the first entry of the manifest say something else."""
    listing = json.loads((folder / travel.MANIFEST).read_text())
    listing["files"][0] |= fields
    (folder / travel.MANIFEST).write_text(json.dumps(listing))


@pytest.mark.parametrize(
    "fields",
    [
        {"sha256": "0" * 64},
        {"layer": "third"},
        {"layer": "../../first"},
        {"bytes": 10**12},
        {"bytes": -1},
        {"bytes": 5000},
        {"bytes": "many"},
        {"game": "chess"},
        {"size": "99"},
        {"size": 3},
        {"extra": 1},
        {"layer": "second"},
    ],
)
def test_a_lying_manifest_brings_nothing(exported: Path, tmp_path: Path, fields: dict[str, Any]) -> None:
    changed(exported, **fields)
    there = Shelf(tmp_path / "there")
    with pytest.raises(StrategeError):
        travel.fetch(Directory(exported), there, soon())
    assert there.layers(toy.GAME) == []


def test_a_file_that_no_recipe_makes_is_refused_whatever_its_checksum(exported: Path, tmp_path: Path) -> None:
    path = exported / "quixo-standard-3" / "first.stgt"
    spoilt = bytearray(path.read_bytes())
    spoilt[5000] ^= 1
    path.write_bytes(spoilt)
    length, digest = travel._digest(path)
    changed(exported, bytes=length, sha256=digest)
    there = Shelf(tmp_path / "there")
    with pytest.raises(StrategeError, match="damaged"):
        travel.fetch(Directory(exported), there, soon())
    assert there.layers(toy.GAME) == []
    assert not list(there.folder.glob("*/*.fetching"))


def test_what_is_no_manifest_is_said(tmp_path: Path) -> None:
    for content in ("", "[]", '{"kind": "other", "files": []}', '{"kind": "stratege-tables-1"}'):
        (tmp_path / travel.MANIFEST).write_text(content)
        with pytest.raises(StrategeError, match="manifest"):
            travel.fetch(Directory(tmp_path), Shelf(tmp_path / "there"), soon())
    with pytest.raises(StrategeError, match="no such file"):
        travel.fetch(Directory(tmp_path / "nowhere"), Shelf(tmp_path / "there"), soon())


def test_an_interrupted_fetch_goes_on_where_it_was(shelf: Shelf, exported: Path, tmp_path: Path) -> None:
    there, asked = Shelf(tmp_path / "there"), []

    class Short(Directory):
        def pieces(self, path: str, start: int, end: int, deadline: float) -> Iterator[bytes]:
            asked.append((path, start))
            yield from super().pieces(path, start, min(end, start + 200_000), deadline)

    with pytest.raises(StrategeError, match="goes on from here"):
        travel.fetch(Short(exported), there, soon())
    assert there.layers(toy.GAME) == []
    travel.fetch(Short(exported), there, soon())
    starts = [start for path, start in asked if path.endswith("first.stgt")]
    assert starts == [0, 200_000]
    assert contents(there.folder) == contents(shelf.folder)


def test_a_deadline_ends_a_fetch_that_goes_on_later(exported: Path, tmp_path: Path) -> None:
    there = Shelf(tmp_path / "there")
    with pytest.raises(StrategeError, match="The time is over"):
        travel.fetch(Directory(exported), there, time.monotonic() - 1)
    assert len(travel.fetch(Directory(exported), there, soon())) == 3


class Quiet(SimpleHTTPRequestHandler):
    """A server that knows no ranges."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Ranges(Quiet):
    """One that does."""

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        if wanted is None:
            super().do_GET()
            return
        content = Path(self.translate_path(self.path)).read_bytes()
        rest = content[int(wanted.removeprefix("bytes=").removesuffix("-")) :]
        self.send_response(206)
        self.send_header("Content-Length", str(len(rest)))
        self.end_headers()
        self.wfile.write(rest)


@pytest.mark.parametrize("handler", [Quiet, Ranges])
def test_over_http_with_and_without_ranges(
    handler: type[Quiet], shelf: Shelf, exported: Path, tmp_path: Path
) -> None:
    there = Shelf(tmp_path / "there")
    part = there.folder_of(toy.GAME) / "first.fetching"
    part.parent.mkdir(parents=True)
    part.write_bytes((exported / "quixo-standard-3" / "first.stgt").read_bytes()[:123_456])
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(exported))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            address = Address(f"http://127.0.0.1:{server.server_port}")
            assert len(travel.fetch(address, there, soon())) == 3
            with pytest.raises(StrategeError, match="404"):
                address.read("nothing", 10, soon())
            with pytest.raises(StrategeError, match="too long"):
                address.read(travel.MANIFEST, 10, soon())
        finally:
            server.shutdown()
            thread.join()
    assert contents(there.folder) == contents(shelf.folder)


@pytest.mark.parametrize("url", ["http://example.org/x", "ftp://example.org", "data://x"])
def test_only_https_is_trusted_to_bring_what_was_sent(url: str) -> None:
    with pytest.raises(StrategeError, match="https"):
        source_of(url)
    with pytest.raises(StrategeError, match="https"):
        SafeRedirects().redirect_request(None, None, 302, "", {}, url)


def test_a_readable_copy_is_refused_before_a_byte_is_fetched(shelf: Shelf, tmp_path: Path) -> None:
    """It is no table to us; what is not packed is the same in both, and may be fetched."""
    entries = travel.export(shelf, toy.GAME, tmp_path / "readable", readable=True)
    assert [(entry.layer, entry.readable) for entry in entries] == [
        ("first", False),
        ("second", True),
        ("third", True),
    ]
    with pytest.raises(StrategeError, match="readers of other programs"):
        travel.fetch(Directory(tmp_path / "readable"), Shelf(tmp_path / "there"), soon())
    assert not (tmp_path / "there").exists()


def test_a_readable_copy_that_its_manifest_hides_is_no_table(shelf: Shelf, tmp_path: Path) -> None:
    travel.export(shelf, toy.GAME, tmp_path / "readable", readable=True)
    path = tmp_path / "readable" / travel.MANIFEST
    listing = json.loads(path.read_text(encoding="utf-8"))
    for entry in listing["files"]:
        entry.pop("readable", None)
    path.write_text(json.dumps(listing), encoding="utf-8")
    with pytest.raises(StrategeError, match="header"):
        travel.fetch(Directory(tmp_path / "readable"), Shelf(tmp_path / "there"), soon())


def test_a_manifest_of_tables_is_one_that_earlier_versions_read(exported: Path) -> None:
    listing = json.loads((exported / travel.MANIFEST).read_text(encoding="utf-8"))
    assert {*listing["files"][0]} == {"game", "variant", "size", "layer", "bytes", "sha256"}
