"""Asking from Python: a server of Stratège (`http`, sync and async), any engine of the line protocol.

    from stratege.client import AsyncClient, Client, Engine

The first two need the extra `client`, an engine needs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stratege.client.engine import Engine, EngineError, Info, Played
    from stratege.client.http import AsyncClient, Client, Refused, Unavailable

__all__ = ["AsyncClient", "Client", "Engine", "EngineError", "Info", "Played", "Refused", "Unavailable"]

_ENGINE = {"Engine", "EngineError", "Info", "Played"}


def __getattr__(name: str) -> Any:
    """Each name is loaded when it is first asked for: an engine needs no HTTP."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{'engine' if name in _ENGINE else 'http'}"), name)
