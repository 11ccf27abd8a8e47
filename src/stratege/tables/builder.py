"""Building a table: layer after layer, each file whole or absent."""

from __future__ import annotations

import dataclasses
import itertools
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from stratege.core.errors import BrokenTable, StrategeError
from stratege.core.files import reason_of
from stratege.core.game import Game
from stratege.core.language import _, in_bytes
from stratege.core.pieces import Doing
from stratege.core.recipe import Elsewhere, Layer, Recipe, Work
from stratege.tables.elsewhere import Place, spread
from stratege.tables.format import DATA_BEGINS, RAW, ZSTD, Header, Press
from stratege.tables.shelf import SUFFIX, Shelf, recipe_for, table_size
from stratege.tables.workshop import Workshop

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes

RAW_BLOCK = 1 << 16
PACKED_BLOCK = 1 << 14
SELFCHECK_SEED = 2026

Progress = Callable[[Layer, float], None]


class TableBusy(StrategeError):
    """Another builder is at work on the table."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a build has to do: the layers that are not there yet, and the disk space it takes."""

    layers: tuple[Layer, ...]
    missing: tuple[Layer, ...]

    @property
    def kept(self) -> int:
        """Bytes that the finished files will take, at most."""
        return sum(layer.kept for layer in self.missing)

    @property
    def working(self) -> int:
        """Bytes that the work takes beside them, at most, at any one time."""
        return max((layer.working for layer in self.missing), default=0)


def busy(folder: Path) -> TableBusy:
    """The error of who finds another at work there."""
    return TableBusy(_("Another program is building this table in {folder}.", folder=folder))


