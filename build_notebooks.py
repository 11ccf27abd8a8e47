"""The notebooks of the docs: `python build_notebooks.py` executes them and keeps what they show.

Each is executed here, in a namespace of its own, and shown as Jupyter shows it: what is printed, and the last
expression of a cell in every form that it has. No kernel is started, so that the tests can do it every time.
A cell with the tag `varies` shows what need not be the same on another machine; a cell of prose has its
French in its metadata, as `fr`.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "docs" / "notebooks"
SHOWN = ("text/html", "image/svg+xml", "image/png", "text/plain")
"""Forms that are kept, the best first."""

Cell = dict[str, Any]
Notebook = dict[str, Any]


def notebooks() -> list[Path]:
    """All there are, in the order of their names."""
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> Notebook:
    """A notebook as it is stored."""
    found: Notebook = json.loads(path.read_text(encoding="utf-8"))
    return found


def executed(notebook: Notebook) -> Notebook:
    """The notebook with what its cells show now; they run in an empty folder."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    with tempfile.TemporaryDirectory() as folder, _inside(folder):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                count += 1
                cell = {**cell, "execution_count": count, "outputs": _outputs(cell, names, count)}
            cells.append(cell)
    return {**notebook, "cells": cells}


def page(notebook: Notebook, language: str = "en") -> str:
    """The notebook as a page of the documentation site, its prose in that language where a cell has it."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append("".join(cell["metadata"].get(language, source)))
            continue
        parts.append(f"```py\n{source}\n```")
        parts += [_shown(output) for output in cell["outputs"]]
    return "\n\n".join(parts) + "\n"


def _outputs(cell: Cell, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    tree = ast.parse("".join(cell["source"]))
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        tree.body.pop()
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(tree, f"cell {count}", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if said.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(said.getvalue())})
    if value is not None:
        result = {"data": _forms(value), "execution_count": count, "metadata": {}}
        outputs.append({**result, "output_type": "execute_result"})
    return outputs


def _forms(value: object) -> dict[str, Any]:
    """What Jupyter would be given to show."""
    from IPython.core.formatters import DisplayFormatter

    formatter: Any = DisplayFormatter()
    formatter.active_types = list(SHOWN)
    data, _metadata = formatter.format(value)
    return {kind: _written(data[kind]) for kind in SHOWN if kind in data}


def _written(shown: str | bytes) -> list[str] | str:
    """What is shown, as a notebook's file has it."""
    return b64encode(shown).decode() if isinstance(shown, bytes) else _lines(shown)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _shown(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return f"```text\n{''.join(output['text']).rstrip()}\n```"
    kind = next(kind for kind in SHOWN if kind in output["data"])
    text = "".join(output["data"][kind])
    if kind == "image/png":
        return f'<img src="data:image/png;base64,{text.strip()}" alt="">'
    if kind == "text/plain":
        return f"```text\n{text}\n```"
    flat = re.sub(r"\s*\n\s*", " ", text)  # a blank line, or one far to the right, would end the HTML
    return f'<div class="shown">{flat}</div>'


@contextlib.contextmanager
def _inside(folder: str) -> Iterator[None]:
    """Work in a folder, with files there to import."""
    before, path = Path.cwd(), list(sys.path)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        sys.path[:] = path


def main() -> None:
    """Execute all notebooks, or those named, and keep what they show."""
    named = [Path(word) for word in sys.argv[1:]]
    for path in named or notebooks():
        text = json.dumps(executed(read(path)), ensure_ascii=False, indent=1, sort_keys=True)
        path.write_text(text + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
