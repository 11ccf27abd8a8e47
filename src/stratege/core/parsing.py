"""Python's own parser, by one thread at a time.

CPython 3.11 counts how deep a tree is for all threads together: where the collector of garbage runs Python
code while a tree is made (Dask's does), another thread's tree spoils the count, and that is a SystemError.
"""

from __future__ import annotations

import ast
import threading
from typing import Literal, overload

_PARSER = threading.Lock()


@overload
def parse(source: str | bytes, mode: Literal["exec"] = "exec") -> ast.Module: ...


@overload
def parse(source: str | bytes, mode: Literal["eval"]) -> ast.Expression: ...


def parse(source: str | bytes, mode: str = "exec") -> ast.AST:
    """The syntax tree of a module or of an expression; raises what `ast.parse` does."""
    with _PARSER:
        tree: ast.AST = ast.parse(source, mode=mode)
        return tree
