"""What can be left out of an installation: which extra brings which modules, and the sentence that says so.

`pip install stratege` plays all games in the terminal, on the rules in plain Python; what needs more is
installed by `pip install 'stratege[NAME]'`, with a name from here. `pyproject.toml` says the same, and a test
holds the two together.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from stratege.core.errors import StrategeError
from stratege.core.language import N_, _

EXTRAS = {
    "engine": ("numba", "llvmlite", "numpy", "zstandard"),
    "images": ("PIL", "resvg_py"),
    "archive": ("sqlalchemy", "alembic"),
    "postgres": ("psycopg",),
    "web": (
        "fastapi",
        "starlette",
        "uvicorn",
        "jinja2",
        "itsdangerous",
        "python_multipart",
        "websockets",
        "segno",
        "prometheus_client",
    ),
    "school": ("sandlock",),
    "client": ("httpx", "websockets"),
    "rl": ("pettingzoo", "gymnasium"),
    "notebook": ("anywidget",),
    "cluster": ("distributed",),
    "parquet": ("duckdb",),
    "openspiel": ("pyspiel",),
}
"""The modules that each extra brings, the first of them its sign; some extras only join others."""

JOINED = {
    "images": ("engine",),
    "archive": ("engine",),
    "postgres": ("archive",),
    "web": ("archive", "images", "school"),
    "rl": ("images",),
    "cluster": ("engine",),
    "parquet": ("archive",),
    "openspiel": ("engine",),
}
"""The extras that each brings along."""

PURPOSES = {
    "engine": N_("compiled rules: tables, and searches a hundred times faster"),
    "images": N_("pictures as PNG, and the image codecs"),
    "archive": N_("games kept in a database"),
    "postgres": N_("an archive on PostgreSQL"),
    "web": N_("the app in the browser"),
    "school": N_("marking in a confined process"),
    "client": N_("asking a server from Python"),
    "rl": N_("environments for reinforcement learning"),
    "notebook": N_("a board to click on in notebooks"),
    "cluster": N_("games played on many machines"),
    "parquet": N_("the archive as Parquet, and questions to it by DuckDB"),
    "openspiel": N_("the games in OpenSpiel"),
}


ELSEWHERE = () if sys.platform == "linux" else ("sandlock",)
"""Modules that this system cannot have and does without."""


class MissingExtra(StrategeError, ImportError):
    """Something is asked for that this installation does not have; the message names the extra."""

    def __init__(self, extra: str, module: str) -> None:
        super().__init__(
            _(
                "This needs {module}, which is not installed: pip install 'stratege[{extra}]'.",
                module=module,
                extra=extra,
            )
        )


def missing_modules(extra: str) -> list[str]:
    """The modules of an extra, and of those that it brings along, that are not there."""
    own = [module for module in EXTRAS[extra] if module not in ELSEWHERE and not installed(module)]
    return [*own, *(module for other in JOINED.get(extra, ()) for module in missing_modules(other))]


def installed(module: str) -> bool:
    """Whether a module could be imported; it is not."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def require(extra: str) -> None:
    """Raise `MissingExtra` if it is not installed whole."""
    for module in missing_modules(extra):
        raise MissingExtra(extra, module)


def extra_of(error: ImportError) -> str | None:
    """The extra that would have brought the module which could not be imported."""
    root = (error.name or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if root in modules), None)


def told_as_missing(error: ImportError) -> str:
    """The sentence for a module that could not be imported; what no extra brings is raised again."""
    extra = extra_of(error)
    if extra is None:
        raise error
    return str(MissingExtra(extra, str(error.name)))
