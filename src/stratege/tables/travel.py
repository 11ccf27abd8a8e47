"""Tables that travel: put into a folder with a manifest, and fetched from such a folder or an https address.

The manifest names each file with its length and SHA-256. Nothing of it is believed beyond that: which tables
there can be, where their files stand and how long they may be is what the recipes say, and a file takes its
place on the shelf only when its bytes are those of the manifest and it is, block by block, a layer that
today's rules make. What was fetched in part stays beside it under another name, and the next time goes on.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from stratege.core.errors import BadOption, StrategeError
from stratege.core.files import opened, reason_of, write_whole, writing
from stratege.core.game import Game
from stratege.core.language import _, in_bytes
from stratege.core.recipe import Layer
from stratege.core.registry import game
from stratege.tables.builder import busy, sync_folder
from stratege.tables.format import TableFile, write_readable
from stratege.tables.shelf import SUFFIX, Shelf, every_layer, opened_layer, table_size
from stratege.tables.sources import Source

MANIFEST = "manifest.json"
KIND = "stratege-tables-1"
MOST_MANIFEST = 8 << 20
PIECE = 1 << 20
FETCHING = ".fetching"

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Entry:
    """A file of a manifest: the layer of which table it is, how long, and its SHA-256.

    A `readable` one is packed for readers of other programs, and no table to us.
    """

    game: str
    variant: str
    size: str
    layer: str
    bytes: int
    sha256: str
    readable: bool = False

    @property
    def path(self) -> str:
        """Where it lies beside the manifest."""
        return f"{self.game}-{self.variant}-{self.size}/{self.layer}{SUFFIX}"


def export(shelf: Shelf, chosen: Game, folder: Path, readable: bool) -> list[Entry]:
    """Copy a table into a folder, every byte checked, and name its files in the manifest there.

    `readable` packs what is packed with zlib, which everybody has, instead of Zstandard: for readers of other
    programs, not for `fetch`.
    """
    entries = []
    for name in shelf.layers(chosen):
        file = shelf.layer(chosen, name)
        assert file is not None, "it was there just now"
        file.check()
        repacked = readable and file.layer.packed
        entry = Entry(chosen.name, chosen.variant.name, table_size(chosen), name, 0, "", repacked)
        target = folder / entry.path
        _make(target.parent)
        with writing(target) as copy:
            _copy(file, copy, repacked)
        length, digest = _digest(target)
        entries.append(replace(entry, bytes=length, sha256=digest))
    kept = {one.path: one for one in _listed(folder / MANIFEST)} | {one.path: one for one in entries}
    listing = {"kind": KIND, "files": [_fields(kept[path]) for path in sorted(kept)]}
    write_whole(folder / MANIFEST, json.dumps(listing, indent=1).encode())
    return entries


def fetch(
    source: Source, shelf: Shelf, deadline: float, progress: Progress = lambda name, fraction: None
) -> list[Entry]:
    """Fetch what the source's manifest lists and the shelf has not; what was fetched.

    All entries are looked at before the first byte is fetched. `deadline` is a time of `time.monotonic`.
    """
    entries = _decoded(source.read(MANIFEST, MOST_MANIFEST, deadline))
    wanted = [(entry, *_expected(entry)) for entry in entries]
    missing = [one for one in wanted if not _is_there(shelf, one[1], one[2])]
    _make(shelf.folder)
    need = sum(entry.bytes for entry, _game, _layer in missing)
    if need > shutil.disk_usage(shelf.folder).free:
        raise StrategeError(_("Fetching needs {need} of disk space.", need=in_bytes(need)))
    for entry, chosen, layer in missing:
        _fetch_one(source, shelf, entry, chosen, layer, deadline, progress)
    shelf.forget()
    return [entry for entry, _game, _layer in missing]


def _fetch_one(
    source: Source,
    shelf: Shelf,
    entry: Entry,
    chosen: Game,
    layer: Layer,
    deadline: float,
    progress: Progress,
) -> None:
    final = shelf.path(chosen, layer.name)
    partial = final.with_suffix(FETCHING)
    try:
        _make(final.parent)
        with FileLock(final.parent / "lock", timeout=0):
            with partial.open("ab") as file:
                if file.tell() > entry.bytes:
                    file.truncate(0)
                _append(source, entry, file, deadline, progress)
                file.flush()
                os.fsync(file.fileno())
            if _digest(partial) != (entry.bytes, entry.sha256):
                partial.unlink()
                raise StrategeError(_("{path} is not what its manifest says.", path=entry.path))
            try:
                opened_layer(partial, chosen, layer.name).check()
            except StrategeError:
                partial.unlink()
                raise
            os.replace(partial, final)
            sync_folder(final.parent)
    except Timeout:
        raise busy(final.parent) from None
    except OSError as error:
        raise StrategeError(_("Cannot write {path}: {why}.", path=final, why=reason_of(error))) from None


def _append(source: Source, entry: Entry, file: BinaryIO, deadline: float, progress: Progress) -> None:
    """Fetch what is not there yet, and not a byte more than the manifest says."""
    done = file.tell()
    for piece in source.pieces(entry.path, done, entry.bytes, deadline):
        file.write(piece)
        done += len(piece)
        progress(entry.path, done / max(entry.bytes, 1))
        if time.monotonic() > deadline:
            raise StrategeError(_("The time is over; the same command goes on from here."))
    if done != entry.bytes:
        raise StrategeError(
            _("{path} came only in part; the same command goes on from here.", path=entry.path)
        )


def _expected(entry: Entry) -> tuple[Game, Layer]:
    """What a file of a manifest is to be; `StrategeError` if no recipe makes such a thing."""
    if entry.readable:
        raise BadOption(
            _(
                "{path} is packed for readers of other programs (`--readable`): what is to be fetched is "
                "exported without that.",
                path=entry.path,
            )
        )
    chosen = game(entry.game, entry.variant, entry.size)
    for layer in every_layer(chosen):
        if layer.name == entry.layer:
            if not 0 < entry.bytes <= layer.size + layer.size // 4 + PIECE:
                break
            return chosen, layer
    raise BadOption(_("There can be no table file {path} of that length.", path=entry.path))


def _is_there(shelf: Shelf, chosen: Game, layer: Layer) -> bool:
    shelf.forget()
    try:
        file = shelf.layer(chosen, layer.name)
        if file is not None:
            file.check()
        return file is not None
    except StrategeError:
        return False


def _decoded(content: bytes) -> list[Entry]:
    """The entries of a manifest, whoever wrote it."""
    try:
        listing = json.loads(content)
        if listing["kind"] != KIND:
            raise ValueError
        entries = [Entry(**fields) for fields in listing["files"]]
        if not all(type(value) is kind for one in entries for value, kind in zip(vars(one).values(), KINDS)):
            raise ValueError
    except (ValueError, TypeError, KeyError, RecursionError):
        raise StrategeError(_("The manifest is not one of tables.")) from None
    return entries


KINDS = (str, str, str, str, int, str, bool)


def _fields(entry: Entry) -> dict[str, object]:
    """An entry as a manifest has it: what is usual is left out, and earlier versions read it."""
    fields = asdict(entry)
    return fields if entry.readable else {name: fields[name] for name in fields if name != "readable"}


def _listed(path: Path) -> Iterator[Entry]:
    if path.exists():
        with opened(path) as file:
            yield from _decoded(file.read(MOST_MANIFEST))


def _copy(file: TableFile, copy: BinaryIO, repacked: bool) -> None:
    if repacked:
        write_readable(copy, file)
        return
    with opened(file.path) as original:
        shutil.copyfileobj(original, copy, PIECE)


def _digest(path: Path) -> tuple[int, str]:
    with opened(path) as file:
        digest, length = hashlib.sha256(), 0
        while piece := file.read(PIECE):
            digest.update(piece)
            length += len(piece)
        return length, digest.hexdigest()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StrategeError(_("Cannot write {path}: {why}.", path=folder, why=reason_of(error))) from None