class Builder:
    """Builds the table of one game onto a shelf."""

    def __init__(
        self,
        shelf: Shelf,
        game: Game,
        workers: int,
        memory: int,
        scratch: Path | None = None,
        progress: Progress = lambda layer, fraction: None,
        doing: Doing | None = None,
    ) -> None:
        self.shelf, self.game, self.recipe = shelf, game, recipe_for(game)
        self.workers, self.memory, self.progress = workers, memory, progress
        self.doing = doing
        self.folder = shelf.folder_of(game)
        self.scratch = self.folder if scratch is None else scratch / self.folder.name

    def plan(self, limit: int | None, check: bool = False) -> Plan:
        """What a build up to that limit has to do. A layer whose file is damaged counts as missing.

        With `check` every byte of the files is read to see whether it is; without, only what they begin and
        end with.
        """
        layers = self.recipe.layers(self.game.rules, limit)
        return Plan(layers, tuple(layer for layer in layers if not self._is_there(layer, check)))

    def build(self, plan: Plan) -> None:
        """Do it; what is already there stays as it is."""
        try:
            for folder in (self.folder, self.scratch):
                folder.mkdir(parents=True, exist_ok=True)
            with (
                FileLock(self.folder / "lock", timeout=0),
                FileLock(self.scratch / "lock.scratch", timeout=0),
            ):
                self._clear_finished(plan)
                self._check_space(plan)
                self.recipe.selfcheck(self.game.rules, SELFCHECK_SEED)
                for layer in plan.missing:
                    if not self._is_there(layer, check=True):  # somebody else may have built it meanwhile
                        self._build_layer(layer)
        except Timeout:
            raise busy(self.folder) from None
        except OSError as error:
            raise StrategeError(
                _("Cannot build in {folder}: {why}.", folder=self.folder, why=reason_of(error))
            ) from None
        finally:
            self.shelf.forget()

    def delete(self) -> int:
        """Take the table away, with what unfinished building left; how many bytes that frees."""
        if not self.folder.exists():
            return 0
        try:
            with FileLock(self.folder / "lock", timeout=0):
                files = [path for path in self.folder.iterdir() if _is_ours(path)]
                freed = sum(path.stat().st_size for path in files)
                for path in files:
                    path.unlink()
            for path in self.folder.glob("lock*"):
                path.unlink(missing_ok=True)
            with suppress(OSError):
                self.folder.rmdir()  # unless there is something else in it
            return freed
        except Timeout:
            raise busy(self.folder) from None
        except OSError as error:
            raise StrategeError(
                _("Cannot delete {folder}: {why}.", folder=self.folder, why=reason_of(error))
            ) from None
        finally:
            self.shelf.forget()

    def _is_there(self, layer: Layer, check: bool) -> bool:
        self.shelf.forget()
        try:
            file = self.shelf.layer(self.game, layer.name)
            if file is not None and check:
                file.check()
            return file is not None
        except BrokenTable:
            return False

    def _clear_finished(self, plan: Plan) -> None:
        """Delete what a kill between the last two steps left of layers that are done."""
        done = [layer for layer in plan.layers if layer not in plan.missing]
        for layer, folder in itertools.product(done, (self.folder, self.scratch)):
            for path in folder.glob(f"{layer.name}.*"):
                if _is_ours(path) and path.suffix != SUFFIX:
                    path.unlink()

    def _check_space(self, plan: Plan) -> None:
        same_disk = self.folder.stat().st_dev == self.scratch.stat().st_dev
        needs = (
            {self.folder: plan.kept + plan.working}
            if same_disk
            else {self.folder: plan.kept, self.scratch: plan.working}
        )
        for folder, need in needs.items():
            free = shutil.disk_usage(folder).free + _bytes_in(folder)
            if need > free:
                raise StrategeError(
                    _(
                        "Building needs {need} of disk space in {folder}, and {free} are free.",
                        need=in_bytes(need),
                        folder=folder,
                        free=in_bytes(free),
                    )
                )

    def _build_layer(self, layer: Layer) -> None:
        header = header_of(
            self.game,
            self.recipe,
            layer,
            PACKED_BLOCK if layer.packed else RAW_BLOCK,
            ZSTD if layer.packed else RAW,
        )
        place = self.scratch if layer.packed else self.folder
        final = self.shelf.path(self.game, layer.name)
        with (
            Workshop(place / f"{layer.name}.building", self.scratch, header, layer.streamed) as shop,
            Press(final.with_suffix(".packing"), header, self.workers) as press,
        ):
            elsewhere, tell = self._elsewhere(layer, shop), self._teller(layer, shop)
            work = Work(self.workers, self.memory, tell, shop.scratch, elsewhere, press.add)
            below = self._below(layer, shop, tell)
            self.recipe.solve(self.game.rules, layer, shop.data, below, work)
            statistics = self.recipe.statistics(self.game.rules, layer, shop.data, work)
            header = dataclasses.replace(header, statistics=statistics)
            if layer.packed:
                press.add(shop.data, work.tell)
                press.seal(header)
                os.replace(press.path, final)
            else:
                shop.seal(header)
                os.replace(shop.path, final)
            sync_folder(self.folder)

    def _elsewhere(self, layer: Layer, shop: Workshop) -> Elsewhere | None:
        """Whoever works out parts of the layer on the files where its arrays lie."""

        def places() -> dict[str, Place]:
            here = {f"below-{name}": name for name in layer.needs}  # those that were unpacked
            found = {here.get(name, name): place for name, place in shop.places().items()}
            for name in (name for name in layer.needs if name not in found):
                path = self.shelf.path(self.game, name).absolute()
                file = self.shelf.layer(self.game, name)
                assert file is not None
                found[name] = Place(str(path), DATA_BEGINS, file.header.length, False)
            return found

        return None if self.doing is None else spread(self.doing, self.game.rules, layer, places)

    def _below(self, layer: Layer, shop: Workshop, tell: Callable[[float], None]) -> Mapping[str, Bytes]:
        """The data of the layers that this one needs; packed ones are unpacked beside the work."""
        below: dict[str, Bytes] = {}
        for name in layer.needs:
            file = self.shelf.layer(self.game, name)
            assert file is not None
            if file.header.coding == RAW:
                below[name] = file.whole()
            else:
                below[name] = shop.scratch(f"below-{name}", file.header.length)
                file.inflate_into(below[name], self.workers, lambda _fraction: tell(0.0))
        return below

    def _teller(self, layer: Layer, shop: Workshop) -> Callable[[float], None]:
        def tell(fraction: float) -> None:
            if _resident_bytes() > self.memory:
                shop.release()
                for name in layer.needs:
                    if file := self.shelf.layer(self.game, name):
                        file.release()
            self.progress(layer, fraction)

        return tell


def header_of(game: Game, recipe: Recipe, layer: Layer, block: int, coding: str) -> Header:
    """What the file of this layer says about itself, statistics apart."""
    return Header(
        game=game.name,
        variant=game.variant.name,
        size=table_size(game),
        rules=list(game.rules),
        version=recipe.VERSION,
        layer=layer.name,
        needs=list(layer.needs),
        entries=layer.entries,
        length=layer.size,
        block=block,
        coding=coding,
    )


def _is_ours(path: Path) -> bool:
    return path.suffix in (SUFFIX, ".building", ".packing", ".fetching") or ".scratch-" in path.name


def _bytes_in(folder: Path) -> int:
    """What unfinished work already takes: it will be used again, or thrown away."""
    return sum(path.stat().st_blocks * 512 for path in folder.iterdir() if path.suffix not in (".stgt", ""))


def _resident_bytes() -> int:
    """How much memory this program holds now; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def sync_folder(folder: Path) -> None:
    """Have the new name of a file reach the disk, too."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
