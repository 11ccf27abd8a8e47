"""`stratege doctor`: what this installation has, where it keeps things, and how much."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import stratege
from stratege.cli.app import command
from stratege.cli.console import out, print_json
from stratege.cli.options import Json, Lang
from stratege.core.compiling import cache_root
from stratege.core.extras import EXTRAS, PURPOSES, missing_modules
from stratege.core.language import _, in_bytes
from stratege.tables.shelf import default_folder


@command(examples=["stratege doctor", "stratege doctor --clear", "stratege doctor --json"])
def doctor(
    clear: Annotated[
        bool,
        typer.Option("--clear", help=_("empty the cache: machine code is then compiled anew when needed")),
    ] = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    freed = clear_cache() if clear else None
    found = report()
    if freed is not None:
        found["freed"] = freed
    if as_json:
        print_json(found)
        return
    out.print(
        f"Stratège {found['version']}, Python {found['python']}, {found['system']}",
        markup=False,
        soft_wrap=True,
    )
    out.print()
    out.print(_extras(found))
    out.print()
    out.print(_folders(found))
    if freed is not None:
        out.print(_("The cache is empty: {size} freed.", size=in_bytes(freed)))


def report() -> dict[str, Any]:
    """All that is said, for programs."""
    owners = metadata.packages_distributions()
    return {
        "version": stratege.__version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "executable": sys.executable,
        "extras": {
            name: {
                "installed": not missing_modules(name),
                "missing": missing_modules(name),
                **_version(owners, name),
            }
            for name in EXTRAS
        },
        "folders": {
            name: {"path": str(path), "bytes": sum(file.stat().st_size for file in _files(path))}
            for name, path in folders().items()
        },
    }


def folders() -> dict[str, Path]:
    """Where things are kept: what can be made again (`cache`), tables, the archive and the live games."""
    from platformdirs import user_data_path

    return {"cache": cache_root(), "tables": default_folder(), "data": user_data_path("stratege")}


def clear_cache() -> int:
    """Delete all that can be made again; how many bytes that was. What is in use now stays in use."""
    before = sum(file.stat().st_size for file in _files(cache_root()))
    for path in cache_root().glob("*"):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return before - sum(file.stat().st_size for file in _files(cache_root()))


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _version(owners: Mapping[str, list[str]], extra: str) -> dict[str, str]:
    """The version of the package that an extra is known by."""
    names = owners.get(EXTRAS[extra][0], [])
    return {"version": f"{names[0]} {metadata.version(names[0])}"} if names else {}


def _extras(found: dict[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False)
    for title in (_("extra"), "", _("for")):
        table.add_column(title, header_style="label", no_wrap=not title)  # a command stays in one line
    for name, state in found["extras"].items():
        there = state.get("version", _("installed"))
        missing = _("missing")
        said = there if state["installed"] else f"[red]{missing}[/] pip install 'stratege\\[{name}]'"
        table.add_row(f"[one]{name}[/]", said, _(PURPOSES[name]))
    return table


def _folders(found: dict[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False)
    for title in (_("folder"), _("size"), _("where")):
        table.add_column(title, header_style="label", overflow="fold")
    for name, state in found["folders"].items():
        table.add_row(f"[one]{name}[/]", in_bytes(state["bytes"]), state["path"])
    return table
